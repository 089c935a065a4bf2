"""The full deck's table of Prime Duel: shipped for the standard game, made on the spot for variants.

We guess the values at the empty deck, work out those of the full deck, and put them in as the next guess,
until they no longer change. Near the target, where the deck goes round and round, every deck is worked out,
from as low a score as is affordable: from that score up the table is exact. Below it the same is done in the
model of `estimate`, and everything built on it is an estimate.
"""

from __future__ import annotations

from collections.abc import Callable
from math import isqrt
from pathlib import Path

import numpy as np

from primeparlor.games.prime_duel.rules import DuelRules
from primeparlor.games.prime_duel.solver.estimate import model
from primeparlor.games.prime_duel.solver.recursion import (
    DECK,
    RecursionTable,
    Scores,
    Side,
    SubDecks,
    count_sub_decks,
    from_table,
    last_layers,
)
from primeparlor.solve.answers import Progress
from primeparlor.solve.cache import Recent

SHIPPED = Path(__file__).parent / "prime_duel_full_deck.npy"
AFFORDABLE = 1_200_000  # positions of a variant worked out while a player waits: about a second
STAYS = 1e-13  # double precision, many times added
STAYS_IN_THE_MODEL = 1e-6  # single precision

_tables: Recent[DuelRules, RecursionTable] = Recent(lambda table: sum(values.nbytes for values in table))


def full_deck_table(rules: DuelRules, progress: Progress | None = None) -> RecursionTable:
    """The table, exact where both players have at least the score `exact_from`."""
    if found := _tables.get(rules):
        return found
    return _tables.put(rules, _made(rules, progress) if rules.changed() else _shipped())


def _shipped() -> RecursionTable:
    return RecursionTable(*np.load(SHIPPED, allow_pickle=False))


def _made(rules: DuelRules, progress: Progress | None) -> RecursionTable:
    table, least, done = RecursionTable(*np.full((2, rules.target, rules.target), 0.5)), exact_from(rules), 0

    def report(more: int) -> None:
        nonlocal done
        done += more
        if progress:
            progress(done, None)

    report(0)
    if least < rules.target:
        _work_out(table, Scores(rules, least, least), report)
    if least:
        _model(table, Scores(rules, 0, 0), least, report)
    return table


def _work_out(table: RecursionTable, scores: Scores, report: Callable[[int], None]) -> None:
    """Put in the exact values of these scores."""
    rules = scores.rules
    counts, everything = [rules.copies] * rules.largest, [rules.target] * len(rules.full_deck)
    decks, moved = SubDecks.of(counts), 1.0
    while moved > STAYS:
        moved = _put(table, last_layers(scores, decks, from_table(scores, table), everything)[1].mover)
        report(count_sub_decks(counts) * scores.size)


def _model(table: RecursionTable, scores: Scores, least: int, report: Callable[[int], None]) -> None:
    """Put in the model's values, but for those from `least` upwards, which are exact."""
    rules, moved = scores.rules, 1.0
    counts = np.array([[rules.copies] * rules.largest])
    exact = Side(*(values[None, least:, least:] - 0.5 for values in table))
    while moved > STAYS_IN_THE_MODEL:
        side = model(scores, table, counts, len(rules.full_deck)).mover
        for values, known in zip(side, exact, strict=True):
            values[:, least:, least:] = known
        moved = _put(table, side)
        report(scores.size)
    if exact.first.size:
        _put(table, exact)  # in double precision again


def exact_from(rules: DuelRules) -> int:
    """The score from which on the table is exact, 0 if all of it is: shipped, or worked out deck by deck."""
    if not rules.changed():
        return 0
    decks = count_sub_decks([rules.copies] * rules.largest)
    return max(0, rules.target - isqrt(max(0, AFFORDABLE // decks - DECK)))


def _put(table: RecursionTable, side: Side) -> float:
    """Put new values of the highest scores into the table; answer how far they moved."""
    moved = 0.0
    for values, centred in zip(table, side, strict=True):
        rows, columns = centred[0].shape
        there, new = values[-rows:, -columns:], centred[0] + 0.5
        moved = max(moved, float(np.abs(there - new).max()))
        there[:] = new
    return moved
