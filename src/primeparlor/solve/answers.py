"""The shape of an exact answer, whatever the method behind it."""

from __future__ import annotations

from collections.abc import Callable
from math import inf
from time import monotonic
from typing import Any, Literal, NamedTuple, TypeAlias

from primeparlor.core import Move

Verdict: TypeAlias = Literal["win", "loss", "endless", "chance"]
Guarantees: TypeAlias = tuple[float, float]  # the winning chances that you and your opponent can each secure
Progress: TypeAlias = Callable[
    [int, int | None], None
]  # called with how much is done, and about how much there is
MOST_BYTES = 1 << 62  # more than there are


class Effort(NamedTuple):
    """How much may be spent on exact answers in place of estimates."""

    deadline: float = inf  # by the monotonic clock
    memory: int = MOST_BYTES

    @classmethod
    def within(cls, seconds: float, memory: int = MOST_BYTES) -> Effort:
        """What can be done from now on in so many seconds."""
        return cls(monotonic() + seconds, memory)

    def seconds_left(self) -> float:
        """How many seconds are left; 0 if none are."""
        return max(0.0, self.deadline - monotonic())


class Choice(NamedTuple):
    """A move and what it is worth to the player who makes it."""

    move: Move
    verdict: Verdict
    value: float | None  # the chance to win with perfect play on both sides; None when endless
    best: bool  # has the best value; also the quickest win or the longest loss, where that is known
    plies: int | None  # moves until the end, this one included
    line: tuple[Move, ...] = ()  # best play, this move first, until the end or until fate acts
    replies: tuple[tuple[Move, Move], ...] = ()  # the opponent's answers, each with our reply
    guarantees: Guarantees = (0.0, 0.0)  # if play is endless after this move


class Chance(NamedTuple):
    """An outcome of fate, how likely it is, and what it is worth to the player to move."""

    move: Move
    probability: float
    value: float | None  # None when endless


class Analysis(NamedTuple):
    """The answer to a position, seen from the player to move."""

    verdict: Verdict
    value: float | None
    exact: bool  # whether every number here is exact
    error: float | None  # largest error of `value` in an estimate; 0 if only moves or chances are estimated
    plies: int | None
    moves: tuple[Choice, ...]  # empty where fate acts
    chances: tuple[Chance, ...]  # empty where the player chooses
    proof: Any  # JSON data in the form documented by the solver; None where there is none to check
    line: tuple[Move, ...] = ()  # best play from here, until the end or until fate acts
    guarantees: Guarantees = (0.0, 0.0)  # if play is endless
    error_of_choice: float | None = None  # how far the difference of two moves may be off; None if exact


class Solution(NamedTuple):
    """The answer to a whole game, from its first position or positions."""

    verdict: Verdict
    value: float | None
    exact: bool
    error: float | None
    positions: int  # how many were solved
    starts: int  # possible first positions
    first_player_wins: int | None  # how many of them Player 1 wins; None for chance or endless
