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
from primeparlor.web.faults import Closing, NoSuchTable, StoreFailed
from primeparlor.web.storage.store import BEGAN, Store
from primeparlor.web.tables.create import Order, laid
from primeparlor.web.tables.desk import Desk, Opened
from primeparlor.web.tables.seats import Seating, hashed, is_name, new_name, new_token
from primeparlor.web.tables.shielding import shielded
from primeparlor.web.tables.view import actions
from primeparlor.web.workers.pool import House

DAY = 86_400.0  # seconds
log = logging.getLogger(__name__)


class Limits(NamedTuple):
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


class Hall:
    """Registry of all tables; those being played are in memory."""

    def __init__(
        self,
        store: Store,
        house: House,
        limits: Limits = Limits(),  # noqa: B008 – immutable
        now: Callable[[], float] = time.time,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.store, self.house, self.limits = store, house, limits
        self.now, self.clock = now, clock
        self.desks = dict[str, Desk]()
        self.closed = False
        self._loading = dict[str, asyncio.Task[Desk]]()
        self._checking: asyncio.Future[None] | None = None

    async def open(self, order: Order) -> Opened:
        """Create a table and give its opener a seat; the game begins unless a friend is still to join."""
        if self.closed:
            raise Closing
        match, options = await laid(self, order)
        await self._make_room()
        name, token, began = new_name(), new_token(), time.strftime(BEGAN, time.gmtime(self.now()))
        seating = Seating(options, {hashed(token): 1})
        add = (name, options, match, began, hashed(token), self.now())
        await self.store.apart(self.store.add, *add)
        moves = await asyncio.to_thread(actions, match.start)
        table = Table(match, (None, None))
        desk = await self._begun(Desk(self, name, table, [began], seating, actions=moves))
        seat: Player = 1 if options.seat == 1 else 2
        return Opened(desk, seat, token)

    async def _make_room(self) -> None:
        """If the limit is reached, delete the oldest tables where nobody has moved and nobody is watching."""
        over = await self.store.apart(self.store.count) - self.limits.tables + 1
        if over > 0:
            lately, desks = self.now() - self.limits.idle_seconds, self.desks.items()
            watched = {name for name, desk in desks if desk.presence.anybody} | self._loading.keys()
            asked = {name for name, desk in desks if desk.touched >= lately}
            await self._put_away(await self.store.apart(self.store.make_room, over, lately, watched, asked))

    async def find(self, table: str) -> Desk:
        """Return the table of this name; load it if it is not in memory."""
        if self.closed:
            raise Closing
        name = table.lower()
        if (desk := self.desks.get(name)) is not None:
            desk.touched = self.now()
            return desk
        if not is_name(name):
            raise NoSuchTable
        task = self._loading.get(name)
        if task is None:
            task = self._loading[name] = asyncio.ensure_future(self._loaded(name))
            task.add_done_callback(lambda _: self._loading.pop(name, None))
        return await shielded(task)

    async def _loaded(self, name: str) -> Desk:
        table, began, seating = await asyncio.to_thread(self._read, name)
        moves = await asyncio.to_thread(actions, table.match.start)
        return await self._begun(Desk(self, name, table, began, seating, actions=moves))

    async def _begun(self, desk: Desk) -> Desk:
        """Start the table and register it; one that cannot start is loaded again at the next request."""
        if self.closed:
            raise Closing
        await desk.begin()
        self.desks[desk.id] = desk
        if self.closed:  # closed meanwhile, without this table
            await desk.close()
            raise Closing
        return desk

    def _read(self, name: str) -> tuple[Table, list[str], Seating]:
        kept = self.store.load(name)
        found = [records.read(lines) for lines in kept.games]
        *earlier, last = [record.match for record in found]
        match = last.anew(self.clock)
        for entry in last.journal:
            match.take(entry)
        if match.day is not None:
            daily_duel.deal_on(match, daily.duel(date.fromisoformat(match.day)))
        table = Table(match, (None, None), tuple(earlier))
        return table, [record.began for record in found], Seating(kept.options, kept.held, kept.keys)

    async def check(self) -> None:
        """Raise `StoreFailed` if the database does not answer in time; concurrent callers share one query."""
        if self._checking is None or self._checking.done():
            self._checking = asyncio.ensure_future(self.store.apart(self.store.check))
        try:
            async with asyncio.timeout(self.limits.check_seconds):
                await shielded(self._checking)
        except TimeoutError:
            raise StoreFailed("The database does not answer.") from None

    async def tidy(self) -> None:
        """Delete expired tables, and unload idle ones from memory."""
        now, days = self.now(), self.limits
        gone = await self.store.apart(
            self.store.expire,
            now - days.unjoined_days * DAY,
            now - days.untouched_days * DAY,
            now - days.finished_days * DAY,
        )
        await self._put_away(gone)
        for name, desk in list(self.desks.items()):
            if desk.idle and now - desk.touched > self.limits.idle_seconds:
                del self.desks[name]

    async def _put_away(self, forgotten: Collection[str]) -> None:
        """Close these tables, which were deleted from the database."""
        for name in forgotten:
            if (loading := self._loading.get(name)) is not None:  # loaded before it was deleted
                await asyncio.wait([loading])
            if (desk := self.desks.pop(name, None)) is not None:
                with suppress(NoSuchTable, StoreFailed):  # its clock cannot be stored any more
                    await desk.close()

    async def close(self) -> None:
        """Suspend all matches and wake all waiting streams."""
        self.closed = True
        await asyncio.gather(*self._loading.values(), return_exceptions=True)
        results = await asyncio.gather(
            *(desk.close() for desk in self.desks.values()), return_exceptions=True
        )
        for error in results:
            if error is not None:
                log.error("a table could not be suspended", exc_info=error)


__all__ = ["DAY", "Desk", "Hall", "Limits", "Opened", "Order"]
