"""The core of a live table: one action at a time, committed, then whatever follows automatically.

Of two moves at once one counts and the other is stale. Workers compute outside the lock.
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
from primeparlor.web.faults import FriendMissing, ServerClosing, TableFull
from primeparlor.web.storage.store import BEGAN
from primeparlor.web.tables.house import HousePlayer
from primeparlor.web.tables.keeping import commit_turn
from primeparlor.web.tables.presence import Presence, TableVersion
from primeparlor.web.tables.seats import SeatMap
from primeparlor.web.tables.shielding import wait_shielded
from primeparlor.web.tables.view import LineOfPlay

if TYPE_CHECKING:
    from primeparlor.web.tables.registry import TableRegistry

FULL = "This table takes no more moves. You can resign, and play on at another table."
FULL_AT_THE_END = "This table takes no more games. Open another one to play again."
T = TypeVar("T")


class Running:
    """The matches of one table, one after another."""

    def __init__(
        self, hall: TableRegistry, id: str, table: Table, began: list[str], seating: SeatMap
    ) -> None:
        self.registry, self.id, self.table, self.seat_map = hall, id, table, seating
        self.began = began  # start time of each game
        self.line = LineOfPlay(table.match)
        self.closing = False
        self.touched = hall.now()
        self.presence = Presence(lambda stirred: TableVersion(self.match.seq, stirred, self.closing))
        self.house_player = HousePlayer(self)
        self._store = hall.store.for_table(id, hall.now)
        self._lock = asyncio.Lock()
        self._begun = 0  # number of the last game that was begun
        self._names: tuple[str, str] | None = None  # set when a friend has joined, until committed
        self._tasks = set[asyncio.Task[Any]]()

    @property
    def match(self) -> Match:
        return self.table.match

    @property
    def game(self) -> int:
        """The number of the current game at this table: 2 is the first rematch."""
        return len(self.table.earlier) + 1

    @property
    def idle(self) -> bool:
        """True if the table can be unloaded from memory."""
        busy = self._lock.locked() or self._tasks or not self.house_player.idle
        return not busy and not self.presence.anybody

    async def begin(self) -> None:
        """Continue the match from its stored state, if both seats are taken."""
        async with self.hold_lock():
            await self.continue_play()

    async def call_time(self) -> None:
        """End the game if the time for this decision is over."""
        async with self.hold_lock():
            with suppress(OutOfTime):
                await self.commit(self.match.check_time)
            self.house_player.continue_play()

    async def close(self) -> None:
        """Suspend the match and wake all waiting streams."""
        async with self._lock:
            if self.closing:
                return
            self.closing = True
            self.house_player.close()
            self.match.store = self._store
            try:
                await self.registry.store.run_in_thread(self.match.suspend)
            finally:
                self.presence.wake_streams()

    # Locking and committing ------------------------------------------------------------------------------

    async def run_action(self, act: Callable[[], Awaitable[T]], last: bool = False) -> T:
        """Run a player's action to its end, even if the client that sent it has disconnected.

        At a table with too many entries only actions marked `last` are allowed.
        """

        async def done() -> T:
            async with self.hold_lock():
                if self.seat_map.waiting:
                    raise FriendMissing
                if self._begun < self.game:  # the database failed when the game should have begun
                    await self.continue_play()
                if self.match.seq >= self.registry.limits.entries and not last:
                    raise TableFull(FULL_AT_THE_END if self.match.outcome else FULL)
                try:
                    return await act()
                finally:
                    await self.continue_play()

        return await self.run_to_end(done())

    async def run_to_end(self, act: Awaitable[T]) -> T:
        """Run a coroutine to its end, even if the client has disconnected, and return its result."""
        task = asyncio.ensure_future(act)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return await wait_shielded(task)

    @asynccontextmanager
    async def hold_lock(self) -> AsyncIterator[None]:
        """Hold the table's lock; raise if the table is closing."""
        async with self._lock:
            if self.closing:
                raise ServerClosing
            yield

    async def commit(self, act: Callable[[], object]) -> None:
        """Run an action of the match, commit it, and wake all waiting streams."""
        try:
            await commit_turn(self.match, self._store, act)
        finally:
            self.touched = self.registry.now()
            self.presence.wake_streams()

    async def continue_play(self) -> None:
        """Do what follows automatically: the next game, its first turn, a computer move, the clock."""
        match = self.match
        if (names := self._names) is not None:
            if match.outcome is None:  # else it is too late for the name
                await self.commit(lambda: match.seat(HUMAN, HUMAN, names))
            self._names = None
        if match.outcome is not None:
            await self._accept_rematch()
            if match.decision.allowed is not None:
                await self._start_next_game()
        if not self.seat_map.waiting and self._begun < self.game:
            await self.commit(self.match.begin)
            self._begun = self.game
        self.house_player.continue_play()

    async def _accept_rematch(self) -> None:
        """Accept a rematch for the computer player, or for the second player on the same screen."""
        match = self.match
        if match.offer is None:
            return
        other = OTHER[match.offer.who]
        if match.seats[other - 1] != HUMAN or len(self.seat_map.find_seats(1, self.game)) > 1:
            await self.commit(lambda: match.answer(other, True, match.number))

    async def _start_next_game(self) -> None:
        table, now = self.table.create_rematch(), self.registry.now()
        began = time.strftime(BEGAN, time.gmtime(now))
        store = self.registry.store
        try:
            await store.run_in_thread(store.add_game, self.id, self.game + 1, table.match, began, now)
        except Conflict:  # it was committed although the database had reported a failure
            self._unload()
            raise StaleMove("The next game has begun already.") from None
        self.table, self.line = table, LineOfPlay(table.match)
        self.began.append(began)
        self.presence.mark_changed()

    def _unload(self) -> None:
        """Close this table: memory and database disagree. The next request loads it again."""
        if self.registry.live_tables.get(self.id) is self:
            del self.registry.live_tables[self.id]
        self.closing = True
        self.house_player.close()
        self.presence.wake_streams()
