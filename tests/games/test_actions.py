"""Every move a player or fate may ever make: the action numbers for programs that play by number."""

from __future__ import annotations

from random import Random

import pytest

from primeparlor.core import PASS, Move, State
from primeparlor.games import GAMES
from primeparlor.notation import read_position
from support.games import walk
from support.variants import NAMES

LISTED: dict[str, tuple[tuple[Move, ...], tuple[Move, ...]]] = {
    "nonprime-addition": ((2, 3, 4, 5, 6, 7, 8, 9), ()),
    "prime-climb": ((1, 2, 3, 4, 5, 6, 7, 8, 9, PASS), ()),
    "prime-climb largest=1": ((1, PASS), ()),
    "pocket-addition": ((1, 2, 3, 4, 5, 6, 7, 8, 9, PASS), ()),
    "prime-duel": (("keep", "discard"), (1, 2, 3, 4, 5, 6, 7, 8, 9, 10)),
    "prime-duel target=5 largest=2 copies=1": (("keep", "discard"), (1, 2)),
}


@pytest.mark.parametrize("name", LISTED)
def test_the_moves_and_outcomes_of_a_game_are_listed_in_their_order(name: str) -> None:
    rules = read_position(name).rules
    assert (rules.actions, rules.outcomes) == LISTED[name]


def test_the_moves_of_number_morph_are_its_primes_rising() -> None:
    rules = GAMES["number-morph"].Rules()
    assert rules.actions == rules.outcomes
    assert rules.actions[:3] == (101, 103, 107)
    assert (len(rules.actions), list(rules.actions)) == (143, sorted(map(int, rules.actions)))


@pytest.mark.parametrize("name", NAMES)
def test_nothing_happens_that_is_not_listed(name: str) -> None:
    start: State = read_position(name)
    for seed in range(3):
        for state in walk(start, Random(seed), 60):
            assert set(state.moves()) <= set(start.rules.actions)
            assert set(state.chances()) <= set(start.rules.outcomes)
            assert PASS not in start.rules.actions[:-1]
