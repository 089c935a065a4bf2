"""All positions that can follow one, numbered, and which leads where: what a general solver works on.

This uses only `ending`, `chances`, `moves`, `after` and `turn` of a game. All successors are in one array,
those of position p from `first[p]` up to `first[p + 1]`. For a choice they are the positions after each of
`moves()`, in that order; for fate, those after each distinct outcome.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

from primeparlor.core import Move, State
from primeparlor.solve.answers import Progress
from primeparlor.solve.memory import too_large

LIMIT = 500_000  # positions
STEP = 1_000  # positions between two reports of progress

CHANCE = 0  # the kind of a position: CHANCE if fate acts, 1 or 2 for the player who chooses,
WON = 2  # and WON plus the winner if the game is over

Numbers: TypeAlias = npt.NDArray[np.int64]
Values: TypeAlias = npt.NDArray[np.float64]
Marks: TypeAlias = npt.NDArray[np.bool_]


class Graph(NamedTuple):
    """A first position and all that can follow it."""

    states: list[State]
    number: dict[State, int]
    kind: npt.NDArray[np.int8]  # CHANCE, the player who chooses, or WON + the winner
    first: Numbers  # where the successors of each position begin in `after`; one more at the end
    after: Numbers
    weight: Values  # how often fate lists the outcome; 1 for a choice

    def successors(self, position: int) -> Numbers:
        """The positions that follow this one at once."""
        return self.after[self.first[position] : self.first[position + 1]]

    def sources(self) -> Numbers:
        """The position from which each step starts."""
        return np.repeat(np.arange(len(self.states)), np.diff(self.first))

    def steps(self, positions: Numbers) -> Numbers:
        """Where the steps of these positions lie in `after`, position by position."""
        return ranges(self.first, positions)


def ranges(first: Numbers, positions: Numbers) -> Numbers:
    """The numbers from `first[p]` up to `first[p + 1]`, for each position p in turn."""
    begin, count = first[positions], first[positions + 1] - first[positions]
    behind = np.cumsum(count) - count
    return np.repeat(begin - behind, count) + np.arange(count.sum())


def explore(
    start: State,
    limit: int = LIMIT,
    progress: Progress | None = None,
    choose: Callable[[State], Sequence[Move]] = lambda state: state.moves(),
) -> Graph:
    """Number every position that can follow when the players keep to `choose`; `start` is 0."""
    states, number = [start], {start: 0}
    kind, first, after, weight = bytearray(), array("q", [0]), array("q"), array("q")
    for state in states:  # the list grows meanwhile
        what, options = _options(state, choose)
        for move in options:
            child = state.after(move)
            found = number.setdefault(child, len(states))
            if found == len(states):
                states.append(child)
            after.append(found)
        kind.append(what)
        weight.extend(options.values() if isinstance(options, dict) else [1] * len(options))
        first.append(len(after))
        if len(states) > limit:
            raise too_large(start, f"More than {limit:,} positions can follow")
        if progress and len(kind) % STEP == 0:
            progress(len(kind), None)
    rows = np.array(first, dtype=np.int64), np.array(after, dtype=np.int64)
    return Graph(states, number, np.frombuffer(kind, np.int8), *rows, np.array(weight, dtype=np.float64))


def _options(state: State, choose: Callable[[State], Sequence[Move]]) -> tuple[int, Any]:
    """The kind of the position, with its moves or with fate's outcomes and their weights."""
    if ending := state.ending():
        return WON + ending.winner, ()
    if outcomes := state.chances():
        weights: dict[Move, int] = {}
        for outcome in outcomes:
            weights[outcome] = weights.get(outcome, 0) + 1
        return CHANCE, weights
    if not (moves := choose(state)):
        raise ValueError(f"nothing can happen here: {state}")
    return state.turn, moves
