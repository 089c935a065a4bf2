"""Parsing of answers to a puzzle into moves, and the refusals that do not count as tries."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from primeparlor import notation
from primeparlor.core import Move
from primeparlor.terminal.drawing.board import Said, Seats
from primeparlor.terminal.tui.boards import board_of

if TYPE_CHECKING:
    from primeparlor.coach.puzzles.puzzle import Puzzle


class AnswerRefusal(NamedTuple):
    """An answer that does not count as a try: the message, and the move if the rules forbid it."""

    said: Said
    move: Move | None = None


def read_answer(puzzle: Puzzle, text: str, seats: Seats) -> Move | AnswerRefusal:
    """Parse the answer to this puzzle; return the move, or a refusal if it does not count."""
    from primeparlor.coach.puzzles.puzzle import explain_refusal

    state = puzzle.state
    try:
        move = notation.parse(state, text)
    except notation.NotationError:
        return AnswerRefusal(board_of(state).not_understood(state, text, notation.form(state)))
    if (reason := state.why_not(move)) is not None:
        return AnswerRefusal(board_of(state).refused(state, move, reason, seats), move)
    if (reason := explain_refusal(puzzle, move)) is not None:
        return AnswerRefusal(Said(reason, "", "✕", "bad"))
    return move
