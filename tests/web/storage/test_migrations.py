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
from primeparlor.web.storage.version import FIRST, UNKNOWN, VERSION


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


def test_the_versions_are_those_of_the_migrations() -> None:
    config = Config()
    config.set_main_option("script_location", str(Path(migrations.__file__).parent))
    scripts = ScriptDirectory.from_config(config)
    assert scripts.get_current_head() == str(VERSION)
    assert scripts.get_base() == str(FIRST)


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
        ("CREATE TABLE notes (text); INSERT INTO notes VALUES ('mine')", UNKNOWN),
        ("CREATE TABLE seats (row TEXT)", UNKNOWN),  # a table of another program with one of our names
    ],
)
def test_a_database_of_another_version_is_refused_with_a_sentence_and_left_alone(
    made: str, sentence: str, tmp_path: Path, other: sqlite3.Connection
) -> None:
    other.executescript(made)
    before = (tmp_path / "tables.db").read_bytes()
    with pytest.raises(StoreFailed) as caught:
        Store(url(tmp_path))
    assert str(caught.value) == sentence
    assert (tmp_path / "tables.db").read_bytes() == before


def test_a_database_whose_versions_are_lost_is_left_alone(tmp_path: Path, other: sqlite3.Connection) -> None:
    Store(url(tmp_path)).close()
    other.execute("PRAGMA journal_mode = delete")
    other.execute("DROP TABLE alembic_version")
    before = (tmp_path / "tables.db").read_bytes()
    with pytest.raises(StoreFailed, match="This database belongs to another program"):
        Store(url(tmp_path))
    assert (tmp_path / "tables.db").read_bytes() == before
