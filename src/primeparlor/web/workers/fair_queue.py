"""Queues for worker tasks: computer moves always have a worker, and no client takes all the others.

There are three kinds of tasks. Each client runs at most one of each kind: its next one waits until that is
done, and then behind all other clients. So one client never takes more than three workers.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from contextvars import ContextVar
from weakref import WeakValueDictionary

from primeparlor.web.errors import TooBusy

MOVES = frozenset({"choose", "sit"})  # one worker is reserved for these
LONG = frozenset({"review", "upload", "today"})  # these leave another worker for help, which is short

# Client of the current request. What it starts, such as the computer's reply to a move, counts as its own.
CLIENT: ContextVar[str] = ContextVar("client", default="")


class FairQueue:
    """The queues of all kinds of tasks."""

    def __init__(self, workers: int, waiting: int) -> None:
        self.free, helping, looking = (asyncio.Semaphore(max(1, workers - kept)) for kept in range(3))
        self._moves = TaskQueue(waiting, self.free)
        self._help = TaskQueue(waiting, helping, self.free)
        self._long = TaskQueue(waiting, looking, helping, self.free)

    def find_queue(self, task: str) -> TaskQueue:
        """Return the queue for this task."""
        return self._moves if task in MOVES else self._long if task in LONG else self._help


class TaskQueue:
    """Queue for one kind of task: first come, first served, with one task per client at a time."""

    def __init__(self, waiting: int, *gates: asyncio.Semaphore) -> None:
        self._most, self._gates = waiting, gates
        self._clients = WeakValueDictionary[str, asyncio.Lock]()  # only of clients with a task
        self.clients = 0  # that run or wait for a task

    @asynccontextmanager
    async def wait_turn(self) -> AsyncIterator[None]:
        """Wait for a turn and hold it meanwhile; raise `TooBusy` if too many clients wait already."""
        mine = self._clients.setdefault(CLIENT.get(), asyncio.Lock())
        async with mine, AsyncExitStack() as passed:
            if self.clients >= self._most:
                raise TooBusy
            self.clients += 1
            try:
                for gate in self._gates:
                    await passed.enter_async_context(gate)
                yield
            finally:
                self.clients -= 1
