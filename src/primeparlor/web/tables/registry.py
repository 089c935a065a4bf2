"""Registry of all tables: opening, finding, unloading and deleting them."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable, Collection
from contextlib import suppress
from datetime import date
from typing import NamedTuple

from primeparlor import records
from primeparlor.coach.training import daily
from primeparlor.core import Player
from primeparlor.tables import daily_duel
from primeparlor.tables.table import Table
from primeparlor.web.errors import NoSuchTable, ServerClosing, StoreFailed
from primeparlor.web.storage.store import BEGAN, Store
from primeparlor.web.tables.create import TableRequest, create_match
from primeparlor.web.tables.live import LiveTable, SeatGrant
from primeparlor.web.tables.seats import SeatMap, create_name, create_token, hash_token, is_table_name
from primeparlor.web.tables.shielding import wait_shielded
from primeparlor.web.tables.view import list_actions
from primeparlor.web.workers.pool import WorkerPool

DAY = 86_400.0  # seconds
log = logging.getLogger(__name__)


class TableLimits(NamedTuple):
    """Limits of tables in number, size and time."""

    tables: int = 20_000
    entries: int = 1_500  # per table, over all its games: each view holds all steps of one game
    links: int = 6  # tokens per person
    move_seconds: float = 6.0  # for a worker to choose a move
    sit_seconds: float = 20.0  # for a worker to check that a level can play here
    help_seconds: float = 20.0
    review_seconds: float = 90.0
    check_seconds: float = 5.0  # for the database to answer the health check
    unjoined_days: float = 1
    untouched_days: float = 30
    finished_days: float = 30
    idle_seconds: float = 900.0  # before a table is unloaded from memory


class TableRegistry:
    """Registry of all tables; those being played are in memory."""

    def __init__(
        self,
        store: Store,
        house: WorkerPool,
        limits: TableLimits = TableLimits(),  # noqa: B008 – immutable
        now: Callable[[], float] = time.time,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.store, self.workers, self.limits = store, house, limits
        self.now, self.clock = now, clock
        self.live_tables = dict[str, LiveTable]()
        self.closed = False
        self._loading = dict[str, asyncio.Task[LiveTable]]()
        self._checking: asyncio.Future[None] | None = None

    async def open_table(self, order: TableRequest) -> SeatGrant:
        """Create a table and give its opener a seat; the game begins unless a friend is still to join."""
        if self.closed:
            raise ServerClosing
        match, options = await create_match(self, order)
        await self._delete_oldest()
        name, token, began = create_name(), create_token(), time.strftime(BEGAN, time.gmtime(self.now()))
        seating = SeatMap(options, {hash_token(token): 1})
        add = (name, options, match, began, hash_token(token), self.now())
        await self.store.run_in_thread(self.store.add_table, *add)
        moves = await asyncio.to_thread(list_actions, match.start)
        table = Table(match, (None, None))
        desk = await self._start_table(LiveTable(self, name, table, [began], seating, actions=moves))
        seat: Player = 1 if options.seat == 1 else 2
        return SeatGrant(desk, seat, token)

    async def _delete_oldest(self) -> None:
        """If the limit is reached, delete the oldest tables where nobody has moved and nobody is watching."""
        over = await self.store.run_in_thread(self.store.count_tables) - self.limits.tables + 1
        if over > 0:
            lately, desks = self.now() - self.limits.idle_seconds, self.live_tables.items()
            watched = {name for name, desk in desks if desk.presence.anybody} | self._loading.keys()
            asked = {name for name, desk in desks if desk.touched >= lately}
            await self._close_deleted(
                await self.store.run_in_thread(self.store.delete_oldest, over, lately, watched, asked)
            )

    async def find_table(self, table: str) -> LiveTable:
        """Return the table of this name; load it if it is not in memory."""
        if self.closed:
            raise ServerClosing
        name = table.lower()
        if (desk := self.live_tables.get(name)) is not None:
            desk.touched = self.now()
            return desk
        if not is_table_name(name):
            raise NoSuchTable
        task = self._loading.get(name)
        if task is None:
            task = self._loading[name] = asyncio.ensure_future(self._load_table(name))
            task.add_done_callback(lambda _: self._loading.pop(name, None))
        return await wait_shielded(task)

    async def _load_table(self, name: str) -> LiveTable:
        table, began, seating = await asyncio.to_thread(self._read_table, name)
        moves = await asyncio.to_thread(list_actions, table.match.start)
        return await self._start_table(LiveTable(self, name, table, began, seating, actions=moves))

    async def _start_table(self, desk: LiveTable) -> LiveTable:
        """Start the table and register it; one that cannot start is loaded again at the next request."""
        if self.closed:
            raise ServerClosing
        await desk.begin()
        self.live_tables[desk.id] = desk
        if self.closed:  # closed meanwhile, without this table
            await desk.close()
            raise ServerClosing
        return desk

    def _read_table(self, name: str) -> tuple[Table, list[str], SeatMap]:
        kept = self.store.load_table(name)
        found = [records.read(lines) for lines in kept.games]
        *earlier, last = [record.match for record in found]
        match = last.copy_start(self.clock)
        for entry in last.journal:
            match.apply_entry(entry)
        if match.day is not None:
            daily_duel.deal_remaining(match, daily.build_duel(date.fromisoformat(match.day)))
        table = Table(match, (None, None), tuple(earlier))
        return table, [record.began for record in found], SeatMap(kept.options, kept.held, kept.keys)

    async def check_database(self) -> None:
        """Raise `StoreFailed` if the database does not answer in time; concurrent callers share one query."""
        if self._checking is None or self._checking.done():
            self._checking = asyncio.ensure_future(self.store.run_in_thread(self.store.check))
        try:
            async with asyncio.timeout(self.limits.check_seconds):
                await wait_shielded(self._checking)
        except TimeoutError:
            raise StoreFailed("The database does not answer.") from None

    async def clean_up(self) -> None:
        """Delete expired tables, and unload idle ones from memory."""
        now, days = self.now(), self.limits
        gone = await self.store.run_in_thread(
            self.store.delete_expired,
            now - days.unjoined_days * DAY,
            now - days.untouched_days * DAY,
            now - days.finished_days * DAY,
        )
        await self._close_deleted(gone)
        for name, desk in list(self.live_tables.items()):
            if desk.idle and now - desk.touched > self.limits.idle_seconds:
                del self.live_tables[name]

    async def _close_deleted(self, forgotten: Collection[str]) -> None:
        """Close these tables, which were deleted from the database."""
        for name in forgotten:
            if (loading := self._loading.get(name)) is not None:  # loaded before it was deleted
                await asyncio.wait([loading])
            if (desk := self.live_tables.pop(name, None)) is not None:
                with suppress(NoSuchTable, StoreFailed):  # its clock cannot be stored any more
                    await desk.close()

    async def close(self) -> None:
        """Suspend all matches and wake all waiting streams."""
        self.closed = True
        await asyncio.gather(*self._loading.values(), return_exceptions=True)
        results = await asyncio.gather(
            *(desk.close() for desk in self.live_tables.values()), return_exceptions=True
        )
        for error in results:
            if error is not None:
                log.error("a table could not be suspended", exc_info=error)


__all__ = ["DAY", "LiveTable", "SeatGrant", "TableLimits", "TableRegistry", "TableRequest"]
