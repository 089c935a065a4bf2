"""A search in a worker thread, which may start long before its result is needed."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Generic, TypeVar

from primeparlor.terminal.tui.jobs import run_in_thread
from primeparlor.terminal.tui.working import JobProgress

T = TypeVar("T")


class Search(Generic[T]):
    """A search that starts at once; `show` receives its progress only while the result is awaited."""

    def __init__(self, doing: str, find: Callable[[JobProgress], T], show: Callable[[str], None]) -> None:
        self.working, self._show = JobProgress(doing, self._report_progress), show
        self.awaited = False  # True if somebody waits for the result
        self._task = asyncio.ensure_future(run_in_thread(lambda: find(self.working)))
        self._task.add_done_callback(_retrieve_error)

    def _report_progress(self, text: str) -> None:
        if self.awaited:
            self._show(text)

    @property
    def found(self) -> T | None:
        """The result; None if it is not known yet, or the search failed."""
        if self._task.done() and not self._task.cancelled() and self._task.exception() is None:
            return self._task.result()
        return None

    @property
    def failed(self) -> bool:
        return self._task.done() and self.found is None

    async def wait_for_result(self) -> T:
        """Wait for the result; re-raises what the search raised."""
        return await asyncio.shield(self._task)

    def stop(self) -> None:
        """Cancel the search."""
        self.working.stop()


def _retrieve_error(task: asyncio.Future[T]) -> None:
    """Retrieve the exception, as asyncio logs exceptions that were never retrieved."""
    if not task.cancelled():
        task.exception()
