"""The default board on the screen: large numbers, scores as bars, and a key for each move."""

from __future__ import annotations

from typing import Any

import pytest

import parlor_pig.rules
from primeparlor.core import Move, RulesError, State
from primeparlor.fact_words import format_standing
from primeparlor.games import GAMES, game_of
from primeparlor.match import Outcome
from primeparlor.messages import Messages, Row, Said, Seats
from primeparlor.tables.messages import messages_of
from primeparlor.terminal.drawing import default
from primeparlor.terminal.drawing.board import Board, Key, Press, View
from primeparlor.terminal.drawing.canvas import Canvas
from primeparlor.terminal.tui.boards import board_of
from support.example_games import Kinds, Pig, Shown, ShownRules, TwentyOne, TwentyOneRules
from support.terminal.boards import lines_of_play
from support.terminal.canvas import FIRST, FRIENDS, SIZES, canvas, text, view_of, without_stand_ins

RISKY = Pig.start()._replace(one=13, two=5, points=8, rolling=False)
ELEVEN = TwentyOne.start()._replace(total=11)
EVERYTHING: dict[str, Any] = {
    "game": "any",
    "rules": {},
    "turn": 1,
    "winner": None,
    "total": 7,
    "hands": {"Player 1": [1, 2, 3], "Player 2": []},
    "grid": [["X", "O", "."], [".", "X", "."], ["O", ".", "10"]],
    "last_move": None,
    "deck": list(range(1, 41)),
    "note": "a rather long sentence that goes on and on for ever",
    "unbreakable": "q" * 150,
    "deep": {"a": {"b": {"c": {"d": {"e": {"f": {"g": [1, 2, 3]}}}}}}},
}


def drawn(facts: dict[str, Any], size: tuple[int, int], seats: Seats = FIRST) -> str:
    c = Canvas(*size)
    Board(TwentyOne).paint(c, facts, View(seats, 1))
    return text(c)


def keys(state: State, **view: Any) -> list[Key]:
    return board_of(state).keys(game_of(state).facts(state), view_of(state)._replace(**view))


# Drawn -------------------------------------------------------------------------------------------


def test_a_number_is_large() -> None:
    expected = """\
                           Total
                       ▟╱╮▖     ▟╱╮▖
                      ▟╱█│▌    ▟╱█│▌
                        ▐│▌      ▐│▌
                        ▐│▌      ▐│▌
                        ▐│▌      ▐│▌
                        ▐│▌      ▐│▌
                        ▐│▌      ▐│▌
                        ▐│▌      ▐│▌
                      ╶──┴─╴   ╶──┴─╴



                Rules: target 21, largest 3"""
    assert text(canvas(ELEVEN, (60, 14))) == expected


def test_scores_are_bars() -> None:
    expected = """\
                           Points
                          ▗╭───╮▖
                          ▐│▌ ▐│▌
                          ▐├───┤▌
                          ▐│▌ ▐│▌
                          ▝╰───╯▘


  ● You                             ────────────  13 of 20
  ■ The house ╱╱╱╱╱╱╱╱──────────────────────────  5 of 20

                        Rolling: no"""
    assert text(canvas(RISKY, (60, 12))) == expected


def test_where_nothing_can_be_large_everything_is_in_rows() -> None:
    shown = text(canvas(RISKY, (58, 7)))
    assert "Points: " in shown
    assert "13 of 20" in shown


def test_scores_without_a_target_are_large() -> None:
    facts = {"rules": {}, "scores": [12, 5], "turn": 1, "winner": None, "game": "x"}
    shown = drawn(facts, (60, 14), FRIENDS)
    assert "● Player 1" in shown
    assert "■ Player 2" in shown
    assert " of " not in shown
    assert "Scores" not in shown


def test_what_belongs_to_a_player_goes_by_the_name() -> None:
    facts = {"rules": {}, "one": [1, 2], "two": [], "turn": 1, "winner": None, "game": "x"}
    shown = drawn(facts, (60, 14))
    assert "You:       1, 2" in shown
    assert "The house: none" in shown


def test_a_score_beyond_the_target() -> None:
    facts = {"rules": {"target": 20}, "scores": [23, 5], "turn": 1, "winner": 1, "game": "x"}
    assert "23 of 20" in drawn(facts, (60, 14))


def test_a_board_in_lines_is_drawn_as_it_is() -> None:
    state = parlor_pig.rules.Pig.start()._replace(one=13, points=8, rolling=False)
    shown = text(canvas(state, (64, 18), [(None, 3), (None, 5)]))
    assert "[3] [5]" in shown
    assert "Player 1 █" in shown
    assert "Points" in shown.splitlines()[0]
    low = text(canvas(state, (58, 10)))
    assert "At risk: 8" in low


def test_what_does_not_fit_ends_with_dots() -> None:
    low, high = drawn(EVERYTHING, (58, 10)), drawn(EVERYTHING, (160, 50))
    assert low.splitlines()[-1].strip() == "…"
    assert "…" not in high
    assert "Grid:" in high


@pytest.mark.parametrize("game", [TwentyOne, Pig, parlor_pig.rules.Pig])
def test_every_size_and_position(game: type[State]) -> None:
    for state, line in list(lines_of_play(game.start(), seed=2, longest=20))[::3]:
        for size in SIZES:
            assert without_stand_ins(canvas(state, size, line)) == set()


def test_facts_of_every_kind() -> None:
    state = Kinds.start()
    for size in SIZES:
        assert without_stand_ins(canvas(state, size)) == set()
    shown = text(canvas(state, (98, 26)))
    assert "Known:" in shown
    assert "Number" in shown


def test_our_games_could_do_without_their_boards() -> None:
    for name in GAMES.ours:
        state = GAMES[name].start()
        for size in SIZES:
            Board(type(state)).paint(Canvas(*size), game_of(state).facts(state), view_of(state))


@pytest.mark.parametrize("size", [(11, 3), (17, 8), (40, 12)])
def test_the_picture_at_home(size: tuple[int, int]) -> None:
    Board(TwentyOne).art(c := Canvas(*size))
    assert ("Twenty-One" in text(c)) == (size[1] > 3)
    Board(Kinds).art(c := Canvas(*size))  # rules without a number
    assert "Kinds" in text(c)


# Keys --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("moves", "expected"),
    [
        ((1, 2, 3), "123"),
        ((1, 10), "10"),
        ((0, 1, 10), "01a"),
        ((5, 15, 25), "5ab"),
        (("roll", "hold"), "ro"),
        (("quit", "what"), "ia"),
        (("hum", "wut", "pass"), "abp"),
        (("keep", "kick", 7), "ki7"),
        (tuple(range(1, 11)), "1234567890"),
    ],
)
def test_each_move_has_a_key_of_its_own(moves: tuple[Move, ...], expected: str) -> None:
    found = default.keys_of(moves)
    assert "".join(found) == expected
    assert tuple(found.values()) == moves


def test_keys_play() -> None:
    state, board = ELEVEN, board_of(ELEVEN)
    facts = game_of(state).facts(state)
    assert keys(state) == [Key("1", "Play 1"), Key("2", "Play 2"), Key("3", "Play 3")]
    assert board.press(facts, view_of(state), "3") == Press(move="3")
    assert board.press(facts, view_of(state), "4") is None
    assert board.press(facts, view_of(state, held="2"), "enter") == Press(move="2")
    assert [key.label for key in keys(RISKY)] == ["Roll", "Hold"]
    assert board_of(RISKY).press(game_of(RISKY).facts(RISKY), view_of(RISKY), "O") == Press(move="hold")


def test_keys_tell_how_they_stand() -> None:
    one, two, three = keys(ELEVEN, held="2", tried=(3,))
    assert (one.word, two.word, two.chosen, three.word, three.ink) == ("", "again", True, "✕ tried", "bad")
    assert [(key.off, key.word) for key in keys(ELEVEN, yours=False)] == [(True, "wait")] * 3


def test_moves_of_many_kinds_are_typed() -> None:
    large = TwentyOne.start(TwentyOneRules(largest=11))
    assert keys(large) == []
    assert "Type a number from 1 to 11, then press Enter." in text(canvas(large))
    assert "11?  Enter plays it, Esc cancels." in text(canvas(large, held="11"))
    for waiting in ({"yours": False}, {"over": True}, {"actions": View(FIRST, 1).actions}):
        assert "Enter" not in text(canvas(large, **waiting))
    board, facts = board_of(large), game_of(large).facts(large)
    pressed = {
        ("", "1"): "1",
        ("1", "1"): "11",
        ("1", "2"): "2",
        ("11", "5"): "5",
        ("11", "backspace"): "1",
    }
    for (held, key), then in pressed.items():
        assert board.press(facts, view_of(large, held=held), key) == Press(held=then)
    for key in ("backspace", "x", "left", "h"):
        assert board.press(facts, view_of(large), key) is None
    assert board.press(facts, view_of(large, held="11"), "enter") == Press(move="11")
    seven = keys(TwentyOne.start(TwentyOneRules(largest=7)))
    assert [key.label for key in seven] == list("1234567")


def test_moves_that_cannot_be_found_are_typed_and_looked_for_once() -> None:
    asked = []

    def too_many() -> tuple[Move, ...]:
        asked.append(1)
        raise RulesError("Too many positions.")

    board, facts = Board(TwentyOne), game_of(ELEVEN).facts(ELEVEN)
    view = view_of(ELEVEN)._replace(actions=too_many)
    assert board.keys(facts, view) == []
    assert board.press(facts, view, "1") == Press(held="1")
    assert board.press(facts, view._replace(held="1" * 20), "2") == Press(held="2")
    board.paint(c := Canvas(60, 14), facts, view)
    assert "Type your move, then press Enter." in text(c)
    assert asked == [1]


def test_a_game_that_shows_its_moves_has_keys_for_those_that_can_be_made_here() -> None:
    near = Shown.start(ShownRules(largest=20))._replace(total=17)
    assert [key.label for key in keys(near)] == ["Play 1", "Play 2", "Play 3", "Play 4"]
    far, board = near._replace(total=0), board_of(near)
    assert keys(far) == []
    facts = game_of(far).facts(far)
    assert facts["moves"] == list(range(1, 21))
    assert board.press(facts, view_of(far, held="2"), "1") == Press(held="1")
    assert board.press(facts, view_of(far, held="1"), "7") == Press(held="17")
    assert "moves" not in text(canvas(near)).lower()


def test_letters_choose_words_among_many_moves() -> None:
    moves: tuple[Move, ...] = (*range(1, 12), "keep", "hold")
    assert default.typed("1", "k", moves) == "keep"
    assert default.typed("keep", "1", moves) == "1"
    assert default.typed("", "h", moves) is None  # the key of a hint
    assert default.ask("", ("keep", "hold")) == "Type your move, then press Enter."


def test_narrow_keys_say_which_key_they_are() -> None:
    board, facts = Board(TwentyOne), game_of(ELEVEN).facts(ELEVEN)
    words = ("north", "south", "hold", "pass")
    found = board.keys(facts, view_of(ELEVEN)._replace(actions=lambda: words))
    assert [(key.label, key.word) for key in found] == [
        ("North", "key n"),
        ("South", "key s"),
        ("Hold", "key o"),
        ("Pass", "key p"),
    ]


# Words -------------------------------------------------------------------------------------------


def test_what_is_said() -> None:
    messages, after = messages_of(ELEVEN), ELEVEN.after(3)
    said = messages.moved(ELEVEN, after, 3, FIRST)
    assert said == Said("You played 3.", "Total: 11 → 14.")
    assert messages.row(ELEVEN, after, 3) == Row("3")
    rolling = RISKY._replace(rolling=True)
    said = messages_of(rolling).drawn(rolling, rolling.after(4), 4, FIRST)
    assert said[:2] == ("Rolled for you: 4.", "Points: 8 → 12.")
    assert Messages(TwentyOne).moved(ELEVEN, after, 3, FRIENDS) == Said("Player 1 played 3.")


def test_how_far_they_are() -> None:
    messages, facts = messages_of(RISKY), game_of(RISKY).facts(RISKY)
    assert (messages.standing(facts, 1), messages.standing(facts, 2)) == ("13 of 20", "5 of 20")
    assert messages_of(ELEVEN).standing(game_of(ELEVEN).facts(ELEVEN), 1) == ""
    assert format_standing({"rules": {}, "points": [3, 4]}, 2) == "4"


def test_the_result() -> None:
    over = TwentyOne.start()._replace(total=21, turn=2)
    said = messages_of(over).result(over, Outcome(1, "reached 21"), FIRST)
    assert said[:2] == ("You won.", "Reached 21.")
