"""The board of a game: the one it brings, else a table of its facts. Both are drawn from facts alone."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from primeparlor.games import game_of
from primeparlor.terminal.blocks import Line, board

if TYPE_CHECKING:
    from primeparlor.core import Played, State


def draw_lines(state: State, line: Sequence[Played], width: int) -> list[Line]:
    """The board of this state, no wider than asked; the line of play led there as far as it is known."""
    game = game_of(state)
    drawn: list[Line] = (game.brings("terminal", "board") or board)(game.facts(state, line), width)
    return drawn
