"""The clock of a table: it stops while a worker computes, and ends the game when the time is over."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Collection, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from primeparlor.core import Player
from primeparlor.web.config import LEAST_TIMER_SECONDS, RETRY_SECONDS
from primeparlor.web.errors import ServerClosing, StoreFailed
from primeparlor.web.tables.background import BackgroundTasks
from primeparlor.web.tables.view import Data

if TYPE_CHECKING:
    from primeparlor.web.tables.live import LiveTable

log = logging.getLogger(__name__)


class TableClock:
    """The clock of a table, with the timer that ends the game."""

    def __init__(self, table: LiveTable) -> None:
        self._table = table
        self._computing = 0  # workers for which the clock is stopped
        self._timer: asyncio.TimerHandle | None = None
        self._tasks = BackgroundTasks()

    @property
    def idle(self) -> bool:
        """True if no timer runs."""
        return not self._tasks.running and self._timer is None

    def build_data(self, seats: Collection[Player]) -> Data | None:
        """Return the time left for the current decision.

        Where the clock stops while help is computed, only players see it: others could infer from it that
        help was asked for.
        """
        left = self._table.match.time_left
        if left is None or not (seats or self._table.seat_map.two_people):
            return None
        return {"left": round(left, 3), "running": not self._computing}

    def start_timer(self) -> None:
        """Start the timer for the end of the time, in place of the one that runs."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        left = self._table.match.time_left
        if left is not None and not self._computing and not self._table.closing:
            loop = asyncio.get_running_loop()
            self._timer = loop.call_later(
                max(left, LEAST_TIMER_SECONDS), lambda: self._tasks.start(self._call_time())
            )

    @contextmanager
    def stop(self) -> Iterator[None]:
        """Stop the clock while a worker computes; between two people it runs on, to keep help secret."""
        if self._table.seat_map.two_people:
            yield
            return
        match = self._table.match
        self._computing += 1
        self._notify_streams()
        try:
            with match.pause_clock():
                yield
        finally:
            self._computing -= 1
            self._table.start_due_work()
            self._notify_streams()

    def close(self) -> None:
        """Stop the timer for good."""
        self._tasks.cancel()
        if self._timer is not None:
            self._timer.cancel()

    def _notify_streams(self) -> None:
        """Notify all streams, if a clock or a thinking computer player is visible."""
        if self._table.house_player.thinking or self._table.match.settings.clock is not None:
            self._table.presence.mark_changed()

    async def _call_time(self) -> None:
        try:
            await self._table.call_time()
        except ServerClosing:
            pass
        except StoreFailed as error:
            log.error("the end of the time could not be kept", exc_info=error)
            await asyncio.sleep(RETRY_SECONDS)
            self.start_timer()
