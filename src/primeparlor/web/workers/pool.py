"""Pool of worker processes that run tasks, each with a time limit.

`await pool.ask("hint", seconds=20, position=…, step=1)` returns the answer as data. A task over its time
limit is killed together with its process, and another process takes its place. A task whose process was
killed from outside is asked once more.
"""

from __future__ import annotations

import asyncio
import json
import logging
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from typing import Any

from primeparlor.web.config import (
    ANSWER_BYTES,
    END_SECONDS,
    MOST_WAITING,
    SHORT_SECONDS,
    START_SECONDS,
    WORKERS,
)
from primeparlor.web.errors import ServerClosing, TaskTimeout, WorkerKilled
from primeparlor.web.threads import LARGE, is_large, run_in_thread
from primeparlor.web.workers.fair_queue import FairQueue, TaskTurn
from primeparlor.web.workers.worker import Data, read_answer

log = logging.getLogger(__name__)


class WorkerPool:
    """Pool of worker processes."""

    def __init__(self, workers: int = WORKERS, waiting: int = MOST_WAITING) -> None:
        self._workers = workers
        self._queue = FairQueue(workers, waiting)
        self._all: set[Worker] = set()
        self._idle: list[Worker] = []
        self._closed = False

    async def ask(self, task: str, *, seconds: float, **data: Any) -> Data:
        """Run a task in a worker and return its answer; the time limit starts when a worker is free."""
        if self._closed:
            raise ServerClosing
        async with self._queue.find_queue(task).wait_turn() as turn:
            for again in (False, True):
                try:
                    return read_answer(await self._run_task(turn, task, data, seconds, again))
                except WorkerKilled:
                    if self._closed:
                        raise ServerClosing from None
                    log.warning("a worker was killed", extra={"fields": {"task": task}})
            raise WorkerKilled

    async def _run_task(
        self, turn: TaskTurn, task: str, data: Data, seconds: float, again: bool = False
    ) -> Data:
        """Run the task in a worker; one that takes long is begun again later if no long one may run now."""
        async with self._take_worker(new=again) as worker:
            await worker.send(task, data)
            if not turn.is_short or seconds <= SHORT_SECONDS:
                return await worker.read_answer(seconds)
            with suppress(TaskTimeout):
                return await worker.read_answer(SHORT_SECONDS)
            if await turn.extend():
                return await worker.read_answer(seconds - SHORT_SECONDS)
        await turn.wait_again()
        return await self._run_task(turn, task, data, seconds)

    async def start_workers(self) -> None:
        """Start all workers, so that the first task does not wait for them."""

        async def one() -> None:
            with suppress(WorkerKilled, TaskTimeout, ServerClosing):  # the next task will report it
                async with self._queue.free, self._take_worker():
                    pass

        await asyncio.gather(*(one() for _ in range(self._workers)))

    async def close(self) -> None:
        """End all workers; requests that wait for one get `ServerClosing`."""
        self._closed = True
        await asyncio.gather(*(worker.end() for worker in list(self._all)))

    @asynccontextmanager
    async def _take_worker(self, new: bool = False) -> AsyncIterator[Worker]:
        """Take an idle worker, or start one; one that did not answer properly is ended afterwards."""
        if self._closed:
            raise ServerClosing
        if new and self._idle:  # who has killed one may just have killed all of them
            await asyncio.shield(self._idle.pop().end())
        worker = None
        while worker is None and self._idle and not new:
            worker = self._idle.pop()
            worker = worker if worker.alive else None
        worker = worker or await self._start_worker()
        try:
            yield worker
        finally:
            if worker.ready and not self._closed:
                self._idle.append(worker)
            else:
                await asyncio.shield(worker.end())

    async def _start_worker(self) -> Worker:
        worker = Worker(self._all)
        try:
            await worker.start()
        except BaseException:
            await asyncio.shield(worker.end())
            raise
        if self._closed:
            await worker.end()
            raise ServerClosing
        return worker


class Worker:
    """One worker process."""

    def __init__(self, all: set[Worker]) -> None:
        self.ready = False  # whether it is ready for a task
        self._killed = False
        self._all = all
        self._process: asyncio.subprocess.Process | None = None

    @property
    def alive(self) -> bool:
        return self._process is not None and self._process.returncode is None

    async def start(self) -> None:
        """Start the process and wait until it is ready."""
        self._all.add(self)
        self._process = await asyncio.create_subprocess_exec(
            sys.executable,
            "-m",
            "primeparlor.web.workers.worker",
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            limit=ANSWER_BYTES,
            start_new_session=True,  # so that Ctrl-C reaches the server only
        )
        await self._read_line(START_SECONDS)
        self.ready = True

    async def send(self, task: str, data: Data) -> None:
        """Send a task."""
        assert self._process is not None
        assert self._process.stdin is not None
        self.ready = False
        with suppress(ConnectionError):  # reading the answer will report it
            self._process.stdin.write(
                await run_in_thread(is_large(data), _encode_task, {"task": task, "data": data})
            )
            await self._process.stdin.drain()

    async def read_answer(self, seconds: float) -> Data:
        """Return the answer; raise `TaskTimeout` if there is none after this time."""
        answer = await self._read_line(seconds)
        self.ready = not answer.pop("last")
        return answer

    async def _read_line(self, seconds: float) -> Data:
        assert self._process is not None
        assert self._process.stdout is not None
        try:
            line = await asyncio.wait_for(self._process.stdout.readline(), seconds)
        except TimeoutError:
            raise TaskTimeout from None
        if not line.endswith(b"\n"):
            raise WorkerKilled
        answer: Data = await run_in_thread(len(line) > LARGE, json.loads, line)
        return answer

    async def end(self) -> None:
        """Kill the process if it still runs, and wait for its end."""
        self.ready = False
        process = self._process
        if process is not None:
            if not self._killed:  # a second kill may take the exit code from the coroutine that waits for it
                self._killed = True
                if process.stdout is not None and process.stdout.at_eof():  # so may a kill after the end
                    with suppress(TimeoutError):
                        await asyncio.wait_for(process.wait(), END_SECONDS)
                with suppress(ProcessLookupError):
                    process.kill()
            await process.wait()
            if process.stdin is not None:
                process.stdin.close()
        self._all.discard(self)


def _encode_task(question: Data) -> bytes:
    return json.dumps(question).encode() + b"\n"
