"""Open tables of programs, each found by a handle that nobody can guess."""

from __future__ import annotations

import secrets
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Lock

from primeparlor.core import ParlorError, State
from primeparlor.notation.blocks import shown
from primeparlor.tables.agents.agent_table import AgentTable

MOST_TABLES = 250  # each unfinished one may keep a file open
IDLE_SECONDS = 600.0  # after which an unfinished table may make room for another
PATIENCE_SECONDS = 30.0  # for whoever else is using the table
UNKNOWN = (
    "There is no table {} here. A table stays as long as the server runs, but makes room for others once its"
    " game is over or nobody has used it for {:.0f} minutes. Open a new one."
)


class _Place:
    """A table in use: one call at a time."""

    def __init__(self, table: AgentTable, now: float) -> None:
        self.table, self.used, self.lock = table, now, Lock()


class TableHandles:
    """The open tables, by handle; at most so many, of which those not used for long make room for others."""

    def __init__(self, most: int = MOST_TABLES, now: Callable[[], float] = time.monotonic) -> None:
        self._most, self._now = most, now
        self._places: dict[str, _Place] = {}  # the last used last
        self._lock = Lock()

    def __len__(self) -> int:
        return len(self._places)

    def add(self, table: AgentTable) -> str:
        """Return a new handle for this table; close another one to make room, or raise if all are in use."""
        with self._lock:
            gone = [] if len(self._places) < self._most else [self._remove_unused()]
            handle = secrets.token_urlsafe(16)
            self._places[handle] = _Place(table, self._now())
        for place in gone:
            place.table.close()
        return handle

    def remove(self, handle: str) -> None:
        """Close the table of this handle and forget it."""
        with self._lock:
            place = self._places.pop(handle)
        place.table.close()

    @contextmanager
    def use(self, handle: str) -> Iterator[AgentTable]:
        """Yield the table of this handle to one caller at a time; raise if there is none."""
        with self._lock:
            if (place := self._places.pop(handle, None)) is None:
                raise ParlorError(UNKNOWN.format(shown(handle), IDLE_SECONDS / 60))
            self._places[handle] = place
            place.used = self._now()
        if not place.lock.acquire(timeout=PATIENCE_SECONDS):
            raise ParlorError("Another call is busy at this table. Try again in a moment.")
        try:
            yield place.table
        finally:
            place.lock.release()

    def is_played(self, state: State) -> bool:
        """Return True if this position, after the first move, stands on a table where somebody plays."""
        with self._lock:
            matches = [place.table.match for place in self._places.values() if not self._is_idle(place)]
        return any(match.line and match.outcome is None and match.state == state for match in matches)

    def close(self) -> None:
        """Close all tables."""
        with self._lock:
            places, self._places = list(self._places.values()), {}
        for place in places:
            place.table.close()

    def _is_idle(self, place: _Place) -> bool:
        return self._now() - place.used > IDLE_SECONDS

    def _remove_unused(self) -> _Place:
        """Remove the finished table not used for longest, or else an idle one; raise if there is none."""
        free = [(handle, place) for handle, place in self._places.items() if not place.lock.locked()]
        over = (handle for handle, place in free if place.table.match.outcome is not None)
        idle = (handle for handle, place in free if self._is_idle(place))
        if (handle := next(over, None) or next(idle, None)) is None:
            raise ParlorError(
                f"All {self._most} tables are in use. Finish or resign a game, or wait a few minutes."
            )
        return self._places.pop(handle)
