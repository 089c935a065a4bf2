"""Presence at a table, and waiting for its changes."""

from __future__ import annotations

import asyncio
from collections import Counter, deque
from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager
from typing import NamedTuple

from primeparlor.web.config import WAKE_BATCH

SPECTATOR = 0


class TableVersion(NamedTuple):
    """A version of a table: it changes with everything a client can see."""

    seq: int = 0
    presence: int = 0  # counts changes that are no entries: presence, a thinking computer player
    closing: bool = False


class Presence:
    """Count of open streams per person at a table; wakes those that wait for changes.

    Players are woken at once, spectators a few at a time: answers and other tables are served in between.
    """

    def __init__(self, seen: Callable[[int], TableVersion]) -> None:
        self._build_version = seen
        self._present: Counter[int] = Counter()
        self._changes = 0
        self._players: list[asyncio.Future[None]] = []
        self._spectators: deque[asyncio.Future[None]] = deque()
        self._due = 0  # spectators at the front of the queue who are still to be woken

    def __getitem__(self, person: int) -> int:
        return self._present[person]

    @property
    def anybody(self) -> bool:
        """True if anybody is present."""
        return self._present.total() > 0

    @property
    def version(self) -> TableVersion:
        """The current version."""
        return self._build_version(self._changes)

    def add_waiter(self, is_player: bool) -> asyncio.Future[None]:
        """Return a future that is done at the next change."""
        waiter = asyncio.get_running_loop().create_future()
        (self._players if is_player else self._spectators).append(waiter)
        return waiter

    async def wait_for_change(self, seen: TableVersion) -> TableVersion:
        """Wait until the version differs from this one, and return it."""
        while self.version == seen:
            await self.add_waiter(is_player=True)
        return self.version

    @contextmanager
    def watch(self, persons: Collection[int]) -> Iterator[None]:
        """Count these persons as present meanwhile; without persons, count a spectator."""
        here = persons or [SPECTATOR]
        self._present.update(here)
        self.mark_changed()
        try:
            yield
        finally:
            self._present.subtract(here)
            self.mark_changed()

    def mark_changed(self) -> None:
        """Count a change that is no entry, and wake all waiting streams."""
        self._changes += 1
        self.wake_streams()

    def wake_streams(self) -> None:
        """Wake all waiting streams."""
        players, self._players = self._players, []
        for waiter in players:
            _wake(waiter)
        waking, self._due = self._due > 0, len(self._spectators)
        if not waking:
            self._wake_spectators()

    def _wake_spectators(self) -> None:
        """Wake the next spectators; the others follow in the next rounds of the event loop."""
        for _ in range(min(self._due, WAKE_BATCH)):
            _wake(self._spectators.popleft())
            self._due -= 1
        if self._due:
            asyncio.get_running_loop().call_soon(self._wake_spectators)


def _wake(waiter: asyncio.Future[None]) -> None:
    if not waiter.done():  # a stream that has ended cancelled it
        waiter.set_result(None)
