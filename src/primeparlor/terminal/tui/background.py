"""Is the terminal's background light or dark? It is asked itself, before Textual reads the keyboard.

Two questions are sent at once: for the background (OSC 11), which many terminals answer, and what kind of
terminal this is (DA1), which all do, and in order. So whoever answers only the second has answered both, and
nobody is waited for in vain.

    with Question() as question:   # sent; from here on nothing that is typed shows on the screen
        import …                   # Textual takes longer to import than most terminals to answer
        theme = question.answer()

What is typed while the answer is awaited is dropped: nobody can have seen yet what it would do. Ctrl-C works.
An answer that comes later still would look to Textual like keys, digits among them, which would play moves:
so whoever reads the keys then asks `Late` about each.
"""

from __future__ import annotations

import os
import re
import select
import termios
import time
import tty
from contextlib import suppress
from types import TracebackType
from typing import Any, Self

from primeparlor.terminal.drawing.palette import Theme

QUESTIONS = b"\x1b]11;?\x1b\\\x1b[c"
SHORTLY = 0.06  # seconds we wait when everything else is done
ROUND_TRIP = 0.4  # seconds that a question may take through a slow network, counted from when it was sent
LONGEST = 4096  # bytes; a paste is no answer

_COLOUR = re.compile(rb"\x1b\]11;rgba?:([0-9a-f]{1,4})/([0-9a-f]{1,4})/([0-9a-f]{1,4})", re.IGNORECASE)
_KIND = re.compile(rb"\x1b\[\?[\d;]*c")


class Question:
    """Asked when entered; when left, the terminal is as it was."""

    def __init__(self, keyboard: int = 0, screen: int = 1) -> None:
        self.keyboard, self.screen = keyboard, screen
        self.owed = False  # whether an answer may still come
        self._before: list[Any] | None = None
        self._asked = 0.0

    def __enter__(self) -> Self:
        with suppress(OSError, termios.error):
            self._before = termios.tcgetattr(self.keyboard)
            # not flushed, so that an answer to somebody else is not torn; Ctrl-C stays a signal
            tty.setcbreak(self.keyboard, termios.TCSANOW)
            os.write(self.screen, QUESTIONS)
            self.owed, self._asked = True, time.monotonic()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._before is not None:
            with suppress(OSError, termios.error):
                termios.tcsetattr(self.keyboard, termios.TCSANOW, self._before)

    def answer(self) -> Theme | None:
        """What the terminal says, waited for only as long as nobody notices; None where it does not say."""
        said = b""
        until = max(time.monotonic() + SHORTLY, self._asked + ROUND_TRIP)
        while self.owed and len(said) < LONGEST and self._comes(until):
            new = os.read(self.keyboard, LONGEST)
            said += new
            self.owed = bool(new) and not _KIND.search(said)
        return background(said)

    def _comes(self, until: float) -> bool:
        left = max(0.0, until - time.monotonic())
        return bool(select.select([self.keyboard], [], [], left)[0])


def background(said: bytes) -> Theme | None:
    """What a terminal's answer says of its background."""
    if not (found := _COLOUR.search(said)):
        return None
    red, green, blue = (int(part, 16) / (16 ** len(part) - 1) for part in found.groups())
    return "light" if 0.299 * red + 0.587 * green + 0.114 * blue > 0.5 else "dark"


class Late:
    """Finds the parts of an answer that came too late among the keys that Textual makes of it.

    Textual shows an escape it does not know as the key ^, and everything after it as keys.
    """

    _whole = re.compile(r"\^?\[\?[\d;]*c")
    _part = re.compile(r"\^(\][\da-z;:/]{0,40}(\^\\?|\x07)?)?|\^?\[(\?[\d;]{0,40})?", re.IGNORECASE)

    def __init__(self, owed: bool) -> None:
        self.owed = owed
        self._come = ""

    def swallows(self, sign: str | None) -> bool:
        """Whether this key is a part of the answer, and not one that somebody pressed."""
        if not self.owed or not sign:
            return False
        for come in (self._come + sign, sign):
            if self._whole.fullmatch(come):
                self.owed = False
                return True
            if self._part.fullmatch(come):
                self._come = come
                return True
        self._come = ""
        return False
