"""Lines from a pipe: whole ones, late ones."""

from __future__ import annotations

import os
import select
import time
from collections.abc import Callable
from typing import Any

import pytest

from match_helpers import Clock
from primeparlor.terminal.keyboard import Keyboard, TimeUp


@pytest.fixture
def typist(monkeypatch: pytest.MonkeyPatch) -> Callable[[bytes, float], Keyboard]:
    """A keyboard at which each byte takes so long, by a clock that only the typing moves."""
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
    assert typist(b"tens 7\n", 0.4).line(3) == "tens 7"
    with pytest.raises(TimeUp):
        typist(b"tens 7\n", 0.5).line(3)
    with pytest.raises(TimeUp):
        typist(b"x" * 1000, 0.001).line(0.5)


def test_without_a_clock_a_line_may_take_any_time() -> None:
    reader, writer = os.pipe()
    os.write(writer, b"4\n5")
    os.close(writer)
    keyboard = Keyboard(reader)
    assert [keyboard.line(), keyboard.line()] == ["4", "5"]
    with pytest.raises(EOFError):
        keyboard.line()
    os.close(reader)
