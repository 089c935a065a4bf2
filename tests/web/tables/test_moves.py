"""Moves at a table: by whose turn it is, and of many at once one counts."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from primeparlor.core import IllegalMove
from primeparlor.match import MOST_REFUSALS, MatchError, NotYourTurn, Settings, Turn
from primeparlor.web.config import TableLimits
from primeparlor.web.errors import ForeignSeat, RefusedMove, StoreFailed, TableFull
from primeparlor.web.storage.store import TableStore
from primeparlor.web.tables.create import TableRequest
from primeparlor.web.tables.seats import NOBODY
from support.web.registry import look, place, play, refused, run, start, two, until


def test_of_many_moves_at_once_exactly_one_counts(tmp_path: Path) -> None:
    async def test() -> None:
        async with place(tmp_path) as here:
            table, _, _ = await two(here.open_registry())
            moves = [table.move({1}, str(number), 0) for number in range(1, 10)]
            results = await asyncio.gather(*moves, return_exceptions=True)
            assert sorted(type(each).__name__ for each in results) == ["NoneType"] + ["StaleMove"] * 8
            assert len(here.store.for_table(table.id, here.now).since(0)) == 2  # the seating, and one move

    run(test())


def test_a_move_that_is_sent_again_counts_once(tmp_path: Path) -> None:
    async def test() -> None:
        async with place(tmp_path) as here:
            table, _, _ = await two(here.open_registry())
            await asyncio.gather(*(table.move({1}, "6", 0) for _ in range(5)))
            assert look(table, {1})["number"] == 1

    run(test())


def test_a_move_that_was_kept_though_it_seemed_to_fail_counts_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    append = TableStore.append

    async def kept_all_the_same(store: TableStore, turn: Turn) -> None:
        await append(store, turn)
        raise StoreFailed("The database cannot be used: disk I/O error.")

    async def test() -> None:
        async with place(tmp_path) as here:
            table, _, _ = await two(here.open_registry())
            with monkeypatch.context() as meanwhile:
                meanwhile.setattr(TableStore, "append", kept_all_the_same)
                await refused(StoreFailed, table.move({1}, "6", 0))
            await table.move({1}, "6", 0)
            assert look(table, {1})["number"] == 1
            await play(table, 9)
            assert here.store.for_table(table.id, here.now).since(0) == table.match.list_turns()

    run(test())


def test_a_refused_move_asks_nothing_of_the_database(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def test() -> None:
        async with place(tmp_path) as here:
            table, _, _ = await two(here.open_registry())
            monkeypatch.setattr(here.store, "run_in_thread", None)
            monkeypatch.setattr(here.store.writer, "append", None)
            await refused(NotYourTurn, table.move({2}, "6", 0))

    run(test())


def test_nobody_moves_for_the_other_or_as_a_spectator(tmp_path: Path) -> None:
    async def test() -> None:
        async with place(tmp_path) as here:
            table, _, _ = await two(here.open_registry())
            await refused(NotYourTurn, table.move({2}, "6", 0))
            await refused(NotYourTurn, table.move({2}, "nonsense", 0))
            for act in (
                table.move(NOBODY, "6", 0),
                table.undo(NOBODY, 0),
                table.resign(NOBODY, 0),
                table.answer(NOBODY, 0, True),
                table.rematch(NOBODY, 0),
                table.hint(NOBODY, 0),
                table.why(NOBODY, 0),
                table.moves(NOBODY, 0),
            ):
                await refused(ForeignSeat, act)
            assert look(table, ())["number"] == 0

    run(test())


def test_what_is_no_move_is_told_and_counts_as_invalid_input(tmp_path: Path) -> None:
    async def test() -> None:
        async with place(tmp_path) as here:
            request = TableRequest(start(), "friend", settings=Settings(strikes=3))
            table, _, _ = await two(here.open_registry(), request)
            assert "Please type a whole number" in await refused(RefusedMove, table.move({1}, "six", 0))
            assert "Please type a whole number" in await refused(RefusedMove, table.move({1}, "9" * 100, 0))
            assert look(table, {1})["tried"] == []
            await refused(IllegalMove, table.move({1}, "17", 0))
            assert look(table, {1})["outcome"]["reason"] == "too many invalid inputs"
            await refused(MatchError, table.move({1}, "six", 0))

    run(test())


def test_refused_inputs_do_not_keep_the_other_player_from_moving(tmp_path: Path) -> None:
    async def test() -> None:
        async with place(tmp_path, TableLimits(events=3, entries=30)) as here:
            table, _, _ = await two(here.open_registry())
            for _ in range(40):
                await refused(RefusedMove, table.move({1}, "?", 0))
            assert table.match.seq == 1 + MOST_REFUSALS  # the seating, and the first of them
            await table.move({1}, "6", 0)
            await table.move({2}, "7", 1)
            assert look(table, ())["outcome"] is None

    run(test())


def test_a_full_table_ends_unfinished(tmp_path: Path) -> None:
    async def test() -> None:
        async with place(tmp_path, TableLimits(events=2)) as here:
            table, _, _ = await two(here.open_registry())
            await table.move({1}, "6", 0)
            assert look(table, ())["outcome"] is None
            await table.move({2}, "7", 1)
            assert look(table, ())["outcome"]["winner"] is None
            assert look(table, ())["outcome"]["reason"] == "unfinished: full table"
            assert "Open another one" in await refused(TableFull, table.rematch({1}, 2))
            again = await here.open_registry().find_table(table.id)  # its record can be read
            assert look(again, ())["outcome"]["reason"] == "unfinished: full table"

    run(test())


def test_a_table_with_more_room_ends_unfinished_when_less_is_given(tmp_path: Path) -> None:
    async def test() -> None:
        async with place(tmp_path) as here:
            table, _, _ = await two(here.open_registry())
            await table.move({1}, "6", 0)
            here.limits = TableLimits(events=1)
            again = await here.open_registry().find_table(table.id)
            assert look(again, ())["outcome"]["reason"] == "unfinished: full table"

    run(test())


def test_only_so_many_offers_are_taken(tmp_path: Path) -> None:
    async def test() -> None:
        async with place(tmp_path, TableLimits(entries=4)) as here:
            table, _, _ = await two(here.open_registry())
            await table.move({1}, "6", 0)
            await table.undo({1}, 1)
            await table.answer({2}, 1, False)
            assert "too often" in await refused(TableFull, table.undo({1}, 1))
            await table.move({2}, "7", 1)

    run(test())

    run(test())


def test_who_leaves_in_the_middle_of_a_move_has_made_it_or_not(tmp_path: Path) -> None:
    async def test() -> None:
        async with place(tmp_path) as here:
            table, _, _ = await two(here.open_registry())
            move = asyncio.ensure_future(table.move({1}, "6", 0))
            await asyncio.sleep(0)
            move.cancel()
            await until(table, lambda: look(table, ())["number"] == 1)
            await play(table, 9)
            assert here.store.for_table(table.id, here.now).since(0) == table.match.list_turns()

    run(test())
