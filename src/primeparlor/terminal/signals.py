"""Signals at the table: Ctrl-C that stops only a computation, and an orderly end on SIGTERM or SIGHUP."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Self

from primeparlor.terminal.progress_bar import ProgressBar


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
            from primeparlor.tables.help import HelpStopped

            raise HelpStopped
        self._progress(done, total)

    def _handle_interrupt(self, number: int, frame: FrameType | None) -> None:
        if self._stopped:
            raise KeyboardInterrupt
        self._stopped = True


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
