"""What long work is doing and how far it is: on a line of its own, or once in a sentence."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from typing import Self

FIRST, OFTEN = 0.3, 0.1  # seconds until the first report on a terminal, and between two
LONG = 1.0  # seconds after which work is told of elsewhere
LARGE = 50 << 20  # bytes, from which on people are told


class Progress:
    """How far the work is, now and then, on a line that is wiped in the end.

    Where stderr is no terminal, or programs read the answer (`live` is off), it says once what is being
    done, and only if that takes long.
    """

    def __init__(
        self,
        title: str,
        doing: str = "Solving",
        live: bool = True,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._work, self._clock = f"{doing} {title}", clock
        self._live = live and sys.stderr.isatty()
        self._due: float | None = 0.0  # when to report next; None if all is said
        self._drawn = False
        self.quiet = False  # set where something else shows that the work goes on

    def __enter__(self) -> Self:
        self._due, self._drawn = self._clock() + (FIRST if self._live else LONG), False
        return self

    def __call__(self, done: int, total: int | None) -> None:
        """So much is done, of about so much; 0 of an unknown total only shows that the work goes on."""
        if self.quiet or self._due is None or self._clock() < self._due:
            return
        if not self._live:
            print(f"{self._work} …", file=sys.stderr, flush=True)
            self._due = None
            return
        self._due, self._drawn = self._clock() + OFTEN, True
        far = (
            f": {done:,} of {total:,} ({100 * done // total} %)" if total else f": {done:,}" if done else " …"
        )
        print(f"\r{self._work}{far}\033[K", end="", file=sys.stderr, flush=True)

    def __exit__(self, *error: object) -> None:
        if self._drawn:
            print("\r\033[K", end="", file=sys.stderr, flush=True)


def tell_memory(needed: int) -> None:
    """Say before long work what it takes."""
    if needed > LARGE:
        size = f"{needed >> 20} MiB" if needed < 1 << 30 else f"{needed / (1 << 30):,.1f} GiB"
        print(f"This takes about {size} of memory. Ctrl-C stops it.", file=sys.stderr)
