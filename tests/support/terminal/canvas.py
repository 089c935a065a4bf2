"""Helpers for tests of boards on the screen: a board painted on a canvas of its own, as plain text."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from primeparlor.core import Played, State
from primeparlor.games import game_of
from primeparlor.messages import Seats
from primeparlor.notation import read_position
from primeparlor.terminal.drawing.ascii import ASCII
from primeparlor.terminal.drawing.board import View
from primeparlor.terminal.drawing.canvas import Canvas
from primeparlor.terminal.tui.boards import board_of

# The room left for a board in windows of 60 × 20 and more.
SIZES = [(58, 10), (60, 14), (64, 18), (64, 21), (80, 13), (97, 26), (120, 11), (160, 50)]
FIRST, SECOND = Seats(("You", "The house"), 1), Seats(("The house", "You"), 2)
FRIENDS = Seats()


def view_of(state: State, **told: Any) -> View:
    """The board from your seat, else from that of the player to move, unless told otherwise."""
    seats = told.pop("seats", FIRST)
    usual: dict[str, Any] = {"over": bool(state.ending()), "actions": lambda: tuple(state.rules.actions)}
    return View(seats, seats.you or state.turn, **usual | told)


def canvas(
    start: State | str, size: tuple[int, int] = (64, 18), line: Sequence[Played] = (), **view: Any
) -> Canvas:
    """The board of a position, with the line of play that led there."""
    state = read_position(start) if isinstance(start, str) else start
    c = Canvas(*size)
    board_of(state).paint(c, game_of(state).facts(state, line), view_of(state, **view))
    return c


def rows(c: Canvas) -> list[str]:
    """The text on a canvas, row by row."""
    return ["".join(cell.glyph for cell in row).rstrip() for row in c.cells]


def text(c: Canvas) -> str:
    """The text on a canvas, without empty rows above and below."""
    return "\n".join(rows(c)).strip("\n")


def without_stand_ins(c: Canvas) -> set[str]:
    """The characters on a canvas that have no ASCII stand-in."""
    return {sign for sign in set(text(c)) if not sign.translate(ASCII).isascii()}
