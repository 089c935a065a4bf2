"""Clocks: when they run, when they stand, and who sees that."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Coroutine
from pathlib import Path
from typing import Any

import pytest

from primeparlor.match import MatchError, OutOfTime, Settings, Turn
from primeparlor.web.errors import StoreFailed
from primeparlor.web.storage.store import TableStore
from primeparlor.web.tables.create import TableRequest
from primeparlor.web.tables.live import LiveTable
from primeparlor.web.tables.registry import TableRegistry
from support.web.registry import (
    CLOCK,
    READERS,
    Place,
    found,
    look,
    place,
    play,
    refused,
    run,
    seen,
    start,
    two,
    until,
)


def test_a_flag_falls_by_itself(tmp_path: Path) -> None:
    """With a clock that really runs: nobody has to do anything."""

    async def test() -> None:
        async with place(tmp_path) as here:
            registry = TableRegistry(here.store, here.workers)
            table, _, _ = await two(registry, TableRequest(start(), "friend", settings=Settings(clock=0.05)))
            await until(table, lambda: table.match.outcome is not None)
            assert look(table, ())["outcome"] == {
                "winner": 2,
                "reason": "out of time",
                "how": "ran out of time",
                "by": 1,
                "said": {"bold": "{2} won.", "text": "{1} ran out of time.", "glyph": "→", "kind": "ink2"},
            }

    run(test())


def test_a_flag_that_could_not_be_kept_falls_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr("primeparlor.web.tables.clock.RETRY_SECONDS", 0.0)
    append, full = TableStore.append, [True, True]

    async def fail(store: TableStore, turn: Turn) -> None:
        if full:
            full.pop()
            raise StoreFailed("The database cannot be used: database or disk is full.")
        await append(store, turn)

    async def test() -> None:
        async with place(tmp_path) as here:
            table, _, _ = await two(here.open_registry(), TableRequest(start(), "friend", settings=CLOCK))
            monkeypatch.setattr(TableStore, "append", fail)
            here.clock.time += 30
            table.clock.start_timer()  # looks at the clock
            await until(table, lambda: table.match.outcome is not None)
            assert (full, look(table, ())["outcome"]["reason"]) == ([], "out of time")

    run(test())
    assert "could not be kept" in caplog.text


def test_a_move_that_comes_too_late_loses(tmp_path: Path) -> None:
    async def test() -> None:
        async with place(tmp_path) as here:
            table, _, _ = await two(here.open_registry(), TableRequest(start(), "friend", settings=CLOCK))
            here.clock.time += 12
            assert look(table, ())["clock"] == {"left": 18.0, "running": True}
            here.clock.time += 18
            await refused(OutOfTime, table.move({1}, "6", 0))
            assert look(table, ())["outcome"]["winner"] == 2
            assert look(table, ())["clock"] is None

    run(test())


def test_the_clock_does_not_run_before_the_friend_has_come(tmp_path: Path) -> None:
    async def test() -> None:
        async with place(tmp_path) as here:
            table = (
                await here.open_registry().open_table(TableRequest(start(), "friend", settings=CLOCK))
            ).table
            here.clock.time += 100
            assert look(table, ())["clock"] is None
            await table.join("Ben")
            assert look(table, ())["clock"] == {"left": 30.0, "running": True}
            await table.close()

    run(test())


def test_the_clock_stands_while_the_house_thinks(tmp_path: Path) -> None:
    async def test() -> None:
        async with place(tmp_path) as here:
            table = (
                await here.open_registry().open_table(TableRequest(start(), "casual", settings=CLOCK))
            ).table
            here.clock.time += 10
            here.workers.held = asyncio.Event()
            hint = asyncio.ensure_future(table.hint({1}, 0))
            await here.workers.waits.wait()
            assert look(table, {1})["clock"] == {"left": 20.0, "running": False}
            here.clock.time += 100
            here.workers.held.set()
            await hint
            assert look(table, {1})["clock"] == {"left": 20.0, "running": True}
            here.workers.held = asyncio.Event()
            here.workers.waits.clear()
            await table.move({1}, "6", 0)
            await here.workers.waits.wait()
            here.clock.time += 100
            await table.call_time()
            assert (table.match.outcome, look(table, {1})["clock"]["running"]) == (None, False)
            here.workers.held.set()
            await until(table, lambda: table.match.number == 2)
            assert look(table, {1})["clock"]["left"] == 30.0
            await table.close()

    run(test())


def test_between_two_people_the_clock_does_not_tell_who_asks_for_help(tmp_path: Path) -> None:
    """It runs on, and nobody is stirred: neither the opponent nor a spectator sees any difference."""

    async def asked(here: Place, table: LiveTable, help: Coroutine[Any, Any, object]) -> None:
        here.workers.held = asyncio.Event()
        here.workers.waits.clear()
        stirred, left = table.presence.changes, look(table, ())["clock"]["left"]
        asking = asyncio.ensure_future(help)
        await here.workers.waits.wait()
        here.clock.time += 5
        for others in READERS[1:]:
            assert look(table, others)["clock"] == {"left": left - 5, "running": True}
        here.workers.held.set()
        await asking
        here.clock.time += 1
        for others in READERS[1:]:
            assert look(table, others)["clock"] == {"left": left - 6, "running": True}
        assert table.presence.changes == stirred

    async def test() -> None:
        async with place(tmp_path) as here:
            table, _, _ = await two(here.open_registry(), TableRequest(start(), "friend", settings=CLOCK))
            await asked(here, table, table.hint({1}, 0))
            await play(table, 6, 9)
            assert table.match.events[0].ms == 6_000
            await asked(here, table, table.hint({1}, 2))
            await asked(here, table, table.why({1}, 2))
            await table.close()

    run(test())


def test_a_flag_falls_while_help_is_found(tmp_path: Path) -> None:
    """Between two people: then the help comes too late, and is not noted."""

    async def test() -> None:
        async with place(tmp_path) as here:
            table, _, _ = await two(here.open_registry(), TableRequest(start(), "friend", settings=CLOCK))
            here.workers.held = asyncio.Event()
            hint = asyncio.ensure_future(table.hint({1}, 0))
            await here.workers.waits.wait()
            here.clock.time += 30
            await table.call_time()
            assert look(table, ())["outcome"]["reason"] == "out of time"
            here.workers.held.set()
            assert await refused(MatchError, hint) == "The match is over."
            assert seen(table, ()) == ["seating", "result"]

    run(test())


def test_hints_are_told_again_after_a_restart_unnoticed(tmp_path: Path) -> None:
    """The opponent's clock shows nothing of the hints that are found again."""

    async def test() -> None:
        async with place(tmp_path) as here:
            registry = here.open_registry()
            table, _, _ = await two(registry, TableRequest(start(), "friend", settings=CLOCK))
            await table.hint({1}, 0)
            await registry.close()
            here.workers.held = asyncio.Event()
            again, table = await found(here, table)
            await here.workers.waits.wait()
            here.clock.time += 5
            assert look(table, {2})["clock"] == {"left": 25.0, "running": True}
            here.workers.held.set()
            await until(table, lambda: look(table, {1})["hints"])
            assert look(table, {2})["clock"] == {"left": 25.0, "running": True}
            await again.close()

    run(test())


@pytest.mark.parametrize("opponent", ["casual", "same screen"])
def test_a_clock_that_stands_for_help_is_shown_to_those_who_play_only(tmp_path: Path, opponent: str) -> None:
    async def test() -> None:
        async with place(tmp_path) as here:
            table = (
                await here.open_registry().open_table(TableRequest(start(), opponent, settings=CLOCK))
            ).table
            assert look(table, {1})["clock"] == {"left": 30.0, "running": True}
            assert (look(table, ())["clock"], json.loads(table.view.encode(frozenset()))["clock"]) == (
                None,
                None,
            )
            await table.close()

    run(test())


def test_the_clock_stands_while_the_server_is_down(tmp_path: Path) -> None:
    async def test() -> None:
        async with place(tmp_path) as here:
            registry = here.open_registry()
            table, _, _ = await two(registry, TableRequest(start(), "friend", settings=CLOCK))
            here.clock.time += 12
            await registry.close()
            here.clock.time += 1000
            again, table = await found(here, table)
            assert look(table, ())["clock"] == {"left": 18.0, "running": True}
            here.clock.time += 6
            await play(table, 6)
            assert table.match.events[0].ms == 18_000
            await again.close()

    run(test())
