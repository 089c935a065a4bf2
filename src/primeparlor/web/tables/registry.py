"""Registry of all tables: opening, finding, unloading and deleting them."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable, Collection
from contextlib import suppress
from datetime import date

from primeparlor import records
from primeparlor.coach.training import daily
from primeparlor.core import Player, State
from primeparlor.tables.all_moves import list_actions
from primeparlor.tables.daily import duel as daily_duel
from primeparlor.tables.table import Table
from primeparlor.web.config import TableLimits
from primeparlor.web.errors import DamagedTable, NoSuchTable, ServerClosing, StoreFailed
from primeparlor.web.storage.store import BEGAN, Store
from primeparlor.web.tables.create import TableRequest, create_match
from primeparlor.web.tables.live import LiveTable, SeatGrant
from primeparlor.web.tables.seats import SeatMap, create_name, create_token, hash_token, is_table_name
from primeparlor.web.threads import wait_shielded
from primeparlor.web.workers.pool import WorkerPool

DAY = 86_400.0  # seconds
log = logging.getLogger(__name__)


class TableRegistry:
    """Registry of all tables; those being played are in memory."""

    def __init__(
        self,
        store: Store,
        workers: WorkerPool,
        limits: TableLimits = TableLimits(),  # noqa: B008 – immutable
        now: Callable[[], float] = time.time,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.store, self.workers, self.limits = store, workers, limits
        self.now, self.clock = now, clock
        self.live_tables = dict[str, LiveTable]()
        self.closed = False
        self._loading = dict[str, asyncio.Task[LiveTable]]()
        self._checking: asyncio.Future[None] | None = None
        self._began, self._offset = now(), now() - clock()  # when, and what lies between both clocks
        self._newest: float | None = None  # when something last happened before, once it is asked for
        self._clock_trusted = True
        self._damaged = set[str]()  # tables whose rows could not be read, which was logged

    async def open_table(self, request: TableRequest) -> SeatGrant:
        """Create a table and give its opener a seat; the game begins unless a friend is still to join."""
        if self.closed:
            raise ServerClosing
        match, options = await create_match(self, request)
        await self._delete_oldest()
        name, token, began = create_name(), create_token(), time.strftime(BEGAN, time.gmtime(self.now()))
        seat_map = SeatMap(options, {hash_token(token): 1})
        add = (name, options, match, began, hash_token(token), self.now())
        await self.store.run_in_thread(self.store.add_table, *add)
        moves = await asyncio.to_thread(list_actions, match.start)
        table = Table(match, (None, None))
        live = await self._start_table(LiveTable(self, name, table, [began], seat_map, actions=moves))
        seat: Player = 1 if options.seat == 1 else 2
        return SeatGrant(live, seat, token)

    async def _delete_oldest(self) -> None:
        """Delete the oldest unused and unwatched tables if the limit is reached."""
        over = await self.store.run_in_thread(self.store.count_tables) - self.limits.tables + 1
        if over > 0:
            since, live_tables = self.now() - self.limits.idle_seconds, self.live_tables.items()
            watched = {name for name, table in live_tables if table.presence.anybody} | self._loading.keys()
            requested = {name for name, table in live_tables if table.touched >= since}
            await self._close_deleted(
                await self.store.run_in_thread(self.store.delete_oldest, over, since, watched, requested)
            )

    async def find_table(self, table: str) -> LiveTable:
        """Return the table of this name; load it if it is not in memory."""
        if self.closed:
            raise ServerClosing
        name = table.lower()
        if (live := self.live_tables.get(name)) is not None:
            live.touched = self.now()
            return live
        if not is_table_name(name):
            raise NoSuchTable
        task = self._loading.get(name)
        if task is None:
            task = self._loading[name] = asyncio.ensure_future(self._load_table(name))
            task.add_done_callback(lambda _: self._loading.pop(name, None))
        return await wait_shielded(task)

    async def _load_table(self, name: str) -> LiveTable:
        try:
            table, began, seat_map = await asyncio.to_thread(self._read_table, name)
            moves = await asyncio.to_thread(list_actions, table.match.start)
        except (NoSuchTable, StoreFailed):
            raise
        except Exception as error:
            if name not in self._damaged:
                self._damaged.add(name)
                log.error("a table is damaged", exc_info=error, extra={"fields": {"table": name}})
            raise DamagedTable from error
        return await self._start_table(LiveTable(self, name, table, began, seat_map, actions=moves))

    async def _start_table(self, table: LiveTable) -> LiveTable:
        """Start the table and register it; one that cannot start is loaded again at the next request."""
        if self.closed:
            raise ServerClosing
        await table.begin()
        self.live_tables[table.id] = table
        if self.closed:  # closed meanwhile, without this table
            await table.close()
            raise ServerClosing
        return table

    def _read_table(self, name: str) -> tuple[Table, list[str], SeatMap]:
        stored = self.store.load_table(name)
        found = [records.read(lines) for lines in stored.games]
        *earlier, last = [record.match for record in found]
        match = last.copy_start(self.clock)
        for entry in last.journal:
            match.apply_entry(entry)
        if match.seq != stored.last:  # what is played now would never be stored
            raise records.RecordError(
                f"entry {match.seq} is its last, but in the database that is {stored.last}"
            )
        if match.day is not None:
            daily_duel.deal_remaining(match, daily.build_duel(date.fromisoformat(match.day)))
        table = Table(match, (None, None), tuple(earlier))
        return table, [record.began for record in found], SeatMap(stored.options, stored.held, stored.keys)

    def list_secret_positions(self, client: str) -> list[State]:
        """Return the positions, after the first move, of games without hints that this client looks at."""
        return [
            table.match.state
            for table in self.live_tables.values()
            if client in table.presence.clients
            and not table.match.settings.hints
            and table.match.outcome is None
            and table.match.moves_made
        ]

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
        now, limits = self.now(), self.limits
        if await self._trust_clock():
            deleted = await self.store.run_in_thread(
                self.store.delete_expired,
                now - limits.unjoined_days * DAY,
                now - limits.untouched_days * DAY,
                now - limits.finished_days * DAY,
            )
            await self._close_deleted(deleted)
        for name, table in list(self.live_tables.items()):
            if table.idle and now - table.touched > self.limits.idle_seconds:
                del self.live_tables[name]

    async def _trust_clock(self) -> bool:
        """Return False from the moment when the date may be wrong: nothing is deleted by it then.

        At the start that is so if even the newest table has expired; later, if the date jumps by a day.
        """
        if not self._clock_trusted:
            return False
        self._clock_trusted = abs(self.now() - self.clock() - self._offset) <= DAY
        if self._newest is None:
            self._newest = await self.store.run_in_thread(self.store.find_newest, self._began) or self._began
            oldest = self._began - self.limits.untouched_days * DAY
            self._clock_trusted &= self._newest >= oldest
        if not self._clock_trusted:
            log.warning("the date may be wrong, so no tables are deleted until the next start")
        return self._clock_trusted

    async def _close_deleted(self, deleted: Collection[str]) -> None:
        """Close these tables, which were deleted from the database."""
        for name in deleted:
            if (loading := self._loading.get(name)) is not None:  # loaded before it was deleted
                await asyncio.wait([loading])
            if (table := self.live_tables.pop(name, None)) is not None:
                with suppress(NoSuchTable, StoreFailed):  # its clock cannot be stored any more
                    await table.close()

    async def close(self) -> None:
        """Suspend all matches and wake all waiting streams."""
        self.closed = True
        await asyncio.gather(*self._loading.values(), return_exceptions=True)
        results = await asyncio.gather(
            *(table.close() for table in self.live_tables.values()), return_exceptions=True
        )
        for error in results:
            if error is not None:
                log.error("a table could not be suspended", exc_info=error)
