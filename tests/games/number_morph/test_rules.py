"""Number Morph: its rulings, the false end of its example, its ends and its refusals."""

from __future__ import annotations

from fractions import Fraction

import pytest

from primeparlor.core import Ending
from primeparlor.games import NumberMorph
from primeparlor.notation import parse
from support.games import at, play, play_on, refused, rules_refused

FORM = "Name a place and a digit, or the new number."
EXAMPLE = (211, 271, 277)


def prime(n: int) -> bool:
    return n > 1 and all(n % d for d in range(2, n))


def test_before_the_first_number_nobody_chooses() -> None:
    state = play(NumberMorph)
    assert (state.number, state.history, state.turn, state.moves()) == (None, (), 1, ())
    assert state.ending() is None


def test_ruling_morph_1_the_first_number_is_a_uniformly_random_three_digit_prime() -> None:
    state = play(NumberMorph)
    assert state.chances() == tuple(n for n in range(100, 1000) if prime(n))
    assert len(state.chances()) == 143
    assert set(state.odds().values()) == {Fraction(1, 143)}


def test_ruling_morph_1_the_first_number_is_an_outcome_of_fate_and_counts_as_used() -> None:
    state = play(NumberMorph, 211)
    assert (state.number, state.history, state.turn) == (211, (211,), 1)
    assert state.chances() == ()
    assert state.odds() == {}
    state = play(NumberMorph, 211, 271)
    assert refused(state, 211) == "211 has already been used."


@pytest.mark.parametrize("outcome", [213, 97, 1009, 0, -211, "211", "tens 7"])
def test_ruling_morph_1_fate_brings_only_primes_of_the_right_length(outcome: int | str) -> None:
    assert refused(play(NumberMorph), outcome) == f"{str(outcome).capitalize()} cannot be drawn here."


@pytest.mark.parametrize(("digits", "primes"), [(2, 21), (3, 143), (4, 1061), (5, 8363)])
def test_the_primes_of_the_variants(digits: int, primes: int) -> None:
    assert len(play(NumberMorph, digits=digits).chances()) == primes


def test_ruling_morph_2_a_move_replaces_one_digit() -> None:
    assert play(NumberMorph, 211).moves() == (241, 251, 271, 281, 311, 811, 911)
    assert play(NumberMorph, 101).moves() == (103, 107, 109, 131, 151, 181, 191, 401, 601, 701)
    assert play(NumberMorph, 11, digits=2).moves() == (13, 17, 19, 31, 41, 61, 71)


def test_ruling_morph_2_the_new_number_names_the_move() -> None:
    state = play(NumberMorph, 211)
    assert parse(state, "tens 7") == 271
    assert state.play(271).number == 271


def test_ruling_morph_2_turns_alternate_and_the_history_grows() -> None:
    state = play(NumberMorph, *EXAMPLE)
    assert (state.number, state.history, state.turn) == (277, EXAMPLE, 1)
    assert play(NumberMorph, 211, 271).turn == 2
    assert play(NumberMorph, 211, 241, 541).history == (211, 241, 541)
    assert play(NumberMorph, 811, 211).history == (211, 811)


def test_ruling_morph_2_there_is_no_leading_zero() -> None:
    assert 11 not in play(NumberMorph, 211).moves()
    assert 2 not in play(NumberMorph, 11, digits=2).moves()
    assert refused(play(NumberMorph, 211), 11) == "The first digit cannot be 0."


def test_ruling_morph_3_the_book_ends_at_277_although_six_primes_are_open() -> None:
    state = play(NumberMorph, *EXAMPLE)
    assert state.ending() is None
    assert state.moves() == (227, 257, 577, 677, 877, 977)


@pytest.mark.parametrize(
    ("moves", "attempt", "sentence"),
    [
        ((211,), 213, "213 is not a prime number: 213 = 3 × 71."),
        ((211, 271), 371, "371 is not a prime number: 371 = 7 × 53."),
        ((211, 271), 279, "279 is not a prime number: 279 = 3 × 3 × 31."),
        ((211, 271), 201, "201 is not a prime number: 201 = 3 × 67."),
        (EXAMPLE, 477, "477 is not a prime number: 477 = 3 × 3 × 53."),
        (EXAMPLE, 237, "237 is not a prime number: 237 = 3 × 79."),
        (EXAMPLE, 271, "271 has already been used."),
        (EXAMPLE, 279, "279 is not a prime number: 279 = 3 × 3 × 31."),
        (EXAMPLE, 297, "297 is not a prime number: 297 = 3 × 3 × 3 × 11."),
    ],
)
def test_ruling_morph_3_failed_attempts_of_the_book_are_just_refused(
    moves: tuple[int, ...], attempt: int, sentence: str
) -> None:
    state = play(NumberMorph, *moves)
    assert refused(state, attempt) == sentence
    assert state.is_attempt(attempt)


def test_ruling_morph_3_a_player_loses_when_no_unused_prime_is_one_digit_away() -> None:
    state = at(NumberMorph, "number=211 used=211,241,251,271,281,311,811 turn=1")
    assert state.moves() == (911,), "the last open prime"
    assert state.forced() is None, "a number is a choice even when it is the only one"
    assert state.ending() is None
    state = at(NumberMorph, "number=211 used=211,241,251,271,281,311,811,911 turn=1")
    assert state.moves() == ()
    assert state.ending() == Ending(2, "no prime left", 2)
    state = at(NumberMorph, "number=211 used=211,241,251,271,281,311,811,911 turn=2")
    assert state.ending() == Ending(1, "no prime left", 1)


def test_ruling_morph_3_a_whole_game_to_the_last_open_prime() -> None:
    state = play(NumberMorph, 11, digits=2)
    while state.moves():
        state = state.play(state.moves()[0])
    assert (state.number, len(state.history), state.turn) == (83, 20, 2)
    assert set(state.chances()) == set()
    assert {23, 43, 53, 73, 13, 89} <= set(state.history), "all that 83 could become is used"
    assert state.ending() == Ending(1, "no prime left", 1)


def test_ruling_morph_4_the_first_reason_that_applies_is_given() -> None:
    state = play(NumberMorph, 211, 271)
    assert refused(state, "tens") == FORM
    assert refused(state, "pass") == FORM
    assert refused(state, 271) == "That is already 271: choose a different digit."
    assert refused(state, 71) == "The first digit cannot be 0."
    assert refused(state, 0) == "The first digit cannot be 0."
    assert refused(state, 99) == "The first digit cannot be 0."
    assert refused(state, 100) == "100 is not 271 with one digit changed."
    assert refused(state, 283) == "283 is not 271 with one digit changed."
    assert refused(state, 217) == "217 is not 271 with one digit changed."
    assert refused(state, 999) == "999 is not 271 with one digit changed."
    assert refused(state, 1000) == "1000 is not 271 with one digit changed."
    assert refused(state, 2711) == "2711 is not 271 with one digit changed."
    assert refused(state, -1) == "-1 is not 271 with one digit changed."
    assert refused(state, 211) == "211 has already been used."
    assert refused(state, 273) == "273 is not a prime number: 273 = 3 × 7 × 13."
    assert refused(state, 270) == "270 is not a prime number: 270 = 2 × 3 × 3 × 3 × 5."


def test_ruling_morph_4_leading_zero_comes_before_the_distance() -> None:
    state = play(NumberMorph, 1009, digits=4)
    assert refused(state, 9) == "The first digit cannot be 0."
    assert refused(state, 999) == "The first digit cannot be 0."
    assert refused(state, 1000) == "1000 is not a prime number: 1000 = 2 × 2 × 2 × 5 × 5 × 5."
    assert refused(state, 9999) == "9999 is not 1009 with one digit changed."


def test_ruling_all_2_an_attempt_is_a_number_one_digit_away() -> None:
    state = play(NumberMorph, 211)
    assert [n for n in range(-5, 2000) if state.is_attempt(n)] == sorted(
        {n for n in range(100, 1000) if sum(a != b for a, b in zip(str(n), "211", strict=True)) == 1}
    )
    assert not state.is_attempt("tens 7")
    assert not play(NumberMorph).is_attempt(211)
    lowest, highest = play(NumberMorph, 101), play(NumberMorph, 997)
    assert lowest.is_attempt(100)
    assert highest.is_attempt(999)
    assert not highest.is_attempt(1997)


def test_near_primes_are_symmetric() -> None:
    start = play(NumberMorph)
    for first in start.chances():
        for second in start.after(first).moves():
            assert first in start.after(second).moves()


def test_ruling_all_5_numbers_outside_their_range_are_refused() -> None:
    for digits in (1, 8, 0, -3):
        assert rules_refused(NumberMorph, digits=digits) == "digits must be a whole number from 2 to 7."


def test_ruling_all_5_more_than_five_digits_are_for_solving() -> None:
    assert [NumberMorph.Rules(digits=n).too_large_to_play() for n in (2, 3, 4, 5)] == [None] * 4
    six = NumberMorph.Rules(digits=6)
    assert six.too_large_to_play() == "To play, digits must be a whole number from 2 to 5."
    assert len(six.primes) == 68906


def test_a_prime_without_neighbours_loses_for_the_player_to_move() -> None:
    """294001 is the least prime that no change of one digit leaves prime."""
    state = play(NumberMorph, 294001, digits=6)
    assert state.ending() == Ending(2, "no prime left", 2)


def test_playing_on_from_a_position() -> None:
    state = at(NumberMorph, "number=277 used=211,271,277 turn=1")
    assert state == play(NumberMorph, *EXAMPLE)
    assert play_on(state, 977, 997).history == (211, 271, 277, 977, 997)


def test_a_number_too_long_to_print_is_refused() -> None:
    assert refused(play(NumberMorph, 211), 10**5000) == "That is not 211 with one digit changed."
