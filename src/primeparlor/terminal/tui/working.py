"""Progress and cancellation of long work in a worker thread."""

from __future__ import annotations

import time
from collections.abc import Callable

FIRST, OFTEN = 1.0, 0.25  # seconds until the first report, and between two reports


class JobCancelled(Exception):
    """Raised inside cancelled work.

    It is no ParlorError, because the code that does the work would handle that itself.
    """


class JobProgress:
    """Progress callback for a worker thread; calls `show` at most four times a second, in that thread."""

    def __init__(self, doing: str, show: Callable[[str], None]) -> None:
        self.doing, self.show = doing, show
        self.stopped = False
        self._due = time.monotonic() + FIRST

    def __call__(self, done: float, total: float | None) -> None:
        """Report that `done` of `total` is done; without a total it only shows that the work goes on."""
        if self.stopped:
            raise JobCancelled
        if time.monotonic() >= self._due:
            self._due = time.monotonic() + OFTEN
            self.show(f"{self.doing} … {100 * done / total:.0f} %" if total else f"{self.doing} …")

    def stop(self) -> None:
        """Cancel the work at its next report."""
        self.stopped = True
