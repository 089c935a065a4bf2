"""Turns that are appended at the same time: committed together, each checked by itself."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Iterator
from contextlib import closing, suppress
from pathlib import Path

import pytest

from primeparlor.match import Conflict, Event, Match, Turn
from primeparlor.web.errors import NoSuchTable, StoreFailed
from primeparlor.web.storage.store import Store, StoredOptions
from support.web.registry import run, start

BEGAN = "2026-01-31T18:00:00Z"
TABLES = [f"table {number}" for number in range(50)]


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    """A store with many tables."""
    with closing(Store(f"sqlite:///{tmp_path}/tables.db")) as made:
        for name in TABLES:
            made.add_table(name, StoredOptions("friend", 1), Match(start()), BEGAN, name, 0.0)
        yield made


def transactions(store: Store) -> list[str]:
    """Every transaction that the writer ends from now on."""
    ended = list[str]()
    store.writer.connection.set_trace_callback(
        lambda said: ended.append(said) if said in ("COMMIT", "ROLLBACK") else None
    )
    return ended


async def append(store: Store, table: str, seq: int = 0) -> None:
    await store.for_table(table, lambda: 1.0).append(Turn(seq, (Event(seq + 1, 1, 6),)))


def kept(store: Store) -> list[str]:
    """The tables that have an entry."""
    return [name for name in TABLES if store.for_table(name, lambda: 0.0).since(0)]


def test_turns_that_wait_are_committed_together(store: Store) -> None:
    ended = transactions(store)

    async def test() -> None:
        await asyncio.gather(*(append(store, name) for name in TABLES))

    run(test())
    assert (ended, kept(store)) == (["COMMIT"], TABLES)


def test_a_turn_in_conflict_does_not_hold_up_the_others(store: Store) -> None:
    async def test() -> list[BaseException | None]:
        await append(store, TABLES[0])
        turns = [(TABLES[0], 0), (TABLES[1], 0), (TABLES[1], 0), (TABLES[2], 7), ("gone", 0), (TABLES[3], 0)]
        return await asyncio.gather(*(append(store, *turn) for turn in turns), return_exceptions=True)

    found = [type(each) for each in run(test())]
    assert found == [Conflict, type(None), Conflict, Conflict, NoSuchTable, type(None)]
    assert kept(store) == [TABLES[0], TABLES[1], TABLES[3]]


def test_if_the_commit_fails_all_of_them_fail(store: Store) -> None:
    store.writer.connection.execute(
        f"CREATE TEMP TRIGGER full BEFORE UPDATE ON tables WHEN new.id = '{TABLES[-1]}' "
        "BEGIN SELECT RAISE(ABORT, 'database or disk is full'); END"
    )
    ended = transactions(store)

    async def test() -> list[BaseException | None]:
        return await asyncio.gather(*(append(store, name) for name in TABLES), return_exceptions=True)

    found = run(test())
    assert {type(each) for each in found} == {StoreFailed}
    assert (ended, kept(store)) == (["ROLLBACK"], [])
    store.writer.connection.execute("DROP TRIGGER full")
    run(append(store, TABLES[0]))
    assert kept(store) == [TABLES[0]]


def test_nothing_is_acknowledged_before_its_commit(store: Store, tmp_path: Path) -> None:
    """Whoever looks into the file as soon as a turn is acknowledged finds it there."""

    async def count(name: str) -> int:
        for seq in range(3):
            await append(store, name, seq)
            with closing(sqlite3.connect(tmp_path / "tables.db")) as other:
                found = other.execute('SELECT MAX(seq) FROM entries WHERE "table" = ?', [name]).fetchone()
            if found != (seq + 1,):
                return seq
        return 3

    async def test() -> list[int]:
        return await asyncio.gather(*(count(name) for name in TABLES))

    assert run(test()) == [3] * len(TABLES)


def test_a_turn_that_nobody_waits_for_any_more_is_not_begun(store: Store) -> None:
    """And one that is under way ends as it may, without anybody being told."""

    async def test() -> None:
        with store.writer.lock:
            first = asyncio.create_task(append(store, TABLES[0]))
            while not store.writer.waiting:
                await asyncio.sleep(0)
            while store.writer.waiting:  # until it is under way
                await asyncio.sleep(0)
            second = asyncio.create_task(append(store, TABLES[1]))
            await asyncio.sleep(0)
            for task in (first, second):
                task.cancel()
                with suppress(asyncio.CancelledError):
                    await task
        await append(store, TABLES[2])

    run(test())
    assert kept(store) == [TABLES[0], TABLES[2]]
