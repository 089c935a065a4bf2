"""Input lines from a person at a terminal, a pipe or a file.

Reads the file descriptor itself, so that it survives any bytes a pipe can hold: invalid UTF-8, NUL, endless
lines and a closed input. Only a newline ends a line; the rest of an overlong line is dropped. A person at a
terminal, unless there is a deadline, can edit the line and recall earlier ones with the arrow keys.
"""

from __future__ import annotations

import os
import select
import sys
import time
from functools import cache

LONGEST = 4096


class TimeUp(Exception):
    """Raised when no line came in time."""


class Keyboard:
    """A source of typed lines."""

    may_edit = False  # True for a terminal at the standard input

    def __init__(self, descriptor: int = 0) -> None:
        self._descriptor = descriptor
        self._buffer = b""
        self._ended = False
        try:
            self.is_terminal = os.isatty(descriptor)
        except OSError:
            self.is_terminal = False
        self.may_edit = self.is_terminal and descriptor == 0

    def read_line(self, seconds: float | None = None) -> str:
        """Return the next line without its newline; raises EOFError at the end, TimeUp after the deadline."""
        deadline = None if seconds is None else time.monotonic() + seconds
        while b"\n" not in self._buffer:
            if self._ended:
                raise EOFError
            if deadline is not None and not self._is_ready(deadline - time.monotonic()):
                raise TimeUp
            self._fill_buffer()
        line, _, self._buffer = self._buffer.partition(b"\n")
        return line.decode("utf-8", "replace")

    def can_edit(self) -> bool:
        """Return True if the next line can be read with `read_edited_line`."""
        return self.may_edit and not self._buffer and not self._ended and _can_edit()

    def read_edited_line(self, prompt: str) -> str:
        """Return the next line, edited behind this prompt with readline; raises EOFError at the end."""
        try:
            typed = input(prompt)[:LONGEST]
        except ValueError:  # the bytes are not text
            return "\N{REPLACEMENT CHARACTER}"
        return typed.encode("utf-8", "surrogateescape").decode("utf-8", "replace")

    def _is_ready(self, seconds: float) -> bool:
        """Return True if there is input within this time; part of a line does not extend the deadline."""
        return seconds >= 0 and bool(select.select([self._descriptor], [], [], seconds)[0])

    def _fill_buffer(self) -> None:
        try:
            data = os.read(self._descriptor, 1 << 16)
        except OSError:  # closed, or a terminal that hung up
            data = b""
        if not data:
            self._ended = True
            data = b"\n" if self._buffer else b""  # a last line without a newline counts
        head, end, tail = data.partition(b"\n")
        self._buffer = (self._buffer + head)[:LONGEST] + end + tail


@cache
def _can_edit() -> bool:
    """Return True if readline exists and the terminal can move its cursor."""
    if os.environ.get("TERM", "dumb") == "dumb" or not (sys.stdin.isatty() and sys.stdout.isatty()):
        return False
    try:
        import readline
    except ImportError:
        return False
    readline.parse_and_bind("set enable-bracketed-paste off")  # it would switch the terminal's mode each time
    return True
