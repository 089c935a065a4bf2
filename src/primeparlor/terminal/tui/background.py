"""Detection of a light or dark terminal background, done before Textual reads the keyboard.

Two queries are sent at once: the background colour (OSC 11), which many terminals answer, and the device
attributes (DA1), which all of them answer. Terminals answer in order. An answer to DA1 alone therefore means
that no answer to OSC 11 will come, and waiting ends.

    with BackgroundQuery() as question:   # sends the queries and turns off echo
        import …                          # importing Textual takes longer than most terminals take to answer
        theme = question.answer()

Keys typed while waiting for the answer are dropped: no screen has shown yet what they would do. Ctrl-C works.
An answer that arrives later would reach Textual as keys, digits among them, which would play moves.
The screens therefore pass each key through `LateAnswerFilter`.
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
SHORTLY = 0.06  # least seconds to wait after everything else is done
ROUND_TRIP = 0.4  # seconds a query may take over a slow network, counted from when it was sent
LONGEST = 4096  # bytes; more than this is a paste, not an answer

_COLOUR = re.compile(rb"\x1b\]11;rgba?:([0-9a-f]{1,4})/([0-9a-f]{1,4})/([0-9a-f]{1,4})", re.IGNORECASE)
_KIND = re.compile(rb"\x1b\[\?[\d;]*c")


class BackgroundQuery:
    """A context manager that queries the background on entry and restores the terminal on exit."""

    def __init__(self, keyboard: int = 0, screen: int = 1) -> None:
        self.keyboard, self.screen = keyboard, screen
        self.owed = False  # True while an answer may still come
        self._before: list[Any] | None = None
        self._asked = 0.0

    def __enter__(self) -> Self:
        with suppress(OSError, termios.error):
            self._before = termios.tcgetattr(self.keyboard)
            # no flush, so that an answer to another program is not cut; Ctrl-C stays a signal
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

    def read_answer(self) -> Theme | None:
        """Wait briefly for the answer and return its theme, or None if the terminal does not answer."""
        said = b""
        until = max(time.monotonic() + SHORTLY, self._asked + ROUND_TRIP)
        while self.owed and len(said) < LONGEST and self._wait_for_data(until):
            new = os.read(self.keyboard, LONGEST)
            said += new
            self.owed = bool(new) and not _KIND.search(said)
        return parse_background(said)

    def _wait_for_data(self, until: float) -> bool:
        left = max(0.0, until - time.monotonic())
        return bool(select.select([self.keyboard], [], [], left)[0])


def parse_background(said: bytes) -> Theme | None:
    """Parse a terminal's answer; return the theme of its background, or None."""
    if not (found := _COLOUR.search(said)):
        return None
    red, green, blue = (int(part, 16) / (16 ** len(part) - 1) for part in found.groups())
    return "light" if 0.299 * red + 0.587 * green + 0.114 * blue > 0.5 else "dark"


class LateAnswerFilter:
    """A filter for keys that are really parts of a late answer from the terminal.

    Textual reports an unknown escape as the key ^, and everything after it as keys.
    """

    _whole = re.compile(r"\^?\[\?[\d;]*c")
    _part = re.compile(r"\^(\][\da-z;:/]{0,40}(\^\\?|\x07)?)?|\^?\[(\?[\d;]{0,40})?", re.IGNORECASE)

    def __init__(self, owed: bool) -> None:
        self.owed = owed
        self._come = ""

    def is_answer_part(self, sign: str | None) -> bool:
        """Return True if this key is part of the answer and was not pressed by a person."""
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
