"""What plain lines show of a game: its board, drawn from facts alone, and a variant in words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from primeparlor.games import game_of
from primeparlor.terminal.drawing.lines import Line, board

if TYPE_CHECKING:
    from primeparlor.core import Played, State


def draw_lines(state: State, line: Sequence[Played], width: int) -> list[Line]:
    """The board of this state, no wider than asked; the line of play led there as far as it is known.

    It is the one that the game brings, else a table of its facts.
    """
    game = game_of(state)
    drawn: list[Line] = (game.brings("terminal", "board") or board)(game.facts(state, line), width)
    return drawn


def variant_in_words(state: State) -> str:
    """The variant as the screen names it, such as "35 steps, 1 to 4"; empty for the book's game."""
    if not (changed := state.rules.changed()):
        return ""
    from primeparlor.terminal.drawing.board import Board  # imported here: the book's game needs none of it

    words: str = game_of(state).part("screen", Board).variant(changed)
    return words
