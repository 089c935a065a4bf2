"""How far long work is, on a line of its own."""

from __future__ import annotations

import sys
import time
from typing import Self

FIRST, OFTEN = 0.3, 0.1  # seconds until the first report, and between two
LONG = 1.0  # seconds of counting until people are told, also where no report is shown
LARGE = 50 << 20  # bytes, from which on people are told


class Progress:
    """How far the work is, now and then, on a line that is wiped in the end.

    With the title of a game it says once, on a pipe too, that a game of unknown size is being counted.
    """

    def __init__(self, title: str | None = None, shown: bool = True) -> None:
        self._shown, self._title = shown and sys.stderr.isatty(), title if shown else None
        self._due, self._told = 0.0, False
        self._counting: float | None = None  # when to tell that it lasts; None if told, or nothing to tell

    def __enter__(self) -> Self:
        self._due, self._told = time.monotonic() + FIRST, False
        self._counting = time.monotonic() + LONG if self._title else None
        return self

    def __call__(self, done: int, total: int | None) -> None:
        if total is None and self._counting is not None and time.monotonic() >= self._counting:
            self._counting = None
            wiped = "\r\033[K" if self._told else ""
            print(f"{wiped}Counting the positions of {self._title} …", file=sys.stderr, flush=True)
        if not self._shown or time.monotonic() < self._due:
            return
        self._due, self._told = time.monotonic() + OFTEN, True
        share = f"{done:,} of {total:,} ({100 * done / total:.0f} %)" if total else f"{done:,}"
        print(f"\r{share}   ", end="", file=sys.stderr, flush=True)

    def __exit__(self, *error: object) -> None:
        if self._told:
            print("\r\033[K", end="", file=sys.stderr, flush=True)


def tell_memory(needed: int) -> None:
    """Say before long work what it takes."""
    if needed > LARGE:
        size = f"{needed >> 20} MiB" if needed < 1 << 30 else f"{needed / (1 << 30):,.1f} GiB"
        print(f"This takes about {size} of memory. Ctrl-C stops it.", file=sys.stderr)
