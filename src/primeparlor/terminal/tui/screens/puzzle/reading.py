"""What somebody answers to a puzzle, read as a move; and why some answers are no tries."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from primeparlor import notation
from primeparlor.core import Move
from primeparlor.terminal.drawing.board import Said, Seats
from primeparlor.terminal.tui.boards import board_of

if TYPE_CHECKING:
    from primeparlor.coach.puzzles.puzzle import Puzzle


class Refused(NamedTuple):
    """An answer that counts as no try: what is said about it, and the move if the rules do not allow it."""

    said: Said
    move: Move | None = None


def read(puzzle: Puzzle, text: str, seats: Seats) -> Move | Refused:
    """The move that answers this puzzle, or why it does not count."""
    from primeparlor.coach.puzzles.puzzle import why_not_among

    state = puzzle.state
    try:
        move = notation.parse(state, text)
    except notation.NotationError:
        return Refused(board_of(state).not_understood(state, text, notation.form(state)))
    if (reason := state.why_not(move)) is not None:
        return Refused(board_of(state).refused(state, move, reason, seats), move)
    if (reason := why_not_among(puzzle, move)) is not None:
        return Refused(Said(reason, "", "✕", "bad"))
    return move
