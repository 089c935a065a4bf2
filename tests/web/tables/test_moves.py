"""Moves at a table: by whose turn it is, and of many at once one counts."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from primeparlor.core import IllegalMove
from primeparlor.match import MatchError, NotYourTurn, Settings, Turn
from primeparlor.notation import NotationError
from primeparlor.web.errors import ForeignSeat, StoreFailed, TableFull
from primeparlor.web.storage.store import TableStore
from primeparlor.web.tables.registry import TableLimits, TableRequest
from primeparlor.web.tables.seats import NOBODY
from support.web.registry import place, play, refused, run, start, two, until


def test_of_many_moves_at_once_exactly_one_counts(tmp_path: Path) -> None:
    async def test() -> None:
        async with place(tmp_path) as here:
            desk, _, _ = await two(here.hall())
            moves = [desk.move({1}, str(number), 0) for number in range(1, 10)]
            results = await asyncio.gather(*moves, return_exceptions=True)
            assert sorted(type(each).__name__ for each in results) == ["NoneType"] + ["StaleMove"] * 8
            assert len(here.store.for_table(desk.id, here.now).since(0)) == 2  # the seating, and one move

    run(test())


def test_a_move_that_is_sent_again_counts_once(tmp_path: Path) -> None:
    async def test() -> None:
        async with place(tmp_path) as here:
            desk, _, _ = await two(here.hall())
            await asyncio.gather(*(desk.move({1}, "6", 0) for _ in range(5)))
            assert desk.build_view({1})["number"] == 1

    run(test())


def test_a_move_that_was_kept_though_it_seemed_to_fail_counts_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    append = TableStore.append

    def kept_all_the_same(store: TableStore, turn: Turn) -> None:
        append(store, turn)
        raise StoreFailed("The database cannot be used: disk I/O error.")

    async def test() -> None:
        async with place(tmp_path) as here:
            desk, _, _ = await two(here.hall())
            with monkeypatch.context() as meanwhile:
                meanwhile.setattr(TableStore, "append", kept_all_the_same)
                await refused(StoreFailed, desk.move({1}, "6", 0))
            await desk.move({1}, "6", 0)
            assert desk.build_view({1})["number"] == 1
            await play(desk, 9)
            assert here.store.for_table(desk.id, here.now).since(0) == desk.match.list_turns()

    run(test())


def test_a_refused_move_asks_nothing_of_the_database(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def test() -> None:
        async with place(tmp_path) as here:
            desk, _, _ = await two(here.hall())
            monkeypatch.setattr(here.store, "run_in_thread", None)
            await refused(NotYourTurn, desk.move({2}, "6", 0))

    run(test())


def test_nobody_moves_for_the_other_or_as_a_spectator(tmp_path: Path) -> None:
    async def test() -> None:
        async with place(tmp_path) as here:
            desk, _, _ = await two(here.hall())
            await refused(NotYourTurn, desk.move({2}, "6", 0))
            await refused(NotYourTurn, desk.move({2}, "nonsense", 0))
            for act in (
                desk.move(NOBODY, "6", 0),
                desk.undo(NOBODY, 0),
                desk.resign(NOBODY, 0),
                desk.answer(NOBODY, 0, True),
                desk.rematch(NOBODY, 0),
                desk.hint(NOBODY, 0),
                desk.why(NOBODY, 0),
                desk.moves(NOBODY, 0),
            ):
                await refused(ForeignSeat, act)
            assert desk.build_view(())["number"] == 0

    run(test())


def test_what_is_no_move_is_told_and_counts_as_invalid_input(tmp_path: Path) -> None:
    async def test() -> None:
        async with place(tmp_path) as here:
            order = TableRequest(start(), "friend", settings=Settings(strikes=3))
            desk, _, _ = await two(here.hall(), order)
            assert "Please type a whole number" in await refused(NotationError, desk.move({1}, "six", 0))
            assert "Please type a whole number" in await refused(NotationError, desk.move({1}, "9" * 100, 0))
            assert desk.build_view({1})["tried"] == []
            await refused(IllegalMove, desk.move({1}, "17", 0))
            assert desk.build_view({1})["outcome"]["reason"] == "too many invalid inputs"
            await refused(MatchError, desk.move({1}, "six", 0))

    run(test())


def test_a_table_takes_only_so_many_entries_but_can_be_given_up(tmp_path: Path) -> None:
    async def test() -> None:
        async with place(tmp_path, TableLimits(entries=4)) as here:
            desk, _, _ = await two(here.hall())
            for _ in range(3):
                await refused(NotationError, desk.move({1}, "?", 0))
            assert "You can resign" in await refused(TableFull, desk.move({1}, "?", 0))
            await desk.resign({1}, 0)
            assert desk.build_view(())["outcome"]["winner"] == 2
            assert "Open another one" in await refused(TableFull, desk.rematch({1}, 0))

    run(test())


def test_who_leaves_in_the_middle_of_a_move_has_made_it_or_not(tmp_path: Path) -> None:
    async def test() -> None:
        async with place(tmp_path) as here:
            desk, _, _ = await two(here.hall())
            move = asyncio.ensure_future(desk.move({1}, "6", 0))
            await asyncio.sleep(0)
            move.cancel()
            await until(desk, lambda: desk.build_view(())["number"] == 1)
            await play(desk, 9)
            assert here.store.for_table(desk.id, here.now).since(0) == desk.match.list_turns()

    run(test())
