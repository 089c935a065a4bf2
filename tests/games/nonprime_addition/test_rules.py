"""Nonprime Addition: its rulings, its example, its ends and its refusals."""

from __future__ import annotations

import pytest

from primeparlor.core import Ending
from primeparlor.games import NonprimeAddition
from primeparlor.primes import is_prime
from support.games import at, play, refused, rules_refused

RANGE = "Choose a whole number from 2 to 9."


def test_the_game_begins_with_a_total_of_1_and_the_numbers_2_to_9() -> None:
    state = play(NonprimeAddition)
    assert (state.total, state.turn, state.moves()) == (1, 1, (2, 3, 4, 5, 6, 7, 8, 9))
    assert state.chances() == ()


def test_the_example_of_the_book() -> None:
    assert play(NonprimeAddition, 5).total == 6
    assert play(NonprimeAddition, 5, 4).total == 10
    state = play(NonprimeAddition, 5, 4, 3)
    assert state.total == 13
    assert state.ending() == Ending(2, "made a prime", 1)
    assert state.moves() == ()


def test_a_number_may_be_used_again() -> None:
    assert play(NonprimeAddition, 7, 7, 7).total == 22


def test_turns_alternate() -> None:
    assert [play(NonprimeAddition, *[3, 5, 3, 6][:n]).turn for n in range(4)] == [1, 2, 1, 2]


@pytest.mark.no_cover  # thousands of totals
def test_ruling_nonprime_1_a_safe_number_always_exists() -> None:
    for total in range(1, 5000):
        if not is_prime(total):
            safe = [n for n in at(NonprimeAddition, f"total={total}").moves() if not is_prime(total + n)]
            assert sum((total + n) % 2 == 0 and total + n >= 4 for n in safe) == 4


@pytest.mark.no_cover  # thousands of totals
def test_ruling_nonprime_1_two_neighbouring_numbers_are_enough_but_for_total_1() -> None:
    trapped = set()
    for smallest in range(1, 99):
        rules = NonprimeAddition.Rules(smallest=smallest, largest=smallest + 1)
        trapped |= {
            (total, smallest) for total in range(1, 300) if all(is_prime(total + n) for n in rules.choices)
        }
    assert trapped == {(1, 1)}


def test_ruling_nonprime_1_careful_players_never_end() -> None:
    state = play(NonprimeAddition, 3)
    for _ in range(1000):
        state = state.play(2)
    assert state.total == 2004
    assert state.ending() is None


def test_ruling_nonprime_1_with_1_and_2_the_first_player_is_forced_to_lose() -> None:
    for number in (1, 2):
        assert play(NonprimeAddition, number, smallest=1, largest=2).ending() == Ending(2, "made a prime", 1)


def test_ruling_nonprime_2_the_mover_of_a_prime_loses_at_once_and_the_turn_passes_on() -> None:
    state = play(NonprimeAddition, 2)
    assert (state.total, state.turn) == (3, 2)
    assert state.ending() == Ending(2, "made a prime", 1)
    state = play(NonprimeAddition, 5, 5)
    assert (state.total, state.turn) == (11, 1)
    assert state.ending() == Ending(1, "made a prime", 2)
    assert at(NonprimeAddition, "total=13 turn=2").ending() == Ending(2, "made a prime", 1)


def test_ruling_nonprime_2_one_is_not_prime() -> None:
    assert play(NonprimeAddition).ending() is None


def test_ruling_nonprime_2_the_total_a_game_begins_with_ends_nothing() -> None:
    state = play(NonprimeAddition, start=7)
    assert state.ending() is None
    assert state.moves() == (2, 3, 4, 5, 6, 7, 8, 9)
    assert play(NonprimeAddition, 4, start=7).ending() == Ending(2, "made a prime", 1)
    assert play(NonprimeAddition, 3, start=7).ending() is None


def test_ruling_nonprime_3_large_totals_are_decided_exactly() -> None:
    state = at(NonprimeAddition, f"total={2**64 - 61}")
    assert state.play(2).ending() == Ending(2, "made a prime", 1)  # 2^64 - 59 is prime
    assert state.play(3).ending() is None
    assert at(NonprimeAddition, "total=3825123056546413051").ending() is None  # passes nine bases


@pytest.mark.parametrize("move", [1, 10, 0, -2, 100, "5", "pass", "", "keep"])
def test_a_number_outside_the_range_is_refused(move: int | str) -> None:
    assert refused(play(NonprimeAddition, 5), move) == RANGE


def test_the_refusal_names_the_numbers_of_the_variant() -> None:
    state = play(NonprimeAddition, smallest=3, largest=5)
    assert refused(state, 2) == "Choose a whole number from 3 to 5."
    assert state.moves() == (3, 4, 5)


@pytest.mark.parametrize(
    ("number", "sentence"),
    [
        ({"start": 0}, "start must be a whole number from 1 to 1000000."),
        ({"start": 10**6 + 1}, "start must be a whole number from 1 to 1000000."),
        ({"smallest": 0}, "smallest must be a whole number from 1 to 98."),
        ({"smallest": 99}, "smallest must be a whole number from 1 to 98."),
        ({"largest": 1}, "largest must be a whole number from 2 to 99."),
        ({"largest": 100}, "largest must be a whole number from 2 to 99."),
        ({"smallest": 9}, "smallest must be less than largest (both are 9)."),
        ({"largest": 2}, "smallest must be less than largest (both are 2)."),
        ({"smallest": 12}, "smallest must be less than largest (12 is not less than 9)."),
    ],
)
def test_ruling_all_5_numbers_outside_their_range_are_refused(number: dict[str, int], sentence: str) -> None:
    assert rules_refused(NonprimeAddition, **number) == sentence


@pytest.mark.parametrize(
    "numbers", [{"start": 10**6}, {"smallest": 1}, {"smallest": 98, "largest": 99}, {"largest": 3}]
)
def test_ruling_all_5_numbers_at_the_ends_of_their_range_are_played(numbers: dict[str, int]) -> None:
    state = play(NonprimeAddition, **numbers)
    assert state.rules.changed() == numbers
    assert state.total == state.rules.start


def test_refused_rules_are_refused_again() -> None:
    """A contradictory variant leaves nothing behind for the next caller."""
    first, second = (rules_refused(NonprimeAddition, smallest=50, largest=50) for _ in range(2))
    assert first == second
