"""Text ⇄ moves and positions: what is read, and the sentence for everything that is not."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import TypeVar

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from helpers import at, play, play_on, position_refused, text_refused, walk
from primeparlor.core import ParlorError, RulesError, State
from primeparlor.games import GAMES, NonprimeAddition, NumberMorph, PocketAddition, PrimeClimb, PrimeDuel
from primeparlor.notation import (
    FORMS,
    NotationError,
    Words,
    changed,
    form,
    game,
    parse,
    place,
    places,
    position,
    read_position,
    read_rules,
    set_up,
    whole_number,
    word,
)
from variants import NAMES, first_state

T = TypeVar("T")

# A position of every kind of question, and the form its refusals name.
ASKED = {
    "a number to add": ("nonprime-addition", "Please type a whole number from 2 to 9."),
    "a step": ("prime-climb", "Please type a whole number from 1 to 9."),
    "a number of the pool": ("pocket-addition", "Please type a whole number from 1 to 9."),
    "a first number": ("number-morph", "Please type a prime number."),
    "a digit": (
        "number-morph number=211",
        "Please type a place (hundreds/tens/units) and a digit, as in 'tens 7', "
        "or the new number of 3 digits.",
    ),
    "a card": ("prime-duel", "Please type a number of the deck."),
    "a second card": (
        "prime-duel deck=4,4,4,4,4,4,3,4,4,4 draw=second",
        "Please type a number of the deck.",
    ),
    "keep or discard": (
        "prime-duel deck=4,4,4,4,4,4,3,4,4,4 card=7",
        "Please type yes to keep the card or no to discard it.",
    ),
}
every_question = pytest.mark.parametrize("asked", ASKED)

NOT_NUMBERS = {
    "nothing": "",
    "blanks": "   \t\r\n",
    "point": "5.0",
    "plus": "+5",
    "minus": "-3",
    "hexadecimal": "0x5",
    "exponent": "5e0",
    "underscore": "1_0",
    "leading zero": "05",
    "zeros": "00",
    "full-width": "５",
    "superscript": "⁵",
    "circled": "⑤",
    "Arabic-Indic": "٥",
    "Roman": "Ⅴ",
    "comma": "5,",
    "two numbers": "5 5",
    "word": "five",
    "letters": "x5",
    "NUL": "\0",
    "NUL after": "5\0",
    "NUL before": "\x005",
    "no-break space": "\xa05",
    "wide space": "\u30005",
    "vertical tab": "5\x0b",
    "form feed": "\f5",
    "file separator": "5\x1c",
    "next line": "5\x85",
    "zero-width": "\u200b5",
    "byte-order mark": "\ufeff5",
    "minus sign": "−5",
    "surrogate": "\udcff",
    "10,000 digits": "5" * 10_000,
    "21 digits": "1" * 21,
    "a megabyte": "a" * 2**20,
    "megabyte of digits": "1" * 2**20,
    "quote": "'5'",
    "escape": "\x1b[5~",
}
WORDS_UNKNOWN = ["past", "passe", "pas s", "p", "keeps", "ye", "yess", "nope", "yes no", "true", "1=1", "?"]


# Moves -----------------------------------------------------------------------------------------


@every_question
@pytest.mark.parametrize("text", NOT_NUMBERS.values(), ids=NOT_NUMBERS)
def test_text_that_is_no_listed_form_is_refused_with_the_form(asked: str, text: str) -> None:
    state, sentence = read_position(ASKED[asked][0]), ASKED[asked][1]
    assert text_refused(state, text) == sentence


@every_question
@pytest.mark.parametrize("text", WORDS_UNKNOWN)
def test_unknown_words_are_refused_with_the_form(asked: str, text: str) -> None:
    state, sentence = read_position(ASKED[asked][0]), ASKED[asked][1]
    assert text_refused(state, text) == sentence


@every_question
def test_the_form_is_what_every_refusal_names(asked: str) -> None:
    state, sentence = read_position(ASKED[asked][0]), ASKED[asked][1]
    assert sentence == f"Please type {form(state)}."


def test_forms_name_the_numbers_of_the_variant() -> None:
    assert form(play(NonprimeAddition, smallest=3, largest=5)) == "a whole number from 3 to 5"
    assert form(play(PrimeClimb, largest=12)) == "a whole number from 1 to 12"
    assert form(play(PocketAddition, largest=4)) == "a whole number from 1 to 4"
    two = "a place (tens/units) and a digit, as in 'tens 7', or the new number of 2 digits"
    assert form(play(NumberMorph, 11, digits=2)) == two
    five = (
        "a place (ten-thousands/thousands/hundreds/tens/units) and a digit, as in 'tens 7', "
        "or the new number of 5 digits"
    )
    assert form(play(NumberMorph, 10007, digits=5)) == five


@pytest.mark.parametrize("text", ["5", " 5 ", "\t5", "5\n", "5\r\n", "  5\t "])
def test_plain_digits_with_blanks_around_them_are_read(text: str) -> None:
    for asked in ("a number to add", "a step", "a number of the pool", "a card", "a first number"):
        assert parse(read_position(ASKED[asked][0]), text) == 5


def test_whether_a_number_is_legal_is_not_asked() -> None:
    assert parse(play(PrimeClimb), "0") == 0
    assert parse(play(NonprimeAddition), "99999999999999999999") == 99999999999999999999


@pytest.mark.parametrize(
    ("text", "number"),
    [("0", 0), ("7", 7), ("10", 10), ("1" * 20, int("1" * 20)), ("9" * 20, 10**20 - 1), (" 12\t", 12)],
)
def test_whole_numbers(text: str, number: int) -> None:
    assert whole_number(text) == number


@pytest.mark.parametrize("text", NOT_NUMBERS.values(), ids=NOT_NUMBERS)
def test_everything_else_is_no_whole_number(text: str) -> None:
    assert whole_number(text) is None


def test_words_are_made_small_only_in_plain_ascii() -> None:
    assert word(" PaSS\r\n") == "pass"
    assert word("\tKEEP ") == "keep"
    assert word("\u212aEEP") == "\u212aEEP"  # a Kelvin sign, which lower() would make a k
    assert word("\xa0keep") == "\xa0keep"


@pytest.mark.parametrize("text", ["pass", " Pass ", "PASS\n", "pASS"])
def test_pass_is_read_where_the_book_has_one(text: str) -> None:
    assert parse(play(PrimeClimb), text) == "pass"
    assert parse(play(PocketAddition), text) == "pass"


@pytest.mark.parametrize(
    "asked", ["a number to add", "a digit", "a first number", "a card", "a second card", "keep or discard"]
)
def test_pass_is_refused_where_the_book_has_none(asked: str) -> None:
    state, sentence = read_position(ASKED[asked][0]), ASKED[asked][1]
    assert text_refused(state, "pass") == sentence


@pytest.mark.parametrize("text", ["ｐass", "paſs", "PAẞ", "pa\u0073\u0301s"])
def test_letters_that_only_look_alike_are_refused(text: str) -> None:
    assert text_refused(play(PrimeClimb), text) == ASKED["a step"][1]


@pytest.mark.parametrize(
    ("texts", "move"),
    [
        (["yes", "y", "keep", "YES", " Yes ", "Y", "KEEP\n", "Keep"], "keep"),
        (["no", "n", "discard", "NO", "\tNo", "N", "DISCARD", "Discard\r\n"], "discard"),
    ],
)
def test_yes_and_no_keep_and_discard(texts: list[str], move: str) -> None:
    for text in texts:
        assert parse(play(PrimeDuel, 7), text) == move
        assert text_refused(play(PrimeDuel), text) == ASKED["a card"][1]
        assert text_refused(play(PrimeDuel, 7, "discard"), text) == ASKED["a card"][1]


@pytest.mark.parametrize("text", ["\u212aEEP", "\u212aeep", "ＹＥＳ", "yeſ", "ⅾiscard", "7", "1", "0"])
def test_a_card_is_kept_only_by_a_listed_word(text: str) -> None:
    assert text_refused(play(PrimeDuel, 7), text) == ASKED["keep or discard"][1]


def test_a_finished_game_still_names_a_form() -> None:
    over = play_on(at(PrimeDuel, "scores=43,0"), 7, "keep")
    assert text_refused(over, "7") == ASKED["keep or discard"][1]
    assert parse(play(PrimeClimb, 3, 4, 6, 7), "5") == 5


# A place and a digit ---------------------------------------------------------------------------


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
        "ten 7",
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
    assert text_refused(play(NumberMorph, 211), text) == ASKED["a digit"][1]


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


# Positions, printed ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("start", "moves", "text"),
    [
        ("nonprime-addition", "", "nonprime-addition total=1 turn=1"),
        ("nonprime-addition", "5 4 3", "nonprime-addition total=13 turn=2"),
        ("nonprime-addition largest=4 start=9", "", "nonprime-addition start=9 largest=4 total=9 turn=1"),
        ("number-morph", "", "number-morph turn=1"),
        ("number-morph", "211 271 277", "number-morph number=277 used=211,271,277 turn=1"),
        ("number-morph", "811 211", "number-morph number=211 used=211,811 turn=2"),
        ("number-morph digits=2", "11", "number-morph digits=2 number=11 used=11 turn=1"),
        ("prime-climb", "", "prime-climb steps=0,0 turn=1"),
        ("prime-climb", "3 4", "prime-climb steps=7,0 turn=1"),
        ("prime-climb", "4", "prime-climb steps=4,0 turn=2"),
        ("prime-climb", "3 4 6 7", "prime-climb steps=20,0 turn=2"),
        ("prime-climb top=50", "", "prime-climb top=50 steps=0,0 turn=1"),
        ("pocket-addition", "", "pocket-addition turn=1 passes=0"),
        ("pocket-addition", "6", "pocket-addition one=6 turn=2 passes=0"),
        ("pocket-addition", "8 9 6", "pocket-addition one=6,8 two=9 turn=2 passes=0"),
        ("pocket-addition", "1 9 6 2 7 3 pass", "pocket-addition one=1,6,7 two=2,3,9 turn=2 passes=1"),
        ("prime-duel", "", "prime-duel scores=0,0 deck=4,4,4,4,4,4,4,4,4,4 turn=1"),
        ("prime-duel", "7 yes 10 y 9", "prime-duel scores=17,0 deck=4,4,4,4,4,4,3,4,3,3 turn=1 card=9"),
        ("prime-duel", "4 keep 8 no", "prime-duel scores=4,0 deck=4,4,4,3,4,4,4,3,4,4 turn=2 draw=second"),
        (
            "prime-duel copies=1 target=9 largest=2",
            "1 keep 2",
            "prime-duel target=9 largest=2 copies=1 scores=1,0 deck=0,0 turn=2 card=2",
        ),
    ],
)
def test_positions_are_printed_and_read_back(start: str, moves: str, text: str) -> None:
    state = read_position(start)
    for move in moves.split():
        state = state.play(parse(state, move))
    assert position(state) == text
    assert read_position(text) == state


@pytest.mark.parametrize("name", GAMES)
def test_a_game_without_words_is_its_start(name: str) -> None:
    assert read_position(name) == GAMES[name].start()
    assert set_up(game(name), []) == GAMES[name].start()
    assert read_position(f"  {name}\t\n") == GAMES[name].start()
    assert read_rules(GAMES[name], {}) is GAMES[name].Rules()


@pytest.mark.parametrize(
    "text", ["prime-climb\tsteps=3,4", "\xa0prime-climb", "Xprime-climb", "prime-climbX"]
)
def test_only_blanks_part_the_words_of_a_position(text: str) -> None:
    assert position_refused(text).startswith(f"There is no game {text.split(' ')[0]!r}")


@pytest.mark.parametrize(
    ("text", "same"),
    [
        ("nonprime-addition turn=2", "nonprime-addition total=1 turn=2"),
        ("nonprime-addition start=50", "nonprime-addition start=50 total=50 turn=1"),
        (
            "nonprime-addition total=18446744073709551615",
            "nonprime-addition total=18446744073709551615 turn=1",
        ),
        ("number-morph number=211", "number-morph number=211 used=211 turn=1"),
        ("number-morph used= turn=2", "number-morph turn=2"),
        ("number-morph used=271,211 number=211", "number-morph number=211 used=211,271 turn=1"),
        ("prime-climb turn=2", "prime-climb steps=0,0 turn=2"),
        ("prime-climb turn=2 steps=7,0", "prime-climb steps=7,0 turn=2"),
        ("pocket-addition two=9 one=8,6", "pocket-addition one=6,8 two=9 turn=1 passes=0"),
        ("pocket-addition one= two=", "pocket-addition turn=1 passes=0"),
        ("pocket-addition one=7,8 turn=2", "pocket-addition one=7,8 turn=2 passes=0"),
        ("prime-duel scores=0,50", "prime-duel scores=0,50 deck=4,4,4,4,4,4,4,4,4,4 turn=1"),
        ("prime-duel draw=first", "prime-duel scores=0,0 deck=4,4,4,4,4,4,4,4,4,4 turn=1"),
        ("prime-duel largest=2 deck=4,3 card=2", "prime-duel largest=2 scores=0,0 deck=4,3 turn=1 card=2"),
        ("prime-duel largest=2 deck=3,4 card=1", "prime-duel largest=2 scores=0,0 deck=3,4 turn=1 card=1"),
    ],
)
def test_words_left_out_stand_as_at_the_start(text: str, same: str) -> None:
    assert position(read_position(text)) == same


# Positions, refused ----------------------------------------------------------------------------

DUEL_GIVEN = "Give scores, deck, turn, card, draw, target, largest, copies as key=value."
GAMES_ARE = "The games are: nonprime-addition, number-morph, prime-climb, pocket-addition, prime-duel."


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", f"There is no game ''. {GAMES_ARE}"),
        ("   ", f"There is no game ''. {GAMES_ARE}"),
        ("chess", f"There is no game 'chess'. {GAMES_ARE}"),
        ("Prime-Climb", f"There is no game 'Prime-Climb'. {GAMES_ARE}"),
        ("steps=7,0", f"There is no game 'steps=7,0'. {GAMES_ARE}"),
        ("\0", f"There is no game '\\x00'. {GAMES_ARE}"),
        ("x" * 40, f"There is no game '{'x' * 40}'. {GAMES_ARE}"),
        ("x" * 41, f"There is no game '{'x' * 40}…'. {GAMES_ARE}"),
        (
            "prime-climb 7",
            "'7' is not understood here. Give steps, turn, top, largest as key=value.",
        ),
        (
            "prime-climb steps",
            "'steps' is not understood here. Give steps, turn, top, largest as key=value.",
        ),
        (
            "prime-climb step=7,0",
            "'step=7,0' is not understood here. Give steps, turn, top, largest as key=value.",
        ),
        (
            "prime-climb Turn=1",
            "'Turn=1' is not understood here. Give steps, turn, top, largest as key=value.",
        ),
        (
            "nonprime-addition =",
            "'=' is not understood here. Give total, turn, start, smallest, largest as key=value.",
        ),
        (
            "number-morph total=211",
            "'total=211' is not understood here. Give number, used, turn, digits as key=value.",
        ),
        (
            "pocket-addition three=1",
            "'three=1' is not understood here. Give one, two, turn, passes, target, largest as key=value.",
        ),
        ("prime-duel order=1,2", f"'order=1,2' is not understood here. {DUEL_GIVEN}"),
        ("prime-duel pile=" + "1" * 50, f"'pile={'1' * 35}…' is not understood here. {DUEL_GIVEN}"),
        ("prime-climb turn=1 turn=1", "turn is given twice."),
        ("prime-climb top=30 steps=0,0 top=30", "top is given twice."),
        ("prime-climb turn=0", "turn takes whole numbers from 1 to 2, not '0'."),
        ("prime-climb turn=3", "turn takes whole numbers from 1 to 2, not '3'."),
        ("prime-climb turn=", "turn takes whole numbers from 1 to 2, not ''."),
        ("prime-climb turn=1=1", "turn takes whole numbers from 1 to 2, not '1=1'."),
        ("prime-climb turn=one", "turn takes whole numbers from 1 to 2, not 'one'."),
        ("prime-climb turn=01", "turn takes whole numbers from 1 to 2, not '01'."),
        ("prime-climb turn=１", "turn takes whole numbers from 1 to 2, not '１'."),
    ],
)
def test_words_that_are_not_understood(text: str, sentence: str) -> None:
    assert position_refused(text) == sentence


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ("total=0", "total takes whole numbers from 1 to 18446744073709551615, not '0'."),
        (
            "total=18446744073709551616",
            "total takes whole numbers from 1 to 18446744073709551615, not '18446744073709551616'.",
        ),
        ("total=-5", "total takes whole numbers from 1 to 18446744073709551615, not '-5'."),
        ("start=50 total=49", "A total of 49 is below the start, 50."),
    ],
)
def test_invariants_of_nonprime_addition(words: str, sentence: str) -> None:
    assert position_refused(f"nonprime-addition {words}") == sentence


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
        ("number=211 used=211,271,271", "used holds a number twice."),
        ("number=211 used=271", "used must hold the current number, 211."),
        ("number=211 used=", "used must hold the current number, 211."),
    ],
)
def test_invariants_of_number_morph(words: str, sentence: str) -> None:
    assert position_refused(f"number-morph {words}") == sentence


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ("steps=21,0", "steps takes whole numbers from 0 to 20, not '21'."),
        ("steps=0,-1", "steps takes whole numbers from 0 to 20, not '-1'."),
        ("top=30 steps=31,0", "steps takes whole numbers from 0 to 30, not '31'."),
        ("steps=7", "steps takes two numbers, Player 1's and Player 2's, as in steps=7,0."),
        ("steps=7,8,9", "steps takes two numbers, Player 1's and Player 2's, as in steps=7,0."),
        ("steps=", "steps takes two numbers, Player 1's and Player 2's, as in steps=7,0."),
        ("steps=7,7", "Both players cannot stand on Step 7."),
        ("steps=1,1", "Both players cannot stand on Step 1."),
        ("steps=20,20", "Both players cannot stand on Step 20."),
        ("steps=20,0", "Player 1 has reached 20: the game is over, and turn=2."),
        ("steps=0,20 turn=2", "Player 2 has reached 20: the game is over, and turn=1."),
    ],
)
def test_invariants_of_prime_climb(words: str, sentence: str) -> None:
    assert position_refused(f"prime-climb {words}") == sentence


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ("one=10", "one takes whole numbers from 1 to 9, not '10'."),
        ("two=0", "two takes whole numbers from 1 to 9, not '0'."),
        ("one=1,,2", "one takes whole numbers from 1 to 9, not ''."),
        ("largest=4 two=5", "two takes whole numbers from 1 to 4, not '5'."),
        ("passes=3", "passes takes whole numbers from 0 to 2, not '3'."),
        ("one=6 two=6", "A number is in the pockets twice."),
        ("one=6,6", "A number is in the pockets twice."),
        ("one=7,9", "Player 1's total of 16 exceeds 15."),
        ("two=7,9", "Player 2's total of 16 exceeds 15."),
        ("one=7,8", "Player 1 has reached 15: the game is over, and turn=2."),
        ("two=7,8 turn=2", "Player 2 has reached 15: the game is over, and turn=1."),
        ("one=7,8 two=6,9", "Both players cannot have reached 15."),
        ("one=7,8 two=6,9 turn=2", "Both players cannot have reached 15."),
        ("one=7,8 turn=2 passes=1", "The game ended when a number was taken: passes=0."),
        ("one=7,8 turn=2 passes=2", "The game ended when a number was taken: passes=0."),
        ("target=10 largest=3 one=1,2 two=3 passes=1", "The game ended when a number was taken: passes=0."),
        ("passes=1", "A player has passed although a number fits."),
        ("passes=2", "A player has passed although a number fits."),
        ("one=6,8 two=2,3,7 turn=1 passes=1", "A player has passed although a number fits."),
        ("one=6,8 two=2,3,7 turn=2 passes=2", "A player has passed although a number fits."),
        ("one=6,8 two=2,9 turn=2 passes=2", "A player has passed although a number fits."),
        ("one=6,8 two=2,9 turn=1 passes=2", "A player has passed although a number fits."),
    ],
)
def test_invariants_of_pocket_addition(words: str, sentence: str) -> None:
    assert position_refused(f"pocket-addition {words}") == sentence


def test_after_one_pass_only_the_other_player_has_none_that_fits() -> None:
    state = at(PocketAddition, "one=1,6,7 two=9 turn=2 passes=1")
    assert state.moves() == (2, 3, 4, 5)
    assert position_refused(f"{PocketAddition.name} one=1,6,7 two=9 turn=1 passes=1")
    assert at(PocketAddition, "one=6,8 two=1,2,3,7 turn=1 passes=2").ending()
    assert at(PocketAddition, "one=6,8 two=1,2,3,7 turn=2 passes=2").ending()
    assert at(PocketAddition, "one=7,8 two=1 turn=2 passes=0").ending()
    assert at(PocketAddition, "target=10 largest=3 one=1,2 two=3 passes=0").ending()


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ("scores=51,0", "scores takes whole numbers from 0 to 50, not '51'."),
        ("scores=5", "scores takes two numbers, Player 1's and Player 2's, as in scores=7,0."),
        ("deck=5,4,4,4,4,4,4,4,4,4", "deck takes whole numbers from 0 to 4, not '5'."),
        ("deck=4,4", "deck takes 10 counts, those of the cards 1 to 10."),
        ("deck=4,4,4,4,4,4,4,4,4,4,4", "deck takes 10 counts, those of the cards 1 to 10."),
        ("deck=", "deck takes 10 counts, those of the cards 1 to 10."),
        ("largest=3 deck=4,4", "deck takes 3 counts, those of the cards 1 to 3."),
        ("card=0", "card takes whole numbers from 1 to 10, not '0'."),
        ("card=11", "card takes whole numbers from 1 to 10, not '11'."),
        ("card=", "card takes whole numbers from 1 to 10, not ''."),
        ("card=9", "All 4 cards of 9 are in the deck: card=9 cannot be drawn too."),
        ("copies=1 card=9", "All 1 cards of 9 are in the deck: card=9 cannot be drawn too."),
        ("draw=third", "draw is 'first' or 'second'."),
        ("draw=", "draw is 'first' or 'second'."),
        (
            "deck=3,4,4,4,4,4,4,4,4,4 card=1 draw=second",
            "card and draw cannot both be given: a card drawn awaits a decision.",
        ),
        ("draw=second", "With draw=second the rejected card is no longer in the deck."),
        ("scores=50,0", "Player 1 has reached 50: the game is over, and turn=2."),
        ("scores=0,50 turn=2", "Player 2 has reached 50: the game is over, and turn=1."),
        ("scores=50,50", "Both players cannot have reached 50."),
        (
            "scores=50,0 turn=2 deck=3,4,4,4,4,4,4,4,4,4 card=1",
            "The game is over: no card is drawn any more.",
        ),
        (
            "scores=0,50 turn=1 deck=3,4,4,4,4,4,4,4,4,4 draw=second",
            "The game is over: no card is drawn any more.",
        ),
    ],
)
def test_invariants_of_prime_duel(words: str, sentence: str) -> None:
    assert position_refused(f"prime-duel {words}") == sentence


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("prime-climb top=1", "top must be a whole number from 2 to 1000."),
        ("prime-climb top=1001", "top must be a whole number from 2 to 1000."),
        ("prime-climb top=", "top must be a whole number from 2 to 1000."),
        ("prime-climb top=+30", "top must be a whole number from 2 to 1000."),
        ("prime-climb top=030", "top must be a whole number from 2 to 1000."),
        ("prime-climb largest=five", "largest must be a whole number from 1 to 99."),
        ("nonprime-addition start=1000001", "start must be a whole number from 1 to 1000000."),
        ("nonprime-addition largest=2", "smallest must be below largest; 2 and 2 are not."),
        ("number-morph digits=8", "digits must be a whole number from 2 to 7."),
        ("pocket-addition largest=15", "largest must be a whole number from 1 to 14."),
        ("prime-duel copies=9", "copies must be a whole number from 1 to 8."),
    ],
)
def test_rules_outside_their_range_are_refused_with_the_range(text: str, sentence: str) -> None:
    with pytest.raises(RulesError) as caught:
        read_position(text)
    assert str(caught.value) == sentence


def test_errors_of_text_are_errors_of_the_parlor() -> None:
    assert issubclass(NotationError, ParlorError)
    assert not issubclass(NotationError, RulesError)


def test_a_position_that_need_not_be_reachable_is_played_on() -> None:
    state = at(PrimeDuel, "scores=49,49 deck=0,0,0,0,0,0,0,0,0,0")
    assert play_on(state, 1, "keep").ending()
    assert at(PrimeClimb, "steps=19,17 turn=2").moves() == (1, 3)
    assert at(NonprimeAddition, "total=2").ending(), "nobody can have made a 2, and yet it is one"


def test_words_read_lists_and_their_absence() -> None:
    words = Words(["one=", "two=1,2"], ("one", "two", "three"))
    assert words.numbers("one", 1, 9) == ()
    assert words.numbers("two", 1, 2) == (1, 2)
    assert words.numbers("three", 1, 9) is None
    assert words.number("three", 1, 9, 4) == 4
    assert words.turn() == 1


# Whatever is typed -----------------------------------------------------------------------------

typed = st.one_of(
    st.text(max_size=30),
    st.text(st.sampled_from("0123456789+-.,_ \t\0 ５²٥xe"), max_size=8),
    st.sampled_from([*NOT_NUMBERS.values(), *WORDS_UNKNOWN]),
    st.binary(max_size=12).map(lambda raw: raw.decode("utf-8", "surrogateescape")),
)
KEYS = {key for name, form in FORMS.items() for key in (*form.keys, *GAMES[name].Rules.numbers)}
key = st.sampled_from(["x", *sorted(KEYS - {"digits"})])  # six and seven digits are slow in the making
value = st.one_of(
    st.integers(-2, 60).map(str),
    st.lists(st.integers(-1, 60), max_size=11).map(lambda numbers: ",".join(map(str, numbers))),
    st.sampled_from(["first", "second", "211", "211,271", "4,4,4,4,4,4,4,4,4,3", ""]),
    typed,
)


def tried(read: Callable[[], T]) -> T | NotationError | RulesError:
    """What is read, or the error; any other error is the test's failure."""
    try:
        return read()
    except (NotationError, RulesError) as error:
        return error


@pytest.mark.parametrize("name", NAMES)
@settings(max_examples=40)
@given(text=typed, seed=st.integers(0, 99))
def test_any_text_is_a_move_or_refused(name: str, text: str, seed: int) -> None:
    *_, state = walk(first_state(name), Random(seed), seed % 8)
    move = tried(lambda: parse(state, text))
    if isinstance(move, ParlorError):
        assert str(move) == f"Please type {form(state)}."
    else:
        assert type(move) in (int, str)
        assert text.isascii()
        assert state.why_not(move) is None or isinstance(state.why_not(move), str)


@settings(max_examples=250)
@given(st.one_of(st.sampled_from(list(GAMES)), typed), st.lists(st.tuples(key, value), max_size=5))
@example("prime-duel", [("deck", "0,0,0,0,0,0,0,0,0,0"), ("draw", "second")])
def test_any_text_is_a_position_or_refused(name: str, words: list[tuple[str, str]]) -> None:
    text = " ".join([name, *(f"{key}={value}" for key, value in words)])
    state = tried(lambda: read_position(text))
    if isinstance(state, ParlorError):
        assert str(state).isprintable()
        assert str(state).endswith(".")
        assert len(str(state)) < 400
    else:
        assert read_position(position(state)) == state
        assert [state.ending() is not None, bool(state.chances()), bool(state.moves())].count(True) == 1


@settings(max_examples=100)
@given(st.sampled_from(list(GAMES.values())), st.lists(typed, max_size=3))
def test_any_words_are_a_position_or_refused(game: type[State], words: list[str]) -> None:
    state = tried(lambda: set_up(game, words))
    assert state == game.start() if not words else str(state).isprintable()


def test_ruling_nonprime_3_a_match_begins_where_no_play_reaches_the_limit() -> None:
    assert at(NonprimeAddition, f"total={2**63 - 1}").too_large_to_play() is None
    beyond = at(NonprimeAddition, f"total={2**63}")
    assert beyond.too_large_to_play() == "A match begins with a total below 2^63."
    assert at(NonprimeAddition, f"total={2**64 - 59}").ending() is not None  # the largest prime below 2^64


@pytest.mark.parametrize("word", ["turn= 2", "turn=2 ", "turn=\n2", "turn=\t2"])
def test_a_value_holds_nothing_but_its_digits(word: str) -> None:
    with pytest.raises(NotationError, match="turn takes whole numbers from 1 to 2, not"):
        set_up(GAMES["prime-climb"], [word])
