"""A worker thread for large documents, so that encoding or decoding one does not block the event loop.

Python runs one thread at a time, and the event loop releases the interpreter at every read or write. So this
thread runs one job at a time. After each job it sleeps for as long as the job took, and the event loop can
catch up.
"""

from __future__ import annotations

import asyncio
import gc
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any, ParamSpec, TypeVar

LARGE = 64 * 1024  # bytes from which encoding or decoding would delay other requests
VALUE = 8  # bytes assumed for a number

P = ParamSpec("P")
T = TypeVar("T")


async def run_in_thread(much: bool, work: Callable[P, T], *args: P.args, **options: P.kwargs) -> T:
    """Run a function and return its result; run it in the worker thread if it is much work."""
    done = partial(work, *args, **options)
    return (
        await asyncio.get_running_loop().run_in_executor(_ONE.thread, _ONE.run_job, done) if much else done()
    )


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
