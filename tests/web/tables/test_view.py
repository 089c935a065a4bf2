"""What is sent of a table: its line of play, written once for all who see the same."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from primeparlor.web.config import TableLimits
from primeparlor.web.json_encoder import encode_json
from primeparlor.web.tables.create import TableRequest
from primeparlor.web.tables.view import DRAWN
from support.web.registry import CLOCK, READERS, found, place, play, run, start, two


def test_a_long_game_sends_facts_for_its_last_steps_only(tmp_path: Path) -> None:
    async def test() -> None:
        async with place(tmp_path, TableLimits(entries=500)) as here:
            table = (
                await here.open_registry().open_table(TableRequest(start("nonprime-addition"), "same screen"))
            ).table
            for _ in range(DRAWN + 10):
                total = table.view.build(())["facts"]["total"]
                move = next(n for n in range(2, 10) if (total + n) % 2 == 0)
                await table.move({1, 2}, str(move), table.match.number)
            drawn = [step["facts"] is not None for step in table.view.build(())["steps"]]
            assert drawn == [False] * 10 + [True] * DRAWN
            for _ in range(5):
                await table.undo({1, 2}, table.match.number)
            steps = table.view.build(())["steps"]
            assert [step["facts"] is not None for step in steps] == [False] * 5 + [True] * DRAWN
            assert steps[-1]["facts"] == table.view.build(())["facts"]
            _, again = await found(here, table)
            assert again.view.build({1, 2}) == table.view.build({1, 2})

    run(test())


def test_what_is_sent_of_a_table_is_written_once_for_all_who_see_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    written = list[object]()

    def counted(data: Any) -> bytes:
        written.extend([data] if isinstance(data, dict) and "steps" in data else [])
        return encode_json(data)

    monkeypatch.setattr("primeparlor.web.tables.view.encode_json", counted)

    async def test() -> None:
        async with place(tmp_path) as here:
            table, _, _ = await two(here.open_registry(), TableRequest(start(), "friend", settings=CLOCK))
            for _ in range(2):
                written.clear()
                for seats in READERS * 2:
                    assert json.loads(table.view.encode(seats)) == json.loads(
                        encode_json(table.view.build(seats))
                    )
                    here.clock.time += 1
                assert len(written) == len(READERS)
                await play(table, table.match.number + 4)
            await table.close()

    run(test())
