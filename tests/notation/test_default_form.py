"""The form of a game that brings none: moves from the lists of its rules, positions from its fields."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple, Self

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from primeparlor import core
from primeparlor.core import GameError, Move, ParlorError, Player, Range, Rules, State
from primeparlor.notation import NotationError, form, form_of, parse, position, set_up
from support.example_games import Kinds, NoRules, Pig, TwentyOne, UnlistedPig
from support.games import options, play, play_on, reachable, text_refused


def read(game: type[State], text: str) -> State:
    """The position that this text, whose first word is the game's name, describes."""
    return set_up(game, text.split()[1:])


def tried(read: Callable[[], State]) -> State | ParlorError:
    try:
        return read()
    except ParlorError as error:
        return error


def refused(game: type[State], words: str) -> str:
    with pytest.raises(ParlorError) as caught:
        set_up(game, words.split(" "))
    return str(caught.value)


# Moves -----------------------------------------------------------------------------------------


class Listed(Kinds):
    """A game with exactly the moves that a test lists."""

    __slots__ = ()


def listing(actions: tuple[Move, ...]) -> State:
    rules = type("ListedRules", (NoRules,), {"actions": actions, "outcomes": ()})()
    return Listed.start(rules)


@pytest.mark.parametrize(
    ("actions", "asked"),
    [
        ((1, 2, 3), "a whole number from 1 to 3"),
        ((3, 1, 2), "a whole number from 1 to 3"),
        ((5,), "5"),
        ((1, 2), "1 or 2"),
        ((1, 2, "pass"), "1, 2 or pass"),
        ((1, 5, 10, 50), "1, 5, 10 or 50"),
        ((1, 5, 10, "pass"), "1, 5, 10 or pass"),
        (tuple(range(2, 22, 2)), "2, 4, 6, 8, 10, 12, 14, 16, 18 or 20"),
        (tuple(range(2, 24, 2)), "a whole number from 2 to 22"),
        (("hold", "roll"), "hold or roll"),
        (("roll",), "roll"),
        ((*range(1, 10), "pass"), "a whole number from 1 to 9, or pass"),
        ((*range(1, 10), "hold", "pass"), "a whole number from 1 to 9, hold or pass"),
    ],
)
def test_the_prompt_names_all_moves_of_the_game(actions: tuple[Move, ...], asked: str) -> None:
    assert form(listing(actions)) == asked


def test_the_prompt_does_not_give_away_which_moves_are_left() -> None:
    state = play(TwentyOne, 3, 3, 3, 3, 3, 3, 2)
    assert state.moves() == (1,)
    assert form(state) == "a whole number from 1 to 3"
    assert form(play(TwentyOne, largest=5)) == "a whole number from 1 to 5"


def test_fate_is_asked_for_what_it_may_bring() -> None:
    assert form(play(Pig)) == "a whole number from 1 to 6"
    assert form(play(Pig, 5)) == "roll or hold"
    assert form(play(UnlistedPig, 5)) == "hold or roll"


@pytest.mark.parametrize("text", ["2", " 2\n", "\t2"])
def test_a_whole_number_is_read(text: str) -> None:
    assert parse(play(TwentyOne), text) == 2
    assert parse(play(Pig), text) == 2


def test_whether_a_move_is_legal_is_left_to_the_rules() -> None:
    assert parse(play(TwentyOne), "9") == 9
    assert parse(play(Pig), "0") == 0
    won = play(Pig, 6, "roll", 6, "roll", 6, "roll", 6)
    assert won.moves() == ("hold",)
    assert parse(won, "roll") == "roll"
    assert parse(play_on(won, "hold"), "hold") == "hold", "a finished game still reads its moves"


@pytest.mark.parametrize("text", ["hold", " Hold\n", "HOLD"])
def test_a_word_is_read(text: str) -> None:
    assert parse(play(Pig, 5), text) == "hold"


def test_a_word_in_capitals_keeps_them() -> None:
    assert parse(listing(("Pass", 1)), "pass") == "Pass"


@pytest.mark.parametrize("text", ["", "hol", "holds", "ｈold", "5", "0", "hold roll", "\0", "x" * 10_000])
def test_anything_else_is_refused_with_the_form(text: str) -> None:
    assert text_refused(play(Pig, 5), text) == "Please type roll or hold."


@pytest.mark.parametrize("text", ["hold", "roll", "", "-1", "1.0", "０"])
def test_words_are_refused_where_numbers_are_asked_for(text: str) -> None:
    assert text_refused(play(TwentyOne), text) == "Please type a whole number from 1 to 3."
    assert text_refused(play(Pig), text) == "Please type a whole number from 1 to 6."


def test_a_game_too_large_to_list_its_moves_is_played_all_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(core, "MOST_WALKED", 10)
    state = play(TwentyOne, target=99)
    assert form(state) == "a whole number or a word from the rules"
    assert parse(state, "3") == 3
    assert parse(state, "9") == 9, "nobody knows that there is no 9"
    assert parse(play(UnlistedPig, 5, target=99), "hold") == "hold"
    assert text_refused(state, "pass") == "Please type a whole number or a word from the rules."


@pytest.mark.parametrize(
    ("chances", "told"),
    [
        ((1, 2, 3, 4), "only 1 to 4 can be rolled there."),
        ((2, 3, 5), "only 2, 3 or 5 can be rolled there."),
        (("heads", "tails"), "only heads or tails can be rolled there."),
        (
            tuple(range(0, 40, 2)),
            "only 0, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22 or others can be rolled there.",
        ),
    ],
)
def test_what_can_be_drawn_is_told(
    chances: tuple[Move, ...], told: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Pig, "chances", lambda _: chances)
    assert form_of(Pig).why_not_drawn(Pig.start(), None) == told


def test_no_move_has_two_halves() -> None:
    state = play(TwentyOne)
    assert form_of(state).begun(state, "2") is None
    assert form_of(state).completed(state, "tens", "7") == "tens 7"


# Positions -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("game", "moves", "text"),
    [
        (TwentyOne, "", "twenty-one total=0 turn=1"),
        (TwentyOne, "3 2", "twenty-one total=5 turn=1"),
        (TwentyOne, "4", "twenty-one target=50 largest=4 total=4 turn=2"),
        (Pig, "", "pig one=0 two=0 points=0 rolling=yes turn=1"),
        (Pig, "5 roll 4", "pig one=0 two=0 points=9 rolling=no turn=1"),
        (Pig, "5 hold 1", "pig one=5 two=0 points=0 rolling=yes turn=1"),
    ],
)
def test_a_position_is_written_field_by_field(game: type[State], moves: str, text: str) -> None:
    there = read(game, text)
    state = game.start(there.rules)
    for move in moves.split():
        state = state.play(parse(state, move))
    assert position(state) == text
    assert there == state


@pytest.mark.no_cover  # hundreds of states, all by the same few lines
@pytest.mark.parametrize(
    ("game", "numbers"),
    [(TwentyOne, {}), (TwentyOne, {"target": 9, "largest": 9}), (Pig, {"target": 7}), (Pig, {"target": 12})],
)
def test_every_reachable_state_is_read_back(game: type[State], numbers: dict[str, int]) -> None:
    states = reachable(play(game, **numbers))
    for here in states:
        check_read_back(here)
    assert len({position(here) for here in states}) == len(states)


@pytest.mark.no_cover  # thousands of states, all by the same few lines
def test_every_state_of_pig_is_read_back() -> None:
    for here in reachable(play(Pig)):
        assert read(Pig, position(here)) == here


def check_read_back(state: Any) -> None:
    text = position(state)
    again: Any = read(type(state), text)
    assert again == state
    assert type(again) is type(state)
    assert [*map(type, again)] == [*map(type, state)]
    assert position(again) == text
    for move in options(state):
        assert parse(state, str(move)) == move


def test_keys_left_out_keep_their_values_from_the_start() -> None:
    assert set_up(TwentyOne, []) == TwentyOne.start()
    assert set_up(TwentyOne, ["turn=2"]) == TwentyOne(TwentyOne.Rules(), 0, 2)
    assert set_up(Pig, ["points=9", "rolling=no", "target=50"]) == play(Pig, 5, "roll", 4, target=50)


EVERY_KIND: list[dict[str, Any]] = [
    {},
    {"number": -2},
    {"number": 2**200},
    {"number": 12, "known": 3, "left": None, "leader": 2},
    {"known": -8, "left": 0, "leader": 1, "open": True},
    {"pile": (1,), "pair": (3, -4)},
    {"pile": (5, 0, 5), "word": "ace=high"},
    {"word": "ﬁve", "suit": "black", "turn": 2},
]


@pytest.mark.parametrize("fields", EVERY_KIND, ids=str)
def test_a_field_of_every_kind_is_read_back(fields: dict[str, Any]) -> None:
    state: Any = Kinds.start()._replace(**fields)
    again: Any = read(Kinds, position(state))
    assert again == state
    assert [*map(type, again)] == [*map(type, state)]


def test_nothing_is_left_out_where_a_game_begins_with_nothing() -> None:
    start = "kinds number=0 left=7 open=no pile= pair=0,0 word= suit=red turn=1"
    assert position(Kinds.start()) == start
    assert "left= " in position(Kinds.start()._replace(left=None))


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ("number=x", "number takes a whole number, not 'x'."),
        ("number=", "number takes a whole number, not ''."),
        ("number=1.0", "number takes a whole number, not '1.0'."),
        ("number=+1", "number takes a whole number, not '+1'."),
        ("number=-0", "number takes a whole number, not '-0'."),
        ("number=01", "number takes a whole number, not '01'."),
        ("number=1_0", "number takes a whole number, not '1_0'."),
        ("number=５", "number takes a whole number, not '５'."),
        ("number=" + "9" * 9999, f"number takes a whole number, not '{'9' * 40}…'."),
        ("known=x", "known takes a whole number, or nothing, not 'x'."),
        ("leader=3", "leader takes 1 or 2, or nothing, not '3'."),
        ("open=maybe", "open takes yes or no, not 'maybe'."),
        ("open=True", "open takes yes or no, not 'True'."),
        ("pile=1,", "pile takes whole numbers separated by commas, not '1,'."),
        ("pile=1;2", "pile takes whole numbers separated by commas, not '1;2'."),
        ("pair=1", "pair takes 2 whole numbers separated by commas, not '1'."),
        ("pair=", "pair takes 2 whole numbers separated by commas, not ''."),
        ("word=\0", "word takes a word, not '\\x00'."),
        ("word=\u2028", "word takes a word, not '\\u2028'."),
        ("suit=blue", "suit takes red or black, not 'blue'."),
        ("turn=3", "turn takes 1 or 2, not '3'."),
        ("turn=1 turn=1", "turn is given twice."),
        (
            "rules=1",
            "'rules=1' is not understood. "
            "Write key=value (position: number, known, left, leader, open, pile, pair, word, suit, turn).",
        ),
        ("number=1", "This position cannot occur in Kinds."),  # nobody can move, and it is not over
        ("number=5", "This position cannot occur in Kinds."),  # the rules themselves stumble
    ],
)
def test_unfit_text_is_refused_with_its_own_sentence(words: str, sentence: str) -> None:
    assert refused(Kinds, words) == sentence


def test_a_position_that_play_cannot_go_on_from_is_refused() -> None:
    assert refused(Pig, "two=20 rolling=no") == "This position cannot occur in Pig."
    assert set_up(TwentyOne, ["total=21"]).ending()


@settings(max_examples=300)
@given(
    st.sampled_from([TwentyOne, Pig, Kinds]),
    st.lists(
        st.tuples(
            st.sampled_from([*TwentyOne._fields, *Pig._fields, *Kinds._fields, "target", "x"]),
            st.one_of(
                st.integers(-2, 30).map(str),
                st.sampled_from(["yes", "no", "", "1,2", "red"]),
                st.text(max_size=9),
            ),
        ),
        max_size=4,
    ),
)
def test_any_words_are_a_position_or_refused(game: type[State], words: list[tuple[str, str]]) -> None:
    state = tried(lambda: set_up(game, [f"{key}={value}" for key, value in words]))
    if isinstance(state, ParlorError):
        assert str(state).isprintable()
        assert str(state).endswith(".")
    else:
        assert read(game, position(state)) == state


# What its author is told -----------------------------------------------------------------------


def test_the_form_is_made_once() -> None:
    assert form_of(TwentyOne) is form_of(play(TwentyOne, 3))
    assert form_of(TwentyOne).keys == ("total", "turn")


class _Clash(NamedTuple):
    rules: Rules
    target: int
    turn: Player


class Clash(_Clash, State):
    """A game with a field and a rule of the same name."""

    name, title = "clash", "Clash"

    class Rules(Rules):
        """A rule named like the field."""

        numbers = {"target": Range(1, 1, 9)}


def test_a_field_and_a_rule_of_one_name_are_refused() -> None:
    with pytest.raises(GameError) as caught:
        set_up(Clash, [])
    assert str(caught.value) == (
        "In Clash a field and a rule are both named target: rename one of them, or add a form.py."
    )


class Bare(State):
    """No fields at all."""

    name, title = "bare", "Bare"


def test_a_state_without_fields_is_refused() -> None:
    with pytest.raises(GameError) as caught:
        assert form_of(Bare).keys
    assert str(caught.value) == "The state of Bare is not a NamedTuple: make it one, or add a form.py."


def odd(kind: Any) -> type[State]:
    """A game with a field of this kind."""

    class Fields(NamedTuple):
        rules: Any
        odd: Any
        turn: Player

    Fields.__annotations__["odd"] = kind

    class OddRules(NoRules):
        """Rules of its own: they know whose they are."""

    class Odd(Fields, State):
        """One odd field."""

        name, title = "odd-game", "Odd Game"
        Rules = OddRules

        @classmethod
        def start(cls, rules: Any = None) -> Self:
            return cls(rules, 5, 1)

    return Odd


@pytest.mark.parametrize(
    "kind",
    [
        *(float, list, frozenset[int], tuple[str, ...], int | str),
        *(float | None, str | None, tuple[int, ...] | None, int | str | None),
    ],
    ids=str,
)
def test_a_field_of_another_kind_needs_a_form(kind: Any) -> None:
    with pytest.raises(GameError) as caught:
        set_up(odd(kind), ["odd=5"])
    assert str(caught.value) == (
        "Odd Game: the type of the field odd cannot be written as key=value. "
        "Make it an int, a bool, a str or a tuple of ints, or add a form.py."
    )


@pytest.mark.parametrize("kind", [int, None | int, tuple[int], tuple[int, int] | None], ids=str)
def test_kinds_that_need_none(kind: Any) -> None:
    assert form_of(odd(kind))._kinds


def test_annotations_that_cannot_be_read_need_a_form() -> None:
    with pytest.raises(GameError) as caught:
        set_up(odd("Fraction"), ["odd=5"])
    assert str(caught.value) == (
        "Odd Game: the annotations of its fields cannot be read (name 'Fraction' is not defined). "
        "Import what they name, or add a form.py."
    )


@pytest.mark.parametrize("word", ["two words", "\x1b[2J", "a\tb"])
def test_a_word_that_cannot_stand_in_a_position_needs_a_form(word: str) -> None:
    with pytest.raises(GameError) as caught:
        position(Kinds.start()._replace(word=word))
    assert str(caught.value) == f"word holds {word!r}, which no position can hold: add a form.py."


def test_errors_of_a_game_are_not_blamed_on_the_text() -> None:
    assert issubclass(GameError, ParlorError)
    assert not issubclass(GameError, NotationError)
