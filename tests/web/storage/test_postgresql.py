"""Nothing that is asked of the database is beyond PostgreSQL, though only SQLite is used so far.

What the store asks is caught while it is used, and written anew for PostgreSQL.
"""

from __future__ import annotations

import ast
import inspect
import re
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest
from sqlalchemy import ClauseElement, Engine, event
from sqlalchemy.dialects.postgresql.base import RESERVED_WORDS
from sqlalchemy.engine import make_url
from sqlalchemy.schema import CreateTable
from sqlalchemy.sql.functions import FunctionElement
from sqlalchemy.sql.visitors import iterate

from primeparlor.match import Conflict, Match, Resign
from primeparlor.web.errors import SeatTaken, ServerFull
from primeparlor.web.storage import queries, schema, turn_writer
from primeparlor.web.storage.database import Database
from primeparlor.web.storage.store import Store, StoredOptions
from primeparlor.web.storage.turn_writer import NewTurn, TurnWriter
from support.web.blocking_store import keep
from support.web.registry import run, start

POSTGRESQL = make_url("postgresql://").get_dialect()()
BEGAN = "2026-01-31T18:00:00Z"
BOTH_KNOW = {"coalesce", "count", "max"}  # functions


class Asked:
    """Every statement that is executed, and the line of our own code that asks for it."""

    def __init__(self) -> None:
        self.statements: list[ClauseElement] = []
        self.places: set[tuple[str, int]] = set()

    def __call__(self, connection: object, statement: ClauseElement, *more: object) -> None:
        self.statements.append(statement)
        frame = inspect.currentframe()
        while frame is not None:
            self.places.add((frame.f_code.co_filename, frame.f_lineno))
            frame = frame.f_back


@pytest.fixture
def asked() -> Iterator[Asked]:
    caught = Asked()
    event.listen(Engine, "before_execute", caught)
    yield caught
    event.remove(Engine, "before_execute", caught)


def use_everything(folder: Path) -> None:
    """Let a store do everything it can."""
    kept, match = Store(f"sqlite:///{folder}/tables.db"), Match(start())
    kept.add_table("t", StoredOptions("friend", 1), match, BEGAN, "hash", 0.0)
    keep(match, kept.for_table("t", lambda: 1.0))
    match.begin()
    kept.add_token("t", 2, 1, "other", 1.0, "key")
    assert kept.mark_used("other")
    with pytest.raises(SeatTaken):
        kept.add_token("t", 2, 1, "third", 1.0)
    match.submit(1, 6, 0)
    match.perform(Resign(2, 1))
    kept.add_game("t", 2, Match(start(), number=match.number, seq=match.seq), BEGAN, 2.0)
    assert kept.find_owner("other") == ("t", 2)
    assert len(kept.load_table("t").games) == 2
    [found] = kept.load_summaries(["t"])
    assert (found.table, found.game, kept.load_lines("t", found.first, found.last)) == ("t", 2, [])
    assert kept.for_table("t", lambda: 2.0).since(0) == match.list_turns()
    kept.check()
    with pytest.raises(ServerFull):
        kept.delete_oldest(2, 9.0, [], [])
    assert (kept.find_newest(9.0), kept.find_newest(1.0)) == (2.0, None)
    assert (kept.count_tables(), kept.delete_expired(9.0, 9.0, 9.0)) == (1, ["t"])
    kept.close()
    Store(f"sqlite:///{folder}/tables.db").close()


def executed(module: ModuleType) -> list[tuple[int, int]]:
    """The first and last line of each call there that executes a statement."""
    calls = [node for node in ast.walk(ast.parse(inspect.getsource(module))) if isinstance(node, ast.Call)]
    named = [(call, call.func.attr) for call in calls if isinstance(call.func, ast.Attribute)]
    return [(call.lineno, call.end_lineno or 0) for call, name in named if name == "execute"]


def words(statement: str) -> set[str]:
    """The words of a statement that are not quoted."""
    return set(re.findall(r"[A-Za-z_]\w*", re.sub(r'"\w+"', "", statement)))


def names(statement: str) -> set[str]:
    """Those of them that are names: the words of the language are in capitals."""
    return {word for word in words(statement) if not word.isupper()}


def test_every_statement_of_the_store_can_be_written_for_postgresql(tmp_path: Path, asked: Asked) -> None:
    use_everything(tmp_path)
    lines = {line for file, line in asked.places if file == queries.__file__}
    calls = executed(queries)
    assert calls
    assert [first for first, last in calls if not lines & {*range(first, last + 1)}] == []
    for statement in asked.statements:
        written = str(statement.compile(dialect=POSTGRESQL))
        assert not names(re.sub(r"%\(\w+\)s", "", written)) & RESERVED_WORDS, written
        found = {part.name for part in iterate(statement) if isinstance(part, FunctionElement)}
        assert found <= BOTH_KNOW


def test_the_tables_can_be_made_in_postgresql() -> None:
    made = [str(CreateTable(table).compile(dialect=POSTGRESQL)) for table in schema.metadata.sorted_tables]
    assert sum('"table" VARCHAR NOT NULL' in each for each in made) == 3
    assert not any(names(each) & RESERVED_WORDS for each in made)


# The driver itself ------------------------------------------------------------------------------------------


class PsycopgCursor(sqlite3.Cursor):
    """A cursor that knows the parameters of psycopg, and no others."""

    def execute(self, statement: str, data: Any = ()) -> PsycopgCursor:
        assert "?" not in statement
        super().execute(statement.replace("%s", "?"), data)
        return self

    def executemany(self, statement: str, data: Any) -> PsycopgCursor:
        assert "?" not in statement
        super().executemany(statement.replace("%s", "?"), data)
        return self


class PsycopgConnection:
    """A connection with what both drivers have."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self.commit, self.rollback, self.close = connection.commit, connection.rollback, connection.close
        self.cursor = lambda: connection.cursor(PsycopgCursor)


class PsycopgDatabase(Database):
    """A database whose driver is one of the same standard."""

    driver: Any = SimpleNamespace(connect=sqlite3.connect, Error=sqlite3.Error, paramstyle="pyformat")

    def connect(self) -> Any:
        return PsycopgConnection(super().connect())


def test_turns_are_appended_with_what_psycopg_has_too(tmp_path: Path) -> None:
    store = Store(f"sqlite:///{tmp_path}/tables.db")
    store.add_table("t", StoredOptions("friend", 1), Match(start()), BEGAN, "hash", 0.0)
    other = TurnWriter(PsycopgDatabase(f"sqlite:///{tmp_path}/tables.db"))
    run(other.append(NewTurn("t", 0, [("t", 1, "{}", True), ("t", 2, "{}", False)], 1.0, 2.0, True)))
    with pytest.raises(Conflict):
        run(other.append(NewTurn("t", 0, [("t", 1, "{}", False)], 3.0, None, False)))
    other.check()
    other.close()
    with store.queries.engine.begin() as connection:
        [row] = connection.execute(schema.tables.select())
        assert (row.touched, row.finished, row.joined, row.moved) == (1.0, 2.0, True, True)
        assert [row.seq for row in connection.execute(schema.entries.select())] == [1, 2]
    store.close()


def test_the_statements_for_the_driver_are_understood_by_postgresql() -> None:
    plain = [value for name, value in vars(turn_writer).items() if name.isupper() and isinstance(value, str)]
    for statement in [*plain, *turn_writer.READ_TABLES]:
        assert not names(statement) & RESERVED_WORDS, statement
        assert {name.lower() for name in re.findall(r"(\w+)\(", statement)} <= BOTH_KNOW
        assert "%" not in statement
    read = {statement.split()[3] for statement in turn_writer.READ_TABLES}
    assert read == {"alembic_version", *schema.metadata.tables}
