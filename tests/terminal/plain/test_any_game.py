"""Two games with nothing but their rules, at the plain prompt: what every game has by default."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator

import pytest

from primeparlor.cli import completion, main
from primeparlor.core import ParlorError, State
from primeparlor.games import GAMES as HOUSE
from primeparlor.games import game_of
from primeparlor.players import SEATS
from primeparlor.tables.setup import open_table
from primeparlor.terminal import rules_text
from primeparlor.terminal.dialogue import dialogue_of
from primeparlor.terminal.drawing.ascii import ASCII
from primeparlor.terminal.drawing.lines import STYLES, board, text_of
from primeparlor.terminal.plain import menu
from primeparlor.terminal.plain.input import Keyboard
from primeparlor.terminal.plain.output import Output
from primeparlor.terminal.plain.prompt import LeaveTable, TablePrompt
from primeparlor.terminal.plain_board import draw_lines
from primeparlor.terminal.progress_bar import ProgressBar
from support.example_games import Pig, TwentyOne
from support.terminal.boards import lines_of_play

WIDTHS = range(20, 101)
GAMES = [TwentyOne, Pig]
EVERYTHING = {
    "game": "any",
    "rules": {"target": 3},
    "turn": 1,
    "winner": None,
    "total": 7,
    "hands": {"Player 1": [1, 2, 3], "Player 2": []},
    "grid": [["X", "O", "."], [".", "X", "."], ["O", ".", "10"]],
    "last_move": None,
    "moved": True,
    "deck": list(range(1, 41)),
    "pairs": [{"a": 1, "b": 2}, {"a": 3, "b": None}],
    "mixed": [1, [2, 3]],
    "no_cards": [],
    "note": "a rather long sentence that goes on and on for ever",
    "unbreakable": "q" * 150,
    "wide_cells": [["y" * 120, "z"], []],
    "nothing": {},
    "blank": "",
    "deep": {"a": {"b": {"c": {"d": {"e": {"f": {"g": [1, 2, 3]}}}}}}},
}


@pytest.fixture(name="keyboard")
def typing() -> Iterator[Keyboard]:
    """A keyboard on which nothing is typed yet; `type_on` types on it."""
    reading, writing = os.pipe()
    keyboard = Keyboard(reading)
    keyboard.writing = writing  # type: ignore[attr-defined]
    yield keyboard
    os.close(reading)


def played(
    keyboard: Keyboard,
    capsys: pytest.CaptureFixture[str],
    start: State,
    typed: str,
    fate: str = "",
    seats: tuple[str, str] = ("human", "human"),
) -> str:
    """What is shown when this is typed, line by line."""
    writing = keyboard.writing  # type: ignore[attr-defined]
    os.write(writing, "".join(f"{line}\n" for line in typed.split(", ")).encode())
    os.close(writing)
    progress = ProgressBar(start.title)
    table = open_table(start, seats, fate=fate, seed=1, progress=progress)
    try:
        TablePrompt(table, keyboard, Output(), progress).play()
    except LeaveTable:
        table.leave()
    return capsys.readouterr().out


def test_twenty_one(keyboard: Keyboard, capsys: pytest.CaptureFixture[str]) -> None:
    start = TwentyOne.start(TwentyOne.Rules(target=5))
    asked = "Your move (a whole number from 1 to 3): "
    assert played(keyboard, capsys, start, "x, 4, 2, undo, 1, 3, 2, 1").splitlines() == [
        "Welcome to Twenty-One!",
        "The aim: add 1, 2 or 3; make the total 21.",
        "A variant: target=5.",
        "",
        "Player 1's turn.",
        "Total: 0",
        f"{asked}x",
        "Please type a whole number from 1 to 3.",
        f"{asked}4",
        "4 cannot be played here.",
        f"{asked}2",
        "Total: 0 → 2",
        "",
        "Player 2's turn.",
        "Total: 2",
        f"{asked}undo",
        "Player 1 takes back 2.",
        "",
        "Player 1's turn.",
        "Total: 0",
        f"{asked}1",
        "Total: 0 → 1",
        "",
        "Player 2's turn.",
        "Total: 1",
        f"{asked}3",
        "Total: 1 → 4",
        "",
        "Player 1's turn.",
        "Total: 4",
        f"{asked}2",
        "2 cannot be played here.",
        f"{asked}1",
        "Total: 4 → 5",
        "Player 1 wins: reached 5.",
    ]


def test_pig(keyboard: Keyboard, capsys: pytest.CaptureFixture[str]) -> None:
    start = Pig.start(Pig.Rules(target=10))
    shown = played(keyboard, capsys, start, "pass, roll, hold, roll", fate="4 5 1 6")
    assert shown.splitlines() == [
        "Welcome to Pig!",
        "The aim: roll, and hold in time; a 1 ends your turn.",
        "A variant: target=10.",
        "",
        "Rolled for Player 1: 4.",
        "",
        "Player 1's turn.",
        "One:     0",
        "Two:     0",
        "Points:  4",
        "Rolling: no",
        "Your move (roll or hold): pass",
        "Please type roll or hold.",
        "Your move (roll or hold): roll",
        "Rolled for Player 1: 5.",
        "",
        "Player 1's turn.",
        "One:     0",
        "Two:     0",
        "Points:  9",
        "Rolling: no",
        "Your move (roll or hold): hold",
        "One: 0 → 9",
        "Points: 9 → 0",
        "",
        "Rolled for Player 2: 1.",
        "",
        "Rolled for Player 1: 6.",
        "",
        "Player 1's turn.",
        "One:     9",
        "Two:     0",
        "Points:  6",
        "Rolling: no",
        "There is only one move: hold.",
        "One: 9 → 15",
        "Points: 6 → 0",
        "Player 1 wins: reached 10.",
    ]


def test_a_player_of_the_house_is_told_as_if_it_had_typed(
    keyboard: Keyboard, capsys: pytest.CaptureFixture[str]
) -> None:
    shown = played(keyboard, capsys, TwentyOne.start(), "2", seats=("human", "random"))
    assert shown.count("Your move (a whole number from 1 to 3): ") >= 3
    assert "Player 1: you. Player 2: random.\n" in shown


def test_help_moves_and_board(keyboard: Keyboard, capsys: pytest.CaptureFixture[str]) -> None:
    shown = played(keyboard, capsys, Pig.start(), "?, moves, board", fate="4")
    assert "Type roll or hold. Or:\n" in shown
    assert "Moves: roll hold\n" in shown
    assert "Your move (roll or hold): board\nOne:     0\n" in shown


def test_rules(keyboard: Keyboard, capsys: pytest.CaptureFixture[str]) -> None:
    shown = played(keyboard, capsys, TwentyOne.start(), "rules")
    assert "TWENTY-ONE\n\nAIM\n\nBe the one who makes the total exactly 21.\n" in shown
    assert rules_text.build_page(TwentyOne).startswith("# Twenty-One\n")


@pytest.mark.parametrize("seat", SEATS[:1])
@pytest.mark.parametrize("game", GAMES)
def test_a_whole_game_of_the_house(
    game: type[State], seat: str, keyboard: Keyboard, capsys: pytest.CaptureFixture[str]
) -> None:
    shown = played(keyboard, capsys, game.start(), "", seats=(seat, seat))
    assert shown.splitlines()[-1].startswith(("Player 1 wins: reached ", "Player 2 wins: reached "))


# Boards --------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
def test_boards_fit_any_width(game: type[State]) -> None:
    for state, line in lines_of_play(game.start(), seed=3):
        for width in WIDTHS:
            for row in draw_lines(state, line, width):
                assert len(text_of(row)) <= width
                assert {style for _, style in row} <= set(STYLES)


def test_a_table_of_any_facts_fits_any_width() -> None:
    signs = {chr(sign) for sign in ASCII}
    for width in WIDTHS:
        rows = list(map(text_of, board(EVERYTHING, width)))
        assert max(map(len, rows)) <= width
        assert {c for row in rows for c in row if not c.isascii()} <= signs
        assert "".join(rows).count("q") == 150
        assert rows == list(map(text_of, board(json.loads(json.dumps(EVERYTHING)), width)))


def test_a_table_of_any_facts_can_be_read() -> None:
    rows = list(map(text_of, board({**EVERYTHING, "unbreakable": 1, "wide_cells": 2}, 60)))
    assert rows[:10] == [
        "Total:       7",
        "Hands:",
        "  Player 1: 1, 2, 3",
        "  Player 2: none",
        "Grid:",
        "   X  O  .",
        "   .  X  .",
        "   O  . 10",
        "Last move:   –",
        "Moved:       yes",
    ]
    assert (
        "\n".join(rows)
        .partition("Pairs:\n")[2]
        .startswith("  A: 1, B: 2\n  A: 3, B: –\nMixed:\n  1\n  2, 3\nNo cards:    none\n")
    )
    assert "Nothing:     none\nBlank:       –\nDeep:\n  A:\n    B:\n" in "\n".join(rows)


def test_a_narrow_table_puts_a_value_below_its_name_only_where_it_must() -> None:
    facts = {"points_of_this_turn": 7, "total": 12, "path": [1, 2, 3, 4, 5, 6, 7, 8]}
    assert list(map(text_of, board(facts, 20))) == [
        "Points of this turn:",
        "  7",
        "Total: 12",
        "Path:",
        "  1, 2, 3, 4, 5, 6,",
        "  7, 8",
    ]


def test_a_game_with_nothing_to_see() -> None:
    assert list(map(text_of, board({"turn": 1}, 20))) == ["There is nothing to", "see yet."]


# Dialogues -----------------------------------------------------------------------------------


def test_the_first_half_of_a_move_is_named_where_the_rest_is_asked_for() -> None:
    assert dialogue_of(Pig.start()).asked_next(Pig.start(), "tens") == "the rest of 'tens', or another move"


def test_a_dialogue_is_made_once() -> None:
    assert dialogue_of(Pig.start()) is dialogue_of(Pig.start().after(4))
    assert game_of(Pig).facts(Pig.start())["points"] == 0


# In lists of games ----------------------------------------------------------------------------


def test_completion_knows_the_keys_of_a_game_that_a_package_brings(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(completion, "GAMES", {**HOUSE, "pig": Pig})
    script = completion.build_script("bash", main.build_parser())
    assert '*" pig "*) game=pig ;;' in script
    assert '"solve pig") offer="$offer target= sides=" ;;' in script


def test_a_form_that_is_broken_does_not_break_the_completion(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(game: type[State]) -> None:
        raise ParlorError(f"{game.title} has no form.")

    monkeypatch.setattr(completion, "form_of", broken)
    script = completion.build_script("bash", main.build_parser())
    assert '"play prime-climb") offer="$offer top= largest=" ;;' in script


def test_the_menu_offers_a_game_that_a_package_brings(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(menu, "GAMES", {**HOUSE, "pig": Pig, "twenty-one": TwentyOne})
    said: list[str] = []
    monkeypatch.setattr(Output, "say", lambda _, *lines: said.extend(lines))
    assert menu.run_menu() == 0  # nothing can be read while a test runs
    assert f"  {len(HOUSE) + 1}  Pig                  roll, and hold in time; a 1 ends your turn" in said
