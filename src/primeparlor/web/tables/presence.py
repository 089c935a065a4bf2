"""Presence at a table, and waiting for its changes."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager
from typing import NamedTuple

SPECTATOR = 0


class TableVersion(NamedTuple):
    """A version of a table: it changes with everything a client can see."""

    seq: int = 0
    presence: int = 0  # counts changes that are no entries: presence, a thinking computer player
    closing: bool = False


class Presence:
    """Count of open streams per person at a table; wakes those that wait for changes."""

    def __init__(self, seen: Callable[[int], TableVersion]) -> None:
        self._seen = seen
        self._here: Counter[int] = Counter()
        self._stirred = 0
        self._stir = asyncio.Event()

    def __getitem__(self, person: int) -> int:
        return self._here[person]

    @property
    def anybody(self) -> bool:
        """True if anybody is present."""
        return self._here.total() > 0

    @property
    def version(self) -> TableVersion:
        """The current version."""
        return self._seen(self._stirred)

    async def wait_for_change(self, seen: TableVersion) -> TableVersion:
        """Wait until the version differs from this one, and return it."""
        while self.version == seen:
            await self._stir.wait()
        return self.version

    @contextmanager
    def watch(self, persons: Collection[int]) -> Iterator[None]:
        """Count these persons as present meanwhile; without persons, count a spectator."""
        here = persons or [SPECTATOR]
        self._here.update(here)
        self.mark_changed()
        try:
            yield
        finally:
            self._here.subtract(here)
            self.mark_changed()

    def mark_changed(self) -> None:
        """Count a change that is no entry, and wake all waiting streams."""
        self._stirred += 1
        self.wake_streams()

    def wake_streams(self) -> None:
        """Wake all waiting streams."""
        self._stir.set()
        self._stir = asyncio.Event()
