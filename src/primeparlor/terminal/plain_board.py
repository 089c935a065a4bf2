"""A game's board and variant for plain lines, drawn from facts alone."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from primeparlor.games import game_of
from primeparlor.terminal.drawing.lines import Line, board

if TYPE_CHECKING:
    from primeparlor.core import Played, State


def draw_lines(state: State, line: Sequence[Played], width: int) -> list[Line]:
    """Draw the board of this state, no wider than `width`.

    `line` holds the moves that led to the state, as far as they are known. A game without a board of its own
    gets a table of its facts.
    """
    game = game_of(state)
    drawn: list[Line] = (game.brings("terminal", "board") or board)(game.facts(state, line), width)
    return drawn


def describe_variant(state: State) -> str:
    """Describe the variant as the screen does, such as "35 steps, 1 to 4"; "" for the standard game."""
    if not (changed := state.rules.changed()):
        return ""
    from primeparlor.terminal.drawing.board import Board  # imported here: the book's game needs none of it

    words: str = game_of(state).part("screen", Board).variant(changed)
    return words
