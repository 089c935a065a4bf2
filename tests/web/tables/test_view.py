"""What is sent of a table: its line of play, written once for all who see the same."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from primeparlor.games.game import Game
from primeparlor.web.config import TableLimits
from primeparlor.web.json_encoder import encode_json
from primeparlor.web.tables.create import TableRequest
from primeparlor.web.tables.steps import DRAWN
from support.web.registry import CLOCK, READERS, found, look, place, play, run, start, two


def test_a_long_game_sends_facts_for_its_last_steps_only(tmp_path: Path) -> None:
    async def test() -> None:
        async with place(tmp_path, TableLimits(events=500)) as here:
            table = (
                await here.open_registry().open_table(TableRequest(start("nonprime-addition"), "same screen"))
            ).table
            for _ in range(DRAWN + 10):
                total = look(table, ())["facts"]["total"]
                move = next(n for n in range(2, 10) if (total + n) % 2 == 0)
                await table.move({1, 2}, str(move), table.match.number)
            drawn = [step["facts"] is not None for step in look(table, ())["steps"]]
            assert drawn == [False] * 10 + [True] * DRAWN
            first, *_, last = look(table, ())["steps"]  # every step is told and listed, however long ago
            assert (first["said"]["bold"], first["row"]["short"]) == ("1 + 3 = 4", "4")
            assert last["row"]["short"] == str(look(table, ())["facts"]["total"])
            for _ in range(5):
                await table.undo({1, 2}, table.match.number)
            steps = look(table, ())["steps"]
            assert [step["facts"] is not None for step in steps] == [False] * 5 + [True] * DRAWN
            assert steps[-1]["facts"] == look(table, ())["facts"]
            _, again = await found(here, table)
            assert look(again, {1, 2}) == look(table, {1, 2})

    run(test())


def test_what_is_sent_of_a_table_is_written_once_for_all_who_see_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    written = list[bytes]()

    def counted(data: Any) -> bytes:
        text = encode_json(data)
        written.extend([text] if text not in (b"null", b"{}") and b'{"left"' not in text else [])
        return text

    monkeypatch.setattr("primeparlor.web.tables.view.encode_json", counted)
    monkeypatch.setattr("primeparlor.web.tables.steps.encode_json", counted)

    async def test() -> None:
        async with place(tmp_path) as here:
            table, _, _ = await two(here.open_registry(), TableRequest(start(), "friend", settings=CLOCK))
            for _ in range(2):
                written.clear()
                for seats in READERS * 3:
                    view, answer = look(table, seats), json.loads(table.view.encode_answer(seats, 0))
                    assert view | answer == view | {key: answer[key] for key in ("after", "kept", "facts")}
                    here.clock.time += 1
                assert len(written) == len(set(written))
                await play(table, table.match.number + 4)
            await table.close()

    run(test())


def test_of_a_long_game_that_is_loaded_only_the_facts_that_are_sent_are_made(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = list[object]()
    facts = Game.facts

    def counted(game: Game, *asked: Any) -> dict[str, Any]:
        made.append(asked)
        return facts(game, *asked)

    async def test() -> None:
        async with place(tmp_path, TableLimits(entries=500)) as here:
            request = TableRequest(start("nonprime-addition"), "same screen")
            table = (await here.open_registry().open_table(request)).table
            for _ in range(DRAWN + 40):
                await table.move({1, 2}, "8" if table.match.number else "3", table.match.number)
            monkeypatch.setattr(Game, "facts", counted)
            _, again = await found(here, table)
            made.clear()
            assert len(look(again, ())["steps"]) == DRAWN + 40
            assert len(made) == DRAWN

    run(test())
