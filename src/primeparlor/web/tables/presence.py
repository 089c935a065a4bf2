"""Who is at a table, and waiting until there is more to be seen of it."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager
from typing import NamedTuple

SPECTATOR = 0


class Seen(NamedTuple):
    """How much of a table somebody has seen."""

    seq: int = 0
    presence: int = 0  # counts what is no entry: who is here, whether the house thinks
    closing: bool = False


class Presence:
    """How many pages each person has open at a table, and who waits for news."""

    def __init__(self, seen: Callable[[int], Seen]) -> None:
        self._seen = seen
        self._here: Counter[int] = Counter()
        self._stirred = 0
        self._stir = asyncio.Event()

    def __getitem__(self, person: int) -> int:
        return self._here[person]

    @property
    def anybody(self) -> bool:
        """Whether anybody is here."""
        return self._here.total() > 0

    @property
    def seen(self) -> Seen:
        """What there is to be seen now."""
        return self._seen(self._stirred)

    async def changed(self, seen: Seen) -> Seen:
        """What there is to be seen, once it is more than this."""
        while self.seen == seen:
            await self._stir.wait()
        return self.seen

    @contextmanager
    def watch(self, persons: Collection[int]) -> Iterator[None]:
        """Count these as present meanwhile; nobody in particular is a spectator."""
        here = persons or [SPECTATOR]
        self._here.update(here)
        self.stir()
        try:
            yield
        finally:
            self._here.subtract(here)
            self.stir()

    def stir(self) -> None:
        """Let everybody look again, though nothing was kept."""
        self._stirred += 1
        self.wake()

    def wake(self) -> None:
        """Let everybody look again."""
        self._stir.set()
        self._stir = asyncio.Event()
