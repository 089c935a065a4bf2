"""The facts of Prime Climb."""

from __future__ import annotations

from primeparlor.games import PrimeClimb
from primeparlor.games.prime_climb.facts import facts
from support.games import at


def test_where_both_stand_and_which_steps_are_prime() -> None:
    seen = {"steps": [3, 8], "prime_steps": [2, 3, 5, 7, 11, 13, 17, 19]}
    assert facts(at(PrimeClimb, "steps=3,8"), ()) == seen
    assert facts(at(PrimeClimb, "steps=3,8 turn=2"), ()) == seen


def test_a_top_that_is_prime() -> None:
    assert facts(at(PrimeClimb, "top=7"), ())["prime_steps"] == [2, 3, 5, 7]
