"""Fate's draws follow the fractions of the deck, by chi-square."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable
from random import Random

import pytest

from primeparlor.core import Move, State
from primeparlor.match import Match, TakeBack
from primeparlor.notation import read_position
from support.matches import Clock, chi_square, drawn, go_on, table
from support.variants import first_state

# The critical values are those a true uniform draw exceeds once in a thousand times. The draws are
# the same in every run, by their seeds or by the bytes the system seems to give.
CRITICAL = {1: 10.83, 2: 13.82, 9: 27.88, 99: 148.23, 142: 199.82}  # by degrees of freedom
CARDS = range(1, 11)
DRAWS = 3000

Seeding = Callable[[int], int | None]
both_ways = pytest.mark.parametrize("seed", [lambda at: at, lambda at: None], ids=["seeded", "unseeded"])


@pytest.fixture(autouse=True)
def _the_same_bytes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "urandom", Random(143).randbytes)


def begun(start: State, seed: int | None) -> Match:
    """A match from this state on, after its first card was discarded and another one drawn."""
    match = Match(start, seed=seed, now=Clock())
    match.begin()
    return go_on(match, "discard")


@pytest.mark.no_cover  # thousands of draws, all by the same few lines
@both_ways
def test_chi_square_of_the_first_card_and_of_the_second_given_the_first(seed: Seeding) -> None:
    pairs: Counter[tuple[Move | None, ...]] = Counter()
    start = first_state("prime-duel")
    for at in range(DRAWS):
        match = begun(start, seed(at))
        pairs[tuple(drawn(match)[:2])] += 1
    firsts = [sum(pairs[first, second] for second in CARDS) for first in CARDS]
    assert chi_square(firsts, [4] * 10) < CRITICAL[9]
    cells = [(first, second) for first in CARDS for second in CARDS]
    counts = [pairs[cell] for cell in cells]
    assert chi_square(counts, [3 if first == second else 4 for first, second in cells]) < CRITICAL[99]
    alike = sum(pairs[card, card] for card in CARDS)
    assert chi_square([alike, DRAWS - alike], [3, 36]) < CRITICAL[1]
    assert chi_square([alike, DRAWS - alike], [4, 36]) > CRITICAL[1], "the test would notice cards put back"


@pytest.mark.no_cover  # thousands of draws, all by the same few lines
@both_ways
def test_chi_square_of_a_later_card_from_an_uneven_deck(seed: Seeding) -> None:
    start = read_position("prime-duel scores=20,17 deck=1,0,0,0,0,0,2,0,0,3 turn=2 card=1")
    counts: Counter[Move | None] = Counter()
    for at in range(DRAWS // 3):
        match = begun(start, seed(at))
        counts[drawn(match)[0]] += 1
    assert set(counts) == {1, 7, 10}
    seen = [counts[1], counts[7], counts[10]]
    assert chi_square(seen, [1, 2, 3]) < CRITICAL[2]
    assert chi_square(seen, [1, 1, 1]) > CRITICAL[2], "the test would notice equal weights"


@pytest.mark.no_cover  # thousands of draws, all by the same few lines
@both_ways
def test_chi_square_of_the_card_after_a_reshuffle(seed: Seeding) -> None:
    start = read_position("prime-duel deck=0,0,0,0,0,0,0,0,0,0 card=9")
    counts: Counter[Move | None] = Counter()
    for at in range(DRAWS):
        match = begun(start, seed(at))
        counts[drawn(match)[0]] += 1
    assert chi_square([counts[card] for card in CARDS], [4] * 10) < CRITICAL[9]


@pytest.mark.no_cover  # thousands of draws, all by the same few lines
@both_ways
def test_chi_square_of_the_first_number(seed: Seeding) -> None:
    start = first_state("number-morph")
    counts: Counter[Move | None] = Counter()
    for at in range(143 * 40):
        match = Match(start, seed=seed(at))
        match.begin()
        counts[match.events[0].move] += 1
    assert len(start.chances()) == 143
    assert chi_square([counts[prime] for prime in start.chances()], [1] * 143) < CRITICAL[142]


@pytest.mark.no_cover  # thousands of draws, all by the same few lines
def test_chi_square_of_draws_within_one_seeded_match() -> None:
    """Undo puts each card back, so every draw is from the same deck after the same event."""
    match = table("prime-duel", fate=[4], seed=11)
    counts: Counter[Move | None] = Counter()
    for _ in range(DRAWS):
        before = match.number
        go_on(match, "discard")
        counts[match.events[before + 1].move] += 1
        match.perform(TakeBack(1, match.number))
    assert (
        chi_square([counts[card] for card in CARDS], [3 if card == 4 else 4 for card in CARDS]) < CRITICAL[9]
    )
