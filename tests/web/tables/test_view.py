"""What is sent of a table: its line of play, written once for all who see the same, and its moves."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from primeparlor.web.encoding import encode_json
from primeparlor.web.tables.create import build_start
from primeparlor.web.tables.registry import TableLimits, TableRequest
from primeparlor.web.tables.view import DRAWN, list_actions
from support.web.registry import CLOCK, READERS, found, place, play, run, start, two


def test_a_long_game_sends_facts_for_its_last_steps_only(tmp_path: Path) -> None:
    async def test() -> None:
        async with place(tmp_path, TableLimits(entries=500)) as here:
            desk = (
                await here.hall().open_table(TableRequest(start("nonprime-addition"), "same screen"))
            ).table
            for _ in range(DRAWN + 10):
                total = desk.build_view(())["facts"]["total"]
                move = next(n for n in range(2, 10) if (total + n) % 2 == 0)
                await desk.move({1, 2}, str(move), desk.match.number)
            drawn = [step["facts"] is not None for step in desk.build_view(())["steps"]]
            assert drawn == [False] * 10 + [True] * DRAWN
            for _ in range(5):
                await desk.undo({1, 2}, desk.match.number)
            steps = desk.build_view(())["steps"]
            assert [step["facts"] is not None for step in steps] == [False] * 5 + [True] * DRAWN
            assert steps[-1]["facts"] == desk.build_view(())["facts"]
            _, again = await found(here, desk)
            assert again.build_view({1, 2}) == desk.build_view({1, 2})

    run(test())


def test_what_is_sent_of_a_table_is_written_once_for_all_who_see_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    written = list[object]()

    def counted(data: Any) -> bytes:
        written.extend([data] if isinstance(data, dict) and "steps" in data else [])
        return encode_json(data)

    monkeypatch.setattr("primeparlor.web.encoding.encode_json", counted)

    async def test() -> None:
        async with place(tmp_path) as here:
            desk, _, _ = await two(here.hall(), TableRequest(start(), "friend", settings=CLOCK))
            for _ in range(2):
                written.clear()
                for seats in READERS * 2:
                    assert json.loads(desk.encode_view(seats)) == json.loads(
                        encode_json(desk.build_view(seats))
                    )
                    here.clock.time += 1
                assert len(written) == len(READERS)
                await play(desk, desk.match.number + 4)
            await desk.close()

    run(test())


def test_every_move_is_told_where_they_are_few_and_no_secret() -> None:
    assert list_actions(start("prime-climb")) == [1, 2, 3, 4, 5, 6, 7, 8, 9, "pass"]
    assert list_actions(start("number-morph")) is None
    assert list_actions(build_start("prime-climb", {"largest": 40})) is None
