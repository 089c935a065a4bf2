"""The facts of Prime Climb."""

from __future__ import annotations

import pytest

from primeparlor.core import PASS
from primeparlor.games import PrimeClimb
from primeparlor.games.prime_climb.facts import facts
from support.games import at
from support.terminal.boards import lines_of_play


def test_where_both_stand_and_which_steps_are_prime() -> None:
    seen = {
        "steps": [3, 8],
        "reach": [[4, 5, 6, 7, 9, 10, 11, 12], [9, 10, 11, 12, 13, 14, 15, 16, 17]],
        "prime_steps": [2, 3, 5, 7, 11, 13, 17, 19],
    }
    assert facts(at(PrimeClimb, "steps=3,8"), ()) == seen
    assert facts(at(PrimeClimb, "steps=3,8 turn=2"), ()) == seen


@pytest.mark.parametrize("words", ["", "largest=4 top=9", "top=2 largest=1"])
def test_what_is_in_reach_is_what_the_rules_allow(words: str) -> None:
    for state, line in lines_of_play(at(PrimeClimb, words), seed=3):
        assert isinstance(state, PrimeClimb)
        if state.ending() is None:
            reach = facts(state, line)["reach"][state.turn - 1]
            mine = state.steps[state.turn - 1]
            assert [step - mine for step in reach] == [move for move in state.moves() if move != PASS]


def test_a_top_that_is_prime() -> None:
    assert facts(at(PrimeClimb, "top=7"), ())["prime_steps"] == [2, 3, 5, 7]
