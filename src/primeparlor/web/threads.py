"""Work on much data, done apart from the loop: whoever sends a large document holds up nobody else.

The interpreter does one thing at a time, and the loop gives way at everything it reads or writes. So one such
work is done at a time, with a rest after it that is as long as it took, in which the loop gets on.
"""

from __future__ import annotations

import asyncio
import gc
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any, ParamSpec, TypeVar

LARGE = 64 * 1024  # bytes whose reading or writing others would notice
VALUE = 8  # bytes of a number, about

P = ParamSpec("P")
T = TypeVar("T")


async def apart(much: bool, work: Callable[P, T], *args: P.args, **options: P.kwargs) -> T:
    """What this work brings, done in a thread if it is much."""
    done = partial(work, *args, **options)
    return await asyncio.get_running_loop().run_in_executor(_ONE.thread, _ONE.do, done) if much else done()


class _One:
    """The thread, and until when it rests."""

    def __init__(self) -> None:
        self.thread = ThreadPoolExecutor(1, "apart")
        self._rested = 0.0

    def do(self, work: Callable[[], T]) -> T:
        """What this work brings, after the rest from the one before."""
        time.sleep(max(0.0, self._rested - time.monotonic()))
        began = time.monotonic()
        gc.disable()  # data has no cycles, and looking for some holds everybody up for longer than the work
        try:
            return work()
        finally:
            gc.enable()
            self._rested = 2 * time.monotonic() - began


_ONE = _One()


def is_large(data: Any) -> bool:
    """Whether this data is large as JSON; it is looked through only until that is clear."""
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
