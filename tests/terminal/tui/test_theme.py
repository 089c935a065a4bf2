"""How the look of the screen is chosen: by option, memory, the terminal's answer, or a hint."""

from __future__ import annotations

import os
import select
import termios
from collections.abc import Iterator
from contextlib import suppress

import pytest
from textual import events
from textual._xterm_parser import XTermParser

from primeparlor.terminal.mode import TerminalOptions
from primeparlor.terminal.tui.theme import (
    QUESTIONS,
    BackgroundQuery,
    LateAnswerFilter,
    detect_depth,
    detect_look,
    is_ascii_only,
    parse_background,
    parse_colorfgbg,
)

DARK, LIGHT = b"\x1b]11;rgb:1818/1111/1b1b\x1b\\", b"\x1b]11;rgb:ffff/fafa/f0f0\x07"
KIND = b"\x1b[?62;22c"
VARIABLES = ("NO_COLOR", "TERM", "COLORTERM", "COLORFGBG", "LC_ALL", "LC_CTYPE", "LANG", "FORCE_COLOR")


@pytest.fixture(autouse=True)
def _usual_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in VARIABLES:
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("TERM", "xterm-256color")
    monkeypatch.setenv("LANG", "C.UTF-8")
    # whoever is to be awaited in a test has answered before
    monkeypatch.setattr("primeparlor.terminal.tui.theme.SHORTLY", 0.0)
    monkeypatch.setattr("primeparlor.terminal.tui.theme.ROUND_TRIP", 0.0)


class Emulator:
    """A terminal played by the test, which answers for it and sees what it was sent."""

    def __init__(self) -> None:
        self.inside, self.outside = os.openpty()
        self.usual = termios.tcgetattr(self.outside)

    def sent(self) -> bytes:
        """What was written to it so far."""
        said = b""
        while select.select([self.inside], [], [], 0)[0]:
            said += os.read(self.inside, 4096)
        return said

    def types(self, data: bytes) -> None:
        """Send this as if from the keyboard or from the terminal itself."""
        os.write(self.inside, data)

    def question(self) -> BackgroundQuery:
        return BackgroundQuery(self.outside, self.outside)


@pytest.fixture
def emulator() -> Iterator[Emulator]:
    it = Emulator()
    yield it
    for end in (it.inside, it.outside):
        with suppress(OSError):
            os.close(end)


@pytest.mark.parametrize(("answer", "theme"), [(DARK, "dark"), (LIGHT, "light"), (b"", None)])
def test_the_terminal_is_asked(answer: bytes, theme: str | None, emulator: Emulator) -> None:
    with emulator.question() as question:
        assert emulator.sent() == QUESTIONS
        emulator.types(answer + KIND)
        assert question.read_answer() == theme
        assert not question.owed
    assert termios.tcgetattr(emulator.outside) == emulator.usual


def test_a_silent_terminal_holds_nobody_up(emulator: Emulator) -> None:
    with emulator.question() as question:
        assert question.read_answer() is None
        assert question.owed
    assert termios.tcgetattr(emulator.outside) == emulator.usual


def test_what_is_typed_meanwhile_is_neither_shown_nor_taken_for_an_answer(emulator: Emulator) -> None:
    with emulator.question() as question:
        emulator.types(b"5" + LIGHT[:9])
        emulator.types(LIGHT[9:] + b"q\x1b[A" + KIND)
        assert question.read_answer() == "light"
        assert emulator.sent() == QUESTIONS
    assert not select.select([emulator.outside], [], [], 0)[0]


def test_a_paste_is_no_answer(emulator: Emulator) -> None:
    with emulator.question() as question:
        emulator.types(b"7" * 3000 + b"\n")
        assert question.read_answer() is None


def test_the_terminal_is_as_it_was_when_something_breaks_meanwhile(emulator: Emulator) -> None:
    with suppress(KeyboardInterrupt), emulator.question():
        flags = termios.tcgetattr(emulator.outside)[3]
        assert not flags & (termios.ECHO | termios.ICANON)
        assert flags & termios.ISIG
        raise KeyboardInterrupt
    assert termios.tcgetattr(emulator.outside) == emulator.usual


def test_a_terminal_that_cannot_answer_is_not_asked() -> None:
    out, into = os.pipe()
    with BackgroundQuery(out, into) as question:
        assert question.read_answer() is None
        assert not question.owed
    assert not select.select([out], [], [], 0)[0]
    os.close(out)
    os.close(into)


@pytest.mark.parametrize(
    ("said", "theme"),
    [
        (b"\x1b]11;rgb:0/0/0\x07", "dark"),
        (b"\x1b]11;rgb:f/f/f\x07", "light"),
        (b"\x1b]11;rgb:FD/F6/E3\x1b\\", "light"),
        (b"\x1b]11;rgba:0000/2b2b/3636/ffff\x07", "dark"),
        (b"\x1b]11;?\x07", None),
        (b"\x1b]10;rgb:ffff/ffff/ffff\x07", None),
        (b"", None),
    ],
)
def test_every_way_to_tell_a_colour_is_understood(said: bytes, theme: str | None) -> None:
    assert parse_background(said) == theme


# An answer that comes late -----------------------------------------------------------------------


@pytest.mark.parametrize("colour", [DARK, LIGHT, b"\x1b]11;rgb:1c1c/cccc/0c0c\x1b\\"])
def test_a_late_answer_presses_no_key(colour: bytes) -> None:
    keys = [event for event in XTermParser().feed((colour + KIND).decode()) if isinstance(event, events.Key)]
    signs = [key.character for key in keys] + list("[?62;22c")  # that Textual gives after a moment
    assert "1" in signs
    late = LateAnswerFilter(owed=True)
    assert [sign for sign in signs if not late.is_answer_part(sign)] == []
    assert not late.owed
    assert not late.is_answer_part("1")


def test_keys_before_and_between_are_keys() -> None:
    late = LateAnswerFilter(owed=True)
    come = [*"5h9", None, *"^]11;rgb:0/0/0", "\x07", *"7[4[?1;2c3c"]
    assert [sign for sign in come if not late.is_answer_part(sign)] == [
        "5",
        "h",
        "9",
        None,
        "7",
        "4",
        "3",
        "c",
    ]


def test_nothing_is_swallowed_where_nothing_is_owed() -> None:
    late = LateAnswerFilter(owed=False)
    assert not any(map(late.is_answer_part, "^]11;rgb:0/0/0[?1;2c"))


# What is chosen ----------------------------------------------------------------------------------


@pytest.fixture
def _at(emulator: Emulator, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("primeparlor.terminal.tui.theme.BackgroundQuery", emulator.question)


@pytest.mark.usefixtures("_at")
def test_the_terminal_answers_while_something_else_is_done(emulator: Emulator) -> None:
    with detect_look(TerminalOptions()) as found:
        emulator.types(LIGHT + KIND)
        assert found().look.name == "light-256"
    assert not found().late_answers.owed


@pytest.mark.usefixtures("_at")
def test_without_an_answer_the_hint_decides_or_the_look_is_dark(monkeypatch: pytest.MonkeyPatch) -> None:
    with detect_look(TerminalOptions()) as found:
        assert found().look.name == "dark-256"
        assert found().late_answers.owed
    monkeypatch.setenv("COLORFGBG", "0;15")
    with detect_look(TerminalOptions()) as found:
        assert found().look.name == "light-256"


@pytest.mark.usefixtures("_at")
@pytest.mark.parametrize(
    ("options", "remembered", "name"),
    [
        (TerminalOptions(theme="light"), "dark", "light-256"),
        (TerminalOptions(theme="dark"), "", "dark-256"),
        (TerminalOptions(), "light", "light-256"),
    ],
)
def test_a_chosen_look_is_not_asked_for(
    options: TerminalOptions, remembered: str, name: str, emulator: Emulator
) -> None:
    with detect_look(options, remembered) as found:
        assert found().look.name == name
    assert emulator.sent() == b""


@pytest.mark.usefixtures("_at")
@pytest.mark.parametrize(
    ("variables", "name"),
    [
        ({"NO_COLOR": "1"}, "none"),
        ({"TERM": "linux"}, "sixteen"),
        ({"NO_COLOR": "1", "TERM": "linux"}, "none"),
    ],
)
def test_with_only_one_look_the_terminal_is_not_asked(
    variables: dict[str, str], name: str, emulator: Emulator, monkeypatch: pytest.MonkeyPatch
) -> None:
    for variable, value in variables.items():
        monkeypatch.setenv(variable, value)
    with detect_look(TerminalOptions()) as found:
        assert found().look.name == name
    assert emulator.sent() == b""


@pytest.mark.parametrize(
    ("variables", "depth"),
    [
        ({"COLORTERM": "truecolor"}, "truecolor"),
        ({"TERM": "xterm", "COLORTERM": "24bit"}, "truecolor"),
        ({}, "256"),
        ({"TERM": "xterm"}, "16"),
        ({"TERM": "vt100"}, "16"),
        ({"NO_COLOR": "1", "COLORTERM": "truecolor"}, "none"),
    ],
)
def test_the_number_of_colours_is_richs(
    variables: dict[str, str], depth: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for variable, value in variables.items():
        monkeypatch.setenv(variable, value)
    assert detect_depth() == depth


@pytest.mark.usefixtures("_at")
def test_an_empty_no_color_means_nothing_to_anybody(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_COLOR", "")
    with detect_look(TerminalOptions(theme="dark")) as found:
        assert found().look.name == "dark-256"
    assert "NO_COLOR" not in os.environ


@pytest.mark.parametrize(
    ("hint", "theme"),
    [
        *[("15;0", "dark"), ("0;15", "light"), ("0;default;15", "light"), ("7;8", "dark"), ("0;7", "light")],
        *[("", None), ("15;default", None), ("15;", None), ("1;²", None)],
    ],
)
def test_colorfgbg_names_the_ground_last(hint: str, theme: str | None) -> None:
    assert parse_colorfgbg(hint) == theme


@pytest.mark.parametrize(
    ("options", "variables", "only"),
    [
        (TerminalOptions(), {}, False),
        (TerminalOptions(ascii=True), {}, True),
        (TerminalOptions(), {"TERM": "linux"}, True),
        (TerminalOptions(), {"LC_ALL": "C"}, True),
        (TerminalOptions(), {"LANG": "POSIX"}, True),
    ],
)
def test_signs_are_shown_where_they_can_be(
    options: TerminalOptions, variables: dict[str, str], only: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    for variable, value in variables.items():
        monkeypatch.setenv(variable, value)
    with open(os.devnull, "w", encoding="utf-8") as shown:
        monkeypatch.setattr("sys.stdout", shown)
        assert is_ascii_only(options) == only
