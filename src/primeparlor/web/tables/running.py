"""A table that goes on: one thing is done at a time, committed, and followed by what follows by itself.

Of two moves at once one counts and the other is stale. The house thinks outside the lock.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from typing import TYPE_CHECKING, Any, TypeVar

from primeparlor.core import OTHER
from primeparlor.match import HUMAN, Conflict, Match, OutOfTime, StaleMove
from primeparlor.tables.table import Table
from primeparlor.web.faults import Closing, Full, Waiting
from primeparlor.web.storage.store import BEGAN
from primeparlor.web.tables.house import Playing
from primeparlor.web.tables.keeping import keep
from primeparlor.web.tables.presence import Presence, Seen
from primeparlor.web.tables.seats import Seating
from primeparlor.web.tables.shielding import shielded
from primeparlor.web.tables.view import Line

if TYPE_CHECKING:
    from primeparlor.web.tables.registry import Hall

FULL = "This table takes no more moves. You can resign, and play on at another table."
FULL_AT_THE_END = "This table takes no more games. Open another one to play again."
T = TypeVar("T")


class Running:
    """The games at one table, one after the other."""

    def __init__(self, hall: Hall, id: str, table: Table, began: list[str], seating: Seating) -> None:
        self.hall, self.id, self.table, self.seating = hall, id, table, seating
        self.began = began  # of each game
        self.line = Line(table.match)
        self.closing = False
        self.touched = hall.now()
        self.presence = Presence(lambda stirred: Seen(self.match.seq, stirred, self.closing))
        self.playing = Playing(self)
        self._store = hall.store.of(id, hall.now)
        self._lock = asyncio.Lock()
        self._begun = 0  # the last game that was begun
        self._names: tuple[str, str] | None = None  # of who has just joined, until they are kept
        self._tasks = set[asyncio.Task[Any]]()

    @property
    def match(self) -> Match:
        return self.table.match

    @property
    def game(self) -> int:
        """The number of the game at this table: 2 is the first rematch."""
        return len(self.table.earlier) + 1

    @property
    def idle(self) -> bool:
        """Whether nobody would miss this table: it can be loaded again."""
        busy = self._lock.locked() or self._tasks or not self.playing.idle
        return not busy and not self.presence.anybody

    async def begin(self) -> None:
        """Let the table go on from where it stands, if all have come."""
        async with self.going():
            await self.go_on()

    async def call_time(self) -> None:
        """End the game if the time for this decision is over."""
        async with self.going():
            with suppress(OutOfTime):
                await self.keep(self.match.call_time)
            self.playing.go_on()

    async def close(self) -> None:
        """Suspend the match and let everybody know."""
        async with self._lock:
            if self.closing:
                return
            self.closing = True
            self.playing.close()
            self.match.store = self._store
            try:
                await self.hall.store.apart(self.match.suspend)
            finally:
                self.presence.wake()

    # How things are done ---------------------------------------------------------------------------------

    async def do(self, act: Callable[[], Awaitable[T]], last: bool = False) -> T:
        """Something that a player does, to its end even if who asked for it has gone.

        At a table with too many entries only the `last` thing can be done.
        """

        async def done() -> T:
            async with self.going():
                if self.seating.waiting:
                    raise Waiting
                if self._begun < self.game:  # the database failed when it should have begun
                    await self.go_on()
                if self.match.seq >= self.hall.limits.entries and not last:
                    raise Full(FULL_AT_THE_END if self.match.outcome else FULL)
                try:
                    return await act()
                finally:
                    await self.go_on()

        return await self.whole(done())

    async def whole(self, act: Awaitable[T]) -> T:
        """What this brings, done to its end even if who asked for it has gone."""
        task = asyncio.ensure_future(act)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return await shielded(task)

    @asynccontextmanager
    async def going(self) -> AsyncIterator[None]:
        """Hold the table, if it is not closing."""
        async with self._lock:
            if self.closing:
                raise Closing
            yield

    async def keep(self, act: Callable[[], object]) -> None:
        """Do this in the match, and tell of it once it is committed."""
        try:
            await keep(self.match, self._store, act)
        finally:
            self.touched = self.hall.now()
            self.presence.wake()

    async def go_on(self) -> None:
        """What follows by itself: the next game, its first turn, a move of the house, the clock."""
        match = self.match
        if (names := self._names) is not None:
            if match.outcome is None:  # else the name comes too late
                await self.keep(lambda: match.seat(HUMAN, HUMAN, names))
            self._names = None
        if match.outcome is not None:
            await self._agree()
            if match.decision.allowed is not None:
                await self._next_game()
        if not self.seating.waiting and self._begun < self.game:
            await self.keep(self.match.begin)
            self._begun = self.game
        self.playing.go_on()

    async def _agree(self) -> None:
        """Answer who asks for another game: the house, and who sits on the same screen, always agree."""
        match = self.match
        if match.offer is None:
            return
        other = OTHER[match.offer.who]
        if match.seats[other - 1] != HUMAN or len(self.seating.seats(1, self.game)) > 1:
            await self.keep(lambda: match.answer(other, True, match.number))

    async def _next_game(self) -> None:
        table, now = self.table.rematch(), self.hall.now()
        began = time.strftime(BEGAN, time.gmtime(now))
        store = self.hall.store
        try:
            await store.apart(store.add_game, self.id, self.game + 1, table.match, began, now)
        except Conflict:  # it was kept, though the database had reported a failure
            self._leave()
            raise StaleMove("The next game has begun already.") from None
        self.table, self.line = table, Line(table.match)
        self.began.append(began)
        self.presence.stir()

    def _leave(self) -> None:
        """Close this table: memory and database disagree. The next request loads it again."""
        if self.hall.desks.get(self.id) is self:
            del self.hall.desks[self.id]
        self.closing = True
        self.playing.close()
        self.presence.wake()
