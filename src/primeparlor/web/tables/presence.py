"""Presence at a table, and waiting for its changes."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Collection, Iterator
from contextlib import contextmanager
from itertools import islice

from primeparlor.web.config import WAKE_BATCH

SPECTATOR = 0


class Presence:
    """Count of open streams per person at a table; wakes those that wait for changes.

    Players are woken at once, spectators a few at a time: answers and other tables are served in between.
    """

    def __init__(self) -> None:
        self.version = 0  # grows with everything that a client can see at the table
        self.changes = 0  # grows with what is no entry: presence, a thinking computer player
        self._present: Counter[int] = Counter()
        self.clients: Counter[str] = Counter()  # open streams by address
        self._players = dict[asyncio.Future[None], None]()
        self._spectators = dict[asyncio.Future[None], None]()  # in the order in which they came
        self._due = 0  # spectators at the front of the queue who are still to be woken

    def __getitem__(self, person: int) -> int:
        return self._present[person]

    @property
    def anybody(self) -> bool:
        """True if anybody is present."""
        return self._present.total() > 0

    def add_waiter(self, is_player: bool) -> asyncio.Future[None]:
        """Return a future that is done at the next change."""
        waiter = asyncio.get_running_loop().create_future()
        (self._players if is_player else self._spectators)[waiter] = None
        return waiter

    def drop_waiter(self, waiter: asyncio.Future[None]) -> None:
        """Forget a future that was done before a change."""
        self._players.pop(waiter, None)
        self._spectators.pop(waiter, None)

    @contextmanager
    def watch(self, persons: Collection[int], client: str = "") -> Iterator[None]:
        """Count these persons as present meanwhile, at this address; without persons, count a spectator."""
        here = persons or [SPECTATOR]
        self._present.update(here)
        self.clients[client] += 1
        self.mark_changed()
        try:
            yield
        finally:
            self._present.subtract(here)
            self.clients -= Counter([client])  # keeps those that are left
            self.mark_changed()

    def mark_changed(self) -> None:
        """Count a change that is no entry, and wake all waiting streams."""
        self.changes += 1
        self.wake_streams()

    def wake_streams(self) -> None:
        """Count another version of the table, and wake all waiting streams."""
        self.version += 1
        players, self._players = self._players, {}
        for waiter in players:
            if not waiter.done():  # a stream that has ended cancelled it
                waiter.set_result(None)
        waking, self._due = self._due > 0, len(self._spectators)
        if self._due and not waking:
            self._wake_spectators()

    def _wake_spectators(self) -> None:
        """Wake the next spectators; the others follow in the next rounds of the event loop."""
        for waiter in list(islice(self._spectators, min(self._due, WAKE_BATCH))):
            del self._spectators[waiter]
            self._due -= 1
            if not waiter.done():
                waiter.set_result(None)
        self._due = min(self._due, len(self._spectators))  # some may have left
        if self._due:
            asyncio.get_running_loop().call_soon(self._wake_spectators)
