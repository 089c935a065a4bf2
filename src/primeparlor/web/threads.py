"""Work beside the event loop: a worker thread for large documents, and futures that outlive their waiters.

Encoding or decoding a large document would block the event loop. Python runs one thread at a time, and the
event loop releases the interpreter at every read or write. So the worker thread runs one job at a time. After
each job it sleeps for as long as the job took, and the event loop can catch up.
"""

from __future__ import annotations

import asyncio
import gc
import logging
import time
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any, ParamSpec, TypeVar

from primeparlor.core import ParlorError

LARGE = 64 * 1024  # bytes from which encoding or decoding would delay other requests
VALUE = 8  # bytes assumed for a number

P = ParamSpec("P")
T = TypeVar("T")
log = logging.getLogger(__name__)


async def run_in_thread(much: bool, work: Callable[P, T], *args: P.args, **options: P.kwargs) -> T:
    """Run a function and return its result; run it in the worker thread if it is much work."""
    done = partial(work, *args, **options)
    return (
        await asyncio.get_running_loop().run_in_executor(_ONE.thread, _ONE.run_job, done) if much else done()
    )


def is_large(data: Any) -> bool:
    """Return True if the data is large as JSON; stop counting as soon as that is certain."""
    size, rest = 0, [data]
    while rest and size <= LARGE:
        each = rest.pop()
        if isinstance(each, dict):
            size += sum(len(str(key)) for key in each)
            each = list(each.values())
        if isinstance(each, list | tuple):
            size += len(each)
            rest += each if size <= LARGE else ()
        else:
            size += len(each) if isinstance(each, str | bytes) else VALUE
    return size > LARGE


async def wait_shielded(work: Awaitable[T], running: set[asyncio.Future[Any]] | None = None) -> T:
    """Wait for a coroutine or future and return its result; a cancelled waiter does not cancel it.

    It is in the set meanwhile. With `asyncio.shield` alone, asyncio would log errors that were expected.
    """
    task = asyncio.ensure_future(work)
    if running is not None:
        running.add(task)
        task.add_done_callback(running.discard)
    try:
        return await asyncio.shield(task)
    except asyncio.CancelledError:
        task.add_done_callback(_log_unseen_error)
        raise


def _log_unseen_error(work: asyncio.Future[T]) -> None:
    error = None if work.cancelled() else work.exception()
    if error is not None and not isinstance(error, ParlorError):
        log.error("failed with nobody waiting", exc_info=error)


class _WorkerThread:
    """The worker thread, and the time until which it pauses after a job."""

    def __init__(self) -> None:
        self.thread = ThreadPoolExecutor(1, "apart")
        self._rested = 0.0

    def run_job(self, work: Callable[[], T]) -> T:
        """Run the job after the pause that follows the one before, and return its result."""
        time.sleep(max(0.0, self._rested - time.monotonic()))
        began = time.monotonic()
        gc.disable()  # JSON has no cycles, and a collection would block all threads longer than the job
        try:
            return work()
        finally:
            gc.enable()
            self._rested = 2 * time.monotonic() - began


_ONE = _WorkerThread()
