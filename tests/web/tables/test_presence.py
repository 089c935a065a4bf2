"""Who is at a table, when tables close, and when they are put away or forgotten."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from primeparlor.match import Settings
from primeparlor.web.errors import NoSuchTable, ServerClosing
from primeparlor.web.tables.create import TableRequest
from support.web.registry import (
    PATIENCE,
    Place,
    look,
    place,
    play,
    refused,
    run,
    start,
    two,
    until,
    wait_for_change,
)


def test_who_watches_is_counted(tmp_path: Path) -> None:
    async def test() -> None:
        async with place(tmp_path) as here:
            table, _, _ = await two(here.open_registry())
            seen = table.presence.version
            with (
                table.presence.watch([1]),
                table.presence.watch([1]),
                table.presence.watch([]),
                table.presence.watch([]),
            ):
                seen = await asyncio.wait_for(wait_for_change(table, seen), PATIENCE)
                view = look(table, ())
                assert ([seat["here"] for seat in view["seats"]], view["watching"]) == ([True, False], 2)
            seen = await asyncio.wait_for(wait_for_change(table, seen), PATIENCE)
            view = look(table, ())
            assert ([seat["here"] for seat in view["seats"]], view["watching"]) == ([False, False], 0)

    run(test())


def test_closing_wakes_who_waits_and_refuses_what_comes(tmp_path: Path) -> None:
    async def test() -> None:
        async with place(tmp_path) as here:
            registry = here.open_registry()
            table, _, _ = await two(registry)
            waiting = asyncio.ensure_future(wait_for_change(table, table.presence.version))
            await asyncio.sleep(0)
            await registry.close()
            await waiting
            assert table.closing
            await refused(ServerClosing, table.move({1}, "6", 0))
            await refused(ServerClosing, registry.find_table(table.id))
            await refused(ServerClosing, registry.open_table(TableRequest(start(), "friend")))
            await registry.close()

    run(test())


def test_tables_are_forgotten_in_time(tmp_path: Path) -> None:
    async def test(here: Place) -> None:
        registry, day = here.open_registry(), 86_400.0
        unjoined = (await registry.open_table(TableRequest(start(), "friend"))).table
        timed = TableRequest(start(), "friend", settings=Settings(clock=60))
        left = (await registry.open_table(timed)).table
        over, _, _ = await two(registry)
        unmoved, moved = [
            (await registry.open_table(TableRequest(start(), "beginner", side))).table for side in (2, 1)
        ]
        await until(unmoved, lambda: unmoved.match.number == 1)  # the house has begun, and nobody came
        await moved.move({1}, "6", 0)
        alone, both = [(await registry.open_table(TableRequest(start(), "same screen"))).table for _ in "12"]
        await play(both, 6)
        here.pass_time(1.5 * day)
        await left.join("Ben")
        await play(left, 6)
        await over.resign({1}, 0)
        await registry.clean_up()
        for table in (unjoined, unmoved, alone):
            await refused(NoSuchTable, registry.find_table(table.id))
        assert unjoined.closing
        for table in (moved, both, left, over):
            assert (await registry.find_table(table.id)).id == table.id
        here.pass_time(29 * day)
        await over.rematch({1}, 0)  # an offer alone does not make it younger
        await registry.clean_up()
        await registry.find_table(left.id)
        await registry.find_table(over.id)
        here.pass_time(2 * day)
        await registry.clean_up()
        for table in (left, over):
            await refused(NoSuchTable, registry.find_table(table.id))

    async def run_it() -> None:
        async with place(tmp_path) as here:
            await test(here)

    run(run_it())


def test_a_table_nobody_is_at_is_put_away_and_comes_back(tmp_path: Path) -> None:
    async def test() -> None:
        async with place(tmp_path) as here:
            registry = here.open_registry()
            table, mara, _ = await two(registry)
            await play(table, 6)
            here.now.time += 901
            with table.presence.watch([1]):
                await registry.clean_up()
                assert await registry.find_table(table.id) is table
            await registry.clean_up()
            assert await registry.find_table(table.id) is table  # somebody has just left
            here.now.time += 901
            await registry.clean_up()
            again = await registry.find_table(table.id)
            assert again is not table
            assert look(again, again.find_seats(mara.token)) == look(table, {1})

    run(test())


MONTH = 32 * 86_400.0


@pytest.mark.parametrize("opens", [False, True])
def test_a_date_that_is_far_ahead_at_the_start_deletes_nothing(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, opens: bool
) -> None:
    """Even if somebody opens a table then, or later; the next start with the right date goes on as before."""

    async def test() -> None:
        async with place(tmp_path) as here:
            table, _, _ = await two(here.open_registry())
            await play(table, 6)
            here.pass_time(MONTH)
            registry = here.open_registry()
            if opens:
                await registry.open_table(TableRequest(start(), "friend"))
            for _ in "12":
                await registry.clean_up()
                await registry.open_table(TableRequest(start(), "friend"))
                here.pass_time(3600)
            await registry.find_table(table.id)
            here.pass_time(-MONTH)
            registry = here.open_registry()
            await registry.clean_up()
            await registry.find_table(table.id)
            here.pass_time(MONTH)
            await registry.clean_up()  # which counted the days itself
            await refused(NoSuchTable, registry.find_table(table.id))

    run(test())
    assert [record.getMessage() for record in caplog.records if record.levelname == "WARNING"] == [
        "the date may be wrong, so no tables are deleted until the next start"
    ]


def test_a_date_that_jumps_while_the_server_runs_deletes_nothing(tmp_path: Path) -> None:
    async def test() -> None:
        async with place(tmp_path) as here:
            registry = here.open_registry()
            table, _, _ = await two(registry)
            await play(table, 6)
            await registry.clean_up()
            here.now.time += MONTH
            for _ in "12":
                await registry.clean_up()
            await registry.find_table(table.id)

    run(test())
