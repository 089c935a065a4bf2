"""Spectators of one table, in a process of their own, so that reading their streams delays no player.

python bench/server_load/crowd.py PORT TABLE COUNT

Prints the `seq` of a move as soon as all have received it, and the bytes that they have received so far.
"""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path

if __name__ == "__main__":
    sys.path[0] = str(Path(__file__).parents[1])

from server_load.http_client import EventStream
from server_load.process import end_process
from server_load.table import choose_address, write_head

CROWD_SECONDS = 120.0  # for all to come, or to see a move


class Crowd:
    """The process of the spectators, seen by the load generator; it may have none."""

    def __init__(self, count: int, process: asyncio.subprocess.Process | None) -> None:
        self.count, self._process = count, process
        self.size = 0  # bytes received by all
        self._seq = 0

    @classmethod
    async def start(cls, port: int, table: str, count: int) -> Crowd:
        """Start so many spectators and wait until all of them see the table."""
        if not count:
            return cls(0, None)
        words = sys.executable, __file__, str(port), table, str(count)
        process = await asyncio.create_subprocess_exec(*words, stdout=asyncio.subprocess.PIPE)
        crowd = cls(count, process)
        try:
            await crowd.reach(0)
        except BaseException:
            await crowd.close()
            raise
        return crowd

    async def reach(self, seq: int) -> None:
        """Wait until all have seen this event."""
        if self._process is None or self._process.stdout is None:
            return
        async with asyncio.timeout(CROWD_SECONDS):
            while not self.size or self._seq < seq:
                line = await self._process.stdout.readline()
                if not line:
                    raise RuntimeError("The spectators have left.")
                self._seq, self.size = map(int, line.split())

    async def close(self) -> None:
        """Send all spectators away."""
        if self._process is not None:
            await end_process(self._process)


async def watch_table(port: int, table: str, count: int) -> None:
    """Open the streams, and print each move that all of them have shown."""
    head = write_head("GET", f"/api/tables/{table}/stream")
    streams = [await EventStream.open(port, choose_address(number), head) for number in range(count)]
    seq = 0
    while True:
        await asyncio.gather(*(stream.reach(seq) for stream in streams))
        seq = min(stream.seq for stream in streams)
        print(seq, sum(stream.size for stream in streams), flush=True)
        seq += 1


if __name__ == "__main__":
    asyncio.run(watch_table(int(sys.argv[1]), sys.argv[2], int(sys.argv[3])))
