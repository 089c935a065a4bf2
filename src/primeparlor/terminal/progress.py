"""How far long work is, on a line of its own."""

from __future__ import annotations

import sys
import time
from typing import Self

OFTEN = 0.1  # seconds between two reports


class Progress:
    """How far the work is, now and then, on a line that is wiped in the end."""

    def __init__(self, shown: bool) -> None:
        self._shown, self._last = shown and sys.stderr.isatty(), time.monotonic()

    def __enter__(self) -> Self:
        return self

    def __call__(self, done: int, total: int | None) -> None:
        if not self._shown or time.monotonic() - self._last < OFTEN:
            return
        self._last = time.monotonic()
        share = f"{done:,} of {total:,} ({100 * done / total:.0f} %)" if total else f"{done:,}"
        print(f"\r{share}   ", end="", file=sys.stderr, flush=True)

    def __exit__(self, *error: object) -> None:
        if self._shown:
            print("\r\033[K", end="", file=sys.stderr, flush=True)
