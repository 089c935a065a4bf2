"""What plain lines show: boards that fit, signs the terminal can show, and never colour alone."""

from __future__ import annotations

import os
import re
from pathlib import Path

import pytest

from primeparlor.core import Played
from primeparlor.games import GAMES, game_of
from primeparlor.notation import read_position
from primeparlor.terminal.drawing.ascii import ASCII
from primeparlor.terminal.drawing.lines import STYLES, text_of
from primeparlor.terminal.plain.output import Output, wrap_line
from primeparlor.terminal.plain_board import draw_lines
from primeparlor.terminal.rules_text import build_page
from support.terminal.boards import board, lines_of_play
from support.terminal.command import (
    FATE,
    NAMES,
    PARLOR,
    Terminal,
    parlor,
    started,
)

NARROW = 40  # columns of a real terminal; boards are drawn at more widths below
LARGE = [
    "nonprime-addition total=99990 largest=99",
    "number-morph digits=5 number=99991",
    "prime-climb top=1000 steps=500,703",
    "prime-climb top=24",
    "pocket-addition target=200 largest=14 one=1,3,5,7,9,11,13 two=2,4,6,8,10,12",
    "prime-duel largest=12 copies=8 target=100 scores=73,29",
]
NO_COLOUR: list[dict[str, str | None]] = [
    {"NO_COLOR": "1"},
    {"TERM": "dumb"},
    {"TERM": None},
]
ASCII_ONLY: list[dict[str, str | None]] = [
    {"LC_ALL": "C"},
    {"LC_ALL": "POSIX"},
    {"LANG": "C"},
    {"PYTHONIOENCODING": "ascii"},
]


@pytest.mark.parametrize("words", [*NAMES, *LARGE])
def test_boards_on_request_fit_a_narrow_terminal(words: str, tmp_path: Path) -> None:
    state, fate = read_position(words), FATE.get(words.split()[0], [])
    line = list[Played]()
    if not state.moves():
        line = [(None, int(fate[1].split()[0]))]
        state = state.play(line[0][1])
    terminal = Terminal(tmp_path, "play", *words.split(), *(fate if line else ()), columns=NARROW)
    terminal.until_asked()
    terminal.type("board")
    lines = terminal.until_asked().splitlines()[1:-1]  # without the word typed, and the next prompt
    drawn = draw_lines(state, line, NARROW - 4)
    assert lines[: len(drawn)] == list(map(text_of, drawn))
    terminal.type("quit")
    terminal.rest()


@pytest.mark.parametrize("words", [*NAMES, *LARGE, "number-morph digits=4", "prime-climb top=100 largest=5"])
def test_no_line_of_a_board_is_wider_than_asked(words: str) -> None:
    for width in (36, 41, 56, 96):
        for seed in range(2):
            for state, played in lines_of_play(read_position(words), seed):
                for line in draw_lines(state, played, width):
                    assert len(text_of(line)) <= width, text_of(line)
                    assert {style for _, style in line} <= set(STYLES)


@pytest.mark.parametrize("name", NAMES)
def test_every_game_has_a_board_and_a_dialogue(name: str) -> None:
    game = game_of(GAMES[name])
    assert game.brings("terminal", "board"), f"{name} needs a board in its terminal.py"
    assert game.brings("terminal", "Dialogue"), f"{name} needs a dialogue in its terminal.py"


def test_never_colour_alone() -> None:
    assert " 7◆" in board("prime-climb").replace("─", " ")
    assert "◆ prime" in board("prime-duel scores=17,0")
    assert "Player 1" in board("pocket-addition")
    for place in ("U", "T", "H", "Th", "TTh"):
        assert place in board("number-morph digits=5 number=61819", width=36).split()


# What a terminal can show ----------------------------------------------------------------------


@pytest.mark.parametrize("env", NO_COLOUR, ids=str)
def test_no_escape_sequence_where_colour_is_not_wanted(env: dict[str, str | None], tmp_path: Path) -> None:
    terminal = Terminal(tmp_path, "play", "prime-duel", "--fate", "7 10", env=env)
    terminal.until_asked()
    terminal.type("board")
    assert "Cards left (39)" in terminal.until_asked()
    terminal.type("yes")
    terminal.until_asked()
    terminal.key("d")
    terminal.rest()
    assert b"\x1b" not in terminal.shown


def test_plain_play_and_pipes_have_no_escape_sequence(tmp_path: Path) -> None:
    terminal = Terminal(tmp_path, "play", "prime-climb", "--plain")
    terminal.until_asked()
    for word in ("board", "rules", "quit"):
        terminal.type(word)
    terminal.rest()
    assert b"\x1b" not in terminal.shown
    assert "\x1b" not in parlor(tmp_path, "play", "prime-climb", typed="board\n").out


EVERYTHING = "board\nmoves\nrules\n?\n５\nunits 5\n"


@pytest.mark.parametrize("env", ASCII_ONLY, ids=str)
@pytest.mark.parametrize("name", NAMES)
def test_ascii_only(name: str, env: dict[str, str | None], tmp_path: Path) -> None:
    code, out, err = parlor(tmp_path, "play", name, *FATE.get(name, []), typed=EVERYTHING, env=env)
    assert code == 0
    assert out.isascii()
    assert err.isascii()


@pytest.mark.parametrize("env", ASCII_ONLY, ids=str)
def test_ascii_only_where_the_interpreter_starts_so(env: dict[str, str | None], tmp_path: Path) -> None:
    """It chooses the encoding of the streams, and may change the locale; what is shown is the same."""
    words = ("play", "number-morph", "--fate", "211")
    on_path = env | {"PATH": f"{Path(PARLOR).parent}{os.pathsep}{os.environ['PATH']}"}
    begun = started(tmp_path / "one", *words, typed=EVERYTHING, env=on_path)
    assert begun == parlor(tmp_path / "two", *words, typed=EVERYTHING, env=env)
    assert begun.out.isascii()


@pytest.mark.parametrize(("columns", "env"), [(40, {"LC_ALL": "C"}), (100, {})], ids=str)
@pytest.mark.parametrize("name", NAMES)
def test_the_rules_are_set_as_a_page_on_a_colour_terminal(
    name: str, columns: int, env: dict[str, str | None], tmp_path: Path
) -> None:
    terminal = Terminal(tmp_path, "rules", name, columns=columns, env={"PARLOR_PLAIN": None, **env})
    shown = re.sub(r"\x1b\[[\d;]*m", "", terminal.rest())
    assert b"\x1b[1" in terminal.shown
    assert max(len(line) for line in shown.splitlines()) <= columns
    assert [sign for sign in "#|`" if sign in shown] == []
    assert shown.count("?") == build_page(GAMES[name]).count("?"), "a sign without a stand-in"
    assert terminal.shown.isascii() or not env
    words = " ".join(re.sub(r"\W+", " ", shown).split())
    for sentence in re.findall(r"^(\w[^`\n]*)$", build_page(GAMES[name]), re.MULTILINE):
        assert " ".join(re.sub(r"\W+", " ", sentence).split()) in words


@pytest.mark.parametrize("columns", [40, 100])
def test_the_rules_are_wrapped_again_on_a_plain_terminal(columns: int, tmp_path: Path) -> None:
    terminal = Terminal(tmp_path, "rules", "number-morph", "--plain", columns=columns)
    shown = terminal.rest()
    assert b"\x1b" not in terminal.shown
    assert max(len(line) for line in shown.splitlines()) <= min(columns, 79)
    if columns == 40:
        assert (
            "- M1  The first number is one of the 143\n"
            "      primes, all equally likely, or one\n"
            "      you choose, as in 'number=211'. It\n"
            "      counts as used.\n"
        ) in shown
    assert "\n    key     from  to  book\n    digits  2     5   3\n" in shown
    assert "'tens', then '7'." in shown


@pytest.mark.parametrize("words", ["--help", "play --help", "games --help", "completion bash", ""])
def test_everything_else_is_ascii_too(words: str, tmp_path: Path) -> None:
    code, out, _ = parlor(tmp_path, *words.split(), env={"PYTHONIOENCODING": "ascii"})
    assert code == 0
    assert out.isascii()


def test_stand_ins_are_as_wide_as_the_signs() -> None:
    signs = {chr(sign) for sign in ASCII}
    for words in [*NAMES, *LARGE]:
        assert {c for c in board(words, width=36) if not c.isascii()} <= signs


def test_a_line_too_long_is_broken_between_words() -> None:
    assert wrap_line("  a long line of words", 12) == ["  a long", "  line of", "  words"]
    assert wrap_line("short", 12) == ["short"]
    assert wrap_line("unbreakable-word", 5) == ["unbreakable-word"]
    assert wrap_line("", 5) == [""]


@pytest.mark.parametrize(("digits", "number"), [(6, 100003), (7, 1000003)])
def test_positions_too_large_to_play_are_drawn(digits: int, number: int) -> None:
    state = read_position(f"number-morph digits={digits} number={number}")
    for width in (36, 76):
        board = draw_lines(state, (), width)
        assert max(sum(len(text) for text, _ in line) for line in board) <= max(width, 7 * digits)


def test_joiners_of_a_name_are_written_and_what_a_terminal_might_obey_is_escaped(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("primeparlor.terminal.plain.output.can_show_signs", lambda: True)
    Output().say("می\u200cخواهم won.", "Ann\x1b won.")
    assert capsys.readouterr().out == "می\u200cخواهم won.\nAnn\\x1b won.\n"
