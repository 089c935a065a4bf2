"""The clock of a match: how long the current decision has taken."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager


class Clock:
    """A clock for one decision; it stops while the parlor computes."""

    def __init__(self, now: Callable[[], float]) -> None:
        self._now = now
        self._used = 0.0
        self._since: float | None = None  # when it last began to count; None while it does not
        self._started = False
        self._holding = 0  # number of callers that have stopped it

    @property
    def used(self) -> float:
        """Seconds counted so far."""
        return self._used + (0.0 if self._since is None else self._now() - self._since)

    def start(self, used: float = 0.0) -> None:
        """Start counting, from what was used before."""
        self._used, self._started = used, True
        self._since = None if self._holding else self._now()

    def stop(self) -> None:
        """Stop counting."""
        self._used, self._since, self._started = self.used, None, False

    @contextmanager
    def pause(self) -> Iterator[None]:
        """Stop counting until the last caller is done, even if the clock is started meanwhile."""
        self._holding += 1
        self._used, self._since = self.used, None
        try:
            yield
        finally:
            self._holding -= 1
            if self._started and not self._holding:
                self._since = self._now()
