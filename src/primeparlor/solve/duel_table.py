"""The full deck's table of Prime Duel: shipped for the standard game, made on the spot for variants.

Where every deck of a variant can be worked out quickly, its table is exact: a guess is put in at the
empty deck, and the full deck's values that come out are put in again, until they stay. Otherwise the
same is done in the model of duel_estimate, and whatever is built on it is an estimate.
"""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

import numpy as np

from primeparlor.games.prime_duel import DuelRules
from primeparlor.solve.duel_estimate import model
from primeparlor.solve.duel_recursion import (
    Scores,
    SubDecks,
    Table,
    count_sub_decks,
    from_table,
    last_layers,
)

SHIPPED = Path(__file__).parent / "data/prime_duel_full_deck.npy"
AFFORDABLE = 1_000_000  # positions of a variant whose table is made exactly while a player waits
STAYS = 1e-13  # double precision, many times added
STAYS_IN_THE_MODEL = 1e-6  # single precision


@lru_cache(maxsize=16)
def full_deck_table(rules: DuelRules) -> tuple[Table, bool]:
    """The table, and whether it is exact."""
    if not rules.changed():
        return Table(*np.load(SHIPPED, allow_pickle=False)), True
    counts, cards = [rules.copies] * rules.largest, len(rules.full_deck)
    scores = Scores(rules, 0, 0)
    is_exact = count_sub_decks(counts) * scores.size <= AFFORDABLE
    if is_exact:
        decks, everything = SubDecks.of(counts), [rules.target] * cards
    table, moved = Table(*np.full((2, rules.target, rules.target), 0.5)), 1.0
    while moved > (STAYS if is_exact else STAYS_IN_THE_MODEL):
        if is_exact:
            side = last_layers(scores, decks, from_table(scores, table), everything)[1].mover
        else:
            side = model(scores, table, np.array([counts]), cards).mover
        new = Table(side.first[0] + 0.5, side.second[0] + 0.5)
        moved = max(float(np.abs(a - b).max()) for a, b in zip(new, table, strict=True))
        table = new
    return table, is_exact
