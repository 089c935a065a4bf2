"""Screen or plain lines: the player's wish decides first, then the terminal; and who is told why."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from argparse import Namespace
from pathlib import Path
from unittest.mock import Mock

import pytest

from primeparlor.cli import parser
from primeparlor.terminal import mode
from primeparlor.terminal.mode import NO_TERMINAL, NO_TEXTUAL, Mode, Terminal, TerminalOptions, decide_mode

XTERM = {"TERM": "xterm-256color"}
WINDOW = Terminal(real=True, size=(100, 32))
SCREEN, PLAIN = Mode(plain=False), Mode(plain=True)


def unasked() -> bool:
    raise AssertionError("memory is asked only if nothing else decides")


@pytest.fixture(autouse=True)
def _textual(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(mode, "has_textual", lambda: True)


def test_a_capable_terminal_has_the_screen() -> None:
    assert decide_mode(TerminalOptions(), XTERM, WINDOW, lambda: False) == SCREEN
    assert decide_mode(TerminalOptions(), XTERM | {"NO_COLOR": "1"}, WINDOW, lambda: False) == SCREEN
    assert decide_mode(TerminalOptions(), XTERM | {"PARLOR_PLAIN": ""}, WINDOW, lambda: False) == SCREEN
    assert (
        decide_mode(TerminalOptions(), XTERM, Terminal(real=True), lambda: False) == SCREEN
    )  # of an unknown size


@pytest.mark.parametrize(
    ("wishes", "environ", "here"),
    [
        (TerminalOptions(plain=True), XTERM, WINDOW),
        (TerminalOptions(plain=True, screen=True), XTERM, WINDOW),
        (TerminalOptions(), XTERM, Terminal(real=False)),
        (TerminalOptions(), {}, WINDOW),
        (TerminalOptions(), {"TERM": ""}, WINDOW),
        (TerminalOptions(), {"TERM": "dumb"}, WINDOW),
        (TerminalOptions(), XTERM | {"PARLOR_PLAIN": "1"}, WINDOW),
    ],
)
def test_plain_lines_that_are_wanted_or_unavoidable_need_no_explanation(
    wishes: TerminalOptions, environ: dict[str, str], here: Terminal
) -> None:
    assert decide_mode(wishes, environ, here, unasked) == PLAIN


def test_plain_lines_stay_until_the_screen_is_asked_for() -> None:
    assert decide_mode(TerminalOptions(), XTERM, WINDOW, lambda: True) == PLAIN
    assert decide_mode(TerminalOptions(screen=True), XTERM, WINDOW, unasked) == SCREEN
    assert decide_mode(TerminalOptions(screen=True), XTERM | {"PARLOR_PLAIN": "1"}, WINDOW, unasked) == SCREEN


@pytest.mark.parametrize("size", [(59, 20), (60, 19), (20, 8)])
def test_a_window_too_small_is_told_its_size(size: tuple[int, int]) -> None:
    told = f"The screen needs 60 × 20; this window is {size[0]} × {size[1]}. Playing in plain lines."
    assert decide_mode(TerminalOptions(), XTERM, Terminal(True, size), lambda: False) == Mode(True, told)
    assert decide_mode(TerminalOptions(), XTERM, Terminal(True, (60, 20)), lambda: False) == SCREEN


def test_asking_for_an_impossible_screen_says_why() -> None:
    assert decide_mode(TerminalOptions(screen=True), XTERM, Terminal(real=False), unasked) == Mode(
        True, NO_TERMINAL
    )
    assert decide_mode(TerminalOptions(screen=True), {"TERM": "dumb"}, WINDOW, unasked) == Mode(
        True, NO_TERMINAL
    )


def test_without_textual_there_are_plain_lines_and_a_way_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(mode, "has_textual", lambda: False)
    assert decide_mode(TerminalOptions(), XTERM, WINDOW, lambda: False) == Mode(True, NO_TEXTUAL)
    assert "pip install textual" in NO_TEXTUAL


# In this process ---------------------------------------------------------------------------------


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("PARLOR_HOME", str(tmp_path))
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.delenv("PARLOR_PLAIN", raising=False)
    monkeypatch.setattr(mode, "inspect_terminal", lambda: WINDOW)
    return tmp_path


def test_plain_is_kept_for_next_time(home: Path) -> None:
    assert mode.choose_mode(TerminalOptions()) == SCREEN
    assert mode.choose_mode(TerminalOptions(plain=True)) == PLAIN
    assert mode.choose_mode(TerminalOptions()) == PLAIN
    assert json.loads((home / "choices.json").read_text())["plain"] is True
    assert mode.choose_mode(TerminalOptions(screen=True)) == SCREEN
    assert mode.choose_mode(TerminalOptions()) == SCREEN


def test_what_a_script_asks_for_is_not_kept(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(mode, "inspect_terminal", lambda: Terminal(real=False))
    assert mode.choose_mode(TerminalOptions(plain=True)) == PLAIN
    assert mode.choose_mode(TerminalOptions(screen=True)) == Mode(True, NO_TERMINAL)
    assert list(home.iterdir()) == []


def test_all_three_streams_must_be_a_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    inside, outside = os.openpty()
    with open(outside, "w", encoding="utf-8") as tty, open(os.devnull, encoding="utf-8") as void:
        for name in ("stdin", "stdout", "stderr"):
            monkeypatch.setattr(sys, name, tty)
        assert mode.inspect_terminal() == Terminal(real=True, size=None)  # nobody has told its size
        for name in ("stdin", "stdout", "stderr"):
            for other in (void, None):
                with monkeypatch.context() as changed:
                    changed.setattr(sys, name, other)
                    assert mode.inspect_terminal() == Terminal(real=False)
    assert mode.inspect_terminal() == Terminal(real=False)  # closed
    os.close(inside)


def test_the_size_of_a_window_is_known(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "get_terminal_size", Mock(return_value=os.terminal_size((72, 21))))
    stream = Mock(isatty=Mock(return_value=True))
    for name in ("stdin", "stdout", "stderr"):
        monkeypatch.setattr(sys, name, stream)
    assert mode.inspect_terminal() == Terminal(real=True, size=(72, 21))


def test_textual_is_looked_for_but_neither_it_nor_rich_is_imported() -> None:
    code = (
        "import sys\n"
        "from primeparlor.terminal import mode\n"
        "assert mode.has_textual()\n"
        "sys.path[:] = []\n"
        "assert not mode.has_textual()\n"
        "print(sorted({name.partition('.')[0] for name in sys.modules} & {'textual', 'rich', 'json'}))\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert (done.stdout, done.stderr) == ("[]\n", "")


def test_a_room_that_the_screen_does_not_have_is_a_mistake(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(parser, "uses_screen", lambda args: True)
    for name in ("today", "rush", "openings", "progress"):
        assert parser.find_screen_command(Namespace(), name)
    with pytest.raises(AttributeError):
        parser.find_screen_command(Namespace(), "tomorrow")
