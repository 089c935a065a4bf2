"""Number Morph as text: places and digits, and the positions that are refused."""

from __future__ import annotations

from itertools import product

import pytest

from primeparlor.games import NumberMorph
from primeparlor.games.number_morph.form import changed, list_digits, list_ends, place, places
from primeparlor.notation import form_of, parse
from support.games import at, play, position_refused, text_refused

DIGIT = (
    "Please type a place (hundreds/tens/units) and a digit, as in 'tens 7', or the new number of 3 digits."
)


@pytest.mark.parametrize(
    ("text", "move"),
    [
        ("tens 7", 271),
        ("units 3", 213),
        ("hundreds 9", 911),
        ("hundreds 0", 11),
        ("tens 0", 201),
        ("units 0", 210),
        ("units 9", 219),
        ("tens 1", 211),
        (" TENS  7 ", 271),
        ("Tens 7\n", 271),
        (" 271\t", 271),
        ("100", 100),
        ("999", 999),
        ("t 7", 271),
        ("ten 7", 271),
        ("U 3", 213),
        ("hundred 9", 911),
    ],
)
def test_a_place_and_a_digit_make_the_new_number(text: str, move: int) -> None:
    assert parse(play(NumberMorph, 211), text) == move


@pytest.mark.parametrize(
    "text",
    [
        "tens",
        "tens ",
        "tens 10",
        "tens 07",
        "tens -1",
        "tens +7",
        "tens 7 7",
        "tens seven",
        "tens7",
        "tens=7",
        "7 tens",
        "thousands 1",
        "ten-thousands 1",
        "t",
        "t7",
        "x 7",
        "tensor 7",
        "tens ７",
        "tens ⁷",
        "tens\x007",
        "tens\xa07",
        "tenſ 7",
        "\x0btens 7",
        "tens 7\xa0",
        "Xtens 7",
        "tens 7X",
        "99",
        "1000",
        "middle 7",
        "0",
        "9",
        "77",
        "2111",
    ],
)
def test_anything_else_is_no_place_and_digit(text: str) -> None:
    assert text_refused(play(NumberMorph, 211), text) == DIGIT


def test_a_place_is_asked_only_once_there_is_a_number() -> None:
    assert text_refused(play(NumberMorph), "tens 7") == "Please type a prime number."


def test_places_by_the_number_of_digits() -> None:
    assert places(play(NumberMorph, digits=2)) == ("tens", "units")
    assert places(play(NumberMorph)) == ("hundreds", "tens", "units")
    five = ("ten-thousands", "thousands", "hundreds", "tens", "units")
    assert places(play(NumberMorph, digits=5)) == five
    seven = ("millions", "hundred-thousands", *five)
    assert [len(seven), len(set(seven))] == [7, 7]
    assert parse(play(NumberMorph, 10007, digits=5), "ten-thousands 9") == 90007
    assert parse(play(NumberMorph, 1009, digits=4), "thousands 3") == 3009


@pytest.mark.parametrize(
    ("text", "move"), [("t 7", None), ("th 7", 7009), ("tens 7", 1079), ("h 7", 1709), ("u 7", 1007)]
)
def test_a_place_may_be_shortened_if_that_is_unambiguous(text: str, move: int | None) -> None:
    state = play(NumberMorph, 1009, digits=4)
    assert form_of(state).parse(state, text) == move


def test_the_places_of_six_digits() -> None:
    state = play(NumberMorph, 100003, digits=6)
    assert places(state)[0] == "hundred-thousands"
    assert parse(state, "hundred-thousands 7") == 700003


@pytest.mark.parametrize("text", ["hundreds 3", "tens 7", "units 9"])
def test_the_place_and_digit_that_a_new_number_changes(text: str) -> None:
    state = at(NumberMorph, "number=211")
    move = parse(state, text)
    assert isinstance(move, int)
    assert " ".join(changed(state, move)) == text


def test_a_place_alone() -> None:
    state = play(NumberMorph, 211)
    assert place(state, " Tens ") == "tens"
    assert place(state, "units") == "units"
    assert place(state, "thousands") is None
    assert place(state, "") is None
    assert place(state, "tens 7") is None


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ("number=1000", "number takes whole numbers from 0 to 999, not '1000'."),
        ("number=", "number takes whole numbers from 0 to 999, not ''."),
        ("number=211 used=211,1009", "used takes whole numbers from 0 to 999, not '1009'."),
        ("number=211 used=211,", "used takes whole numbers from 0 to 999, not ''."),
        ("number=0", "0 is not a prime number of 3 digits."),
        ("number=213", "213 is not a prime number of 3 digits."),
        ("number=97", "97 is not a prime number of 3 digits."),
        ("digits=2 number=9", "9 is not a prime number of 2 digits."),
        ("number=211 used=211,213", "213 is not a prime number of 3 digits."),
        ("number=213 used=211", "213 is not a prime number of 3 digits."),
        ("used=211", "used needs number: the current number is one of those used."),
        ("number=211 used=211,271,271", "used lists a number twice."),
        ("number=211 used=271", "used must include the current number, 211."),
        ("number=211 used=", "used must include the current number, 211."),
    ],
)
def test_invariants_of_number_morph(words: str, sentence: str) -> None:
    assert position_refused(f"number-morph {words}") == sentence


def test_a_place_begins_a_move_and_a_digit_completes_it() -> None:
    state = play(NumberMorph, 211)
    form = form_of(state)
    assert form.begun(state, " Tens\n") == "tens"
    assert form.begun(state, "thousands") is None
    assert form.begun(state, "271") is None
    assert form.completed(state, "tens", " 7 ") == "tens 7"
    assert form.completed(state, "tens", "9") == "tens 9"


@pytest.mark.parametrize("text", ["10", "271", "units 3", "", "seven"])
def test_text_that_is_no_digit_is_read_on_its_own_after_a_place(text: str) -> None:
    state = play(NumberMorph, 211)
    assert form_of(state).completed(state, "tens", text) == text


def test_a_first_number_that_cannot_be_drawn() -> None:
    told = "it is not a prime number of 3 digits."
    assert form_of(NumberMorph).why_not_drawn(NumberMorph.start(), 212) == told


@pytest.mark.parametrize("digits", [2, 3, 5])
def test_the_digits_of_the_places_make_every_number_of_that_length(digits: int) -> None:
    made = sorted(int("".join(chosen)) for chosen in product(*list_digits(digits)))
    assert made == list(range(10 ** (digits - 1), 10**digits))


@pytest.mark.parametrize("digits", [2, 3, 4])
def test_the_maps_have_a_spot_for_every_prime_and_for_no_other_last_digit(digits: int) -> None:
    primes = NumberMorph.Rules(digits=digits).primes
    assert {prime % 10 for prime in primes} == {int(end) for end in list_ends(digits)}
    assert list_ends(digits) == "".join(sorted(list_ends(digits)))
