"""Readers whose lines are cut at random see the same game, whole: two pages, a spectator and a bot."""

from __future__ import annotations

import random
from pathlib import Path

from primeparlor.web.config import TableLimits
from primeparlor.web.tables.create import TableRequest
from support.web.cut_readers import CutReader, settle, watch
from support.web.registry import place, run, start, two

CUTS = 2_000
SEED = 20261118


def test_readers_whose_lines_are_cut_at_random_see_the_same_game(tmp_path: Path) -> None:
    async def test() -> None:
        async with place(tmp_path, TableLimits(events=100_000, entries=100_000)) as here:
            request = TableRequest(start("nonprime-addition"), "friend")
            table, _, _ = await two(here.open_registry(), request)
            bot = CutReader(table, 2, bot=True)
            readers = [CutReader(table, 1), CutReader(table, 2), CutReader(table, None), bot]
            await watch(readers, table, random.Random(SEED), CUTS)
            await table.close()
            await settle()
            assert table.game > 2
            mine = table.seat_map.find_seats(2, table.game)
            assert bot.entries == [one.seq for one in table.view.list_entries(bot.entries[0] - 1, mine)]
            assert bot.entries == list(range(bot.entries[0], bot.entries[-1] + 1))
            names = [event.name for line in bot.lines for event in line.events]
            assert {"view", "update", "entry", "presence"} <= set(names)

    run(test())
