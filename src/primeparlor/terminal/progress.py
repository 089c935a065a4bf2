"""How far long work is, on a line of its own."""

from __future__ import annotations

import sys
import time
from typing import Self

FIRST, OFTEN = 0.3, 0.1  # seconds until the first report, and between two
LARGE = 50 << 20  # bytes, from which on people are told


class Progress:
    """How far the work is, now and then, on a line that is wiped in the end."""

    def __init__(self, shown: bool = True) -> None:
        self._shown = shown and sys.stderr.isatty()
        self._due, self._told = 0.0, False

    def __enter__(self) -> Self:
        self._due, self._told = time.monotonic() + FIRST, False
        return self

    def __call__(self, done: int, total: int | None) -> None:
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
