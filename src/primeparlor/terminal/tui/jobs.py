"""Slow work in daemon threads, for which leaving the program never waits: searches, puzzles, tables."""

from __future__ import annotations

import asyncio
import threading
import time
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from typing import TYPE_CHECKING, Generic, NamedTuple, TypeVar

from primeparlor.core import ParlorError
from primeparlor.messages import Said

if TYPE_CHECKING:
    from primeparlor.coach.puzzles.puzzle import Puzzle
    from primeparlor.solve import Progress
    from primeparlor.tables.table import Table

T = TypeVar("T")
FIRST, OFTEN = 1.0, 0.25  # seconds until the first report, and between two reports
AHEAD = 2  # puzzles that are ready before they are needed
LOOKING = "Looking for a puzzle"


async def run_in_thread(work: Callable[[], T]) -> T:
    """Run a blocking function in a daemon thread; return its result or raise its exception.

    Python joins the threads of asyncio's own pool at exit. Daemon threads end with the program.
    """
    loop = asyncio.get_running_loop()
    future: asyncio.Future[T] = loop.create_future()

    def settle(result: T | None, error: BaseException | None) -> None:
        if future.done():
            return
        if error is not None:
            future.set_exception(error)
        else:
            future.set_result(result)  # type: ignore[arg-type]

    def run() -> None:
        result, failed = None, None
        try:
            result = work()
        except BaseException as error:
            failed = error
        with suppress(RuntimeError):  # the event loop is closed, so the result is not needed
            loop.call_soon_threadsafe(settle, result, failed)

    threading.Thread(target=run, daemon=True).start()
    return await future


class JobCancelled(Exception):
    """Raised inside cancelled work.

    It is no ParlorError, because the code that does the work would handle that itself.
    """


class JobProgress:
    """Progress callback for a worker thread; calls `show` at most four times a second, in that thread."""

    def __init__(self, doing: str, show: Callable[[str], None]) -> None:
        self.doing, self.show = doing, show
        self.stopped = False
        self._due = time.monotonic() + FIRST

    def __call__(self, done: float, total: float | None) -> None:
        """Report that `done` of `total` is done; without a total it only shows that the work goes on."""
        if self.stopped:
            raise JobCancelled
        if time.monotonic() >= self._due:
            self._due = time.monotonic() + OFTEN
            self.show(f"{self.doing} … {100 * done / total:.0f} %" if total else f"{self.doing} …")

    def stop(self) -> None:
        """Cancel the work at its next report."""
        self.stopped = True


class Job(Generic[T]):
    """Slow work that starts at once in a daemon thread; `show` gets its progress while somebody waits for it.

    The work gets a callback for its progress, which ends the work once it is cancelled. `drop` receives the
    result of work that was cancelled too late.
    """

    def __init__(
        self,
        doing: str,
        work: Callable[[JobProgress], T],
        show: Callable[[str], None] = lambda text: None,
        drop: Callable[[T], object] = lambda result: None,
    ) -> None:
        self.progress, self._show = JobProgress(doing, self._report_progress), show
        self.awaited = False  # True if somebody waits for the result
        self._work, self._drop = work, drop
        self._task = asyncio.ensure_future(run_in_thread(self._run))
        self._task.add_done_callback(_retrieve_error)

    def _run(self) -> T:
        result = self._work(self.progress)
        if self.progress.stopped:
            self._drop(result)
            raise JobCancelled
        return result

    def _report_progress(self, text: str) -> None:
        if self.awaited:
            self._show(text)

    @property
    def found(self) -> T | None:
        """The result; None if it is not known yet, or the work failed."""
        if self._task.done() and not self._task.cancelled() and self._task.exception() is None:
            return self._task.result()
        return None

    @property
    def failed(self) -> bool:
        return self._task.done() and self.found is None

    @property
    def busy(self) -> bool:
        return not self._task.done() and not self.progress.stopped

    async def wait(self) -> T:
        """Wait for the result; re-raises what the work raised, and JobCancelled if it was cancelled."""
        self.awaited = True
        return await asyncio.shield(self._task)

    def stop(self) -> None:
        """Cancel the work at its next report."""
        self.progress.stop()


def _retrieve_error(task: asyncio.Future[T]) -> None:
    """Retrieve the exception, as asyncio logs exceptions that were never retrieved."""
    if not task.cancelled():
        task.exception()


class ReadyPuzzle(NamedTuple):
    """A puzzle that is ready to be shown, and why its answer is right."""

    puzzle: Puzzle
    why: str


class PuzzleSupply:
    """Generates puzzles in a thread, one at a time, until it is stopped."""

    def __init__(self, show_far: Callable[[str], None]) -> None:
        self.working = JobProgress(LOOKING, show_far)
        self._ready = deque[ReadyPuzzle]()
        self._taken = asyncio.Event()

    async def run(self, make: Callable[[JobProgress], ReadyPuzzle], came: Callable[[], None]) -> None:
        """Keep some puzzles ready; `came` is called for each new one."""
        while True:
            try:
                self._ready.append(await run_in_thread(lambda: make(self.working)))
            except JobCancelled:
                return
            came()
            while len(self._ready) >= AHEAD:
                self._taken.clear()
                await self._taken.wait()

    def take(self) -> ReadyPuzzle | None:
        """Return the next puzzle, or None if none is ready."""
        self._taken.set()
        return self._ready.popleft() if self._ready else None

    def stop(self) -> None:
        """Stop generating; the puzzle in progress is dropped."""
        self.working.stop()


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
        share = f"{min(99, 100 * self._done // self._total)} % worked out." if self._total else ""
        return Said("Getting ready …", share, "·")
