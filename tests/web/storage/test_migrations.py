"""The version of a database: a new one is made, one of another kind is refused and left alone."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import inspect

from primeparlor.web.errors import StoreFailed
from primeparlor.web.storage import migrations, schema
from primeparlor.web.storage.store import Store
from primeparlor.web.storage.version import UNKNOWN, VERSION


def url(folder: Path) -> str:
    return f"sqlite:///{folder}/tables.db"


@pytest.fixture
def other(tmp_path: Path) -> Iterator[sqlite3.Connection]:
    """Another program that has opened the database."""
    with closing(sqlite3.connect(tmp_path / "tables.db", isolation_level=None)) as connection:
        yield connection


def test_the_migrations_make_the_tables_that_the_code_uses(tmp_path: Path) -> None:
    store = Store(url(tmp_path))
    with store.queries.engine.connect() as connection:
        context = MigrationContext.configure(connection)
        assert context.get_current_revision() == str(VERSION)
        assert compare_metadata(context, schema.metadata) == []
        found = inspect(connection)
        for table in schema.metadata.sorted_tables:  # which a comparison leaves out
            key = found.get_pk_constraint(table.name)["constrained_columns"]
            assert key == [column.name for column in table.primary_key]
    store.close()


def test_the_version_is_that_of_the_last_migration() -> None:
    config = Config()
    config.set_main_option("script_location", str(Path(migrations.__file__).parent))
    assert ScriptDirectory.from_config(config).get_current_head() == str(VERSION)


def test_the_tables_of_another_program_are_not_touched(tmp_path: Path, other: sqlite3.Connection) -> None:
    other.execute("CREATE TABLE notes (text)")
    other.execute("INSERT INTO notes VALUES ('mine')")
    Store(url(tmp_path)).close()
    assert other.execute("SELECT * FROM notes").fetchall() == [("mine",)]


def test_a_database_that_cannot_be_made_stays_empty(tmp_path: Path, other: sqlite3.Connection) -> None:
    """Here a table of another program has one of the names."""
    other.execute("CREATE TABLE seats (row TEXT)")
    with pytest.raises(StoreFailed, match="table seats already exists"):
        Store(url(tmp_path))
    assert other.execute("SELECT name FROM sqlite_master").fetchall() == [("seats",)]


@pytest.mark.parametrize(
    ("made", "sentence"),
    [
        (
            "CREATE TABLE schema (version INTEGER); INSERT INTO schema VALUES (4)",
            f"This database is from before the first release (version 4; this parlor knows {VERSION}) and is "
            "no longer read: move it away, or name another one with --database.",
        ),
        (
            "CREATE TABLE schema (version INTEGER)",
            f"This database is from before the first release (version ?; this parlor knows {VERSION}) and is "
            "no longer read: move it away, or name another one with --database.",
        ),
        (
            "CREATE TABLE alembic_version (version_num TEXT); INSERT INTO alembic_version VALUES ('6')",
            f"This database was made by a newer parlor (version 6; this one knows {VERSION}). Update Prime "
            "Parlor, or name another database.",
        ),
        ("CREATE TABLE alembic_version (version_num TEXT)", UNKNOWN),
        (
            "CREATE TABLE alembic_version (version_num TEXT); INSERT INTO alembic_version VALUES ('ae10')",
            UNKNOWN,
        ),
        ("CREATE TABLE alembic_version (version_num TEXT); INSERT INTO alembic_version VALUES (3)", UNKNOWN),
        (
            "CREATE TABLE alembic_version (version_num TEXT); INSERT INTO alembic_version VALUES (NULL)",
            UNKNOWN,
        ),
    ],
)
def test_a_database_of_another_version_is_refused_with_a_sentence_and_left_alone(
    made: str, sentence: str, tmp_path: Path, other: sqlite3.Connection
) -> None:
    other.executescript(made)
    before = list(other.iterdump())
    with pytest.raises(StoreFailed) as caught:
        Store(url(tmp_path))
    assert str(caught.value) == sentence
    assert list(other.iterdump()) == before
