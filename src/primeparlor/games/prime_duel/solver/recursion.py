"""Prime Duel at the table: the exact worth of a position, from the full deck's table and numpy alone.

Cards only leave the deck until it is empty, and the value of the full deck that then follows is known
from the table. So the decks of one, two, three … cards that can still be left are worked out in turn,
for all scores at once, up to the deck in question.

A *layer* holds the decks of one size, and in it one *side* for each player to move. Row i is that
player's score, counted from the one in the position, column j the other player's. Values are centred
at one half, so that the other player's value is the negative.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from primeparlor.games.prime_duel.rules import DuelRules
from primeparlor.solve.answers import Progress

Values: TypeAlias = NDArray[np.floating[Any]]
Counts: TypeAlias = Sequence[int]

DECK = 12  # a deck costs about as much as so many positions, whatever the scores


class RecursionTable(NamedTuple):
    """Winning chances at the full deck, [mine, theirs]: the first card due, or the second."""

    first: Values
    second: Values


class Side(NamedTuple):
    """The values of the layer's decks for the player to move: [deck, i, j]."""

    first: Values
    second: Values


class Layer(NamedTuple):
    """The two sides: the player to move in the position, and the other."""

    mover: Side
    other: Side

    @property
    def turned(self) -> Layer:
        """The same, for a position in which the other player is to move."""
        return Layer(self.other, self.mover)


class Scores(NamedTuple):
    """The scores a position can still lead to."""

    rules: DuelRules
    mine: int
    theirs: int

    def primes(self, least: int) -> NDArray[np.bool_]:
        """Which scores, `least` or higher, play on: the target, which ends the game, is none of them."""
        rules = self.rules
        return np.array([rules.is_prime_score[score] for score in range(least, rules.target)], bool)

    @property
    def size(self) -> int:
        return (self.rules.target - self.mine) * (self.rules.target - self.theirs)


def from_table(scores: Scores, table: RecursionTable) -> Layer:
    """The layer of the empty deck: the next card comes from the full one."""
    mine, theirs = scores.mine, scores.theirs
    first, second = table.first - 0.5, table.second - 0.5
    return Layer(
        Side(first[None, mine:, theirs:], second[None, mine:, theirs:]),
        Side(first[None, theirs:, mine:], second[None, theirs:, mine:]),
    )


def draw(scores: Scores, layer: Layer, cards: Sequence[Any], decks: int, reach: int) -> Layer:
    """The next larger layer, for scores at most `reach` higher than in the position.

    `cards` says of each card which decks hold it, and where it leads.
    """
    mover, other = layer
    side = _draw(scores.primes(scores.mine), mover, other.first, cards, decks, reach)
    if scores.mine == scores.theirs:
        return Layer(side, side)  # the players stand alike
    return Layer(side, _draw(scores.primes(scores.theirs), other, mover.first, cards, decks, reach))


def _draw(
    goes_on: NDArray[np.bool_], own: Side, others: Values, cards: Sequence[Any], decks: int, reach: int
) -> Side:
    to_target = len(goes_on)
    passed = -others.swapaxes(1, 2)
    kept = np.full((passed.shape[0], passed.shape[1] + 1, passed.shape[2]), 0.5)  # at the target: won
    goes_on = goes_on[: passed.shape[1]]
    kept[:, :-1] = passed
    kept[:, :-1][:, goes_on] = own.first[:, goes_on]
    rows, columns = (min(size, reach + 1) for size in own.second.shape[1:])
    first = np.zeros((decks, rows, columns))
    second = np.zeros_like(first)
    for card, holders, without, share in cards:
        fits = min(rows, max(0, to_target - card + 1))
        weight = share[:, None, None]
        drawn = np.empty((len(holders), rows, columns))
        drawn[:, :fits] = kept[without, card : card + fits, :columns]
        drawn[:, fits:] = passed[without, fits:rows, :columns]
        better = own.second[without, :rows, :columns]
        np.maximum(better[:, :fits], drawn[:, :fits], out=better[:, :fits])
        drawn *= weight
        better *= weight
        second[holders] += drawn
        first[holders] += better
    return Side(first, second)


class SubDecks(NamedTuple):
    """Every deck that can be left of a deck: in layers by size, and the links between them."""

    layers: list[NDArray[np.int64]]  # [deck, card]: how often
    links: list[list[Any]]  # to each layer from the one below: card, its holders, where to, share

    @classmethod
    def of(cls, counts: Counts, depth: int | None = None, progress: Progress | None = None) -> SubDecks:
        """All of them, or only those with at most `depth` cards fewer."""
        bases = np.array([count + 1 for count in counts])
        strides = np.concatenate([[1], np.cumprod(bases[:-1])])
        cards = sum(counts)
        fewest = 0 if depth is None else max(0, cards - depth)
        here = np.array([int(strides @ (bases - 1))])
        layers, links = [here[:, None] // strides % bases], []
        for size in range(cards, fewest, -1):
            if progress:
                progress(sum(map(len, layers)), None)
            decks = layers[-1]
            held = [np.flatnonzero(copies) for copies in decks.T]
            fewer = [here[holders] - stride for holders, stride in zip(held, strides, strict=True)]
            here, where = np.unique(np.concatenate(fewer), return_inverse=True)
            without = np.split(where, np.cumsum([len(holders) for holders in held])[:-1])
            links.append(
                [
                    (card, holders, to, decks[holders, card - 1] / size)
                    for card, (holders, to) in enumerate(zip(held, without, strict=True), 1)
                    if holders.size
                ]
            )
            layers.append(here[:, None] // strides % bases)
        return cls(layers[::-1], [[], *links[::-1]])


def count_sub_decks(counts: Counts) -> int:
    """How many decks can be left of this one."""
    product = 1
    for count in counts:
        product *= count + 1
    return product


def last_layers(
    scores: Scores, decks: SubDecks, lowest: Layer, reaches: Sequence[int], progress: Progress | None = None
) -> tuple[Layer, Layer]:
    """The layer of the decks with one card fewer and that of the deck itself, from the lowest layer up.

    `reaches` says, for no card missing, one, two …, how much higher the scores of interest can be.
    """
    below = layer = lowest
    sizes = [len(counts) for counts in decks.layers]
    for larger in range(1, len(sizes)):
        if progress:
            progress(sum(sizes[:larger]), sum(sizes))
        reach = reaches[len(sizes) - 1 - larger]
        below, layer = layer, draw(scores, layer, decks.links[larger], sizes[larger], reach)
    return below, layer
