"""Every position of Prime Climb solved at once, with numpy: for staircases too high for the generic way.

A move only ever adds to the sum of the two steps, so positions are solved by that sum, the highest first.
All positions of one sum are a row: `values[sum][theirs]`, seen from the player to move, who stands on
`sum - theirs`. The numbers are those of `solve/retrograde.py`: `END - n` wins in n moves, `n - END` loses.

`landed[sum][theirs]` is what it is worth to have just stepped onto `sum - theirs`: on a prime step the
same player goes on, on any other the opponent does, for whom the two steps change places: the row is
read backwards. The moves from a position lead to the next `largest` rows, in the same column. The best of
them is the larger of two spans, each of a power of two rows; the spans are doubled from row to row.
"""

from __future__ import annotations

from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from primeparlor.games.prime_climb.rules import ClimbRules, PrimeClimb
from primeparlor.solve import retrograde
from primeparlor.solve.answers import Progress

Rows: TypeAlias = npt.NDArray[np.int16]

END = 1 << 14  # above the length of any game: at most 2 × 1000 moves and as many passes
NONE = -END - 1  # below every value: nothing can be stepped onto here
BEYOND = retrograde.END - END  # what the table of `retrograde` adds
STEP = 100  # rows between two reports of progress


class Sweep:
    """The values of all positions under these rules, as `retrograde` reads them."""

    def __init__(self, rules: ClimbRules, progress: Progress | None = None) -> None:
        self.rules = rules
        self.values = _solve_rows(rules, progress)

    def __getitem__(self, state: PrimeClimb) -> int:
        value = int(self.values[state.mine + state.theirs, state.theirs])
        return value + BEYOND if value > 0 else value - BEYOND

    def count_positions(self) -> int:
        """Return how many positions can arise from the start, the finished ones included."""
        return _count_positions(self.rules)

    @property
    def size(self) -> int:
        """Bytes in memory."""
        return self.values.nbytes


def _solve_rows(rules: ClimbRules, progress: Progress | None) -> Rows:
    top, largest = rules.top, rules.largest
    rows, levels = 2 * top + 1, largest.bit_length()
    values = np.full((rows, top + 1), NONE, np.int16)
    # spans[level][row] is the best of 2 ** level rows of `landed` from this one on
    spans = np.full((levels, rows + largest + 1, top + 1), NONE, np.int16)
    span = 1 << (levels - 1)
    prime = np.array(rules.is_prime_step[: top + 1], bool)
    prime[top] = False  # the top ends the game, prime or not
    for row in range(rows - 1, -1, -1):
        low, high = max(0, row - top), min(row, top)  # of `theirs`; from the other side the same
        best = np.maximum(spans[-1, row + 1], spans[-1, row + 1 + largest - span])[low : high + 1]
        value = np.where(best > 0, best - 1, best + 1)
        if high == top:
            value[-1] = -END  # the opponent has reached the top
        blocked = best == NONE
        blocked[[0, -1]] &= high != top  # nobody stands on the top and has to move
        if blocked.any():
            passed = -value[::-1][blocked]
            value[blocked] = np.where(passed > 0, passed - 1, passed + 1)
        values[row, low : high + 1] = value
        landed = np.where(prime[low : high + 1][::-1], value, -value[::-1])
        if row % 2 == 0:
            landed[row // 2 - low] = NONE  # the opponent's step is taken
        if high == top:
            landed[-1] = NONE  # the game was over before
        spans[0, row, low : high + 1] = landed
        for level in range(1, levels):
            np.maximum(spans[level - 1, row], spans[level - 1, row + (1 << level - 1)], out=spans[level, row])
        if progress and row % STEP == 0:
            progress(rows - row, rows)
    return values


def _count_positions(rules: ClimbRules) -> int:
    """Follow all moves from the start, by the sum of the steps, the lowest first."""
    top, largest = rules.top, rules.largest
    prime = np.array(rules.is_prime_step[: top + 1], bool)
    prime[top] = False
    reached = np.zeros((2, 2 * top + 1, top + 1), bool)  # by the player to move; 0 is Player 1
    sources = np.zeros((2, top + 1), np.int16)  # positions that lead to the row, by player and `theirs`
    reached[0, 0, 0] = True
    for row in range(2 * top + 1):
        if row:
            sources[:, :top] += reached[:, row - 1, :top]  # a game with somebody on the top is over
        if row > largest:
            sources[:, :top] -= reached[:, row - 1 - largest, :top]
        low, high = max(0, row - top), min(row, top)
        landed = sources[:, low : high + 1] > 0
        if row % 2 == 0:
            landed[:, row // 2 - low] = False  # the opponent's step is taken
        again = prime[low : high + 1][::-1]
        reached[:, row, low : high + 1] |= landed & again
        reached[:, row, low : high + 1] |= (landed & ~again)[::-1, ::-1]
        behind = row // 2  # the only way to be blocked: one step behind, and `largest` is 1
        if largest == 1 and row % 2 and behind + 1 < top:
            reached[:, row, behind] |= reached[::-1, row, behind + 1]
    return int(np.count_nonzero(reached))
