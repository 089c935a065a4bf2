"""The house moves by itself: also where thinking fails, the disk is full, or the server was down."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from primeparlor.match import Turn
from primeparlor.notation import read_position
from primeparlor.players import SUBSTITUTED
from primeparlor.solve import Solver
from primeparlor.web.config import TableLimits
from primeparlor.web.errors import (
    ServerClosing,
    StoreFailed,
    TaskTimeout,
    TooBusy,
    WorkerFailed,
    WorkerKilled,
)
from primeparlor.web.storage.store import TableStore
from primeparlor.web.tables.create import TableRequest
from primeparlor.web.tables.live import LiveTable
from support.web.registry import found, look, place, refused, run, start, until


def test_the_house_chooses_without_thought_where_thinking_fails(tmp_path: Path) -> None:
    async def test() -> None:
        async with place(tmp_path) as here:
            table = (await here.open_registry().open_table(TableRequest(start(), "casual"))).table
            failures = [TaskTimeout()]

            def fail(task: str) -> None:
                if failures:
                    raise failures.pop()

            here.workers.fails = fail
            await table.move({1}, "6", 0)
            await until(table, lambda: table.match.number == 2)
            assert [data["time"] for task, data in here.workers.questions if task == "choose"] == [None, 0.0]

    run(test())


def test_a_house_that_cannot_move_forfeits(tmp_path: Path) -> None:
    async def test() -> None:
        async with place(tmp_path) as here:
            table = (await here.open_registry().open_table(TableRequest(start(), "casual"))).table

            def fail(task: str) -> None:
                raise WorkerFailed

            here.workers.fails = fail
            await table.move({1}, "6", 0)
            await until(table, lambda: table.match.outcome is not None)
            assert look(table, {1})["outcome"]["reason"] == "failed"

    run(test())


def test_a_house_whose_workers_are_killed_never_forfeits(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("primeparlor.web.tables.house.RETRY_SECONDS", 0.0)

    async def test() -> None:
        async with place(tmp_path) as here:
            table = (await here.open_registry().open_table(TableRequest(start(), "casual"))).table
            failures = [WorkerKilled() for _ in range(3)]

            def fail(task: str) -> None:
                if failures:
                    raise failures.pop()

            here.workers.fails = fail
            await table.move({1}, "6", 0)
            await until(table, lambda: table.match.number == 2 or table.match.outcome)
            assert table.match.outcome is None
            times = [data["time"] for task, data in here.workers.questions if task == "choose"]
            assert times == [None, 0.0, 0.0, 0.0]

    run(test())


def test_a_busy_house_is_asked_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("primeparlor.web.tables.house.RETRY_SECONDS", 0.0)

    async def test() -> None:
        async with place(tmp_path) as here:
            table = (await here.open_registry().open_table(TableRequest(start(), "casual"))).table
            failures = [TooBusy() for _ in range(5)]

            def fail(task: str) -> None:
                if failures:
                    raise failures.pop()

            here.workers.fails = fail
            await table.move({1}, "6", 0)
            await until(table, lambda: table.match.number == 2)

    run(test())


def test_a_move_of_the_house_that_could_not_be_kept_is_made_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """Nobody sees a move that is not in the database; a person's is refused, and can be sent again."""
    monkeypatch.setattr("primeparlor.web.tables.house.RETRY_SECONDS", 0.0)
    append, full = TableStore.append, [True]

    async def fail(store: TableStore, turn: Turn) -> None:
        if full and full.pop():
            raise StoreFailed("The database cannot be used: database or disk is full.")
        await append(store, turn)

    async def test() -> None:
        async with place(tmp_path) as here:
            table = (await here.open_registry().open_table(TableRequest(start(), "casual"))).table
            monkeypatch.setattr(TableStore, "append", fail)
            await refused(StoreFailed, table.move({1}, "6", 0))
            assert (look(table, {1})["number"], look(table, {1})["thinking"]) == (0, False)
            full[:] = [True, False]  # the next is kept, and the one after that is not
            await table.move({1}, "6", 0)
            await until(table, lambda: table.match.number == 2)
            assert full == []
            assert here.store.for_table(table.id, here.now).since(0) == table.match.list_turns()

    run(test())
    assert "could not be kept" in caplog.text


def test_the_house_moves_after_a_restart_if_it_is_its_turn(tmp_path: Path) -> None:
    async def test() -> None:
        async with place(tmp_path) as here:
            registry = here.open_registry()
            table = (await registry.open_table(TableRequest(start(), "casual"))).table
            here.workers.held = asyncio.Event()
            await table.move({1}, "6", 0)
            await here.workers.waits.wait()
            await registry.close()
            here.workers.held = None
            _, again = await found(here, table)
            await until(again, lambda: again.match.number == 2)

    run(test())


def test_a_table_that_cannot_go_on_is_tried_again_when_somebody_asks_for_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    begin, full = LiveTable.begin, [True]

    async def fail(table: LiveTable) -> None:
        if full:
            full.pop()
            raise StoreFailed("The database cannot be used: database or disk is full.")
        await begin(table)

    async def test() -> None:
        async with place(tmp_path) as here:
            registry = here.open_registry()
            table = (await registry.open_table(TableRequest(start(), "casual"))).table
            here.workers.held = asyncio.Event()
            await table.move({1}, "6", 0)
            await registry.close()
            here.workers.held = None
            monkeypatch.setattr(LiveTable, "begin", fail)
            another = here.open_registry()
            await refused(StoreFailed, another.find_table(table.id))
            again = await another.find_table(table.id)
            await until(again, lambda: again.match.number == 2)

    run(test())


def test_a_table_that_opens_while_the_server_closes_is_closed_too(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    begin, begun = LiveTable.begin, list[LiveTable]()

    async def closed(table: LiveTable) -> None:
        await begin(table)
        begun.append(table)
        await table.registry.close()

    monkeypatch.setattr(LiveTable, "begin", closed)

    async def test() -> None:
        async with place(tmp_path) as here:
            await refused(ServerClosing, here.open_registry().open_table(TableRequest(start(), "casual", 2)))
            assert [table.closing for table in begun] == [True]

    run(test())


def test_a_game_too_large_for_perfect_is_said_to_be_and_played_by_the_expert(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Solver, "find_solvable", lambda *given: False)

    async def test() -> None:
        async with place(tmp_path) as here:
            table = (await here.open_registry().open_table(TableRequest(start(), "perfect"))).table
            await table.move({1}, "6", 0)
            await until(table, lambda: table.match.number == 2)
            assert [data["level"] for task, data in here.workers.questions if task == "choose"] == ["expert"]
            _, again = await found(here, table)
            for each in (table, again):
                seen = look(each, {1})
                assert [seat["note"] for seat in seen["seats"]] == ["", SUBSTITUTED]
                assert [seat["label"] for seat in seen["seats"]] == ["human", "perfect"]
                assert seen["marks"] == ["too large to solve"]

    run(test())


def test_a_game_that_can_be_solved_needs_no_note(tmp_path: Path) -> None:
    async def test() -> None:
        async with place(tmp_path) as here:
            table = (await here.open_registry().open_table(TableRequest(start(), "perfect"))).table
            seen = look(table, {1})
            assert ([seat["note"] for seat in seen["seats"]], seen["marks"]) == (["", ""], [])

    run(test())


def test_a_level_that_may_think_for_long_has_a_limit(tmp_path: Path) -> None:
    async def test() -> None:
        async with place(tmp_path) as here:
            request = TableRequest(start("prime-duel"), "beginner", side=2)
            table = (await here.open_registry().open_table(request)).table
            await until(table, lambda: table.match.number > 1)
            assert {data["time"] for task, data in here.workers.questions if task == "choose"} == {6.0}

    run(test())


def test_a_move_chosen_as_a_weaker_level_would_is_told_at_the_table(tmp_path: Path) -> None:
    async def test() -> None:
        async with place(tmp_path, TableLimits(move_seconds=0)) as here:  # no time to think
            state = read_position("prime-climb top=43 largest=7")  # which no other test has solved before
            table = (await here.open_registry().open_table(TableRequest(state, "perfect"))).table
            assert [seat["note"] for seat in look(table, {1})["seats"]] == ["", ""]
            await table.move({1}, "1", 0)
            await until(table, lambda: table.match.moves_made > 1)
            told = "no time to solve this: chosen as expert would"
            assert [seat["note"] for seat in look(table, {1})["seats"]] == ["", told]

    run(test())
