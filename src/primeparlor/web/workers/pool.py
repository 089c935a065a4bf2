"""Everything that thinks: a few processes, each thought within its time.

`await house.ask("hint", seconds=20, position=…, step=1)` is the answer, as data. A thought that takes longer
is killed together with its process, and another process takes its place.
"""

from __future__ import annotations

import asyncio
import json
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from typing import Any

from primeparlor.web.faults import Closing, HouseFailed, TookTooLong
from primeparlor.web.threads import LARGE, apart, is_large
from primeparlor.web.workers.answering import understood
from primeparlor.web.workers.fair_queue import WORKERS, Turns
from primeparlor.web.workers.worker import LONGEST

STARTING = 60.0  # seconds a new process may take, on a busy machine


class House:
    """The processes that think."""

    def __init__(self, workers: int = WORKERS, waiting: int = 64) -> None:
        self._workers = workers
        self._turns = Turns(workers, waiting)
        self._all: set[Worker] = set()
        self._idle: list[Worker] = []
        self._closed = False

    async def ask(self, task: str, *, seconds: float, **data: Any) -> dict[str, Any]:
        """The answer of a process to this question; the time counts from when one is free."""
        if self._closed:
            raise Closing
        try:
            async with self._turns.of(task).turn(), self._worker() as worker:
                return understood(await worker.ask(task, data, seconds))
        except HouseFailed:
            if self._closed:
                raise Closing from None
            raise

    async def warm(self) -> None:
        """Start all processes, so that the first question does not wait for them."""

        async def one() -> None:
            with suppress(HouseFailed, TookTooLong, Closing):  # who asks will hear of it
                async with self._turns.free, self._worker():
                    pass

        await asyncio.gather(*(one() for _ in range(self._workers)))

    async def close(self) -> None:
        """End all processes; who waits for one, or for a turn, is turned away."""
        self._closed = True
        await asyncio.gather(*(worker.end() for worker in list(self._all)))

    @asynccontextmanager
    async def _worker(self) -> AsyncIterator[Worker]:
        """A process to ask; one that did not answer properly is not asked again."""
        if self._closed:
            raise Closing
        worker = None
        while worker is None and self._idle:
            worker = self._idle.pop()
            worker = worker if worker.alive else None
        worker = worker or await self._started()
        try:
            yield worker
        finally:
            if worker.waits and not self._closed:
                self._idle.append(worker)
            else:
                await asyncio.shield(worker.end())

    async def _started(self) -> Worker:
        worker = Worker(self._all)
        try:
            await worker.start()
        except BaseException:
            await asyncio.shield(worker.end())
            raise
        if self._closed:
            await worker.end()
            raise Closing
        return worker


class Worker:
    """One process."""

    def __init__(self, all: set[Worker]) -> None:
        self.waits = False  # whether it has answered everything it was asked
        self._killed = False
        self._all = all
        self._process: asyncio.subprocess.Process | None = None

    @property
    def alive(self) -> bool:
        return self._process is not None and self._process.returncode is None

    async def start(self) -> None:
        """Start the process and wait until it can answer."""
        self._all.add(self)
        self._process = await asyncio.create_subprocess_exec(
            sys.executable,
            "-m",
            "primeparlor.web.workers.worker",
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            limit=LONGEST,
            start_new_session=True,  # Ctrl-C is for the server
        )
        await self._line(STARTING)
        self.waits = True

    async def ask(self, task: str, data: dict[str, Any], seconds: float) -> dict[str, Any]:
        """The answer; raises `TookTooLong` at the end of its time."""
        assert self._process is not None
        assert self._process.stdin is not None
        self.waits = False
        with suppress(ConnectionError):  # reading tells
            self._process.stdin.write(await apart(is_large(data), _written, {"task": task, "data": data}))
            await self._process.stdin.drain()
        answer = await self._line(seconds)
        self.waits = not answer.pop("last")
        return answer

    async def _line(self, seconds: float) -> dict[str, Any]:
        assert self._process is not None
        assert self._process.stdout is not None
        try:
            line = await asyncio.wait_for(self._process.stdout.readline(), seconds)
        except TimeoutError:
            raise TookTooLong from None
        if not line.endswith(b"\n"):
            raise HouseFailed
        answer: dict[str, Any] = await apart(len(line) > LARGE, json.loads, line)
        return answer

    async def end(self) -> None:
        """Kill the process, if it still runs, and wait for its end."""
        self.waits = False
        process = self._process
        if process is not None:
            if not self._killed:  # a second try may take the exit code away from who waits for it
                self._killed = True
                with suppress(ProcessLookupError):
                    process.kill()
            await process.wait()
            if process.stdin is not None:
                process.stdin.close()
        self._all.discard(self)


def _written(question: dict[str, Any]) -> bytes:
    return json.dumps(question).encode() + b"\n"
