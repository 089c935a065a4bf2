"""The signs of life of a stream, by a clock turned by hand."""

from __future__ import annotations

import asyncio
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from primeparlor.core import IllegalMove
from primeparlor.web.api.stream import EventStream
from primeparlor.web.config import ClientLimits
from primeparlor.web.rate_limit import build_stream_limiter
from primeparlor.web.tables.live import LiveTable
from support.web.registry import place, refused, run, two

BEAT = b": still here\n\n"
LIMITS = ClientLimits()


def reader(table: LiveTable, person: int) -> EventStream:
    """A stream of this table for this person."""
    services: Any = SimpleNamespace(limits=LIMITS, stream_limiter=build_stream_limiter(LIMITS))
    return EventStream(services, "127.0.0.1", table, person, None)


async def turns() -> None:
    """Let the loop do all that is due."""
    for _ in range(100):
        await asyncio.sleep(0)


def test_no_sign_of_life_is_late_because_of_what_others_do_unseen(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Else a reader could tell when somebody asked for help or tried something."""
    sent = list[bytes]()

    async def send(message: Any) -> None:
        sent.append(message.get("body", b""))

    async def test() -> None:
        async with place(tmp_path) as here:
            table, _, _ = await two(here.open_registry())
            loop = asyncio.get_running_loop()
            now = loop.time()
            monkeypatch.setattr(loop, "time", lambda: now)
            told = asyncio.create_task(reader(table, 2)({}, asyncio.Event().wait, send))  # type: ignore[arg-type]
            await turns()
            assert sent[-1].startswith(b"event: view\n")
            for passed in (LIMITS.beat / 3, LIMITS.beat / 3):
                now += passed
                await refused(IllegalMove, table.move({1}, "17", 0))
                await turns()
                assert sent[-1] != BEAT
            now += LIMITS.beat / 3 + 0.001
            await turns()
            assert sent[-1] == BEAT
            for _ in range(2):
                now += LIMITS.beat + 0.001
                await turns()
            assert sent[-3:] == [BEAT] * 3
            assert len(table.presence._players) == 1  # nobody waits twice
            await table.close()
            await told

    run(test())
