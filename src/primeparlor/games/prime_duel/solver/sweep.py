"""The whole of Prime Duel: the exact value of every deck and every pair of scores, in one sweep.

F(d, a, b) is the winning chance of the player to move at score a against b with deck d and the first
card due, S(d, a, b) the same after the first card was rejected. With n cards c among the N of d, and
d' = d without c:

    F(d, a, b) = sum of n/N * max(K(d', a + c, b), S(d', a, b))      keep, or reject (D3: if it fits)
    S(d, a, b) = sum of n/N * K(d', a + c, b), or 1 - F(d', b, a) if a + c passes the target (D4, D5)
    K(d, s, b) = 1 at the target (D6); F(d, s, b) if s is prime; else 1 - F(d, b, s)
    F(empty, a, b) = F(full, a, b),  S(empty, a, b) = S(full, a, b)                          (D1, D2)

Every value is rounded once, to a whole multiple of a unit. Averages and maxima do not enlarge an
error, so it grows by half a unit a turn; `error_bound` adds that up over the longest way to the end.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from primeparlor.core import Move, ParlorError
from primeparlor.games.prime_duel.rules import DISCARD, KEEP, DuelRules, PrimeDuel
from primeparlor.games.prime_duel.solver.answers import Worth
from primeparlor.games.prime_duel.solver.plan import (
    GIB,
    WIN,
    Link,
    Pair,
    Plan,
    Step,
    links,
    plan,
    refuse_too_large,
)
from primeparlor.games.prime_duel.solver.recursion import Counts, RecursionTable, Values, count_sub_decks
from primeparlor.games.prime_duel.solver.results import known_result
from primeparlor.solve.answers import Progress
from primeparlor.solve.memory import memory_free

HALF = {16: 2.0**15 - 1, 32: 2.0**31 - 1, 64: 2.0**45}  # units from one half to certainty
TYPES = {16: np.int16, 32: np.int32, 64: np.float64}  # whole numbers all the same: sums stay exact
BLOCK = 4096  # decks in a block, at most: their numbers stay in the cache
AMPLE = GIB  # a sweep that fits in this much may use 64-bit values


class Swept(NamedTuple):
    """What a sweep found."""

    first: Values  # [mine, theirs] at the largest deck, the first card due; NaN where not swept
    second: Values  # the same after a rejected first card, as when the empty deck was reshuffled
    answers: tuple[Worth, ...]  # the worth of each position asked for, in their order
    error: float  # bound on the error of every value above; within a deck, given the table
    positions: int
    bits: int
    seconds: float
    memory: int  # bytes


def sweep(
    rules: DuelRules,
    asked: Sequence[PrimeDuel] = (),
    *,
    bits: int | None = None,
    least: Pair = (0, 0),
    within: tuple[Counts, RecursionTable] | None = None,
    progress: Progress | None = None,
    available: int | None = None,
) -> Swept:
    """Every value from the pair of scores `least` upwards, answering the positions asked on the way.

    `within` a deck, given how often it holds each card and the full deck's table, only what can be left
    of that deck is swept. `bits` is the size of a stored value: 32 unless given, 64 where that takes less
    than 1 GiB. Refuses before any work what does not fit the memory (`TooLarge`) and positions it will
    not meet.
    """
    counts, table = within or ([rules.copies] * rules.largest, None)
    todo = plan(rules, least, count_sub_decks(counts))
    bits = bits or default_bits(todo)
    refuse_too_large(todo, bits, memory_free() if available is None else available, choice=not asked)
    _refuse_unmet(rules, asked, least, counts)
    return _Sweep(todo, counts, table, asked, bits).run(progress)


def default_bits(todo: Plan) -> int:
    """The size of a stored value where none is asked for."""
    return 64 if todo.memory(64) <= AMPLE else 32


def error_bound(todo: Plan, bits: int) -> float:
    """How far a value can be from the truth if every rounding goes the same way.

    A turn rounds once and a score step takes one turn, except near the target, where turns can end
    without score: such a turn takes two cards, and all the lowest cards, which fit always, must have
    come first. So a pass over the deck goes by with probability r <= (first places / places)^copies,
    and there are at most (N + 1) / 2 turns in what is left of the deck and in each further pass. There
    the full deck's value is also only known to a unit.
    """
    rules = todo.rules
    cards = len(rules.full_deck)
    turns = (cards + 1) // 2
    idle = (turns / cards) ** rules.copies
    longest: dict[Pair, float] = {}
    for step in todo.steps:
        ways = [
            longest[link.pair]
            for pair in step.pairs
            for link in links(rules, pair)
            if link.pair and link.pair not in step.pairs
        ]
        stay = turns * (1 + 1 / (1 - idle)) + 2 if step.cyclic else 1.0
        for pair in step.pairs:
            longest[pair] = stay + max(ways, default=0.0)
    return max(longest.values()) / 4 / HALF[bits]


def _refuse_unmet(rules: DuelRules, asked: Sequence[PrimeDuel], least: Pair, counts: Counts) -> None:
    held = Counter(dict(enumerate(counts, 1)))
    for state in asked:
        if state.rules is not rules:
            raise ParlorError(f"{state} has different rules from the sweep.")
        if not state.ending() and not _meets(state, least):
            raise ParlorError(f"A sweep from the scores {least} does not meet {state.scores}.")
        if not Counter(state.deck) <= held:
            raise ParlorError(f"A sweep of a deck with {list(counts)} cards does not meet {state.deck}.")


def _meets(state: PrimeDuel, least: Pair) -> bool:
    low, high = sorted(least)
    return min(state.scores) >= low and high <= max(state.scores) < state.rules.target


def compiled(rules: DuelRules) -> Any:
    """The compiled loops; they need an extra, and without it the refusal says what is known anyway."""
    try:
        from primeparlor.games.prime_duel.solver import kernels
    except ImportError as missing:
        need = "An exact answer here needs Numba: pip install 'primeparlor[fast]'."
        raise ParlorError(f"{need}{known_result(rules)}") from missing
    return kernels


class _Decks(NamedTuple):
    """The decks as the compiled loops want them; see kernels."""

    strides: NDArray[np.int64]
    low_counts: NDArray[np.float64]  # [low card, deck of a block]
    low_totals: NDArray[np.int64]
    high_counts: NDArray[np.int64]  # [block, high card]
    high_totals: NDArray[np.int64]
    constants: NDArray[np.float64]  # [n]: a block full of n
    shares: NDArray[np.float64]  # [n]: 1/n, and 0 for the empty deck
    margin: int


def _decks(counts: Counts) -> tuple[_Decks, NDArray[np.int64], NDArray[np.int64]]:
    """The decks within this one, the blocks ordered by level, and where each level begins."""
    bases = np.array(counts, np.int64) + 1
    sizes = np.cumprod(bases)
    low = max(1, int(np.searchsorted(sizes, BLOCK, side="right")))
    strides = np.concatenate([[1], sizes[:-1]])
    low_counts, high_counts = _digits(bases[:low]), _digits(bases[low:])
    high_totals = high_counts.sum(axis=0)
    decks = _Decks(
        strides=strides,
        low_counts=low_counts.astype(np.float64),
        low_totals=low_counts.sum(axis=0),
        high_counts=np.ascontiguousarray(high_counts.T),
        high_totals=high_totals,
        constants=np.repeat(np.arange(bases.max(), dtype=np.float64)[:, None], sizes[low - 1], axis=1),
        shares=np.array([0.0, *(1 / n for n in range(1, sum(counts) + 1))]),
        margin=int(strides[low - 1]),
    )
    levels = np.concatenate([[0], np.cumsum(np.bincount(high_totals))])
    return decks, np.argsort(high_totals, kind="stable"), levels


def _digits(bases: NDArray[np.int64]) -> NDArray[np.int64]:
    """[place, n]: the digits of all numbers in these bases, the lowest place first."""
    places = np.concatenate([[1], np.cumprod(bases)])
    numbers = np.arange(places[-1], dtype=np.int64)
    return np.asarray(numbers // places[:-1, None] % bases[:, None])


class _Sweep:
    """The arrays held, by pair, in rows of one pool that is used again and again."""

    def __init__(
        self, todo: Plan, counts: Counts, table: RecursionTable | None, asked: Sequence[PrimeDuel], bits: int
    ) -> None:
        self.plan, self.rules, self.bits, self.asked = todo, todo.rules, bits, asked
        self.counts = counts
        unknown = np.full((2, self.rules.target, self.rules.target), np.nan)
        self.closing = (np.stack(table) - 0.5) * 2 * HALF[bits] if table else unknown
        self.answers: list[Worth] = [Worth(0.0, {})] * len(asked)
        self.by_pair: dict[Pair, list[int]] = {}
        for number, state in enumerate(asked):
            if not state.ending():
                self.by_pair.setdefault((state.mine, state.theirs), []).append(number)

    def run(self, progress: Progress | None) -> Swept:
        begun = time.perf_counter()
        self._prepare()
        steps = self.plan.steps
        for done, step in enumerate(steps):
            if progress:
                progress(done, len(steps))
            self._settle(step)
            self._read(step)
            self.free += [self.rows.pop(pair) for pair in step.drop]
        if progress:
            progress(len(steps), len(steps))
        return Swept(
            self.first,
            self.second,
            tuple(self.answers),
            error_bound(self.plan, self.bits),
            self.plan.positions(),
            self.bits,
            time.perf_counter() - begun,
            self.pool.nbytes + self.rejected.nbytes,
        )

    def _prepare(self) -> None:
        self.kernels = compiled(self.plan.rules)
        self.decks, self.order, self.levels = _decks(self.counts)
        self.kernels.use_threads(len(self.order))
        width = self.decks.margin + self.plan.decks
        self.pool = np.zeros((self.plan.arrays, width), TYPES[self.bits])
        self.rejected = np.zeros((2, width))
        self.free = list(range(self.plan.arrays))
        self.rows: dict[Pair, int] = {}
        self.first, self.second = np.full((2, self.rules.target, self.rules.target), np.nan)

    def _settle(self, step: Step) -> None:
        for pair in step.pairs:
            self.rows[pair] = self.free.pop()
        rows = [self.rows[pair] for pair in step.pairs]
        ways = [self._compiled(links(self.rules, pair)) for pair in step.pairs]
        rest = (tuple(self.decks), self.order, self.levels)
        half = HALF[self.bits]
        closing = np.array([[known[pair] for pair in step.pairs] for known in self.closing])
        both = np.array([rows[0], rows[-1]])
        if step.cyclic:
            self.kernels.settle_two(self.pool, both, self.rejected, half, ways[0], ways[-1], *rest, closing)
        else:
            self.kernels.settle(self.pool, both, self.rejected, half, ways[0], *rest, closing[:, 0])

    def _read(self, step: Step) -> None:
        """Take what is wanted from the arrays just settled, while those they lead to are still held."""
        for pair, rejected in zip(step.pairs, self.rejected, strict=False):
            self.first[pair] = self._chance(self.pool[self.rows[pair], -1])
            self.second[pair] = self._chance(rejected[-1])
            for number in self.by_pair.get(pair, ()):
                self.answers[number] = self._answer(self.asked[number], rejected)

    def _compiled(self, ways: Sequence[Link]) -> tuple[NDArray[Any], ...]:
        """Rows, signs and fits of the links: the other player's value is the negative."""
        return (
            np.array([WIN if way.pair is None else self.rows[way.pair] for way in ways], np.int64),
            np.array([1.0 if way.own else -1.0 for way in ways]),
            np.array([way.fits for way in ways]),
        )

    def _chance(self, units: Any, sign: float = 1.0) -> float:
        return float(0.5 + sign * float(units) / HALF[self.bits] / 2)

    def _answer(self, state: PrimeDuel, rejected: Values) -> Worth:
        """What the position is worth, read from the arrays of its pair and of the pairs it leads to."""
        pair = (state.mine, state.theirs)
        ways, here = links(self.rules, pair), self._index(state.deck)
        if state.card is not None:
            choices = self._choices(ways[state.card - 1], here, rejected)
            return Worth(max(choices.values()), choices)
        outcomes: dict[Move, float] = {}
        full = self._index(state.chances())
        for card in dict.fromkeys(state.chances()):
            way, left = ways[card - 1], full - int(self.decks.strides[card - 1])
            if state.second:
                outcomes[card] = self._added(way, left)
            else:
                outcomes[card] = max(self._choices(way, left, rejected).values())
        values = rejected if state.second else self.pool[self.rows[pair]]
        return Worth(self._chance(values[here]), outcomes)

    def _choices(self, way: Link, deck: int, rejected: Values) -> dict[Move, float]:
        """What it is worth to keep the first card, if it fits, and to discard it."""
        choices: dict[Move, float] = {KEEP: self._added(way, deck)} if way.fits else {}
        choices[DISCARD] = self._chance(rejected[deck])
        return choices

    def _added(self, way: Link, deck: int) -> float:
        """What it is worth to go where the card leads."""
        if way.pair is None:
            return 1.0
        return self._chance(self.pool[self.rows[way.pair], deck], 1.0 if way.own else -1.0)

    def _index(self, deck: Sequence[int]) -> int:
        return self.decks.margin + sum(int(self.decks.strides[card - 1]) for card in deck)
