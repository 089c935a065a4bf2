"""Lines from a pipe, whole or late, and from a terminal, where earlier lines can be recalled."""

from __future__ import annotations

import os
import select
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from primeparlor.terminal.plain.input import Keyboard, TimeUp
from support.matches import Clock
from support.terminal.command import Terminal


@pytest.fixture
def typist(monkeypatch: pytest.MonkeyPatch) -> Callable[[bytes, float], Keyboard]:
    """A keyboard at which each byte takes this long, by a clock that only typing moves."""
    clock = Clock()
    monkeypatch.setattr(time, "monotonic", clock)
    reader, writer = os.pipe()

    def typing(text: bytes, pace: float) -> Keyboard:
        left = [text[at : at + 1] for at in range(len(text))]

        def wait(read: list[int], write: list[int], other: list[int], seconds: float) -> Any:
            clock.seconds += min(pace, seconds)
            if pace > seconds or not left:
                return [], [], []
            os.write(writer, left.pop(0))
            return read, [], []

        monkeypatch.setattr(select, "select", wait)
        return Keyboard(reader)

    return typing


def test_a_line_has_one_deadline_however_many_pieces_it_comes_in(
    typist: Callable[[bytes, float], Keyboard],
) -> None:
    assert typist(b"tens 7\n", 0.4).read_line(3) == "tens 7"
    with pytest.raises(TimeUp):
        typist(b"tens 7\n", 0.5).read_line(3)
    with pytest.raises(TimeUp):
        typist(b"x" * 1000, 0.001).read_line(0.5)


def test_without_a_clock_a_line_may_take_any_time() -> None:
    reader, writer = os.pipe()
    os.write(writer, b"4\n5")
    os.close(writer)
    keyboard = Keyboard(reader)
    assert [keyboard.read_line(), keyboard.read_line()] == ["4", "5"]
    with pytest.raises(EOFError):
        keyboard.read_line()
    os.close(reader)


# At a terminal -----------------------------------------------------------------------------------

UP = "\x1b[A"


@pytest.mark.parametrize("with_clock", [False, True])
def test_the_up_arrow_recalls_lines_unless_a_clock_runs(with_clock: bool, tmp_path: Path) -> None:
    clock = ["--clock", "600"] if with_clock else []
    terminal = Terminal(tmp_path, "play", "pocket-addition", *clock)
    terminal.until_asked()
    terminal.type("moves")
    assert "Moves: 1 2 3 " in terminal.until_asked()
    terminal.type(UP)
    assert ("Moves: 1 2 3 " in terminal.until_asked()) != with_clock
    terminal.type("quit")
    terminal.rest()


def test_bytes_that_are_no_text_are_refused_like_any_other_word(tmp_path: Path) -> None:
    terminal = Terminal(tmp_path, "play", "pocket-addition")
    terminal.until_asked()
    terminal.child.send(b"\xff\xfe6\n")
    terminal.child.expect(b"Please type a whole number from 1 to 9.")
    terminal.until_asked()
    terminal.key("d")
    terminal.rest()
    assert terminal.code == 0


def test_lines_are_not_edited_where_they_cannot_be(monkeypatch: pytest.MonkeyPatch) -> None:
    reader, writer = os.pipe()
    assert not Keyboard(reader).can_edit()
    for number in (reader, writer):
        os.close(number)
    monkeypatch.setattr("primeparlor.terminal.plain.input._can_edit", lambda: True)
    keyboard = Keyboard(reader)
    keyboard.may_edit = True
    assert keyboard.can_edit()
    with pytest.raises(EOFError):
        keyboard.read_line()
    assert not keyboard.can_edit()  # it has ended
