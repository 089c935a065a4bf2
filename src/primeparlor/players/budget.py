"""Time budgets of players: work stops when the time is used up."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from primeparlor.solve import Progress

Now: TypeAlias = Callable[[], float]  # seconds on some clock
SHARE = 0.6  # of the time left; the rest is for choosing another way
PREPARATION_SECONDS = 10.0  # seconds a player may take before a match with a clock


class BudgetSpent(Exception):
    """Raised when time runs out in the middle of the work."""


class Budget:
    """The time for one piece of work, checked whenever the work reports its progress."""

    def __init__(self, seconds: float | None, progress: Progress | None, now: Now = time.monotonic) -> None:
        self._progress, self._now = progress, now
        self._stops = None if seconds is None else now() + SHARE * seconds

    def has_time(self) -> bool:
        """Return True if there is time for more work."""
        return self._stops is None or self._now() < self._stops

    def __call__(self, done: int, total: int | None) -> None:
        """Forward the progress, or raise `BudgetSpent` if time is up."""
        if not self.has_time():
            raise BudgetSpent
        if self._progress is not None:
            self._progress(done, total)
