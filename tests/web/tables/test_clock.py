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
from primeparlor.web.tables.live import LiveTable
from primeparlor.web.tables.registry import TableRegistry, TableRequest
from support.web.registry import (
    CLOCK,
    READERS,
    Place,
    found,
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
            hall = TableRegistry(here.store, here.house)
            desk, _, _ = await two(hall, TableRequest(start(), "friend", settings=Settings(clock=0.05)))
            await until(desk, lambda: desk.match.outcome is not None)
            assert desk.build_view(())["outcome"] == {
                "winner": 2,
                "reason": "out of time",
                "how": "ran out of time",
                "by": 1,
            }

    run(test())


def test_a_flag_that_could_not_be_kept_falls_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr("primeparlor.web.tables.house.AGAIN", 0.0)
    append, full = TableStore.append, [True, True]

    def fail(store: TableStore, turn: Turn) -> None:
        if full:
            full.pop()
            raise StoreFailed("The database cannot be used: database or disk is full.")
        append(store, turn)

    async def test() -> None:
        async with place(tmp_path) as here:
            desk, _, _ = await two(here.hall(), TableRequest(start(), "friend", settings=CLOCK))
            monkeypatch.setattr(TableStore, "append", fail)
            here.clock.time += 30
            desk.house_player.continue_play()  # looks at the clock
            await until(desk, lambda: desk.match.outcome is not None)
            assert (full, desk.build_view(())["outcome"]["reason"]) == ([], "out of time")

    run(test())
    assert "could not be kept" in caplog.text


def test_a_move_that_comes_too_late_loses(tmp_path: Path) -> None:
    async def test() -> None:
        async with place(tmp_path) as here:
            desk, _, _ = await two(here.hall(), TableRequest(start(), "friend", settings=CLOCK))
            here.clock.time += 12
            assert desk.build_view(())["clock"] == {"left": 18.0, "running": True}
            here.clock.time += 18
            await refused(OutOfTime, desk.move({1}, "6", 0))
            assert desk.build_view(())["outcome"]["winner"] == 2
            assert desk.build_view(())["clock"] is None

    run(test())


def test_the_clock_does_not_run_before_the_friend_has_come(tmp_path: Path) -> None:
    async def test() -> None:
        async with place(tmp_path) as here:
            desk = (await here.hall().open_table(TableRequest(start(), "friend", settings=CLOCK))).table
            here.clock.time += 100
            assert desk.build_view(())["clock"] is None
            await desk.join("Ben")
            assert desk.build_view(())["clock"] == {"left": 30.0, "running": True}
            await desk.close()

    run(test())


def test_the_clock_stands_while_the_house_thinks(tmp_path: Path) -> None:
    async def test() -> None:
        async with place(tmp_path) as here:
            desk = (await here.hall().open_table(TableRequest(start(), "casual", settings=CLOCK))).table
            here.clock.time += 10
            here.house.held = asyncio.Event()
            hint = asyncio.ensure_future(desk.hint({1}, 0))
            await here.house.waits.wait()
            assert desk.build_view({1})["clock"] == {"left": 20.0, "running": False}
            here.clock.time += 100
            here.house.held.set()
            await hint
            assert desk.build_view({1})["clock"] == {"left": 20.0, "running": True}
            here.house.held = asyncio.Event()
            here.house.waits.clear()
            await desk.move({1}, "6", 0)
            await here.house.waits.wait()
            here.clock.time += 100
            await desk.call_time()
            assert (desk.match.outcome, desk.build_view({1})["clock"]["running"]) == (None, False)
            here.house.held.set()
            await until(desk, lambda: desk.match.number == 2)
            assert desk.build_view({1})["clock"]["left"] == 30.0
            await desk.close()

    run(test())


def test_between_two_people_the_clock_does_not_tell_who_asks_for_help(tmp_path: Path) -> None:
    """It runs on, and nobody is stirred: neither the opponent nor a spectator sees any difference."""

    async def asked(here: Place, desk: LiveTable, help: Coroutine[Any, Any, object]) -> None:
        here.house.held = asyncio.Event()
        here.house.waits.clear()
        stirred, left = desk.version.presence, desk.build_view(())["clock"]["left"]
        asking = asyncio.ensure_future(help)
        await here.house.waits.wait()
        here.clock.time += 5
        for others in READERS[1:]:
            assert desk.build_view(others)["clock"] == {"left": left - 5, "running": True}
        here.house.held.set()
        await asking
        here.clock.time += 1
        for others in READERS[1:]:
            assert desk.build_view(others)["clock"] == {"left": left - 6, "running": True}
        assert desk.version.presence == stirred

    async def test() -> None:
        async with place(tmp_path) as here:
            desk, _, _ = await two(here.hall(), TableRequest(start(), "friend", settings=CLOCK))
            await asked(here, desk, desk.hint({1}, 0))
            await play(desk, 6, 9)
            assert desk.match.events[0].ms == 6_000
            await asked(here, desk, desk.hint({1}, 2))
            await asked(here, desk, desk.why({1}, 2))
            await desk.close()

    run(test())


def test_a_flag_falls_while_help_is_found(tmp_path: Path) -> None:
    """Between two people: then the help comes too late, and is not noted."""

    async def test() -> None:
        async with place(tmp_path) as here:
            desk, _, _ = await two(here.hall(), TableRequest(start(), "friend", settings=CLOCK))
            here.house.held = asyncio.Event()
            hint = asyncio.ensure_future(desk.hint({1}, 0))
            await here.house.waits.wait()
            here.clock.time += 30
            await desk.call_time()
            assert desk.build_view(())["outcome"]["reason"] == "out of time"
            here.house.held.set()
            assert await refused(MatchError, hint) == "The match is over."
            assert seen(desk, ()) == ["seating", "result"]

    run(test())


def test_hints_are_told_again_after_a_restart_unnoticed(tmp_path: Path) -> None:
    """The opponent's clock shows nothing of the hints that are found again."""

    async def test() -> None:
        async with place(tmp_path) as here:
            hall = here.hall()
            desk, _, _ = await two(hall, TableRequest(start(), "friend", settings=CLOCK))
            await desk.hint({1}, 0)
            await hall.close()
            here.house.held = asyncio.Event()
            again, desk = await found(here, desk)
            await here.house.waits.wait()
            here.clock.time += 5
            assert desk.build_view({2})["clock"] == {"left": 25.0, "running": True}
            here.house.held.set()
            await until(desk, lambda: desk.build_view({1})["hints"])
            assert desk.build_view({2})["clock"] == {"left": 25.0, "running": True}
            await again.close()

    run(test())


@pytest.mark.parametrize("opponent", ["casual", "same screen"])
def test_a_clock_that_stands_for_help_is_shown_to_those_who_play_only(tmp_path: Path, opponent: str) -> None:
    async def test() -> None:
        async with place(tmp_path) as here:
            desk = (await here.hall().open_table(TableRequest(start(), opponent, settings=CLOCK))).table
            assert desk.build_view({1})["clock"] == {"left": 30.0, "running": True}
            assert (desk.build_view(())["clock"], json.loads(desk.encode_view(()))["clock"]) == (None, None)
            await desk.close()

    run(test())


def test_the_clock_stands_while_the_server_is_down(tmp_path: Path) -> None:
    async def test() -> None:
        async with place(tmp_path) as here:
            hall = here.hall()
            desk, _, _ = await two(hall, TableRequest(start(), "friend", settings=CLOCK))
            here.clock.time += 12
            await hall.close()
            here.clock.time += 1000
            again, desk = await found(here, desk)
            assert desk.build_view(())["clock"] == {"left": 18.0, "running": True}
            here.clock.time += 6
            await play(desk, 6)
            assert desk.match.events[0].ms == 18_000
            await again.close()

    run(test())
