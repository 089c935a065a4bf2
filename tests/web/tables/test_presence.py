"""Who is at a table, when tables close, and when they are put away or forgotten."""

from __future__ import annotations

import asyncio
from pathlib import Path

from primeparlor.match import Settings
from primeparlor.web.errors import NoSuchTable, ServerClosing
from primeparlor.web.tables.registry import TableRequest
from support.web.registry import PATIENCE, Place, place, play, refused, run, start, two, until


def test_who_watches_is_counted(tmp_path: Path) -> None:
    async def test() -> None:
        async with place(tmp_path) as here:
            desk, _, _ = await two(here.hall())
            seen = desk.version
            with desk.watch({1}), desk.watch({1}), desk.watch(), desk.watch():
                seen = await asyncio.wait_for(desk.wait_for_change(seen), PATIENCE)
                view = desk.build_view(())
                assert ([seat["here"] for seat in view["seats"]], view["watching"]) == ([True, False], 2)
            seen = await asyncio.wait_for(desk.wait_for_change(seen), PATIENCE)
            view = desk.build_view(())
            assert ([seat["here"] for seat in view["seats"]], view["watching"]) == ([False, False], 0)

    run(test())


def test_closing_wakes_who_waits_and_refuses_what_comes(tmp_path: Path) -> None:
    async def test() -> None:
        async with place(tmp_path) as here:
            hall = here.hall()
            desk, _, _ = await two(hall)
            waiting = asyncio.ensure_future(desk.wait_for_change(desk.version))
            await asyncio.sleep(0)
            await hall.close()
            assert (await waiting).closing
            await refused(ServerClosing, desk.move({1}, "6", 0))
            await refused(ServerClosing, hall.find_table(desk.id))
            await refused(ServerClosing, hall.open_table(TableRequest(start(), "friend")))
            await hall.close()

    run(test())


def test_tables_are_forgotten_in_time(tmp_path: Path) -> None:
    async def test(here: Place) -> None:
        hall, day = here.hall(), 86_400.0
        unjoined = (await hall.open_table(TableRequest(start(), "friend"))).table
        left, _, _ = await two(hall, TableRequest(start(), "friend", settings=Settings(clock=60)))
        over, _, _ = await two(hall)
        unmoved, moved = [
            (await hall.open_table(TableRequest(start(), "beginner", side))).table for side in (2, 1)
        ]
        await until(unmoved, lambda: unmoved.match.number == 1)  # the house has begun, and nobody came
        await moved.move({1}, "6", 0)
        alone, both = [(await hall.open_table(TableRequest(start(), "same screen"))).table for _ in "12"]
        await play(both, 6)
        here.now.time += 1.5 * day
        await play(left, 6)
        await over.resign({1}, 0)
        await hall.clean_up()
        for desk in (unjoined, unmoved, alone):
            await refused(NoSuchTable, hall.find_table(desk.id))
        assert unjoined.closing
        for desk in (moved, both, left, over):
            assert (await hall.find_table(desk.id)).id == desk.id
        here.now.time += 29 * day
        await over.rematch({1}, 0)  # an offer alone does not make it younger
        await hall.clean_up()
        await hall.find_table(left.id)
        await hall.find_table(over.id)
        here.now.time += 2 * day
        await hall.clean_up()
        for desk in (left, over):
            await refused(NoSuchTable, hall.find_table(desk.id))

    async def run_it() -> None:
        async with place(tmp_path) as here:
            await test(here)

    run(run_it())


def test_a_table_nobody_is_at_is_put_away_and_comes_back(tmp_path: Path) -> None:
    async def test() -> None:
        async with place(tmp_path) as here:
            hall = here.hall()
            desk, mara, _ = await two(hall)
            await play(desk, 6)
            here.now.time += 901
            with desk.watch({1}):
                await hall.clean_up()
                assert await hall.find_table(desk.id) is desk
            await hall.clean_up()
            assert await hall.find_table(desk.id) is desk  # somebody has just left
            here.now.time += 901
            await hall.clean_up()
            again = await hall.find_table(desk.id)
            assert again is not desk
            assert again.build_view(again.find_seats(mara.token)) == desk.build_view({1})

    run(test())
