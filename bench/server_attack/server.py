"""The server under attack: `parlor serve` in a process of its own, on loopback, with a home of its own."""

from __future__ import annotations

import json
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from server_load.process import ServerProcess

HERE = Path(__file__).parent
HARMLESS = ("info", "warning")


class AttackedServer:
    """A server that can be killed and started again with the same database."""

    def __init__(self, folder: Path, *options: str, files: int = 0, tables: int = 0) -> None:
        """Start later with these options, at most so many open files, and room for so many tables."""
        self.folder, self._options, self._files, self._tables = folder, options, files, tables
        self.database = folder / "tables.db"
        self.process: ServerProcess
        self._logs = list[Path]()

    @property
    def port(self) -> int:
        """The port of the present process."""
        return self.process.port

    async def start(self) -> None:
        """Start the process, and wait until it says where it is open."""
        folder = self.folder / f"life-{len(self._logs)}"
        folder.mkdir(parents=True)
        words = [sys.executable, "-m", "primeparlor", "serve"]
        if self._tables:
            words = [sys.executable, str(HERE / "few_tables.py"), str(self._tables)]
        words += ["--port", "0", "--database", f"sqlite:///{self.database}", *self._options]
        if self._files:
            words = ["/bin/sh", "-c", f'ulimit -n {self._files}; exec "$@"', "sh", *words]
        self._logs.append(folder / "parlor.log")
        self.process = await ServerProcess.start("parlor", words, folder, PARLOR_HOME=str(self.folder))

    async def kill(self) -> None:
        """Kill the process with `kill -9`, and wait for its end."""
        await self.process.kill()

    async def stop(self) -> None:
        """End the process in order."""
        await self.process.stop()

    def list_workers(self) -> list[int]:
        """Return the process ids of its workers."""
        children = Path(f"/proc/{self.process.pid}/task/{self.process.pid}/children").read_text().split()
        return [int(child) for child in children]

    def count_files(self) -> int:
        """Return how many files and connections the process has open."""
        return len(list(Path(f"/proc/{self.process.pid}/fd").iterdir()))

    def read_complaints(self) -> list[str]:
        """Return the lines of all logs that are neither information nor a warning."""
        found = list[str]()
        for log in self._logs:
            for line in log.read_text(errors="replace").splitlines():
                try:
                    harmless = json.loads(line)["level"] in HARMLESS
                except (ValueError, KeyError, TypeError):
                    harmless = False
                found += [] if harmless else [line]
        return found

    def measure_logs(self) -> int:
        """Return the size of all logs, in bytes."""
        return sum(log.stat().st_size for log in self._logs)


@asynccontextmanager
async def attacked(
    folder: Path, *options: str, files: int = 0, tables: int = 0
) -> AsyncIterator[AttackedServer]:
    """Run a server until the end of the block."""
    server = AttackedServer(folder, *options, files=files, tables=tables)
    await server.start()
    try:
        yield server
    finally:
        await server.stop()
