"""Waiting for work that is done to its end even if nobody waits for it any more."""

from __future__ import annotations

import asyncio
import logging
from typing import TypeVar

from primeparlor.core import ParlorError

T = TypeVar("T")
log = logging.getLogger(__name__)


async def shielded(work: asyncio.Future[T]) -> T:
    """What this brings; it goes on if who waits for it is gone.

    `asyncio.shield` alone then takes every refusal for an error that somebody forgot.
    """
    try:
        return await asyncio.shield(work)
    except asyncio.CancelledError:
        work.add_done_callback(_told_nobody)
        raise


def _told_nobody(work: asyncio.Future[T]) -> None:
    error = None if work.cancelled() else work.exception()
    if error is not None and not isinstance(error, ParlorError):
        log.error("failed with nobody waiting", exc_info=error)
