"""A game's board for plain lines, drawn from facts alone."""

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
