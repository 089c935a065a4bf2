"""Random choices that never change, because only `Random.random()` is promised to stay the same.

Everything fixed by a date or a seed is drawn with these functions and with nothing else.
"""

from __future__ import annotations

from collections.abc import MutableSequence, Sequence
from random import Random
from typing import Any, TypeVar

from primeparlor.core import State

T = TypeVar("T")
S = TypeVar("S", bound=State)


def pick(random: Random, options: Sequence[T]) -> T:
    """Return one of the options, each with the same probability."""
    return options[int(random.random() * len(options))]


def find_decisions(start: S, random: Random, longest: int) -> list[S]:
    """Return the positions with a decision in a random game that avoids its end as long as possible."""
    state, decided = start, list[S]()
    for _ in range(longest):
        if not state.chances():
            decided.append(state)
        options = state.chances() or state.moves()
        following = state.after(pick(random, options)) if options else state
        if following.ending():
            going = [move for move in options if not state.after(move).ending()]
            following = state.after(pick(random, going)) if going else state
        if following is state:
            break
        state = following
    return decided


class StableRandom(Random):
    """A random generator whose choices stay the same in later versions of Python."""

    def choice(self, seq: Any) -> Any:
        """Return one of the options."""
        return pick(self, seq)

    def uniform(self, a: float, b: float) -> float:
        """Return a number from a to b."""
        return a + (b - a) * self.random()

    def shuffle(self, x: MutableSequence[Any]) -> None:
        """Shuffle the sequence in place (Fisher and Yates)."""
        for last in range(len(x) - 1, 0, -1):
            other = int(self.random() * (last + 1))
            x[last], x[other] = x[other], x[last]
