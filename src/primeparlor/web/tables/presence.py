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
        self._build_version = seen
        self._present: Counter[int] = Counter()
        self._changes = 0
        self._changed = asyncio.Event()

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

    async def wait_for_change(self, seen: TableVersion) -> TableVersion:
        """Wait until the version differs from this one, and return it."""
        while self.version == seen:
            await self._changed.wait()
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
        self._changed.set()
        self._changed = asyncio.Event()
