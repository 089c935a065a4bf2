"""Progress reports of long work on stderr, the memory it takes, and the signals that stop it."""

from __future__ import annotations

import signal
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Self

FIRST, OFTEN = 0.3, 0.1  # seconds until the first report on a terminal, and between two
LONG = 1.0  # seconds until the one report where stderr is no terminal
LARGE = 50 << 20  # bytes; a larger need of memory is announced


class ProgressBar:
    """A progress callback that rewrites one line on stderr and erases it at the end.

    If stderr is not a terminal, or a program reads the output (`live` is False), it prints once what is being
    done, and only if the work takes long.
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
        self._due: float | None = 0.0  # when to report next; None if no report follows
        self._drawn = False
        self.quiet = False  # set where a screen shows the progress instead

    def __enter__(self) -> Self:
        self._due, self._drawn = self._clock() + (FIRST if self._live else LONG), False
        return self

    def __call__(self, done: int, total: int | None) -> None:
        """Report that `done` of about `total` is done; 0 and None only show that the work goes on."""
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


class StoppableProgress:
    """A progress callback that Ctrl-C stops at its next report, so that nothing is left half done.

    A second Ctrl-C raises KeyboardInterrupt at once and leaves the game.
    """

    def __init__(self, progress: ProgressBar) -> None:
        self._progress, self._stopped = progress, False

    def __enter__(self) -> Self:
        self._before = signal.signal(signal.SIGINT, self._handle_interrupt)
        return self

    def __exit__(self, *error: object) -> None:
        signal.signal(signal.SIGINT, self._before)

    def __call__(self, done: int, total: int | None) -> None:
        if self._stopped:
            from primeparlor.tables.hints import HelpStopped

            raise HelpStopped
        self._progress(done, total)

    def _handle_interrupt(self, number: int, frame: FrameType | None) -> None:
        if self._stopped:
            raise KeyboardInterrupt
        self._stopped = True


def print_memory(needed: int) -> None:
    """Print how much memory the work will take, if that is much."""
    if needed > LARGE:
        size = f"{needed >> 20} MiB" if needed < 1 << 30 else f"{needed / (1 << 30):,.1f} GiB"
        print(f"This takes about {size} of memory. Ctrl-C stops it.", file=sys.stderr)


@contextmanager
def handle_end_signals() -> Iterator[None]:
    """Turn SIGTERM and SIGHUP into SystemExit, so that the table is left as if the player had quit."""
    signals = {signal.SIGTERM, signal.SIGHUP}

    def end(number: int, frame: FrameType | None) -> None:
        raise SystemExit(128 + number)

    ignored = {number for number in signals if signal.getsignal(number) == signal.SIG_IGN}  # as nohup does
    before = {number: signal.signal(number, end) for number in signals - ignored}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
