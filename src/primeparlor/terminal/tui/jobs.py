"""Slow calls run in daemon threads, so that leaving the program never waits for them."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable
from contextlib import suppress
from typing import TypeVar

T = TypeVar("T")


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
