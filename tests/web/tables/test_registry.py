"""A server on which all tables are taken: some make room, but none where two play or somebody looks."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from itertools import count
from pathlib import Path
from threading import Event
from typing import Any

import pytest

from primeparlor.core import ParlorError
from primeparlor.web.config import ClientLimits as Door
from primeparlor.web.config import TableLimits
from primeparlor.web.errors import NoSuchTable, ServerFull
from primeparlor.web.tables.create import TableRequest
from primeparlor.web.tables.live import LiveTable
from primeparlor.web.tables.registry import TableRegistry
from support.web.registry import PATIENCE, Place, place, play, refused, run, start, two, until


async def opened(here: Place, registry: TableRegistry, opponent: str, side: int = 1) -> LiveTable:
    here.now.time += 1
    return (await registry.open_table(TableRequest(start(), opponent, 2 if side == 2 else 1))).table


def test_who_only_opens_tables_never_fills_the_hall(tmp_path: Path) -> None:
    async def test() -> None:
        async with place(tmp_path, TableLimits(tables=4)) as here:
            registry = here.open_registry()
            played = await opened(here, registry, "same screen")
            await play(played, 6)
            begun = await opened(here, registry, "beginner", 2)  # by the house, not by a person
            await until(begun, lambda: begun.match.number == 1)
            joined, _, _ = await two(registry)
            flood = [await opened(here, registry, "same screen") for _ in range(9)]
            assert here.store.count_tables() == 4
            for table in (begun, joined, *flood[:-3]):
                await refused(NoSuchTable, registry.find_table(table.id))
                assert table.closing
            for table in (played, *flood[-3:]):
                assert await registry.find_table(table.id) is table

    run(test())


def test_a_full_hall_drops_what_two_people_do_not_play(tmp_path: Path) -> None:
    """Finished games, and those on one screen or against the house, the least recently touched first."""

    async def test() -> None:
        async with place(tmp_path, TableLimits(tables=4)) as here:
            registry = here.open_registry()
            between, _, _ = await two(registry)
            await play(between, 6)
            alone, watched = [await opened(here, registry, "same screen") for _ in "12"]
            for table in (alone, watched):
                await play(table, 6)
            here.now.time += 1
            over, _, _ = await two(registry)
            await play(over, 6)
            await over.resign({2}, 1)
            with watched.presence.watch([1]):
                for expected in (alone, over):
                    await play(await opened(here, registry, "same screen"), 6)
                    await refused(NoSuchTable, registry.find_table(expected.id))
            for table in (between, watched):
                assert await registry.find_table(table.id) is table

    run(test())


def test_a_table_that_somebody_looks_at_stays(tmp_path: Path) -> None:
    async def test() -> None:
        async with place(tmp_path, TableLimits(tables=2)) as here:
            registry = here.open_registry()
            first, second = [await opened(here, registry, "friend") for _ in "12"]
            with first.presence.watch([1]):
                third = await opened(here, registry, "friend")
                await refused(NoSuchTable, registry.find_table(second.id))
                with third.presence.watch([]):
                    await refused(ServerFull, opened(here, registry, "friend"))
                assert await registry.find_table(first.id) is first

    run(test())


def test_tables_that_are_not_in_memory_make_room_too(tmp_path: Path) -> None:
    async def test() -> None:
        async with place(tmp_path, TableLimits(tables=2)) as here:
            gone, kept = [await opened(here, here.open_registry(), "same screen") for _ in "12"]
            await play(kept, 6)
            registry = here.open_registry()
            await opened(here, registry, "same screen")
            await refused(NoSuchTable, registry.find_table(gone.id))
            assert (await registry.find_table(kept.id)).match.number == 1

    run(test())


def test_an_order_that_is_refused_takes_nobodys_table(tmp_path: Path) -> None:
    async def test() -> None:
        async with place(tmp_path, TableLimits(tables=1)) as here:
            registry = here.open_registry()
            first = await opened(here, registry, "same screen")
            await refused(
                ParlorError, registry.open_table(TableRequest(start(), "same screen", name="The house"))
            )
            assert await registry.find_table(first.id) is first

    run(test())


def test_who_reads_no_stream_keeps_the_table_by_asking_for_it(tmp_path: Path) -> None:
    async def test() -> None:
        async with place(tmp_path, TableLimits(tables=2, idle_seconds=60)) as here:
            registry = here.open_registry()
            first, second = [await opened(here, registry, "friend") for _ in "12"]
            here.now.time += 60
            assert await registry.find_table(first.id) is first
            await opened(here, registry, "friend")
            assert not first.closing
            await refused(NoSuchTable, registry.find_table(second.id))

    run(test())


def test_a_table_that_is_being_loaded_stays(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def test() -> None:
        async with place(tmp_path, TableLimits(tables=2)) as here:
            first, second = [await opened(here, here.open_registry(), "friend") for _ in "12"]
            registry, read = here.open_registry(), Event()
            reads = registry._read_table
            monkeypatch.setattr(registry, "_read_table", lambda name: read.wait(PATIENCE) and reads(name))
            finding = asyncio.ensure_future(registry.find_table(first.id))
            await asyncio.sleep(0)  # it has begun
            await opened(here, registry, "friend")
            read.set()
            assert (await finding).id == first.id
            assert await registry.find_table(first.id) is await finding
            await refused(NoSuchTable, registry.find_table(second.id))

    run(test())


@pytest.mark.parametrize("nth", range(2))
def test_no_move_is_lost_while_the_hall_makes_room(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, nth: int
) -> None:
    """A move comes after the n-th thing that is done in the database: it is kept, or refused."""

    async def test() -> None:
        async with place(tmp_path, TableLimits(tables=2)) as here:
            registry, apart, asked = here.open_registry(), here.store.run_in_thread, count()
            first, second = [await opened(here, registry, "same screen") for _ in "12"]
            kept = False

            async def before_a_move(act: Any, *data: Any) -> Any:
                nonlocal kept
                done = await apart(act, *data)
                if next(asked) == nth:
                    with suppress(NoSuchTable):
                        await play(first, 6)
                        kept = True
                return done

            monkeypatch.setattr(here.store, "run_in_thread", before_a_move)
            await opened(here, registry, "same screen")
            gone, left = (second, first) if kept else (first, second)
            await refused(NoSuchTable, registry.find_table(gone.id))
            assert kept == (nth == 0)
            assert (await registry.find_table(left.id)).match.number == kept
            assert len(here.store.load_table(left.id).games[0]) == 1 + kept  # the header, and the move

    run(test())


def test_one_address_cannot_fill_the_hall_in_a_day() -> None:
    rate = Door().tables
    assert rate.at_once + rate.second * 86_400 < TableLimits().tables
