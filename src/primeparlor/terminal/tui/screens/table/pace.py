"""The delays between steps shown on the screen; any key skips a delay."""

from __future__ import annotations

import asyncio
from contextlib import suppress

THINKING = 0.5  # least seconds that the computer is shown thinking
MOVED = 0.9  # seconds after a move of the computer
OWN = 0.35  # seconds after a person's own move
FORCED = 1.2  # seconds after a forced move or a draw of chance


class Pace:
    """Delays that a key press ends; with a factor of 0 only waits for a key remain."""

    def __init__(self, factor: float = 1.0) -> None:
        self.factor = factor
        self.waiting = False
        self._skip = asyncio.Event()

    def skip(self) -> None:
        """End the current wait."""
        self._skip.set()

    async def wait(self, seconds: float) -> None:
        """Wait for this time, scaled by the factor, or until a key is pressed."""
        if seconds * self.factor > 0:
            with suppress(TimeoutError):
                await asyncio.wait_for(self.wait_for_key(), seconds * self.factor)

    async def wait_for_key(self) -> None:
        """Wait until a key is pressed."""
        self._skip.clear()
        self.waiting = True
        try:
            await self._skip.wait()
        finally:
            self.waiting = False
