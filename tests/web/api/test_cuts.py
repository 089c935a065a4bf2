"""Readers whose lines are cut at random see the same game, whole: two pages, a spectator and a bot."""

from __future__ import annotations

import json
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
            before, bot = table.match.seq, CutReader(table, 2, bot=True)
            readers = [CutReader(table, 1), CutReader(table, 2), CutReader(table, None), bot]
            await watch(readers, table, random.Random(SEED), CUTS)
            await table.close()
            await settle()
            assert table.game > 2
            assert bot.entries == sorted(set(bot.entries))
            hidden = ("hint", "refusal")
            public = {
                one.seq
                for one in table.view.list_entries(before, ())
                if json.loads(one.text)["kind"] not in hidden
            }
            assert public <= set(bot.entries)
            names = [event.name for line in bot.lines for event in line.events]
            assert {"view", "update", "entry", "presence"} <= set(names)

    run(test())
