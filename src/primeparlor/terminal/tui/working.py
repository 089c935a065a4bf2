"""Long work beside the screen: how far it is, and that nobody waits for it any more."""

from __future__ import annotations

import time
from collections.abc import Callable

FIRST, OFTEN = 1.0, 0.25  # seconds until it is said how far the work is, and between two such words


class Stopped(Exception):
    """Raised within work that nobody waits for any more.

    No ParlorError: whoever does the work would take that for its own.
    """


class Working:
    """Told by the work, in its thread, how far it is; `show` is given the text now and then, there too."""

    def __init__(self, doing: str, show: Callable[[str], None]) -> None:
        self.doing, self.show = doing, show
        self.stopped = False
        self._due = time.monotonic() + FIRST

    def __call__(self, done: float, total: float | None) -> None:
        """So much is done, of so much; without a total it only goes on."""
        if self.stopped:
            raise Stopped
        if time.monotonic() >= self._due:
            self._due = time.monotonic() + OFTEN
            self.show(f"{self.doing} … {100 * done / total:.0f} %" if total else f"{self.doing} …")

    def stop(self) -> None:
        """Let the work end when it next says how far it is."""
        self.stopped = True
