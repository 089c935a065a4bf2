"""Waiting for a future that must complete even if its waiter is cancelled."""

from __future__ import annotations

import asyncio
import logging
from typing import TypeVar

from primeparlor.core import ParlorError

T = TypeVar("T")
log = logging.getLogger(__name__)


async def wait_shielded(work: asyncio.Future[T]) -> T:
    """Wait for a future and return its result; a cancelled waiter does not cancel the future.

    With `asyncio.shield` alone, asyncio would then log every expected error as one that was never retrieved.
    """
    try:
        return await asyncio.shield(work)
    except asyncio.CancelledError:
        work.add_done_callback(_log_unseen_error)
        raise


def _log_unseen_error(work: asyncio.Future[T]) -> None:
    error = None if work.cancelled() else work.exception()
    if error is not None and not isinstance(error, ParlorError):
        log.error("failed with nobody waiting", exc_info=error)
