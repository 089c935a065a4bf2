"""Every position of Pocket Addition solved at once, with numpy: for pools too large for the generic way.

Each number is in the pool, in the pocket of the player to move, or in the opponent's. A *code* says which:
a number in base 3 with the digits 0, 1 and 2, that of number n at the place 3 ** (n - 1). Taking a number
only ever empties the pool, so codes are solved by how many numbers are taken, the fullest pockets first, and
those after a pass before those without one. Afterwards the other player moves: the digits 1 and 2 change
places, which `swapped` knows for every code.

The values are those of `solve/retrograde.py`: `END - n` wins in n moves, `n - END` loses. Codes with a total
above the target cannot arise and are left out.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from primeparlor.games.pocket_addition.rules import PocketAddition, PocketRules
from primeparlor.solve import retrograde
from primeparlor.solve.answers import Progress

Codes: TypeAlias = npt.NDArray[np.int32]
Values: TypeAlias = npt.NDArray[np.int8]
Numbers: TypeAlias = npt.NDArray[Any]

END = 64  # above the length of any game: 14 numbers, a pass after each, and two at the end
NONE = -END - 1  # below every value: no number fits
BEYOND = retrograde.END - END  # what the table of `retrograde` adds


class Sweep:
    """The values of all positions under these rules, as `retrograde` reads them."""

    def __init__(self, rules: PocketRules, progress: Progress | None = None) -> None:
        self.rules = rules
        self.values = CodeTable(rules).solve(progress)

    def __getitem__(self, state: PocketAddition) -> int:
        if ending := state.ending():
            return retrograde.END if ending.winner == state.turn else -retrograde.END
        value = int(self.values[state.passes, _find_code(state)])
        return value + BEYOND if value > 0 else value - BEYOND

    def count_positions(self) -> int:
        """Return how many positions can arise from the start, the finished ones included."""
        return CodeTable(self.rules).count_positions()

    @property
    def size(self) -> int:
        """Bytes in memory."""
        return self.values.nbytes


class CodeTable:
    """The codes of all positions, in the order in which they are solved."""

    def __init__(self, rules: PocketRules) -> None:
        self.rules = rules
        self.places = [3**at for at in range(rules.largest)]
        numbers = range(1, rules.largest + 1)
        self.swapped: Codes = _add_digits([(0, 2 * place, place) for place in self.places], np.int32)
        self._mine: Numbers = _add_digits([(0, number, 0) for number in numbers], np.int16)
        self._theirs: Numbers = _add_digits([(0, 0, number) for number in numbers], np.int16)
        self._taken: Numbers = _add_digits([(0, bit, bit) for bit in (1 << n - 1 for n in numbers)], np.int16)
        counts: Numbers = _add_digits([(0, 1, 1) for _ in numbers], np.int8)
        possible = np.flatnonzero((self._mine <= rules.target) & (self._theirs <= rules.target))
        self._layers: list[Codes] = [
            possible[counts[possible] == taken].astype(np.int32) for taken in range(rules.largest + 1)
        ]
        self._fitting: Numbers = np.array(rules.fitting, np.int16)

    def solve(self, progress: Progress | None = None) -> Values:
        """Return the value of each code, without a pass before it and after one."""
        values = np.full((2, 3**self.rules.largest), NONE, np.int8)
        done, total = 0, sum(map(len, self._layers))
        for codes in reversed(self._layers):
            best = np.full(len(codes), NONE, np.int8)
            for at, after in self._list_takings(codes):
                best[at] = np.maximum(best[at], -values[0, after])
            value, blocked = _count_move(best), best == NONE
            ended, other = self._find_ended(codes), self.swapped[codes]
            for passes in (1, 0):
                passed = -values[1, other] if passes == 0 else -self._compare(other, passes=2)
                found = np.where(blocked, _count_move(passed), value)
                values[passes, codes] = np.where(ended, self._compare(codes, passes), found)
            done += len(codes)
            if progress:
                progress(done, total)
        return values

    def count_positions(self) -> int:
        """Return how many positions can arise from the start, the finished ones included."""
        reached = np.zeros((2, 3, 3**self.rules.largest), bool)  # by the player to move, and passes
        reached[0, 0, 0] = True
        for codes in self._layers:
            live, other = ~self._find_ended(codes), self.swapped[codes]
            blocked = live & (self._find_fitting(codes) == 0)
            for passes, turn in ((0, 0), (0, 1), (1, 0), (1, 1)):
                reached[1 - turn, passes + 1, other[blocked & reached[turn, passes, codes]]] = True
            came = live & (reached[:, 0, codes] | reached[:, 1, codes])
            for at, after in self._list_takings(codes):
                for turn in (0, 1):
                    reached[1 - turn, 0, after[came[turn, at]]] = True
        return int(np.count_nonzero(reached))

    def _list_takings(self, codes: Codes) -> Iterator[tuple[Numbers, Codes]]:
        """Yield for each number where it may be taken, and the codes it leads to."""
        fitting = self._find_fitting(codes)
        for at, place in enumerate(self.places):
            where = np.flatnonzero(fitting & (1 << at))
            yield where, self.swapped[codes[where] + np.int32(place)]

    def _find_fitting(self, codes: Codes) -> Numbers:
        """Return the numbers in the pool that fit, as masks."""
        found: Numbers = self._fitting[self.rules.target - self._mine[codes]] & ~self._taken[codes]
        return found

    def _find_ended(self, codes: Codes) -> Numbers:
        """Return where the game is over, other than by two passes."""
        ended: Numbers = (self._taken[codes] == self.rules.all) | (self._theirs[codes] == self.rules.target)
        return ended

    def _compare(self, codes: Codes, passes: int) -> Values:
        """Return who has won, if the game is over: the higher total; of equal ones, the last to take."""
        mine, theirs = self._mine[codes], self._theirs[codes]
        ahead = mine >= theirs if passes == 1 else mine > theirs
        return np.where(ahead & (theirs != self.rules.target), END, -END).astype(np.int8)


def _find_code(state: PocketAddition) -> int:
    """Return the code of a position."""
    listed = state.rules.listed
    mine, theirs = (sum(int(3 ** (int(n) - 1)) for n in listed[of]) for of in (state.mine, state.theirs))
    return mine + 2 * theirs


def _add_digits(digits: list[tuple[int, int, int]], kind: type[np.number[Any]]) -> Numbers:
    """Return for every code the sum over its places of what the digit 0, 1 or 2 there counts."""
    sums = np.zeros(1, kind)
    for counts in digits:
        sums = (np.array(counts, kind)[:, None] + sums).ravel()
    return sums


def _count_move(values: Values) -> Values:
    """Return the values one move earlier."""
    return np.where(values > 0, values - 1, values + 1).astype(np.int8)
