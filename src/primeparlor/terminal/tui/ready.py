"""Preparation of a table in a thread, which may take long: a player may have to solve the game first."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from primeparlor.core import ParlorError
from primeparlor.tables.table import Table
from primeparlor.terminal.drawing.board import Said
from primeparlor.terminal.tui.jobs import run_in_thread

if TYPE_CHECKING:
    from primeparlor.solve import Progress


class PreparationCancelled(ParlorError):
    """Raised in the worker thread when nobody waits for the table any more."""


class TablePreparer:
    """Prepares one table at a time; the wait can be cancelled."""

    def __init__(self) -> None:
        self.busy = self._left = False
        self._done, self._total = 0, 0

    async def prepare_table(self, work: Callable[[Progress], Table]) -> Table | None:
        """Return the table, or None if the wait was cancelled; re-raises what the work raises."""
        self.busy, self._left, self._total = True, False, 0
        try:
            return await run_in_thread(lambda: self._run_work(work))
        finally:
            self.busy = False

    def _run_work(self, work: Callable[[Progress], Table]) -> Table | None:
        try:
            table = work(self._report_progress)
        except PreparationCancelled:
            return None
        if self._left:
            table.close()
            return None
        return table

    def _report_progress(self, done: int, total: int | None) -> None:
        if self._left:
            raise PreparationCancelled("Nobody waits for this table any more.")
        self._done, self._total = done, total or 0

    def stop(self) -> None:
        """Cancel the wait."""
        self._left = True

    @property
    def message(self) -> Said:
        """The progress message."""
        far = f"{min(99, 100 * self._done // self._total)} % worked out." if self._total else ""
        return Said("Getting ready …", far, "·")
