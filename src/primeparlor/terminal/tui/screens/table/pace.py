"""How long things stay to be seen; any key skips what is being shown."""

from __future__ import annotations

import asyncio
from contextlib import suppress

THINKING = 0.5  # seconds that the house is seen thinking, at least
MOVED = 0.9  # that a move of the house stays before the next one
OWN = 0.35  # that a move made here stays before the answer
FORCED = 1.2  # that a move nobody chose stays


class Pace:
    """Waits that a key ends; with a factor of 0 nothing waits but for keys."""

    def __init__(self, factor: float = 1.0) -> None:
        self.factor = factor
        self.waiting = False
        self._skip = asyncio.Event()

    def skip(self) -> None:
        """End the wait at hand."""
        self._skip.set()

    async def wait(self, seconds: float) -> None:
        """Wait so long, or until a key is pressed."""
        if seconds * self.factor > 0:
            with suppress(TimeoutError):
                await asyncio.wait_for(self.key(), seconds * self.factor)

    async def key(self) -> None:
        """Wait until a key is pressed."""
        self._skip.clear()
        self.waiting = True
        try:
            await self._skip.wait()
        finally:
            self.waiting = False
