"""Queues for worker tasks: computer moves always have a worker, short tasks too, and no client takes all.

There are three kinds of tasks: moves, help and long ones. Each client runs at most one of each kind: its next
one waits until that is done, and then behind all other clients. So one client never takes more than three
workers. Nobody can tell beforehand which help takes long: a task that is not done after `SHORT_SECONDS`
counts as long from then on. What runs in the background, one task for all clients at a time, has a worker of
its own.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from contextvars import ContextVar
from weakref import WeakValueDictionary

from primeparlor.web.errors import TooBusy

MOVES = frozenset({"choose", "sit"})
LONG = frozenset({"review", "upload", "today", "sheet"})
BACKGROUND = frozenset({"refine", "refine upload"})  # in a process of low priority, which ends afterwards

# Client of the current request. What it starts, such as the computer's reply to a move, counts as its own.
CLIENT: ContextVar[str] = ContextVar("client", default="")

Gates = Sequence[asyncio.Semaphore]


class FairQueue:
    """The queues of all kinds of tasks."""

    def __init__(self, workers: int, waiting: int) -> None:
        def let(most: int) -> asyncio.Semaphore:
            return asyncio.Semaphore(max(1, most))

        self.free = let(workers)
        but_moves = let(workers - 1)  # one worker is left for moves
        but_short = let(workers - 1)  # one worker is left for help that does not take long
        long = (let(workers - 2), but_short)
        self._moves = TaskQueue(waiting, (but_short, self.free))
        self._help = TaskQueue(waiting, (but_moves, self.free), long)
        self._long = TaskQueue(waiting, (*long, but_moves, self.free))
        self._background = TaskQueue(waiting, (let(1),))

    def find_queue(self, task: str) -> TaskQueue:
        """Return the queue for this task."""
        if task in BACKGROUND:
            return self._background
        return self._moves if task in MOVES else self._long if task in LONG else self._help


class TaskQueue:
    """Queue for one kind of task: first come, first served, with one task per client at a time."""

    def __init__(self, waiting: int, gates: Gates, long: Gates = ()) -> None:
        self._most, self._gates, self._long = waiting, gates, long
        self._clients = WeakValueDictionary[str, asyncio.Lock]()  # only of clients with a task
        self.clients = 0  # that run or wait for a task

    @asynccontextmanager
    async def wait_turn(self) -> AsyncIterator[TaskTurn]:
        """Wait for a turn and hold it meanwhile; raise `TooBusy` if too many clients wait already."""
        mine = self._clients.setdefault(CLIENT.get(), asyncio.Lock())
        async with mine, AsyncExitStack() as passed:
            if self.clients >= self._most:
                raise TooBusy
            self.clients += 1
            try:
                turn = TaskTurn(passed, self._gates, self._long)
                await turn.pass_gates(self._gates)
                yield turn
            finally:
                self.clients -= 1


class TaskTurn:
    """The turn of one task, with the gates that it has passed."""

    def __init__(self, passed: AsyncExitStack, gates: Gates, long: Gates) -> None:
        self._passed, self._gates, self._long = passed, gates, long

    @property
    def is_short(self) -> bool:
        """True if the task must not take long."""
        return bool(self._long)

    async def extend(self) -> bool:
        """Count the task as long from now on and return True, if a long task may run now."""
        if any(gate.locked() for gate in self._long):
            return False
        await self.pass_gates(self._long)  # at once: they are open
        self._long = ()
        return True

    async def wait_again(self) -> None:
        """Give up the turn, and wait for another as a long task."""
        await self._passed.aclose()
        gates, self._long = (*self._long, *self._gates), ()
        await self.pass_gates(gates)

    async def pass_gates(self, gates: Gates) -> None:
        """Wait until all these gates are open; the turn holds them."""
        for gate in gates:
            await self._passed.enter_async_context(gate)
