"""Grades of moves, in exact words, and how accurately somebody played.

best             of best value, and quickest where the distance to the end is known
keeps the win    still won, but not the quickest way
gives it away    the position was won; after this move it is not
lost anyway      every move loses against perfect play
forced           there was only one legal move
safe, loses      in endless play: the game goes on, or is lost
loses 1.2 points where chance decides: percentage points of winning chance given away
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from primeparlor.core import Move
from primeparlor.solve.answers import Analysis, Choice

BEST, KEEPS, GIVES, LOST, FORCED = "best", "keeps the win", "gives it away", "lost anyway", "forced"
SAFE, LOSES = "safe", "loses"
EQUAL = 1e-9  # winning chances closer than this are the same

_RANK = {"win": 2.0, "endless": 1.0, "loss": 0.0}


class Grade(NamedTuple):
    """What a move was worth next to the others."""

    move: Move
    word: str
    loss: float  # given away: winning chance, or 1 for the whole game
    only: bool  # the only move that keeps the value, among several legal ones
    weight: float  # how hard the choice was, from 0 (nothing at stake) to 1


def worth(choice: Choice) -> float:
    """Comparable within one position: the winning chance, or the order win, endless, loss."""
    return choice.value if choice.verdict == "chance" and choice.value is not None else _RANK[choice.verdict]


def keeping(analysis: Analysis) -> list[Choice]:
    """The moves that keep the value of the position."""
    best = max(worth(choice) for choice in analysis.moves)
    return [choice for choice in analysis.moves if worth(choice) > best - EQUAL]


def grade(analysis: Analysis, move: Move) -> Grade:
    """The grade of a move made in the position that was analysed."""
    choice = next(choice for choice in analysis.moves if choice.move == move)
    if len(analysis.moves) == 1:
        return Grade(move, FORCED, 0.0, False, 0.0)
    kept = keeping(analysis)
    given = worth(kept[0]) - worth(choice)
    loss = given if analysis.verdict == "chance" else min(given, 1.0)
    only = len(kept) == 1
    return Grade(move, _word(analysis, choice, loss), loss, only, _weight(analysis, len(kept)))


def _word(analysis: Analysis, choice: Choice, loss: float) -> str:
    if analysis.verdict == "chance":
        return BEST if loss < EQUAL else f"loses {100 * loss:.1f} points"
    if analysis.verdict == "endless":
        return SAFE if loss == 0 else LOSES
    if analysis.verdict == "loss":
        return LOST
    if loss > 0:
        return GIVES
    return BEST if choice.best else KEEPS


def _weight(analysis: Analysis, kept: int) -> float:
    """The share of moves that lose value; where chance decides, how much was at stake."""
    if analysis.verdict == "chance":
        values = [worth(choice) for choice in analysis.moves]
        return max(values) - min(values)
    return 1 - kept / len(analysis.moves)


def accuracy(grades: Iterable[Grade]) -> float | None:
    """How well somebody chose, from 0 to 100; None if nothing was at stake.

    Each choice counts by its weight. Choosing right earns all of it; choosing wrong earns what was
    not given away: nothing in a game without chance, the rest of the stake where chance decides.
    """
    earned = total = 0.0
    for grade in grades:
        total += grade.weight
        kept = 1 - grade.loss / grade.weight if _by_chance(grade) else float(grade.loss == 0)
        earned += grade.weight * max(0.0, kept)
    return 100 * earned / total if total > EQUAL else None


def _by_chance(grade: Grade) -> bool:
    return 0 < grade.loss < 1 and grade.weight > 0
