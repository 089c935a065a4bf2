"""Whose thought comes next: the house's moves always have a process, and nobody has the others to themselves.

There are three kinds of thoughts, and each client has at most one of each kind under way: the next one waits
until it is done, and then behind everybody else. So one client never takes more than three processes.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from contextvars import ContextVar
from weakref import WeakValueDictionary

from primeparlor.web.faults import TooBusy

WORKERS = 4  # the three processes that one client can take, and one for everybody else
MOVES = frozenset({"choose", "sit"})  # one process is for these alone
LONG = frozenset({"review", "today"})  # these leave another one for help, which is short

# Who asks. What a request starts, such as the house's answer to a move, still counts as this client's.
CLIENT: ContextVar[str] = ContextVar("client", default="")


class Turns:
    """The turns of all thoughts."""

    def __init__(self, workers: int, waiting: int) -> None:
        self.free, helping, looking = (asyncio.Semaphore(max(1, workers - kept)) for kept in range(3))
        self._moves = Queue(waiting, self.free)
        self._help = Queue(waiting, helping, self.free)
        self._long = Queue(waiting, looking, helping, self.free)

    def of(self, task: str) -> Queue:
        """Where this kind of thought waits."""
        return self._moves if task in MOVES else self._long if task in LONG else self._help


class Queue:
    """Who waits for one kind of thought: first come, first served, each client with one at a time."""

    def __init__(self, waiting: int, *gates: asyncio.Semaphore) -> None:
        self._most, self._gates = waiting, gates
        self._clients = WeakValueDictionary[str, asyncio.Lock]()  # of those with a thought, and no others
        self.clients = 0  # whose turn it is, or will be

    @asynccontextmanager
    async def turn(self) -> AsyncIterator[None]:
        """Wait for a turn and have it meanwhile; raises `TooBusy` where too many others wait already."""
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
