"""What is stored: whole turns in order, hashes of tokens, in a database of this version."""

from __future__ import annotations

import sqlite3
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path

import pytest
from sqlalchemy import inspect

from primeparlor import records
from primeparlor.match import Conflict, Match, Resign
from primeparlor.web.errors import NoSuchTable, SeatTaken, StoreFailed
from primeparlor.web.storage import schema
from primeparlor.web.storage.store import Store, StoredOptions
from support.web.registry import start

BEGAN = "2026-01-31T18:00:00Z"
TABLE = "aaaa-bbbb-cccc-dddd"


def url(folder: Path) -> str:
    return f"sqlite:///{folder}/tables.db"


def opened(folder: Path) -> tuple[Store, Match]:
    """A store with one table, and the match there, which it keeps."""
    store, match = Store(url(folder)), Match(start())
    store.add_table(TABLE, StoredOptions("friend", 1), match, BEGAN, "hash", 100.0)
    match.store = store.for_table(TABLE, lambda: 200.0)
    match.begin()
    return store, match


def test_what_is_kept_is_read_back_as_a_record(tmp_path: Path) -> None:
    store, match = opened(tmp_path)
    match.submit(1, 6, 0)
    kept = store.load_table(TABLE)
    read = records.read(kept.games[0])
    assert (read.match.state, read.match.journal, read.began) == (match.state, match.journal, BEGAN)
    assert (kept.options, kept.opened, kept.touched, kept.finished) == (
        StoredOptions("friend", 1),
        100,
        200,
        None,
    )
    store.close()


def test_a_turn_of_many_entries_is_read_back_as_one(tmp_path: Path) -> None:
    store, match = Store(url(tmp_path)), Match(start("prime-duel"))
    store.add_table(TABLE, StoredOptions("same screen", 1), match, BEGAN, "hash", 0.0)
    match.store = store.for_table(TABLE, lambda: 0.0)
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
            store.for_table(TABLE, lambda: 0.0).append(turn._replace(seq=last))
        except Conflict:
            return False
        return True

    with ThreadPoolExecutor(2) as both:
        for last in range(match.seq, match.seq + 20):
            assert sorted(both.map(append, (first, second), (last, last))) == [False, True]
    assert len(first.for_table(TABLE, lambda: 0.0).since(0)) == 21
    first.close()
    second.close()


def test_nothing_is_kept_of_a_turn_that_fails(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The disk is full, say, after the first entry: the table stays as it was, and can go on."""
    store, match = Store(url(tmp_path)), Match(start("prime-duel"))
    store.add_table(TABLE, StoredOptions("same screen", 1), match, BEGAN, "hash", 0.0)
    match.store = kept = store.for_table(TABLE, lambda: 0.0)
    match.begin()

    def broken(*_: object, **__: object) -> None:
        raise sqlite3.OperationalError("disk I/O error")

    before = match.journal[:]
    with monkeypatch.context() as meanwhile:
        meanwhile.setattr("primeparlor.web.storage.store._touch", broken)
        with pytest.raises(sqlite3.OperationalError):
            match.submit(1, "keep", match.number)
    assert (match.journal, kept.since(0)) == (before, match.list_turns())
    match.submit(1, "keep", match.number)
    assert kept.since(0) == match.list_turns()
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
    with store.engine.connect() as connection:
        for table in (schema.entries, schema.matches, schema.seats):
            assert connection.execute(table.select()).all() == []
    store.close()


def test_commits_are_durable(tmp_path: Path) -> None:
    store, _ = opened(tmp_path)
    with store.engine.connect() as connection:
        settings = [
            connection.exec_driver_sql(f"PRAGMA {name}").scalar()
            for name in ("journal_mode", "synchronous", "foreign_keys")
        ]
    assert settings == ["wal", 2, 1]
    store.close()


# The version of the database -----------------------------------------------------------------------------


def test_a_new_database_has_the_tables_that_the_code_uses_and_their_version(tmp_path: Path) -> None:
    store = Store(url(tmp_path))
    found = inspect(store.engine)
    for table in schema.metadata.sorted_tables:
        made = {column["name"]: column["nullable"] for column in found.get_columns(table.name)}
        assert made == {column.name: bool(column.nullable) for column in table.columns}
        assert found.get_pk_constraint(table.name)["constrained_columns"] == [
            column.name for column in table.primary_key
        ]
    assert [index["name"] for index in found.get_indexes("tables")] == ["tables_touched"]
    with store.engine.connect() as connection:
        assert connection.execute(schema.schema.select()).all() == [(4,)]
    store.close()


def test_a_database_that_is_opened_again_keeps_its_tables(tmp_path: Path) -> None:
    store, match = opened(tmp_path)
    match.submit(1, 6, 0)
    store.close()
    store = Store(url(tmp_path))
    assert records.read(store.load_table(TABLE).games[0]).match.state == match.state
    store.close()


def test_a_database_that_cannot_be_made_stays_empty(tmp_path: Path) -> None:
    """Here a table of another program has one of the names."""
    with closing(sqlite3.connect(tmp_path / "tables.db")) as other:
        other.execute("CREATE TABLE seats (row TEXT)")
        with pytest.raises(StoreFailed, match="table seats already exists"):
            Store(url(tmp_path))
        assert other.execute("SELECT name FROM sqlite_master").fetchall() == [("seats",)]


@pytest.mark.parametrize(
    ("version", "sentence"),
    [
        (
            3,
            "This database is from before the first release (version 3; this parlor knows 4) and is no "
            "longer read: move it away, or name another one with --database.",
        ),
        (
            5,
            "This database was made by a newer parlor (version 5; this one knows 4). Update Prime Parlor, or "
            "name another database.",
        ),
    ],
)
def test_a_database_of_another_version_is_refused_with_a_sentence_and_left_alone(
    version: int, sentence: str, tmp_path: Path
) -> None:
    store, _ = opened(tmp_path)
    store.close()
    with closing(sqlite3.connect(tmp_path / "tables.db")) as other:
        other.execute("UPDATE schema SET version = ?", [version])
        other.commit()
        before = list(other.iterdump())
        with pytest.raises(StoreFailed) as caught:
            Store(url(tmp_path))
        assert str(caught.value) == sentence
        assert list(other.iterdump()) == before


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
