"""The tables in a database: what is acknowledged is committed.

One thread writes at a time; every write is one short transaction. The key of `entries` lets only one turn
follow another. All the same a database is for one process, and `parlor serve` locks it: another one would
continue tables as it has them in memory, and take the turns of a rematch for turns of the game before.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable, Collection, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from threading import Lock
from typing import Any, NamedTuple, TypeVar

from sqlalchemy import Connection, delete, func, insert, select, update
from sqlalchemy.exc import DBAPIError, IntegrityError, SQLAlchemyError

from primeparlor import records
from primeparlor.match import Conflict, Match, Result, Turn
from primeparlor.records.entries import read_entry
from primeparlor.records.line import JsonLine
from primeparlor.records.writer import encode_lines, format_header
from primeparlor.web.config import STORE_THREADS
from primeparlor.web.errors import NoSuchTable, SeatTaken, ServerFull, StoreFailed
from primeparlor.web.storage import schema
from primeparlor.web.storage.database import open_engine

BEGAN = "%Y-%m-%dT%H:%M:%SZ"
T = TypeVar("T")


class StoredOptions(NamedTuple):
    """The options of a table, beside its first match."""

    opponent: str  # "friend", "same screen" or a level
    seat: int  # of the opener in the first game


class TokenOwner(NamedTuple):
    """The owner of a token."""

    table: str
    person: int


class StoredTable(NamedTuple):
    """A stored table: its games in order, each as the lines of its record, and its tokens."""

    options: StoredOptions
    games: list[list[bytes]]
    held: dict[str, int]  # persons by the hashes of their tokens (1 is the opener)
    keys: dict[str, str]  # for unused tokens, by hash: the hash of the key that may replace them
    opened: float
    touched: float
    finished: float | None


class Store:
    """Database of all tables. Its methods block on the disk: call them with `run_in_thread`."""

    def __init__(self, url: str) -> None:
        self.engine = open_engine(url)
        self._writer = Lock()
        self._threads = ThreadPoolExecutor(STORE_THREADS, "store")  # its own, never behind other slow work
        with self._translate_errors():
            schema.prepare(self.engine)

    def close(self) -> None:
        """Close the database."""
        self._threads.shutdown()
        self.engine.dispose()

    def run_in_thread(self, act: Callable[..., T], *data: Any) -> Awaitable[T]:
        """Run a function in a thread of the store and return its result."""
        return asyncio.get_running_loop().run_in_executor(self._threads, act, *data)

    def for_table(self, table: str, now: Callable[[], float]) -> TableStore:
        """Return the `Store` for the matches of this table."""
        return TableStore(self, table, now)

    # Tables ---------------------------------------------------------------------------------------------

    def add_table(
        self, table: str, options: StoredOptions, match: Match, began: str, hash: str, now: float
    ) -> None:
        """Insert a new table with its first match and its opener's token."""
        row = {"id": table, "opened": now, "touched": now, "joined": False, "moved": False}
        with self.open_transaction() as connection:
            connection.execute(insert(schema.tables), row | {"options": json.dumps(options._asdict())})
            connection.execute(insert(schema.matches), build_match_row(table, 1, match, began))
            connection.execute(insert(schema.seats), build_seat_row(hash, table, 1, 1))

    def add_game(self, table: str, game: int, match: Match, began: str, now: float) -> None:
        """Insert the next match of a table; raise `Conflict` if it exists already."""
        try:
            with self.open_transaction() as connection:
                connection.execute(insert(schema.matches), build_match_row(table, game, match, began))
                _touch(connection, table, now, finished=None)
        except IntegrityError:
            raise Conflict(f"Game {game} at this table has begun elsewhere.") from None

    def load_table(self, table: str) -> StoredTable:
        """Load a table."""
        tables, matches, entries, seats = schema.tables, schema.matches, schema.entries, schema.seats
        with self._translate_errors(), self.engine.begin() as connection:
            row = connection.execute(select(tables).where(tables.c.id == table)).one_or_none()
            if row is None:
                raise NoSuchTable
            games = connection.execute(
                select(matches.c.first, matches.c.header)
                .where(matches.c.table == table)
                .order_by(matches.c.game)
            ).all()
            lines = connection.execute(
                select(entries.c.seq, entries.c.line, entries.c.more)
                .where(entries.c.table == table)
                .order_by(entries.c.seq)
            ).all()
            held = connection.execute(
                select(seats.c.hash, seats.c.person, seats.c.key).where(seats.c.table == table)
            ).all()
        return StoredTable(
            StoredOptions(**json.loads(row.options)),
            split_games([(first, header) for first, header in games], [tuple(line) for line in lines]),
            {row.hash: row.person for row in held},
            {row.hash: row.key for row in held if row.key is not None},
            row.opened,
            row.touched,
            row.finished,
        )

    def check(self) -> None:
        """Raise `StoreFailed` if the database cannot be read or written."""
        with self.open_transaction() as connection:
            for table in schema.metadata.sorted_tables:
                connection.execute(select(table).limit(1))
            connection.execute(update(schema.schema).values(version=schema.schema.c.version))

    def count_tables(self) -> int:
        """Return the number of tables."""
        with self._translate_errors(), self.engine.begin() as connection:
            return connection.execute(select(func.count()).select_from(schema.tables)).scalar_one()

    def delete_expired(self, unjoined: float, untouched: float, finished: float) -> list[str]:
        """Delete expired tables and return their names.

        A table expires if nobody joined or moved, if nothing has happened there for long, or if its game
        ended long ago.
        """
        tables = schema.tables
        old = (
            (~tables.c.joined & (tables.c.opened < unjoined))
            | (tables.c.touched < untouched)
            | (tables.c.finished < finished)
        )
        with self.open_transaction() as connection:
            deleted = [row.id for row in connection.execute(select(tables.c.id).where(old))]
            _delete_tables(connection, deleted)
        return deleted

    def delete_oldest(
        self, over: int, since: float, watched: Collection[str], requested: Collection[str]
    ) -> list[str]:
        """Delete this many tables where no person has moved, the oldest first; return their names.

        Watched tables stay. Those requested or changed after `since` go last: a client that only opens
        tables never fills the server. Raises `ServerFull` if there are too few. A move is committed before or
        after all this, so none is lost.
        """
        tables = schema.tables
        recent = (tables.c.touched >= since).label("recent")
        spare = select(tables.c.id, recent).where(~tables.c.moved).order_by(recent, tables.c.opened)
        deleted, last = list[str](), list[str]()
        with self.open_transaction() as connection:
            found = connection.execute(spare)
            for row in found:
                if len(deleted) == over or (row.recent and len(deleted) + len(last) >= over):
                    break  # the rest need not be fetched
                if row.id not in watched:
                    (last if row.id in requested else deleted).append(row.id)
            found.close()
            deleted += last[: over - len(deleted)]
            if len(deleted) < over:
                raise ServerFull("All tables are taken. Try again later.")
            _delete_tables(connection, deleted)
        return deleted

    # Seats ----------------------------------------------------------------------------------------------

    def find_owner(self, hash: str) -> TokenOwner | None:
        """Return the owner of the token with this hash, or None."""
        seats = schema.seats
        with self._translate_errors(), self.engine.begin() as connection:
            found = connection.execute(select(seats.c.table, seats.c.person).where(seats.c.hash == hash))
            row = found.one_or_none()
        return None if row is None else TokenOwner(*row)

    def add_token(
        self, table: str, person: int, nth: int, hash: str, now: float, key: str | None = None
    ) -> None:
        """Insert a person's n-th token; raise `SeatTaken` if there is one that this key does not replace."""
        seats = schema.seats
        same = (seats.c.table == table) & (seats.c.person == person) & (seats.c.nth == nth)
        try:
            with self.open_transaction() as connection:
                tables = schema.tables
                values = {"touched": now} | ({"joined": True} if person == 2 else {})
                found = connection.execute(update(tables).where(tables.c.id == table).values(**values))
                if not found.rowcount:
                    raise NoSuchTable
                if key is not None:
                    connection.execute(delete(seats).where(same & (seats.c.key == key)))
                connection.execute(insert(seats), build_seat_row(hash, table, person, nth, key))
        except IntegrityError:
            raise SeatTaken from None

    def mark_used(self, hash: str) -> bool:
        """Mark a token as used; return False if it was replaced before."""
        seats = schema.seats
        with self.open_transaction() as connection:
            found = connection.execute(update(seats).where(seats.c.hash == hash).values(key=None))
        return found.rowcount > 0

    # Transactions ---------------------------------------------------------------------------------------

    @contextmanager
    def open_transaction(self) -> Iterator[Connection]:
        """Open a transaction as the only writer."""
        with (
            self._translate_errors(),
            self._writer,
            self.engine.connect().execution_options(writing=True) as connection,
            connection.begin(),
        ):
            yield connection

    @contextmanager
    def _translate_errors(self) -> Iterator[None]:
        """Translate errors of the database into `StoreFailed`; pass on `IntegrityError` for the caller."""
        try:
            yield
        except IntegrityError:
            raise
        except DBAPIError as error:
            raise StoreFailed(f"The database cannot be used: {error.orig}.", str(error.orig)) from error
        except SQLAlchemyError as error:
            raise StoreFailed(f"The database cannot be used: {error}.", type(error).__qualname__) from error


class TableStore:
    """The turns of all matches of one table: the `Store` that `match` asks for."""

    def __init__(self, store: Store, table: str, now: Callable[[], float]) -> None:
        self.store, self.table, self.now = store, table, now
        self.person_moved = False  # whether a person has moved

    def append(self, turn: Turn) -> None:
        """Commit all of the turn or nothing; raise `Conflict` if it does not follow the last entry."""
        try:
            with self.store.open_transaction() as connection:
                if (last := self._find_last(connection)) != turn.seq:
                    raise Conflict(f"The last entry kept is {last}, but this turn follows entry {turn.seq}.")
                connection.execute(insert(schema.entries), list(build_entry_rows(self.table, turn)))
                ended = any(isinstance(entry, Result) for entry in turn.entries)
                now = self.now()
                values = ({"finished": now} if ended else {}) | (
                    {"joined": True, "moved": True} if self.person_moved else {}
                )
                _touch(connection, self.table, now, **values)
        except IntegrityError:
            raise Conflict(f"Entry {turn.seq + 1} is taken.") from None

    def since(self, seq: int) -> list[Turn]:
        """Return the turns stored after the entry of this number, in every game."""
        entries = schema.entries
        with self.store._translate_errors(), self.store.engine.begin() as connection:
            rows = connection.execute(
                select(entries.c.seq, entries.c.line, entries.c.more)
                .where(entries.c.table == self.table, entries.c.seq > seq)
                .order_by(entries.c.seq)
            ).all()
        turns, goes_on = list[Turn](), False
        for number, line, more in rows:
            entry = read_entry(JsonLine.parse(line.encode()))
            if goes_on:
                turns[-1] = turns[-1]._replace(entries=(*turns[-1].entries, entry))
            else:
                turns.append(Turn(number - 1, (entry,)))
            goes_on = more
        return turns

    def _find_last(self, connection: Connection) -> int:
        entries, tables = schema.entries, schema.tables
        found = connection.execute(select(tables.c.id).where(tables.c.id == self.table)).one_or_none()
        if found is None:
            raise NoSuchTable
        last = connection.execute(
            select(func.max(entries.c.seq)).where(entries.c.table == self.table)
        ).scalar()
        return last or 0


def build_match_row(table: str, game: int, match: Match, began: str) -> dict[str, object]:
    """Build the row of the n-th game at a table."""
    header = encode_lines([format_header(match, began)]).decode().rstrip()
    return {"table": table, "game": game, "first": match.first_seq, "header": header}


def build_seat_row(hash: str, table: str, person: int, nth: int, key: str | None = None) -> dict[str, object]:
    """Build the row of a person's n-th token."""
    return {"hash": hash, "table": table, "person": person, "nth": nth, "key": key}


def build_entry_rows(table: str, turn: Turn) -> Iterator[dict[str, object]]:
    """Yield the rows of a turn."""
    for at, entry in enumerate(turn.entries, 1):
        line = encode_lines([records.format_entry(entry)]).decode().rstrip()
        yield {"table": table, "seq": turn.seq + at, "line": line, "more": at < len(turn.entries)}


def split_games(games: list[tuple[int, str]], lines: list[Any]) -> list[list[bytes]]:
    """Split the entries of a table into one record per game: its header, and the entries up to the next."""
    found = []
    ends = [first for first, _ in games[1:]] + [float("inf")]
    for (first, header), end in zip(games, ends, strict=True):
        own = [_format_line(line, more) for seq, line, more in lines if first < seq <= end]
        found.append([header.encode() + b"\n", *own])
    return found


def _format_line(line: str, more: bool) -> bytes:
    text = f'{line[:-1]},"more":true}}' if more else line
    return text.encode() + b"\n"


def _delete_tables(connection: Connection, names: Collection[str]) -> None:
    for name in names:
        connection.execute(delete(schema.tables).where(schema.tables.c.id == name))


def _touch(connection: Connection, table: str, now: float, **values: object) -> None:
    changed = update(schema.tables).where(schema.tables.c.id == table).values(touched=now, **values)
    connection.execute(changed)
