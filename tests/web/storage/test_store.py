"""What is stored: whole turns in order, and hashes of tokens, in one file as long as it is there."""

from __future__ import annotations

import asyncio
import os
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path

import pytest

from primeparlor import records
from primeparlor.match import Conflict, Match, Resign
from primeparlor.web.errors import NoSuchTable, SeatTaken, StoreFailed
from primeparlor.web.server import _find_database
from primeparlor.web.storage import schema
from primeparlor.web.storage.database import lock_database
from primeparlor.web.storage.store import Store, StoredOptions
from support.web.blocking_store import keep
from support.web.registry import start

BEGAN = "2026-01-31T18:00:00Z"
OPTIONS = StoredOptions("friend", 1)
TABLE = "aaaa-bbbb-cccc-dddd"


def url(folder: Path) -> str:
    return f"sqlite:///{folder}/tables.db"


def opened(folder: Path) -> tuple[Store, Match]:
    """A store with one table, and the match there, which it keeps."""
    store, match = Store(url(folder)), Match(start())
    store.add_table(TABLE, OPTIONS, match, BEGAN, "hash", 100.0)
    keep(match, store.for_table(TABLE, lambda: 200.0))
    match.begin()
    return store, match


def test_what_is_kept_is_read_back_as_a_record(tmp_path: Path) -> None:
    store, match = opened(tmp_path)
    match.submit(1, 6, 0)
    kept = store.load_table(TABLE)
    read = records.read(kept.games[0])
    assert (read.match.state, read.match.journal, read.began) == (match.state, match.journal, BEGAN)
    assert (kept.options, kept.opened, kept.touched, kept.finished) == (
        OPTIONS,
        100,
        200,
        None,
    )
    store.close()


def test_a_turn_of_many_entries_is_read_back_as_one(tmp_path: Path) -> None:
    store, match = Store(url(tmp_path)), Match(start("prime-duel"))
    store.add_table(TABLE, StoredOptions("same screen", 1), match, BEGAN, "hash", 0.0)
    keep(match, store.for_table(TABLE, lambda: 0.0))
    match.begin()
    match.submit(1, "keep", match.number)
    assert store.for_table(TABLE, lambda: 0.0).since(0) == match.list_turns()
    assert store.for_table(TABLE, lambda: 0.0).since(1) == match.list_turns(1)
    assert records.read(store.load_table(TABLE).games[0]).match.list_turns() == match.list_turns()
    store.close()


def test_the_end_of_a_game_is_noted_at_its_table(tmp_path: Path) -> None:
    store, match = opened(tmp_path)
    match.perform(Resign(1, 0))
    assert store.load_table(TABLE).finished == 200
    store.close()


def test_of_two_turns_after_the_same_entry_one_is_kept(tmp_path: Path) -> None:
    """Two stores on one database, as two processes have them, decide at the same time, many times over."""
    first, match = opened(tmp_path)
    second = Store(url(tmp_path))
    match.submit(1, 6, 0)
    turn = match.list_turns()[0]._replace(seq=match.seq)

    def append(store: Store, last: int) -> bool:
        try:
            asyncio.run(store.for_table(TABLE, lambda: 0.0).append(turn._replace(seq=last)))
        except Conflict:
            return False
        return True

    with ThreadPoolExecutor(2) as both:
        for last in range(match.seq, match.seq + 20):
            assert sorted(both.map(append, (first, second), (last, last))) == [False, True]
    assert len(first.for_table(TABLE, lambda: 0.0).since(0)) == 21
    first.close()
    second.close()


def test_nothing_is_kept_of_a_turn_that_fails(tmp_path: Path) -> None:
    """The disk is full, say, after the first entry: the table stays as it was, and can go on."""
    store, match = Store(url(tmp_path)), Match(start("prime-duel"))
    store.add_table(TABLE, StoredOptions("same screen", 1), match, BEGAN, "hash", 0.0)
    kept = store.for_table(TABLE, lambda: 1.0)
    keep(match, kept)
    match.begin()
    before = match.journal[:]
    store.writer.connection.execute(
        f"CREATE TEMP TRIGGER full BEFORE INSERT ON entries WHEN new.seq > {match.seq + 1} "
        "BEGIN SELECT RAISE(ABORT, 'disk I/O error'); END"
    )
    kept.now = lambda: 2.0
    with pytest.raises(StoreFailed, match="disk I/O error") as caught:
        match.submit(1, "keep", match.number)
    assert caught.value.cause == "disk I/O error"
    assert (match.journal, kept.since(0), store.load_table(TABLE).touched) == (before, match.list_turns(), 1)
    store.writer.connection.execute("DROP TRIGGER full")
    match.submit(1, "keep", match.number)
    assert (kept.since(0), store.load_table(TABLE).touched) == (match.list_turns(), 2)
    store.close()


def test_only_hashes_of_tokens_are_kept_and_each_belongs_to_one_person(tmp_path: Path) -> None:
    store, _ = opened(tmp_path)
    store.add_token(TABLE, 2, 1, "other", 0.0)
    with pytest.raises(SeatTaken):
        store.add_token(TABLE, 2, 1, "third", 0.0)
    assert [store.find_owner(kept) for kept in ("hash", "other", "third")] == [(TABLE, 1), (TABLE, 2), None]
    assert store.load_table(TABLE).held == {"hash": 1, "other": 2}
    store.close()


def test_a_token_that_nobody_has_come_with_may_be_replaced_with_its_key(tmp_path: Path) -> None:
    store, _ = opened(tmp_path)
    store.add_token(TABLE, 2, 1, "lost", 0.0, "key")
    assert store.load_table(TABLE).keys == {"lost": "key"}
    for key in (None, "another"):
        with pytest.raises(SeatTaken):
            store.add_token(TABLE, 2, 1, "third", 0.0, key)
    store.add_token(TABLE, 2, 1, "other", 0.0, "key")
    assert (store.mark_used("lost"), store.mark_used("other")) == (False, True)
    with pytest.raises(SeatTaken):
        store.add_token(TABLE, 2, 1, "third", 0.0, "key")
    assert (store.load_table(TABLE).held, store.load_table(TABLE).keys) == ({"hash": 1, "other": 2}, {})
    store.close()


def test_a_table_that_is_gone_takes_everything_with_it(tmp_path: Path) -> None:
    store, match = opened(tmp_path)
    match.submit(1, 6, 0)
    assert store.delete_expired(unjoined=99, untouched=199, finished=1000) == []
    assert store.delete_expired(unjoined=99, untouched=201, finished=1000) == [TABLE]
    assert (store.count_tables(), store.find_owner("hash")) == (0, None)
    with pytest.raises(NoSuchTable):
        store.load_table(TABLE)
    with pytest.raises(NoSuchTable):
        match.submit(2, 9, 1)
    with pytest.raises(NoSuchTable):
        store.add_token(TABLE, 2, 1, "other", 300.0)
    with store.queries.engine.connect() as connection:
        for table in (schema.entries, schema.matches, schema.seats):
            assert connection.execute(table.select()).all() == []
    store.close()


def test_commits_are_durable(tmp_path: Path) -> None:
    store, _ = opened(tmp_path)
    with store.queries.engine.connect() as connection:
        for used in (store.writer.connection, connection.connection.driver_connection):
            assert isinstance(used, sqlite3.Connection)
            names = ("journal_mode", "synchronous", "foreign_keys")
            settings = [used.execute(f"PRAGMA {name}").fetchone() for name in names]
            assert settings == [("wal",), (2,), (1,)]
    store.close()


def test_a_database_that_is_opened_again_keeps_its_tables(tmp_path: Path) -> None:
    store, match = opened(tmp_path)
    match.submit(1, 6, 0)
    store.close()
    store = Store(url(tmp_path))
    assert records.read(store.load_table(TABLE).games[0]).match.state == match.state
    store.close()


# The file of the database ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "address", ["nonsense", "postgresql://localhost/parlor", "sqlite://", "sqlite:///:memory:"]
)
def test_only_a_file_can_be_the_database(address: str) -> None:
    with pytest.raises(StoreFailed, match="must be a file"):
        Store(address)


def test_a_database_that_cannot_be_opened_is_told_in_a_sentence(tmp_path: Path) -> None:
    with pytest.raises(StoreFailed, match="The database cannot be used"):
        Store(f"sqlite:///{tmp_path}/missing/tables.db")
    (tmp_path / "tables.db").write_text("This is no database, but some text that is long enough. " * 100)
    with pytest.raises(StoreFailed, match="not a database"):
        Store(url(tmp_path))


@pytest.mark.parametrize("name", ["a b", "%41", "what?mode=memory", "#1", "ä", os.fsdecode(b"\xff")])
def test_the_path_of_the_database_is_what_was_written(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PARLOR_HOME", str(tmp_path / name))
    address = _find_database()
    with lock_database(address):
        for count in (0, 1):
            store = Store(address)
            assert store.count_tables() == count
            store.add_table(str(count), OPTIONS, Match(start()), BEGAN, str(count), 0.0)
            store.close()
    assert sorted(file.name for file in (tmp_path / name).iterdir()) == ["tables.db", "tables.db.lock"]


def test_a_database_with_two_names_is_refused(tmp_path: Path) -> None:
    """Each name would have a lock of its own, and a journal of its own."""
    Store(url(tmp_path)).close()
    (tmp_path / "another.db").hardlink_to(tmp_path / "tables.db")
    with pytest.raises(StoreFailed, match="a second name"):
        Store(f"sqlite:///{tmp_path}/another.db")


def delete(path: Path) -> None:
    path.unlink()


def replace(path: Path) -> None:
    copy = path.with_name("copy.db")
    shutil.copy(path, copy)
    copy.replace(path)


@pytest.mark.parametrize("lose", [delete, replace])
def test_nothing_is_acknowledged_once_the_file_is_gone(tmp_path: Path, lose: Callable[[Path], None]) -> None:
    """Its last reader, this process, could write there for ever."""
    store, match = opened(tmp_path)
    store.check()
    lose(tmp_path / "tables.db")
    there = [file.name for file in tmp_path.iterdir()]
    for act in (
        lambda: match.submit(1, 6, 0),
        lambda: store.add_token(TABLE, 2, 1, "other", 0.0),
        store.check,
    ):
        with pytest.raises(StoreFailed, match="deleted or replaced"):
            act()
    assert (match.number, store.for_table(TABLE, lambda: 0.0).since(0)) == (0, match.list_turns())
    assert [file.name for file in tmp_path.iterdir()] == there
    store.close()


def test_a_check_writes_to_the_file(tmp_path: Path) -> None:
    """What changes nothing is not written, and so would succeed on a full disk."""
    store, _ = opened(tmp_path)
    with closing(sqlite3.connect(tmp_path / "tables.db")) as other:
        versions = set[int]()
        for _ in range(3):
            store.check()
            [version] = other.execute("PRAGMA data_version").fetchone()
            versions.add(version)
    assert len(versions) == 3
    store.close()


USE = """
import asyncio, sys
from primeparlor.match import Event, Turn
from primeparlor.web.storage.store import Store

store = Store(sys.argv[1])
store.check()
asyncio.run(store.for_table(sys.argv[2], lambda: 0.0).append(Turn(0, (Event(1, 1, 6),))))
print([name for name in ("sqlalchemy", "alembic") if name in sys.modules])
print(len(store.for_table(sys.argv[2], lambda: 0.0).since(0)), "alembic" in sys.modules)
store.close()
"""


def test_a_server_starts_and_takes_moves_without_what_is_slow_to_import(tmp_path: Path) -> None:
    opened(tmp_path)[0].close()
    words = [sys.executable, "-c", USE, url(tmp_path), TABLE]
    told = subprocess.run(words, capture_output=True, text=True, check=True)
    assert told.stdout == "[]\n1 False\n"
