"""Something looked for beside the screen, perhaps long before anybody asks for it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Generic, TypeVar

from primeparlor.terminal.tui.jobs import apart
from primeparlor.terminal.tui.working import Working

T = TypeVar("T")


class Search(Generic[T]):
    """Begins at once; `show` hears how far it is only while somebody waits for it."""

    def __init__(self, doing: str, find: Callable[[Working], T], show: Callable[[str], None]) -> None:
        self.working, self._show = Working(doing, self._say), show
        self.awaited = False  # whether somebody waits for it
        self._task = asyncio.ensure_future(apart(lambda: find(self.working)))
        self._task.add_done_callback(_heard)

    def _say(self, text: str) -> None:
        if self.awaited:
            self._show(text)

    @property
    def found(self) -> T | None:
        """What was found, if that is known by now."""
        if self._task.done() and not self._task.cancelled() and self._task.exception() is None:
            return self._task.result()
        return None

    @property
    def failed(self) -> bool:
        return self._task.done() and self.found is None

    async def result(self) -> T:
        """What is found, or what is raised on the way."""
        return await asyncio.shield(self._task)

    def stop(self) -> None:
        """Nobody wants to know any more."""
        self.working.stop()


def _heard(task: asyncio.Future[T]) -> None:
    """Look at what was raised: asyncio complains of what nobody has looked at."""
    if not task.cancelled():
        task.exception()
