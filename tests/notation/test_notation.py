"""Text ⇄ moves and positions: what can be read, and the sentence that refuses anything else."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import TypeVar

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from primeparlor.core import ParlorError, RulesError, State
from primeparlor.games import GAMES, NonprimeAddition, NumberMorph, PocketAddition, PrimeClimb, PrimeDuel
from primeparlor.notation import (
    NotationError,
    Words,
    find_game,
    form,
    form_of,
    game,
    parse,
    position,
    read_position,
    read_rules,
    set_up,
    whole_number,
    word,
)
from support.games import at, play, play_on, position_refused, text_refused, walk
from support.variants import NAMES, first_state

T = TypeVar("T")

# A position for every kind of decision, and the form that its refusals name.
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
    "a card": ("prime-duel", "Please type the number of a card."),
    "a second card": (
        "prime-duel deck=4,4,4,4,4,4,3,4,4,4 draw=second",
        "Please type the number of a card.",
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
def test_text_in_no_listed_form_is_refused_with_the_form(asked: str) -> None:
    state, sentence = read_position(ASKED[asked][0]), ASKED[asked][1]
    unlisted = NOT_NUMBERS.keys() - ({"plus"} if form_of(state).adds else set())
    assert {how: text_refused(state, NOT_NUMBERS[how]) for how in unlisted} == dict.fromkeys(
        unlisted, sentence
    )


@pytest.mark.parametrize("asked", ["a number to add", "a step", "a number of the pool"])
def test_a_number_that_is_added_may_have_a_plus(asked: str) -> None:
    state, sentence = read_position(ASKED[asked][0]), ASKED[asked][1]
    assert [parse(state, text) for text in ("+5", " + 5 ", "+99")] == [5, 5, 99]
    for text in ("+", "++5", "+05", "+-5", "5+", "+five", "+pass", "+５"):
        assert text_refused(state, text) == sentence


@every_question
def test_unknown_words_are_refused_with_the_form(asked: str) -> None:
    state, sentence = read_position(ASKED[asked][0]), ASKED[asked][1]
    assert {word: text_refused(state, word) for word in WORDS_UNKNOWN} == dict.fromkeys(
        WORDS_UNKNOWN, sentence
    )


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


def test_parsing_does_not_check_whether_a_number_is_legal() -> None:
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


def test_a_finished_game_still_names_a_form() -> None:
    over = play_on(at(PrimeDuel, "scores=43,0"), 7, "keep")
    assert text_refused(over, "7") == ASKED["keep or discard"][1]
    assert parse(play(PrimeClimb, 3, 4, 6, 7), "5") == 5


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
def test_words_left_out_keep_their_values_from_the_start(text: str, same: str) -> None:
    assert position(read_position(text)) == same


# Positions, refused ----------------------------------------------------------------------------

DUEL_GIVEN = "Write key=value (rules: target, largest, copies; position: scores, deck, turn, card, draw)."
NAMED = f"{', '.join(GAMES.ours)}."
INSTALL = "If it comes in a separate package, install that first."
NOT_HERE = f"here. {INSTALL} The installed games are: {NAMED}"


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", f"There is no game '' {NOT_HERE}"),
        ("   ", f"There is no game '' {NOT_HERE}"),
        ("chess", f"There is no game 'chess' {NOT_HERE}"),
        ("Prime-Climb", f"There is no game 'Prime-Climb' {NOT_HERE}"),
        ("steps=7,0", f"There is no game 'steps=7,0' {NOT_HERE}"),
        ("\0", f"There is no game '\\x00' {NOT_HERE}"),
        ("x" * 40, f"There is no game '{'x' * 40}' {NOT_HERE}"),
        ("x" * 41, f"There is no game '{'x' * 40}…' {NOT_HERE}"),
        (
            "prime-climb 7",
            "'7' is not understood. Write key=value (rules: top, largest; position: steps, turn).",
        ),
        (
            "prime-climb steps",
            "'steps' is not understood. Write key=value (rules: top, largest; position: steps, turn).",
        ),
        (
            "prime-climb step=7,0",
            "'step=7,0' is not understood. Write key=value (rules: top, largest; position: steps, turn).",
        ),
        (
            "prime-climb Turn=1",
            "'Turn=1' is not understood. Write key=value (rules: top, largest; position: steps, turn).",
        ),
        (
            "nonprime-addition =",
            "'=' is not understood. Write key=value (rules: start, smallest, largest; "
            "position: total, turn).",
        ),
        (
            "number-morph total=211",
            "'total=211' is not understood. Write key=value (rules: digits; position: number, used, turn).",
        ),
        (
            "pocket-addition three=1",
            "'three=1' is not understood. Write key=value (rules: target, largest; "
            "position: one, two, turn, passes).",
        ),
        ("prime-duel order=1,2", f"'order=1,2' is not understood. {DUEL_GIVEN}"),
        ("prime-duel pile=" + "1" * 50, f"'pile={'1' * 35}…' is not understood. {DUEL_GIVEN}"),
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
    ("text", "sentence"),
    [
        ("prime-climb top=1", "top must be a whole number from 2 to 1000."),
        ("prime-climb top=1001", "top must be a whole number from 2 to 1000."),
        ("prime-climb top=", "top must be a whole number from 2 to 1000."),
        ("prime-climb top=+30", "top must be a whole number from 2 to 1000."),
        ("prime-climb top=030", "top must be a whole number from 2 to 1000."),
        ("prime-climb largest=five", "largest must be a whole number from 1 to 99."),
        ("nonprime-addition start=1000001", "start must be a whole number from 1 to 1000000."),
        ("nonprime-addition largest=2", "smallest must be less than largest (both are 2)."),
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


def test_a_position_may_be_played_even_if_unreachable() -> None:
    state = at(PrimeDuel, "scores=49,49 deck=0,0,0,0,0,0,0,0,0,0")
    assert play_on(state, 1, "keep").ending()
    assert at(PrimeClimb, "steps=19,17 turn=2").moves() == (1, 3)
    assert at(NonprimeAddition, "total=2").ending(), "nobody can have made a 2, and yet it is one"


def test_a_game_that_is_not_installed_says_so() -> None:
    assert position_refused("pig target=50") == f"There is no game 'pig' {NOT_HERE}"
    with pytest.raises(NotationError) as caught:
        game("climb")  # records and positions give the whole name
    assert str(caught.value) == f"There is no game 'climb' {NOT_HERE}"


# Games, asked for by name ----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("prime-climb", "prime-climb"),
        ("climb", "prime-climb"),
        ("e-c", "prime-climb"),
        (" Climb\n", "prime-climb"),
        ("duel", "prime-duel"),
        ("nonprime", "nonprime-addition"),
        ("pocket", "pocket-addition"),
        ("number", "number-morph"),
        ("prime climb", "prime-climb"),
        ("PrimeClimb", "prime-climb"),
        ("prime_duel", "prime-duel"),
        ("pocket add", "pocket-addition"),
    ],
)
def test_any_part_that_only_one_name_has_finds_a_game(text: str, name: str) -> None:
    assert find_game(text) is GAMES[name]


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("prime", "'prime' could be nonprime-addition, prime-climb or prime-duel: type more of the name."),
        ("addition", "'addition' could be nonprime-addition or pocket-addition: type more of the name."),
        ("chess", f"There is no game 'chess'. The games are: {NAMED} {INSTALL}"),
        ("prime-climbs", f"There is no game 'prime-climbs'. The games are: {NAMED} {INSTALL}"),
        ("-", f"There is no game '-'. The games are: {NAMED} {INSTALL}"),
        ("", f"There is no game ''. The games are: {NAMED} {INSTALL}"),
        (" ", f"There is no game ' '. The games are: {NAMED} {INSTALL}"),
        ("ｃlimb", f"There is no game 'ｃlimb'. The games are: {NAMED} {INSTALL}"),
        ("x" * 41, f"There is no game '{'x' * 40}…'. The games are: {NAMED} {INSTALL}"),
    ],
)
def test_a_part_of_no_name_or_of_several_is_refused(text: str, sentence: str) -> None:
    with pytest.raises(NotationError) as caught:
        find_game(text)
    assert str(caught.value) == sentence


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
KEYS = {key for game in GAMES.values() for key in (*form_of(game).keys, *game.Rules.numbers)}
key = st.sampled_from(["x", *sorted(KEYS - {"digits"})])  # six and seven digits take long to make
value = st.one_of(
    st.integers(-2, 60).map(str),
    st.lists(st.integers(-1, 60), max_size=11).map(lambda numbers: ",".join(map(str, numbers))),
    st.sampled_from(["first", "second", "211", "211,271", "4,4,4,4,4,4,4,4,4,3", ""]),
    typed,
)


def tried(read: Callable[[], T]) -> T | NotationError | RulesError:
    """What is read, or the expected error; any other error fails the test."""
    try:
        return read()
    except (NotationError, RulesError) as error:
        return error


@settings(max_examples=300)
@given(name=st.sampled_from(NAMES), text=typed, seed=st.integers(0, 99))
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


@pytest.mark.parametrize("word", ["turn= 2", "turn=2 ", "turn=\n2", "turn=\t2"])
def test_a_value_holds_nothing_but_its_digits(word: str) -> None:
    with pytest.raises(NotationError, match="turn takes whole numbers from 1 to 2, not"):
        set_up(GAMES["prime-climb"], [word])
