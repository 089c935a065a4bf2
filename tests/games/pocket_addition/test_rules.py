"""Pocket Addition: its rulings, the false examples, its ends and its refusals."""

from __future__ import annotations

import pytest

from primeparlor.core import PASS, Ending
from primeparlor.games import PocketAddition
from support.games import at, play, play_on, reachable, refused, rules_refused

RANGE = "Choose a whole number from 1 to 9."
PASS_REFUSED = "You may pass only when no number fits."
MUST_PASS = "No number fits within 15: you must pass."


def test_both_begin_with_empty_pockets_and_a_pool_of_1_to_9() -> None:
    state = play(PocketAddition)
    assert (state.pockets, state.totals, state.turn, state.passes) == (((), ()), (0, 0), 1, 0)
    assert state.pool == state.moves() == (1, 2, 3, 4, 5, 6, 7, 8, 9)
    assert state.chances() == ()


def test_pockets_totals_and_pool_are_told_by_player_whoever_moves() -> None:
    state = play(PocketAddition, 6)
    assert (state.pockets, state.totals, state.turn) == (((6,), ()), (6, 0), 2)
    state = play(PocketAddition, 6, 9)
    assert (state.pockets, state.totals, state.turn) == (((6,), (9,)), (6, 9), 1)
    state = play(PocketAddition, 6, 9, 8)
    assert (state.pockets, state.totals, state.turn) == (((6, 8), (9,)), (14, 9), 2)
    assert state.pool == (1, 2, 3, 4, 5, 7)


def test_ruling_pocket_1_a_number_is_available_once() -> None:
    state = play(PocketAddition, 8)
    assert state.moves() == (1, 2, 3, 4, 5, 6, 7, 9)
    assert refused(state, 8) == "8 has already been taken."
    assert refused(play(PocketAddition, 9), 9) == "9 has already been taken."
    assert refused(play(PocketAddition, 1), 1) == "1 has already been taken."


def test_ruling_pocket_1_example_1_of_the_book_is_false() -> None:
    state = play(PocketAddition, 8, 7)
    assert refused(state, 7) == "7 has already been taken."


def test_ruling_pocket_1_example_2_of_the_book_is_false() -> None:
    state = play(PocketAddition, 6, 9, 8)
    assert refused(state, 6) == "6 has already been taken."


def test_ruling_pocket_1_example_3_of_the_book_is_legal() -> None:
    state = play(PocketAddition, 5, 8, 9, 7)
    assert state.totals == (14, 15)
    assert state.ending() == Ending(2, "reached 15", 2)


def test_ruling_pocket_2_a_total_may_not_exceed_the_target() -> None:
    state = play(PocketAddition, 9, 8)
    assert state.moves() == (1, 2, 3, 4, 5, 6)
    assert refused(state, 7) == "9 + 7 = 16 exceeds 15."
    assert refused(state, 8) == "8 has already been taken."


def test_ruling_pocket_2_exactly_the_target_wins_at_once() -> None:
    state = play(PocketAddition, 9, 8, 6)
    assert state.ending() == Ending(1, "reached 15", 1)
    assert (state.moves(), state.turn) == ((), 2)
    assert play(PocketAddition, 9, 8, 5, 7).ending() == Ending(2, "reached 15", 2)


def test_ruling_pocket_2_the_target_wins_although_the_pool_is_empty() -> None:
    state = play(PocketAddition, 3, 1, 2, target=5, largest=3)
    assert (state.pool, state.ending()) == ((), Ending(1, "reached 5", 1))


def test_ruling_pocket_3_a_number_that_fits_must_be_taken() -> None:
    state = play(PocketAddition, 6, 9, 8)
    assert PASS not in state.moves()
    assert refused(state, PASS) == PASS_REFUSED
    assert refused(play(PocketAddition), PASS) == PASS_REFUSED


def test_ruling_pocket_3_example_4_of_the_book_is_false() -> None:
    state = play(PocketAddition, 7, 8, 5, 4)
    assert state.totals == (12, 12)
    assert state.moves() == (1, 2, 3)
    assert refused(state, PASS) == PASS_REFUSED


def test_ruling_pocket_3_the_end_of_the_dialogue_is_false() -> None:
    state = play(PocketAddition, 6, 9, 8)
    assert refused(state, 6) == "6 has already been taken."
    state = play_on(state, 5)
    assert (state.totals, state.turn) == ((14, 14), 1)
    assert state.moves() == (1,)
    assert state.forced() is None, "a number is a choice even when it is the only one"
    assert refused(state, PASS) == PASS_REFUSED
    assert state.play(1).ending() == Ending(1, "reached 15", 1)


def test_ruling_pocket_3_a_pass_is_legal_only_when_none_fits() -> None:
    state = play(PocketAddition, 1, 9, 6, 2, 7)
    assert (state.totals, state.turn, state.moves()) == ((14, 11), 2, (3, 4))
    state = play_on(state, 3)
    assert (state.totals, state.turn, state.moves()) == ((14, 14), 1, (PASS,))
    assert state.forced() == PASS
    for move in (4, 1, 99, "keep"):
        assert refused(state, move) == MUST_PASS
    state = play_on(state, PASS)
    assert (state.passes, state.turn, state.moves()) == (1, 2, (PASS,))


def test_ruling_pocket_3_passing_only_when_forced_in_the_whole_game() -> None:
    for state in reachable(PocketAddition.start()):
        mine = state.totals[state.turn - 1]
        fits = tuple(n for n in state.pool if mine + int(n) <= 15)
        assert state.moves() in ((), fits or (PASS,))


def test_ruling_pocket_4_both_pass_in_a_row_and_the_last_taker_wins_a_tie() -> None:
    state = play(PocketAddition, 1, 9, 6, 2, 7, 3, PASS, PASS)
    assert (state.totals, state.passes, state.turn) == ((14, 14), 2, 1)
    assert state.last_taker == 2
    assert state.ending() == Ending(2, "last to take", 2)
    assert state.moves() == ()


def test_ruling_pocket_4_player_1_can_win_a_tie() -> None:
    state = at(PocketAddition, "one=6,8 two=1,4,9 turn=2 passes=0")
    state = play_on(state, PASS, PASS)
    assert state.last_taker == 1
    assert state.ending() == Ending(1, "last to take", 1)


def test_ruling_pocket_4_a_pass_and_a_number_after_it_do_not_end_the_game() -> None:
    state = play(PocketAddition, 6, 1, 8, 2)
    assert (state.totals, state.turn, state.moves()) == ((14, 3), 1, (PASS,))
    state = play_on(state, PASS)
    assert (state.passes, state.turn, state.last_taker, state.ending()) == (1, 2, 2, None)
    state = play_on(state, 3)
    assert (state.passes, state.turn, state.last_taker) == (0, 1, 2)
    state = play_on(state, PASS, 4, PASS)
    assert (state.totals, state.passes, state.ending()) == ((14, 10), 1, None)
    assert state.play(5).ending() == Ending(2, "reached 15", 2)


def test_ruling_pocket_4_the_higher_total_wins_after_two_passes() -> None:
    state = play_on(at(PocketAddition, "one=6,8 two=1,2,3,7 turn=1"), PASS, PASS)
    assert (state.totals, state.ending()) == ((14, 13), Ending(1, "higher total", 1))
    state = play_on(at(PocketAddition, "two=6,8 one=1,2,3,7 turn=1"), PASS, PASS)
    assert (state.totals, state.ending()) == ((13, 14), Ending(2, "higher total", 2))
    state = play_on(at(PocketAddition, "two=6,8 one=1,2,3,7 turn=2"), PASS, PASS)
    assert (state.totals, state.ending()) == ((13, 14), Ending(2, "higher total", 2))


@pytest.mark.parametrize(
    ("moves", "totals", "ending"),
    [
        ((1, 2, 4, 3), (5, 5), Ending(2, "last to take", 2)),
        ((4, 3, 2, 1), (6, 4), Ending(1, "higher total", 1)),
        ((1, 3, 2, 4), (3, 7), Ending(2, "higher total", 2)),
    ],
)
def test_ruling_pocket_4_an_empty_pool_ends_a_variant(
    moves: tuple[int, ...], totals: tuple[int, int], ending: Ending
) -> None:
    state = play(PocketAddition, *moves, target=10, largest=4)
    assert (state.pool, state.moves(), state.passes) == ((), (), 0)
    assert (state.totals, state.ending()) == (totals, ending)


def test_ruling_pocket_4_player_1_takes_the_last_number_of_a_tie() -> None:
    state = play(PocketAddition, 1, 3, 2, target=10, largest=3)
    assert (state.totals, state.ending()) == ((3, 3), Ending(1, "last to take", 1))


def test_ruling_pocket_4_an_empty_pool_never_occurs_in_the_standard_game() -> None:
    assert all(state.pool for state in reachable(PocketAddition.start()))


@pytest.mark.parametrize("move", [0, 10, -1, "5", "", "keep"])
def test_a_number_outside_the_range_is_refused(move: int | str) -> None:
    assert refused(play(PocketAddition), move) == RANGE


def test_the_refusal_names_the_numbers_of_the_variant() -> None:
    state = play(PocketAddition, 4, target=5, largest=4)
    assert refused(state, 5) == "Choose a whole number from 1 to 4."
    assert refused(state, 4) == "4 has already been taken."
    assert refused(play_on(state, 3), 2) == "4 + 2 = 6 exceeds 5."
    assert refused(play_on(state, 1), 2) == "No number fits within 5: you must pass."


@pytest.mark.parametrize(
    ("number", "sentence"),
    [
        ({"target": 0}, "target must be a whole number from 1 to 200."),
        ({"target": 201}, "target must be a whole number from 1 to 200."),
        ({"largest": 0}, "largest must be a whole number from 1 to 14."),
        ({"largest": 15}, "largest must be a whole number from 1 to 14."),
    ],
)
def test_ruling_all_5_numbers_outside_their_range_are_refused(number: dict[str, int], sentence: str) -> None:
    assert rules_refused(PocketAddition, **number) == sentence


@pytest.mark.parametrize("numbers", [{"target": 1}, {"target": 200}, {"largest": 1}, {"largest": 14}])
def test_ruling_all_5_numbers_at_the_ends_of_their_range_are_played(numbers: dict[str, int]) -> None:
    state = play(PocketAddition, **numbers)
    assert state.rules.changed() == numbers
    assert len(state.moves()) == min(state.rules.largest, state.rules.target)
