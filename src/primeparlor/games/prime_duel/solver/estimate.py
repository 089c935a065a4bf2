"""Prime Duel at the table when too many decks can be left: a good estimate.

The model: until the reshuffle the cards are drawn *with replacement* from the deck as it is, as many as
it holds; then the full deck's table is exact. It sees the deck's composition and the reshuffle, and is
blind only to what a card drawn now takes from later draws.
"""

from __future__ import annotations

import numpy as np
from numpy.lib.stride_tricks import sliding_window_view
from numpy.typing import NDArray

from primeparlor.games.prime_duel.solver.recursion import (
    Layer,
    RecursionTable,
    Scores,
    Side,
    SubDecks,
    Values,
    from_table,
)

NEVER = -1.0  # below every value: a card that does not fit is never kept


def model(scores: Scores, table: RecursionTable, decks: NDArray[np.int64], draws: int) -> Layer:
    """The layer of these decks in the model, with so many draws to go before the reshuffle."""
    shares = (decks / decks.sum(axis=1, keepdims=True)).astype(np.float32)
    mover, other = (
        Side(*(np.repeat(values, len(decks), axis=0).astype(np.float32) for values in side))
        for side in from_table(scores, table)
    )
    mine, theirs = _Draws(scores, scores.mine, shares), _Draws(scores, scores.theirs, shares)
    for _ in range(draws):
        mover, other = mine.draw(mover, other.first), theirs.draw(other, mover.first)
    return Layer(mover, other)


def guessed_layer(scores: Scores, table: RecursionTable, decks: SubDecks, modelled: int, reach: int) -> Layer:
    """The lowest layer of these decks, guessed, for scores at most `reach` higher than in the position.

    The model is solved for the topmost deck, and for those with one card fewer if that makes at most
    `modelled` decks; missing cards are taken to change a value one by one, each as if it alone were missing.
    """
    top, leaves = decks.layers[-1], decks.layers[0]
    draws = int(leaves[0].sum())
    fewer = decks.layers[-2]
    if len(fewer) >= modelled:
        return _mixed(model(scores, table, top, draws), np.ones((len(leaves), 1)), reach)
    missing_card = (top - fewer).argmax(axis=1)
    weights = (top - leaves)[:, missing_card]
    weights = np.hstack([weights, 1 - weights.sum(axis=1, keepdims=True)])
    return _mixed(model(scores, table, np.concatenate([fewer, top]), draws), weights, reach)


def _mixed(layer: Layer, weights: NDArray[np.int64] | Values, reach: int) -> Layer:
    """Weighted sums of a layer's decks."""
    near = slice(reach + 1)
    mixed = [
        np.tensordot(weights.astype(np.float32), values[:, near, near], 1)
        for side in layer
        for values in side
    ]
    bounded = [np.clip(values, -0.5, 0.5, out=values) for values in mixed]
    return Layer(Side(*bounded[:2]), Side(*bounded[2:]))


class _Draws:
    """The draws of one player: what stays the same from draw to draw."""

    def __init__(self, scores: Scores, least: int, shares: NDArray[np.float32]) -> None:
        self.goes_on = scores.primes(least)
        self.shares = shares[:, None, :]
        self.cards = shares.shape[1]
        rows = len(self.goes_on)
        self.steps = np.zeros((len(shares), rows, rows + 1), np.float32)  # [deck, from, to]
        for card in range(1, min(self.cards, rows) + 1):
            at = np.arange(rows - card + 1)
            self.steps[:, at, at + card] = shares[:, None, card - 1]
        self.too_large = 1 - self.steps.sum(axis=2, keepdims=True)

    def draw(self, own: Side, others: Values) -> Side:
        """The values with one more draw to go."""
        decks, rows, columns = own.first.shape
        passed = -others.swapaxes(1, 2)
        kept = np.full((decks, rows + self.cards + 1, columns), NEVER, np.float32)
        kept[:, :rows] = passed
        kept[:, :rows][:, self.goes_on] = own.first[:, self.goes_on]
        kept[:, rows] = 0.5
        second = self.steps @ kept[:, : rows + 1] + self.too_large * passed
        drawn = sliding_window_view(kept[:, 1:], rows, axis=1)[:, : self.cards].swapaxes(2, 3)
        better = np.maximum(drawn, own.second[:, None]).reshape(decks, self.cards, rows * columns)
        return Side((self.shares @ better).reshape(decks, rows, columns), second)
