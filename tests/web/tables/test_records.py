"""Records of live tables are made once for all who see the same, and long ones beside the event loop."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest

from primeparlor.core import Player
from primeparlor.web.config import RECORDS_KEPT
from primeparlor.web.tables import live
from primeparlor.web.tables.create import TableRequest
from primeparlor.web.threads import run_in_thread
from support.web.registry import place, play, refused, run, start, two

READERS: list[set[Player]] = [{1}, {2}, set()]


def test_a_record_is_made_once_for_all_who_see_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = list[bool]()

    async def count(much: bool, *work: Any) -> Any:
        made.append(much)
        return await run_in_thread(much, *work)

    monkeypatch.setattr(live, "run_in_thread", count)

    async def test() -> None:
        async with place(tmp_path) as here:
            table, _, _ = await two(here.open_registry(), TableRequest(start("nonprime-addition"), "friend"))
            await play(table, 3, *[2] * 60)
            first = await asyncio.gather(*(table.request_record({2}) for _ in range(5)))
            assert (len(set(first)), made) == (1, [True])  # 62 turns: beside the event loop
            await refused(Exception, table.move({2}, "?", table.match.number))
            assert await table.request_record({1}) == await table.request_record({1}) == first[0]
            assert await table.request_record(()) == first[0]
            assert len(made) == 3  # a reader of each kind
            assert await table.request_record({2}) != first[0]
            assert len(made) == 4
            await table.resign({1}, table.match.number)
            over = [await table.request_record(readers) for readers in READERS]
            assert (len(set(over)), len(made)) == (1, 5)
            assert len(table._records) <= RECORDS_KEPT

    run(test())


def test_a_record_that_could_not_be_made_is_made_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def test() -> None:
        async with place(tmp_path) as here:
            table, _, _ = await two(here.open_registry())
            with monkeypatch.context() as patch:
                patch.setattr(live, "RECORDS_KEPT", 1)
                patch.setattr(live, "encode_record", None)
                await refused(TypeError, table.request_record({1}))
            monkeypatch.setattr(live, "RECORDS_KEPT", 1)
            assert (await table.request_record({1})).count(b"\n") == 2
            await table.request_record({2})
            assert len(table._records) == 1

    run(test())
