"""The tables in a database: what is acknowledged is committed.

One thread writes at a time; every write is one short transaction. The key of `entries` lets only one turn
follow another. All the same a database is for one process, and `parlor serve` locks it: another one would
continue tables as it has them in memory, and take the turns of a rematch for turns of the game before.

Turns are appended by `turn_writer`, through the driver; everything else is rare and in `queries`, which is
imported when it is first called.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from threading import Lock
from typing import TYPE_CHECKING, Any, Concatenate, NamedTuple, ParamSpec, TypeVar

from primeparlor import records
from primeparlor.match import Result, Turn
from primeparlor.records.writer import encode_lines
from primeparlor.web.config import STORE_THREADS
from primeparlor.web.storage.database import Database
from primeparlor.web.storage.turn_writer import NewTurn, TurnWriter

if TYPE_CHECKING:
    from primeparlor.web.storage.queries import TableQueries

BEGAN = "%Y-%m-%dT%H:%M:%SZ"
P = ParamSpec("P")
T = TypeVar("T")


FRIEND, SAME_SCREEN = "friend", "same screen"  # opponents beside the levels


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
    last: int  # the number of the last entry
    held: dict[str, int]  # persons by the hashes of their tokens (1 is the opener)
    keys: dict[str, str]  # for unused tokens, by hash: the hash of the key that may replace them
    opened: float
    touched: float
    finished: float | None


class StoredSummary(NamedTuple):
    """What a summary of a stored table is made of."""

    table: str
    touched: float
    waiting: bool  # whether a friend is still to join
    game: int  # the number of its last game
    header: str  # the first line of that game's record
    first: int  # the number of the last entry before that game
    last: int  # the number of its own last entry


def defer(find: Callable[[TableQueries], Callable[P, T]]) -> Callable[Concatenate[Store, P], T]:
    """Define a method of the store that is one of `TableQueries`, imported when it is called."""

    def call(store: Store, /, *data: P.args, **options: P.kwargs) -> T:
        return find(store.queries)(*data, **options)

    return call


class Store:
    """Database of all tables. Its methods block on the disk: call them with `run_in_thread`."""

    def __init__(self, url: str) -> None:
        self._database = Database(url)
        if not self._database.is_current:
            from primeparlor.web.storage.migrations import migrate

            migrate(self._database)
        self.writer = TurnWriter(self._database)
        self._threads = ThreadPoolExecutor(STORE_THREADS, "store")  # its own, never behind other slow work
        self._opening = Lock()
        self._queries: TableQueries | None = None

    def close(self) -> None:
        """Close the database."""
        self._threads.shutdown()
        self.writer.close()
        if self._queries is not None:
            self._queries.close()

    def run_in_thread(self, act: Callable[..., T], *data: Any) -> Awaitable[T]:
        """Run a function in a thread of the store and return its result."""
        return asyncio.get_running_loop().run_in_executor(self._threads, act, *data)

    def for_table(self, table: str, now: Callable[[], float]) -> TableStore:
        """Return the store of this table's turns."""
        return TableStore(self, table, now)

    def check(self) -> None:
        """Raise `StoreFailed` if the database cannot be read or written."""
        self.writer.check()

    @property
    def queries(self) -> TableQueries:
        """The queries, with SQLAlchemy: importing it takes long enough to be noticed."""
        with self._opening:
            if self._queries is None:
                from primeparlor.web.storage.queries import TableQueries

                self._queries = TableQueries(self._database, self.writer.lock)
            return self._queries

    add_table = defer(lambda queries: queries.add_table)
    add_game = defer(lambda queries: queries.add_game)
    load_table = defer(lambda queries: queries.load_table)
    load_summaries = defer(lambda queries: queries.load_summaries)
    load_lines = defer(lambda queries: queries.load_lines)
    load_turns = defer(lambda queries: queries.load_turns)
    count_tables = defer(lambda queries: queries.count_tables)
    find_newest = defer(lambda queries: queries.find_newest)
    delete_expired = defer(lambda queries: queries.delete_expired)
    delete_oldest = defer(lambda queries: queries.delete_oldest)
    find_owner = defer(lambda queries: queries.find_owner)
    add_token = defer(lambda queries: queries.add_token)
    mark_used = defer(lambda queries: queries.mark_used)


class TableStore:
    """The turns of all matches of one table."""

    def __init__(self, store: Store, table: str, now: Callable[[], float]) -> None:
        self.store, self.table, self.now = store, table, now
        self.person_moved = False  # whether a person has moved

    async def append(self, turn: Turn) -> None:
        """Commit all of the turn or nothing; raise `Conflict` if it does not follow the last entry."""
        now, ended = self.now(), any(isinstance(entry, Result) for entry in turn.entries)
        rows = []
        for at, entry in enumerate(turn.entries, 1):
            line = encode_lines([records.format_entry(entry)]).decode().rstrip()
            rows.append((self.table, turn.seq + at, line, at < len(turn.entries)))
        await self.store.writer.append(
            NewTurn(self.table, turn.seq, rows, now, now if ended else None, self.person_moved)
        )

    def since(self, seq: int) -> list[Turn]:
        """Return the turns stored after the entry of this number, in every game."""
        return self.store.load_turns(self.table, seq)
