"""A server in its own process on loopback, and the processor time it has used."""

from __future__ import annotations

import asyncio
import os
import re
import signal
import sys
import time
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

START_SECONDS = 60.0  # a server may take to print its address
STOP_SECONDS = 20.0  # a server may take to end, before it is killed
ADDRESS = re.compile(rb"http://127\.0\.0\.1:(\d+)")


class ServerProcess:
    """A server that has printed its address."""

    def __init__(self, name: str, process: asyncio.subprocess.Process, port: int) -> None:
        self.name, self.pid, self.port = name, process.pid, port
        self._process = process

    @classmethod
    async def start(cls, name: str, words: Sequence[str], folder: Path, **variables: str) -> ServerProcess:
        """Start a command and wait for the address that it prints; its log goes to a file in this folder."""
        environment = os.environ | variables
        environment.pop("PYTHONDONTWRITEBYTECODE", None)
        log = folder / f"{re.sub('[^a-z]', '_', name)}.log"
        with log.open("wb") as errors:
            process = await asyncio.create_subprocess_exec(
                *words, stdout=asyncio.subprocess.PIPE, stderr=errors, env=environment
            )
        assert process.stdout is not None
        try:
            async with asyncio.timeout(START_SECONDS):
                while (found := ADDRESS.search(line := await process.stdout.readline())) is None:
                    if not line:
                        await process.wait()
                        raise RuntimeError(f"{name} did not start: {log.read_text(errors='replace')[-2000:]}")
        except BaseException:
            await end_process(process)
            raise
        return cls(name, process, int(found[1]))

    def read_processor_seconds(self) -> float:
        """Return the processor time of this process with all its threads, but without its child processes.

        It is the sum of utime and stime in /proc/PID/stat, which has ticks of 10 ms, from a finer clock.
        """
        if sys.platform != "linux":
            raise RuntimeError("The processor time of a server is read on Linux only.")
        return time.clock_gettime((~self.pid << 3) | 2)  # CPUCLOCK_SCHED of clock_getcpuclockid(3)

    def read_thread_seconds(self) -> dict[int, float]:
        """Return the processor time of each thread; the main thread has the number of the process."""
        seconds, tick = dict[int, float](), os.sysconf("SC_CLK_TCK")
        for thread in os.listdir(f"/proc/{self.pid}/task"):
            fields = Path(f"/proc/{self.pid}/task/{thread}/stat").read_text().rpartition(")")[2].split()
            seconds[int(thread)] = (int(fields[11]) + int(fields[12])) / tick
        return seconds

    async def stop(self) -> None:
        """End the process in order, or kill it."""
        await end_process(self._process)

    async def kill(self) -> None:
        """Kill the process with `kill -9`, and wait for its end."""
        self._process.kill()
        await self._process.wait()


async def end_process(process: asyncio.subprocess.Process) -> None:
    """Ask the process to end and wait; kill it if it does not."""
    if process.returncode is not None:
        return
    with suppress(ProcessLookupError):
        process.send_signal(signal.SIGTERM)
    try:
        async with asyncio.timeout(STOP_SECONDS):
            await process.wait()
    except TimeoutError:
        process.kill()
        await process.wait()
