"""Nothing that is asked of the database is beyond PostgreSQL, though only SQLite is used so far.

What the store asks is caught while it is used, and written anew for PostgreSQL.
"""

from __future__ import annotations

import ast
import inspect
import re
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import pytest
from sqlalchemy import ClauseElement, Engine, event
from sqlalchemy.dialects.postgresql.base import RESERVED_WORDS
from sqlalchemy.engine import make_url
from sqlalchemy.schema import CreateTable
from sqlalchemy.sql.functions import FunctionElement
from sqlalchemy.sql.visitors import iterate

from primeparlor.match import Match, Resign
from primeparlor.web.errors import SeatTaken, ServerFull
from primeparlor.web.storage import schema, store
from primeparlor.web.storage.store import Store, StoredOptions
from support.web.registry import start

POSTGRESQL = make_url("postgresql://").get_dialect()()
BEGAN = "2026-01-31T18:00:00Z"
BOTH_KNOW = {"count", "max"}  # functions


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
    match.store = kept.for_table("t", lambda: 1.0)
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
    assert kept.for_table("t", lambda: 2.0).since(0) == match.list_turns()
    kept.check()
    with pytest.raises(ServerFull):
        kept.delete_oldest(2, 9.0, [], [])
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
    for module in (store, schema):
        lines = {line for file, line in asked.places if file == module.__file__}
        calls = executed(module)
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
