"""Databases that somebody has changed: a sentence, and all other tables can be played."""

from __future__ import annotations

import logging
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from primeparlor.match import Seating
from primeparlor.web.errors import DamagedTable, StoreFailed
from primeparlor.web.storage.store import Store
from primeparlor.web.tables.create import TableRequest
from support.web.registry import place, play, refused, run, start, two

VERSIONS = {
    "NULL": "INSERT INTO alembic_version VALUES (NULL)",
    "text": "INSERT INTO alembic_version VALUES ('five')",
    "bytes": "INSERT INTO alembic_version VALUES (x'00ff')",
    "below zero": "INSERT INTO alembic_version VALUES ('-1')",
    "a digit of another script": "INSERT INTO alembic_version VALUES ('\u0665')",
    "a long number": f"INSERT INTO alembic_version VALUES ('{'9' * 5000}')",
    "none": "",
    "two": "INSERT INTO alembic_version VALUES ('5'), ('4')",
}
HEADER = 'UPDATE matches SET header = {} WHERE "table" = :table'
LINE = 'UPDATE entries SET line = {} WHERE "table" = :table AND seq = 2'
OPTIONS = "UPDATE tables SET options = {} WHERE id = :table"
ROWS = {
    "options that are text": OPTIONS.format("'x'"),
    "options that are a list": OPTIONS.format("'[]'"),
    "other options": OPTIONS.format("""'{"a": 1}'"""),
    "options that are bytes": OPTIONS.format("x'ff'"),
    "a header that is text": HEADER.format("'x'"),
    "a header that is bytes": HEADER.format("x'ff'"),
    "a header of another game": HEADER.format("replace(header, 'pocket-addition', 'prime-climb')"),
    "a header of no game": HEADER.format("replace(header, 'pocket-addition', 'chess')"),
    "no header": 'DELETE FROM matches WHERE "table" = :table',
    "a game that begins at no number": "UPDATE matches SET first = 'x' WHERE \"table\" = :table",
    "a line that is text": LINE.format("'x'"),
    "a line that is bytes": LINE.format("x'ff'"),
    "an empty object": LINE.format("'{}'"),
    "a deep list": LINE.format(f"'{'[' * 5000}'"),
    "a move that is not legal": LINE.format("""'{"number":2,"who":2,"move":99}'"""),
    "a missing line": 'DELETE FROM entries WHERE "table" = :table AND seq = 1',
    "lines out of order": 'UPDATE entries SET seq = 12 - seq WHERE "table" = :table',
    "a line of no number": "UPDATE entries SET seq = 'x' WHERE \"table\" = :table AND seq = 2",
}
NOTES = {
    "a missing note": 'DELETE FROM entries WHERE "table" = :table AND seq = 1',
    "a game that begins late": 'UPDATE matches SET first = 1 WHERE "table" = :table',
    "a last turn that is not whole": 'UPDATE entries SET more = 1 WHERE "table" = :table AND seq = 3',
}


def change(path: Path, *statements: str, **values: str) -> None:
    """Change the database behind the server's back."""
    with closing(sqlite3.connect(path)) as connection:
        for statement in filter(None, statements):
            connection.execute(statement, values)
        connection.commit()


@pytest.mark.parametrize("statement", VERSIONS.values(), ids=VERSIONS)
def test_a_version_that_is_no_number_is_told_in_a_sentence(tmp_path: Path, statement: str) -> None:
    path = tmp_path / "tables.db"
    change(path, "CREATE TABLE alembic_version (version_num)", statement)
    with pytest.raises(StoreFailed, match="This database belongs to another program"):
        Store(f"sqlite:///{path}")


@pytest.mark.parametrize("statement", ROWS.values(), ids=ROWS)
def test_a_table_whose_rows_make_no_sense_is_refused_and_logged_once(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, statement: str
) -> None:
    async def test() -> None:
        async with place(tmp_path) as here:
            registry = here.open_registry()
            changed, other = [
                (await registry.open_table(TableRequest(start(), "same screen"))).table for _ in "12"
            ]
            for table in (changed, other):
                await play(table, 4, 6)
            change(tmp_path / "tables.db", statement, table=changed.id)
            registry = here.open_registry()
            for _ in "12":
                sentence = await refused(DamagedTable, registry.find_table(changed.id))
                assert sentence == "This table is damaged and cannot be read. The server's log says why."
            await play(await registry.find_table(other.id), 9)

    run(test())
    assert [record.getMessage() for record in caplog.records if record.levelno >= logging.ERROR] == [
        "a table is damaged"
    ]


@pytest.mark.parametrize("statement", NOTES.values(), ids=NOTES)
def test_a_table_that_could_be_read_but_not_played_on_is_damaged(tmp_path: Path, statement: str) -> None:
    """Its last entry has another number in the database: nothing that is played could be stored."""

    async def test() -> None:
        async with place(tmp_path) as here:
            table, *_ = await two(here.open_registry())
            assert isinstance(table.match.journal[0], Seating)
            await play(table, 4, 6)
            change(tmp_path / "tables.db", statement, table=table.id)
            await refused(DamagedTable, here.open_registry().find_table(table.id))

    run(test())
