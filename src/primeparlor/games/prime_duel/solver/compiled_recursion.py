"""Exact answers within one deck, compiled: `recursion` for decks with which it would take too long.

Layer by layer from the empty deck up, as there, and only two layers are held at once. A deck that is left
tells which cards are gone, so how much both scores together can have risen: only such scores are worked out.
Positions that can follow within the deck are read from the layers on the way: they cost nothing more.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from primeparlor.games.prime_duel.solver.recursion import Counts, RecursionTable, Scores, Side
from primeparlor.games.prime_duel.solver.recursion import Layer as Answer
from primeparlor.solve.answers import Progress

BYTES = 32  # for a pair of scores: two players, each with the first card due or the second
BYTES_FOR_A_DECK = 200
AT_A_TIME = 4_000  # decks between two reports: they take a fraction of a second


class Size(NamedTuple):
    """What a deck takes, known before any work."""

    positions: int  # decks with pairs of scores
    memory: int  # bytes

    @classmethod
    def of(cls, scores: Scores, counts: Counts, risen: int) -> Size:
        """The size of a deck; both scores together may already be `risen` higher than in the position."""
        cards, total = sum(counts), sum(card * count for card, count in enumerate(counts, 1))
        decks = np.zeros((cards + 1, total + 1))  # by how many cards are missing, and by their sum
        decks[0, 0] = 1
        for card, count in enumerate(counts, 1):
            missing = [np.roll(decks, (copies, copies * card), (0, 1)) for copies in range(count + 1)]
            decks = np.sum(missing, axis=0)
        higher = np.arange(total + 1) + risen
        rows, columns = (
            scores.rules.target - score for score in (scores.mine, scores.theirs)
        )  # that there can be
        sums = np.bincount(np.add.outer(np.arange(rows), np.arange(columns)).ravel())
        pairs = np.cumsum(sums)[np.minimum(higher, len(sums) - 1)]
        layers = decks @ (np.minimum(higher + 1, rows) * np.minimum(higher + 1, columns))
        two = (layers + np.append(layers[1:], 0)).max()  # layers are held at once
        memory = BYTES * two + BYTES_FOR_A_DECK * decks.sum()
        return cls(int((decks @ pairs).sum()), int(memory))


class _Layer(NamedTuple):
    """The values of all decks of one size; see `recursion_kernels`."""

    values: NDArray[np.float64]  # [value, place]
    places: NDArray[np.int64]
    rows: NDArray[np.int64]
    columns: NDArray[np.int64]

    @classmethod
    def empty(cls, gone: NDArray[np.int64], scores: Scores) -> _Layer:
        """A layer of zeros for decks without which both scores can be so much higher."""
        rows, columns = (
            np.minimum(gone + 1, scores.rules.target - score) for score in (scores.mine, scores.theirs)
        )
        ends = np.cumsum(rows * columns)
        return cls(np.zeros((4, int(ends[-1]))), ends - rows * columns, rows, columns)

    def as_answer(self, decks: Sequence[int], mine: int, theirs: int) -> Answer:
        """The values of these decks as `recursion` has them, from scores that are so much higher."""
        wide = int(self.rows[decks].max(initial=0)), int(self.columns[decks].max(initial=0))
        values = np.zeros((4, len(decks), *wide))  # zero where a deck has none
        for at, deck in enumerate(decks):
            place, rows, columns = self.places[deck], self.rows[deck], self.columns[deck]
            own = self.values[:, place : place + rows * columns]
            values[:, at, :rows, :columns] = own.reshape(4, rows, columns)
        first, second, other_first, other_second = values[:, :, mine:, theirs:]
        return Answer(Side(first, second), Side(other_first.swapaxes(1, 2), other_second.swapaxes(1, 2)))


class Inside(NamedTuple):
    """A position that can follow: the cards left of the deck, and how much higher both scores are."""

    counts: Counts
    mine: int
    theirs: int


class WorkedOut(NamedTuple):
    """The values of the decks with one card fewer and of the deck itself, for a position that was asked."""

    number: int  # among the positions asked
    below: Answer
    top: Answer
    without: dict[int, int]  # which deck below lacks this card


def work_out(
    kernels: Any,
    scores: Scores,
    counts: Counts,
    table: RecursionTable,
    risen: int,
    asked: Sequence[Inside],
    progress: Progress | None = None,
) -> Iterator[WorkedOut]:
    """Work out a deck, and yield what was asked of it, small decks first.

    Both scores together may already be `risen` higher than in the position.
    """
    bases = np.array(counts, np.int64) + 1
    strides = np.concatenate([[1], np.cumprod(bases[:-1])])
    number = np.arange(int(np.prod(bases)))
    sizes, left = np.zeros_like(number), np.zeros_like(number)
    for card, (stride, base) in enumerate(zip(strides, bases, strict=True), 1):
        sizes += (held := number // stride % base)
        left += card * held
    order = np.argsort(sizes, kind="stable")
    begins = np.concatenate([[0], np.cumsum(np.bincount(sizes))])
    rank = np.empty_like(number)
    rank[order] = number - begins[sizes[order]]
    gone = left[-1] - left + risen
    goes_on = scores.primes(scores.mine), scores.primes(scores.theirs)
    below = layer = _from_table(scores, table, gone[:1])
    for size in range(sum(counts) + 1):
        decks = order[begins[size] : begins[size + 1]] if size else order[:0]  # the empty one is known
        below = layer  # the layer before is dropped before another is made
        layer = _Layer.empty(gone[decks], scores) if size else layer
        for start in range(0, len(decks), AT_A_TIME):
            if progress:
                progress(int(begins[size]) + start, len(number))
            some = decks[start : start + AT_A_TIME]
            held, places = some[:, None] // strides % bases, layer.places[start : start + AT_A_TIME]
            kernels.draw_layer(
                some, held, size, strides, rank, gone[some], *below[:2], layer.values, places, goes_on
            )
        for at, (its_counts, mine, theirs) in enumerate(asked):
            if sum(its_counts) == size:
                deck = int(strides @ its_counts)
                fewer = [int(rank[deck - stride]) for stride, n in zip(strides, its_counts, strict=True) if n]
                yield WorkedOut(
                    at,
                    below.as_answer(fewer, mine, theirs),
                    layer.as_answer([int(rank[deck])], mine, theirs),
                    {card: i for i, card in enumerate(card for card, n in enumerate(its_counts, 1) if n)},
                )


def _from_table(scores: Scores, table: RecursionTable, gone: NDArray[np.int64]) -> _Layer:
    """The layer of the empty deck: the next card comes from the full one."""
    layer = _Layer.empty(gone, scores)
    rows, columns = slice(scores.mine, None), slice(scores.theirs, None)
    mine = [values[rows, columns] for values in table]
    theirs = [values[columns, rows].T for values in table]
    for at, values in enumerate([*mine, *theirs]):
        layer.values[at] = values[: layer.rows[0], : layer.columns[0]].ravel() - 0.5
    return layer
