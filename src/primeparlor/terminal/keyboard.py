"""Lines from whoever types: a person at a terminal, a pipe or a file.

Reads the descriptor itself, so that any byte a pipe can hold is survived: text that is no UTF-8,
NUL, endless lines and a closed input. Only a line end makes a line; the rest of a line that is too
long to be anything is let go.
"""

from __future__ import annotations

import os
import select
import time

LONGEST = 4096


class TimeUp(Exception):
    """No line came in the time given."""


class Keyboard:
    """A source of typed lines."""

    def __init__(self, descriptor: int = 0) -> None:
        self._descriptor = descriptor
        self._buffer = b""
        self._ended = False
        try:
            self.is_terminal = os.isatty(descriptor)
        except OSError:
            self.is_terminal = False

    def line(self, seconds: float | None = None) -> str:
        """The next line without its end; EOFError when there is none, TimeUp when it is late."""
        deadline = None if seconds is None else time.monotonic() + seconds
        while b"\n" not in self._buffer:
            if self._ended:
                raise EOFError
            if deadline is not None and not self._is_ready(deadline - time.monotonic()):
                raise TimeUp
            self._read()
        line, _, self._buffer = self._buffer.partition(b"\n")
        return line.decode("utf-8", "replace")

    def _is_ready(self, seconds: float) -> bool:
        """Whether something can be read in this time; a part of a line, too, is late when it is over."""
        return seconds >= 0 and bool(select.select([self._descriptor], [], [], seconds)[0])

    def _read(self) -> None:
        try:
            data = os.read(self._descriptor, 1 << 16)
        except OSError:  # closed, or a terminal that hung up
            data = b""
        if not data:
            self._ended = True
            data = b"\n" if self._buffer else b""  # a last line without its end counts
        head, end, tail = data.partition(b"\n")
        self._buffer = (self._buffer + head)[:LONGEST] + end + tail
