"""The clock of a match: how long the current decision has taken."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager


class Clock:
    """Counts the seconds of one decision; it stops while the parlor computes."""

    def __init__(self, now: Callable[[], float]) -> None:
        self._now = now
        self._used = 0.0
        self._since: float | None = None  # when it was last started; None while it is stopped

    @property
    def used(self) -> float:
        """Seconds counted so far."""
        return self._used + (0.0 if self._since is None else self._now() - self._since)

    def start(self, used: float = 0.0) -> None:
        """Start counting, from what was used before."""
        self._used, self._since = used, self._now()

    def stop(self) -> None:
        """Stop counting."""
        self._used, self._since = self.used, None

    @contextmanager
    def stopped(self) -> Iterator[None]:
        """Stop meanwhile, then go on if it was running."""
        running = self._since is not None
        self.stop()
        try:
            yield
        finally:
            if running:
                self.start(self._used)
