"""Work that goes on when nobody waits for it any more."""

from __future__ import annotations

import asyncio
import gc
from typing import Any

import pytest

from primeparlor.web.errors import ServerClosing
from primeparlor.web.tables.shielding import wait_shielded
from support.web.registry import run


@pytest.mark.parametrize(
    ("error", "told"), [(ServerClosing(), []), (OSError(), ["failed with nobody waiting"])]
)
def test_what_is_refused_when_nobody_waits_is_no_error(
    error: Exception, told: list[str], caplog: pytest.LogCaptureFixture
) -> None:
    async def test() -> list[Any]:
        forgotten, may_end = list[Any](), asyncio.Event()
        asyncio.get_running_loop().set_exception_handler(lambda _, context: forgotten.append(context))

        async def refused() -> None:
            await may_end.wait()
            raise error

        work = asyncio.ensure_future(refused())
        asker = asyncio.ensure_future(wait_shielded(work))
        await asyncio.sleep(0)
        asker.cancel()
        await asyncio.wait([asker])
        may_end.set()
        await asyncio.wait([work])
        del work
        gc.collect()
        return forgotten

    assert run(test()) == []
    assert [record.message for record in caplog.records] == told


def test_who_waits_is_told() -> None:
    async def test() -> None:
        async def refused() -> None:
            raise ServerClosing

        with pytest.raises(ServerClosing):
            await wait_shielded(asyncio.ensure_future(refused()))

    run(test())
