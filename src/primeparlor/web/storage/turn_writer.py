"""The writer of turns: one short transaction on the driver itself, for all turns that wait for one.

A library around the driver would take several times as long as the commit. The statements are plain SQL that
SQLite and PostgreSQL share. Nothing is acknowledged before its commit.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from copy import copy
from threading import Lock
from typing import TYPE_CHECKING, NamedTuple

from primeparlor.match import Conflict
from primeparlor.web.errors import NoSuchTable

if TYPE_CHECKING:
    import sqlite3

    from primeparlor.web.storage.database import Database

FIND_LAST = 'SELECT (SELECT MAX(seq) FROM entries WHERE "table" = tables.id) FROM tables WHERE id = ?'
ADD_ENTRY = 'INSERT INTO entries ("table", seq, line, more) VALUES (?, ?, ?, ?)'
TOUCH_TABLE = (
    "UPDATE tables SET touched = ?, finished = COALESCE(?, finished), joined = joined OR ?,"
    " moved = moved OR ? WHERE id = ?"
)
READ_TABLES = tuple(
    f"SELECT * FROM {table} LIMIT 1"
    for table in ("alembic_version", "entries", "health", "matches", "seats", "tables")
)
COUNT_CHECK = "UPDATE health SET checks = checks + 1"


class NewTurn(NamedTuple):
    """A turn to be appended: its entries as rows, and what changes at its table."""

    table: str
    after: int  # the number of the last entry before it
    entries: list[tuple[str, int, str, bool]]
    touched: float
    finished: float | None  # if it ends the game
    moved: bool  # whether a person has moved at this table


class TurnWriter:
    """The connection that appends turns, and the lock of everybody who writes."""

    def __init__(self, database: Database) -> None:
        self.lock = Lock()
        self._database = database
        mark = "?" if database.driver.paramstyle == "qmark" else "%s"  # of a parameter
        self._find_last = FIND_LAST.replace("?", mark)
        self._add_entry = ADD_ENTRY.replace("?", mark)
        self._touch_table = TOUCH_TABLE.replace("?", mark)
        self._thread = ThreadPoolExecutor(1, "writer")
        self.waiting = list[tuple[NewTurn, asyncio.Future[None]]]()
        self._committing: asyncio.Task[None] | None = None
        with database.translate_errors():
            self.connection = database.connect()

    def close(self) -> None:
        """Close the connection."""
        self._thread.shutdown()
        self.connection.close()

    async def append(self, turn: NewTurn) -> None:
        """Commit all of the turn or nothing; raise `Conflict` if it does not follow the last entry."""
        committed = asyncio.get_running_loop().create_future()
        self.waiting.append((turn, committed))
        if self._committing is None or self._committing.done():
            self._committing = asyncio.create_task(self._commit_waiting())
        await committed

    async def _commit_waiting(self) -> None:
        """Commit the turns that wait, and those that have come meanwhile, until there are none."""
        loop = asyncio.get_running_loop()
        while group := [(turn, future) for turn, future in self.waiting if not future.done()]:
            self.waiting.clear()
            errors: Sequence[Exception | None]
            try:
                turns = [turn for turn, _ in group]
                errors = await loop.run_in_executor(self._thread, self.commit, turns)
            except Exception as error:
                errors = [copy(error) for _ in group]  # each is raised elsewhere
            for (_, future), refused in zip(group, errors, strict=True):
                if future.done():  # nobody waits for it any more
                    continue
                if refused is None:
                    future.set_result(None)
                else:
                    future.set_exception(refused)

    def commit(self, turns: Sequence[NewTurn]) -> list[Exception | None]:
        """Commit these turns at once; return for each the error why it was left out, or None."""
        errors = list[Exception | None]()
        with self.open_transaction() as cursor:
            for turn in turns:
                found = cursor.execute(self._find_last, [turn.table]).fetchone()
                last = found and (found[0] or 0)
                if last is None:
                    errors.append(NoSuchTable())
                elif last != turn.after:
                    reason = f"The last entry kept is {last}, but this turn follows entry {turn.after}."
                    errors.append(Conflict(reason))
                else:
                    cursor.executemany(self._add_entry, turn.entries)
                    changes = (turn.touched, turn.finished, turn.moved, turn.moved, turn.table)
                    cursor.execute(self._touch_table, changes)
                    errors.append(None)
        return errors

    def check(self) -> None:
        """Raise `StoreFailed` if the database cannot be read or written."""
        with self.open_transaction() as cursor:
            for statement in READ_TABLES:
                cursor.execute(statement)
            cursor.execute(COUNT_CHECK)  # a change: without one nothing would be written

    @contextmanager
    def open_transaction(self) -> Iterator[sqlite3.Cursor]:
        """Open a transaction as the only writer; it is committed if the file is still there."""
        with self.lock, self._database.translate_errors():
            cursor = self.connection.cursor()
            try:
                cursor.execute(self._database.begin)
                yield cursor
                self._database.check_file()
                self.connection.commit()
            except BaseException:
                self.connection.rollback()
                raise
