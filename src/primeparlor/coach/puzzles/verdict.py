"""The verdict on a try at a puzzle, and its answer, in words for every face.

Each has a heading and a text. Nothing in them names another move than the one that was tried, or the answer
that was asked for.
"""

from __future__ import annotations

from typing import NamedTuple

from primeparlor import notation
from primeparlor.coach.grades import grade_choice
from primeparlor.coach.language.phrases import capital
from primeparlor.coach.puzzles.line_puzzle import LinePuzzle, describe_replies
from primeparlor.coach.puzzles.puzzle import Puzzle
from primeparlor.coach.reasons import explain_move
from primeparlor.core import Move, State
from primeparlor.solve import Analysis
from primeparlor.wording import in_words

PLAY_ON = "You can play on from there."
NOT_ASKED = "A fine move, but not the one this puzzle asks for."


class TryVerdict(NamedTuple):
    """What a try was worth."""

    right: bool
    heading: str  # where the move stands right before: "Right: it is safe."
    named: str  # where it does not: "6 is right."
    text: str  # why
    is_fine: bool = False  # True if the move gives nothing away, but another one is asked for

    @property
    def sentence(self) -> str:
        """Heading and text together."""
        return f"{self.heading} {self.text}".rstrip()


class ShownAnswer(NamedTuple):
    """The answer that was asked for."""

    move: Move
    heading: str  # "The answer is 6."
    text: str  # why


def judge_answer(puzzle: Puzzle, analysis: Analysis, move: Move) -> TryVerdict:
    """Return the verdict on this answer, which is a legal move.

    Where a line goes on after it, the reason is left out: it would name the next answers.
    """
    verdict = judge_try(puzzle.state, analysis, move, puzzle.judge(move))
    return verdict._replace(text="") if verdict.right and puzzle.follow(move) else verdict


def judge_try(state: State, analysis: Analysis, move: Move, right: bool) -> TryVerdict:
    """Return the verdict on this legal move, which is right or not what was asked for."""
    grade, reason = grade_choice(analysis, move), explain_move(state, analysis, move).sentence
    is_fine = not right and not grade.loss
    return TryVerdict(
        right,
        f"{'Right' if right else 'No'}{grade.verdict}.",
        capital(f"{notation.format_move(state, move)} is {'right' if right else 'not the answer'}."),
        f"{NOT_ASKED} {reason}" if is_fine else reason,
        is_fine,
    )


def show_answer(puzzle: Puzzle, analysis: Analysis) -> ShownAnswer:
    """Return the answer, or the first of several, with its reason."""
    move = puzzle.answers[0]
    one = "The" if len(puzzle.answers) == 1 else "One"
    shown = f"{one} answer is {notation.format_move(puzzle.state, move)}."
    goes_on = puzzle.follow(move) is not None
    return ShownAnswer(
        move, shown, PLAY_ON if goes_on else explain_move(puzzle.state, analysis, move).sentence
    )


def count_tries_left(left: int, most: int) -> str:
    """Say how many of so many tries are left."""
    if not left:
        return "That was your last try."
    tries = f"{in_words(left)} {'try' if left == 1 else 'tries'}"
    return f"You have {tries}{' left' * (left < most)}."


def describe_next(puzzle: Puzzle) -> str:
    """Say what the defence and fate did before this decision of a line, and what is asked now."""
    replies = puzzle.replies if isinstance(puzzle, LinePuzzle) else ()
    return " ".join(filter(None, (describe_replies(replies, puzzle.state.turn), puzzle.question)))
