"""Prime Climb: its rulings, its example, its ends and its refusals."""

from __future__ import annotations

import pytest

from primeparlor.core import PASS, Ending
from primeparlor.games import PrimeClimb
from support.games import at, play, reachable, refused, rules_refused

RANGE = "Choose a whole number from 1 to 9."


def test_both_begin_on_step_0_with_the_numbers_1_to_9() -> None:
    state = play(PrimeClimb)
    assert (state.steps, state.turn, state.moves()) == ((0, 0), 1, (1, 2, 3, 4, 5, 6, 7, 8, 9))
    assert state.chances() == ()


def test_the_example_of_the_book() -> None:
    for moves, steps in [((3,), 3), ((3, 4), 7), ((3, 4, 6), 13)]:
        state = play(PrimeClimb, *moves)
        assert (state.steps, state.turn, state.ending()) == ((steps, 0), 1, None)
    state = play(PrimeClimb, 3, 4, 6, 7)
    assert state.steps == (20, 0)
    assert state.ending() == Ending(1, "reached 20", 1)
    assert state.moves() == ()


def test_player_2_can_reach_the_top() -> None:
    state = play(PrimeClimb, 1, 3, 8, 9)
    assert (state.steps, state.turn) == ((1, 20), 1)
    assert state.ending() == Ending(2, "reached 20", 2)


def test_a_step_that_is_not_prime_passes_the_turn() -> None:
    assert [play(PrimeClimb, n).turn for n in range(1, 10)] == [2, 1, 1, 2, 1, 2, 1, 2, 2]


def test_steps_are_told_by_player_whoever_moves() -> None:
    assert play(PrimeClimb, 4).steps == (4, 0)
    assert play(PrimeClimb, 4, 6).steps == (4, 6)
    assert play(PrimeClimb, 4, 6, 4).steps == (8, 6)


def test_ruling_climb_1_sharing_step_0_is_no_collision() -> None:
    state = play(PrimeClimb)
    assert state.steps == (0, 0)
    assert state.ending() is None
    assert play(PrimeClimb, 4).moves() == (1, 2, 3, 5, 6, 7, 8, 9), "step 4 is taken, step 0 is left"


def test_ruling_climb_1_a_step_on_the_staircase_is_not_shared() -> None:
    assert refused(play(PrimeClimb, 4), 4) == "Step 4 is taken by your opponent."
    assert refused(play(PrimeClimb, 9), 9) == "Step 9 is taken by your opponent."
    assert refused(play(PrimeClimb, 1), 1) == "Step 1 is taken by your opponent."
    assert play(PrimeClimb, 1).moves() == (2, 3, 4, 5, 6, 7, 8, 9)
    assert play(PrimeClimb, 9).moves() == (1, 2, 3, 4, 5, 6, 7, 8)
    assert at(PrimeClimb, "steps=0,10 turn=1").moves() == (1, 2, 3, 4, 5, 6, 7, 8, 9)


def test_ruling_climb_2_landing_on_the_top_wins_at_once() -> None:
    state = at(PrimeClimb, "steps=19,18 turn=1").play(1)
    assert (state.ending(), state.turn) == (Ending(1, "reached 20", 1), 2)


def test_ruling_climb_2_a_prime_top_wins_without_another_turn() -> None:
    state = play(PrimeClimb, 2, top=2)
    assert (state.steps, state.turn) == ((2, 0), 2)
    assert state.ending() == Ending(1, "reached 2", 1)
    assert play(PrimeClimb, 2, 5, top=7).ending() == Ending(1, "reached 7", 1)


def test_ruling_climb_3_a_prime_step_gives_another_turn_without_limit() -> None:
    assert [step for step in range(1, 10) if play(PrimeClimb, step).turn == 1] == [2, 3, 5, 7]
    state = play(PrimeClimb, 2, 1, 2, 2, 4, 2, 4, 2)
    assert (state.steps, state.turn) == ((19, 0), 1)


@pytest.mark.parametrize("step", range(1, 20))
def test_ruling_climb_3_the_prime_steps_of_the_book(step: int) -> None:
    state = at(PrimeClimb, f"steps={step - 1},0").play(1)
    assert (state.turn == 1) == (step in (2, 3, 5, 7, 11, 13, 17, 19))


def test_ruling_climb_4_nobody_passes_on_the_standard_staircase() -> None:
    assert all(PASS not in state.moves() for state in reachable(PrimeClimb.start()))
    assert refused(play(PrimeClimb), PASS) == "You may pass only when you cannot move."


def test_ruling_climb_4_the_opponent_one_step_ahead_forces_a_pass() -> None:
    state = play(PrimeClimb, 1, largest=1)
    assert state.moves() == (PASS,)
    assert state.forced() == PASS
    for move in (1, 2, 0, "keep"):
        assert refused(state, move) == "You cannot move: you must pass."
    state = state.play(PASS)
    assert (state.steps, state.turn, state.moves()) == ((1, 0), 1, (1,))
    assert state.forced() is None


def test_ruling_climb_4_both_are_never_blocked_at_once() -> None:
    for state in reachable(PrimeClimb.start(PrimeClimb.Rules(largest=1))):
        if state.moves() == (PASS,):
            assert state.after(PASS).moves() != (PASS,)


def test_ruling_climb_4_a_whole_climb_with_passes() -> None:
    state = play(PrimeClimb, 1, "pass", 1, 1, 1, largest=1, top=4)
    assert (state.steps, state.ending()) == ((4, 0), Ending(1, "reached 4", 1))


def test_nobody_goes_beyond_the_top() -> None:
    state = at(PrimeClimb, "steps=16,0")
    assert state.moves() == (1, 2, 3, 4)
    assert refused(state, 5) == "16 + 5 = 21 is beyond Step 20."
    assert refused(state, 9) == "16 + 9 = 25 is beyond Step 20."
    assert at(PrimeClimb, "steps=11,0").moves() == (1, 2, 3, 4, 5, 6, 7, 8, 9)
    assert at(PrimeClimb, "steps=12,0").moves() == (1, 2, 3, 4, 5, 6, 7, 8)
    assert at(PrimeClimb, "steps=18,19").moves() == (2,)
    assert at(PrimeClimb, "steps=19,18").moves() == (1,)


@pytest.mark.parametrize("move", [0, 10, -1, "5", "", "keep"])
def test_a_number_outside_the_range_is_refused(move: int | str) -> None:
    assert refused(play(PrimeClimb), move) == RANGE


def test_the_refusal_names_the_numbers_of_the_variant() -> None:
    assert refused(play(PrimeClimb, top=100, largest=5), 6) == "Choose a whole number from 1 to 5."
    assert refused(at(PrimeClimb, "top=100 largest=99 steps=50,0"), 51) == "50 + 51 = 101 is beyond Step 100."


@pytest.mark.parametrize(
    ("number", "sentence"),
    [
        ({"top": 1}, "top must be a whole number from 2 to 1000."),
        ({"top": 1001}, "top must be a whole number from 2 to 1000."),
        ({"largest": 0}, "largest must be a whole number from 1 to 99."),
        ({"largest": 100}, "largest must be a whole number from 1 to 99."),
    ],
)
def test_ruling_all_5_numbers_outside_their_range_are_refused(number: dict[str, int], sentence: str) -> None:
    assert rules_refused(PrimeClimb, **number) == sentence


@pytest.mark.parametrize("numbers", [{"top": 2}, {"top": 1000}, {"largest": 1}, {"largest": 99}])
def test_ruling_all_5_numbers_at_the_ends_of_their_range_are_played(numbers: dict[str, int]) -> None:
    state = play(PrimeClimb, **numbers)
    assert state.rules.changed() == numbers
    assert max(map(int, state.moves())) == min(state.rules.largest, state.rules.top)
