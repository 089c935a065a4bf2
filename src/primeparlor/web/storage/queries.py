"""Queries of the database, other than the append of a turn: they are rare, and written with SQLAlchemy."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterator
from contextlib import contextmanager
from threading import Lock
from typing import Any

from sqlalchemy import Connection, QueuePool, create_engine, delete, event, func, insert, select, update
from sqlalchemy.exc import DBAPIError, IntegrityError, SQLAlchemyError

from primeparlor.match import Conflict, Match, Turn
from primeparlor.records.entries import read_entry
from primeparlor.records.line import JsonLine
from primeparlor.records.writer import encode_lines, format_header
from primeparlor.web.errors import NoSuchTable, SeatTaken, ServerFull, StoreFailed
from primeparlor.web.storage import schema
from primeparlor.web.storage.database import Database, build_error
from primeparlor.web.storage.store import FRIEND, StoredOptions, StoredSummary, StoredTable, TokenOwner


class TableQueries:
    """The tables of a database, with their games and seats."""

    def __init__(self, database: Database, writing: Lock) -> None:
        """Connect as `database` does; whoever writes holds the lock `writing`."""
        self._database, self._writing = database, writing
        self.engine = create_engine("sqlite://", creator=database.connect, poolclass=QueuePool)
        event.listen(self.engine, "begin", self._begin_transaction)

    def close(self) -> None:
        """Close all connections."""
        self.engine.dispose()

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
                changed = update(schema.tables).where(schema.tables.c.id == table)
                connection.execute(changed.values(touched=now, finished=None))
        except IntegrityError:
            raise Conflict(f"Game {game} at this table has begun elsewhere.") from None

    def load_table(self, table: str) -> StoredTable:
        """Load a table."""
        tables, matches, entries, seats = schema.tables, schema.matches, schema.entries, schema.seats
        with self._open_reading() as connection:
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
            lines[-1].seq if lines else 0,
            {row.hash: row.person for row in held},
            {row.hash: row.key for row in held if row.key is not None},
            row.opened,
            row.touched,
            row.finished,
        )

    def load_summaries(self, names: Collection[str]) -> list[StoredSummary]:
        """Load what the summaries of these tables are made of, but for the lines of their records."""
        tables, matches, entries = schema.tables, schema.matches, schema.entries
        numbers = select(matches.c.table, func.max(matches.c.game).label("game")).group_by(matches.c.table)
        newest = numbers.where(matches.c.table.in_(names)).subquery()
        is_newest = (matches.c.table == newest.c.table) & (matches.c.game == newest.c.game)
        games = select(matches).join(newest, is_newest).subquery()
        last = select(func.max(entries.c.seq)).where(entries.c.table == tables.c.id).scalar_subquery()
        with self._open_reading() as connection:
            rows = connection.execute(
                select(tables, games.c.game, games.c.header, games.c.first, last.label("last")).join(
                    games, games.c.table == tables.c.id
                )
            ).all()
        return [
            StoredSummary(
                row.id,
                row.touched,
                StoredOptions(**json.loads(row.options)).opponent == FRIEND and not row.joined,
                row.game,
                row.header,
                row.first,
                row.last or 0,
            )
            for row in rows
        ]

    def load_lines(self, table: str, first: int, last: int) -> list[str]:
        """Load the entries of a table after one number and up to another, as lines of a record."""
        entries = schema.entries
        with self._open_reading() as connection:
            lines = connection.execute(
                select(entries.c.line)
                .where(entries.c.table == table, entries.c.seq > first, entries.c.seq <= last)
                .order_by(entries.c.seq)
            )
            return list(lines.scalars())

    def count_tables(self) -> int:
        """Return the number of tables."""
        with self._open_reading() as connection:
            return connection.execute(select(func.count()).select_from(schema.tables)).scalar_one()

    def find_newest(self, before: float) -> float | None:
        """Return when something last happened at any table before this time; None if there is no table."""
        touched = schema.tables.c.touched
        with self._open_reading() as connection:
            newest: float | None = connection.execute(
                select(func.max(touched)).where(touched < before)
            ).scalar_one()
        return newest

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
        """Delete this many tables, the least recently touched first; return their names.

        First go those where no person has moved, then finished games and those on one screen or against a
        level. A game between two people stays, and so do watched tables. Those requested or changed after
        `since` go last: a client that only opens tables never fills the server. Raises `ServerFull` if there
        are too few. A move is committed before or after all this, so none is lost.
        """
        tables = schema.tables
        recent = (tables.c.touched >= since).label("recent")
        alone = ~tables.c.options.contains(json.dumps({"opponent": FRIEND})[1:-1])
        spare = (
            select(tables.c.id, recent)
            .where(~tables.c.moved | tables.c.finished.is_not(None) | alone)
            .order_by(recent, tables.c.moved, tables.c.touched, tables.c.opened)
        )
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

    def load_turns(self, table: str, seq: int) -> list[Turn]:
        """Load the turns of a table after the entry of this number, in every game."""
        entries = schema.entries
        with self._open_reading() as connection:
            rows = connection.execute(
                select(entries.c.seq, entries.c.line, entries.c.more)
                .where(entries.c.table == table, entries.c.seq > seq)
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

    # Seats ----------------------------------------------------------------------------------------------

    def find_owner(self, hash: str) -> TokenOwner | None:
        """Return the owner of the token with this hash, or None."""
        seats = schema.seats
        with self._open_reading() as connection:
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
        """Open a transaction as the only writer; it is committed if the file is still there."""
        with (
            translate_errors(),
            self._writing,
            self.engine.connect().execution_options(writing=True) as connection,
            connection.begin(),
        ):
            yield connection
            self._database.check_file()

    @contextmanager
    def _open_reading(self) -> Iterator[Connection]:
        """Open a transaction that only reads."""
        with translate_errors(), self.engine.begin() as connection:
            yield connection

    def _begin_transaction(self, connection: Connection) -> None:
        writing = connection.get_execution_options().get("writing")
        connection.exec_driver_sql(self._database.begin if writing else "BEGIN")


@contextmanager
def translate_errors() -> Iterator[None]:
    """Translate errors of the database into `StoreFailed`; pass on `IntegrityError` for the caller."""
    try:
        yield
    except IntegrityError:
        raise
    except DBAPIError as error:
        raise build_error(str(error.orig)) from error
    except SQLAlchemyError as error:
        raise StoreFailed(f"The database cannot be used: {error}.", type(error).__qualname__) from error


def build_match_row(table: str, game: int, match: Match, began: str) -> dict[str, object]:
    """Build the row of the n-th game at a table."""
    header = encode_lines([format_header(match, began)]).decode().rstrip()
    return {"table": table, "game": game, "first": match.first_seq, "header": header}


def build_seat_row(hash: str, table: str, person: int, nth: int, key: str | None = None) -> dict[str, object]:
    """Build the row of a person's n-th token."""
    return {"hash": hash, "table": table, "person": person, "nth": nth, "key": key}


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
