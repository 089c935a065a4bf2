"""Draws that are the same everywhere: from `Random.random()` alone, the one method promised never to change.

What everybody gets on the same day, and what a seed fixes, is drawn with these and with nothing else.
"""

from __future__ import annotations

from collections.abc import MutableSequence, Sequence
from random import Random
from typing import Any, TypeVar

from primeparlor.core import State

T = TypeVar("T")
S = TypeVar("S", bound=State)


def pick(random: Random, options: Sequence[T]) -> T:
    """One of the options, each as likely as any other."""
    return options[int(random.random() * len(options))]


def choices_on_a_walk(start: S, random: Random, longest: int) -> list[S]:
    """The positions in which somebody decides, in a game played at random that avoids its end for long."""
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


class Steady(Random):
    """A source of chance whose choices will not change with a later Python either."""

    def choice(self, seq: Any) -> Any:
        """One of the options."""
        return pick(self, seq)

    def uniform(self, a: float, b: float) -> float:
        """A number from a to b."""
        return a + (b - a) * self.random()

    def shuffle(self, x: MutableSequence[Any]) -> None:
        """Put them into any order (Fisher and Yates)."""
        for last in range(len(x) - 1, 0, -1):
            other = int(self.random() * (last + 1))
            x[last], x[other] = x[other], x[last]
