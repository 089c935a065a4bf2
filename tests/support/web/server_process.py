"""A server in a process of its own, however it was started."""

from __future__ import annotations

import os
import signal
import subprocess
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import httpx

from support.web.http_server import PLAIN
from support.web.registry import PATIENCE

OPEN = "Prime Parlor is open at "


class Served:
    """A command that opens the server, and a client of it."""

    def __init__(self, words: Sequence[str], env: dict[str, str], folder: Path | None = None) -> None:
        self.process = subprocess.Popen(
            words, stdout=subprocess.PIPE, text=True, env=env, cwd=folder, start_new_session=True
        )
        assert self.process.stdout is not None
        self.before = list[str]()  # lines told before it was open
        self.told = self.process.stdout.readline()
        while not self.told.startswith(OPEN):
            assert self.told, self.before  # else it has ended
            self.before.append(self.told)
            self.told = self.process.stdout.readline()
        self.address = self.told.split()[5]
        self.client = httpx.Client(base_url=self.address, timeout=PATIENCE, **PLAIN)

    def end(self, by: signal.Signals) -> int:
        """The exit code after this signal; a terminal sends Ctrl-C to all that was started there."""
        if by == signal.SIGTERM:
            self.process.send_signal(by)
        else:
            os.killpg(self.process.pid, by)
        return self.process.wait(PATIENCE)


@contextmanager
def served(words: Sequence[str], env: dict[str, str], folder: Path | None = None) -> Iterator[Served]:
    """The server until the end of the block."""
    server = Served(words, env, folder)
    try:
        yield server
    finally:
        server.client.close()
        if server.process.poll() is None:
            server.end(signal.SIGKILL)
        assert server.process.stdout is not None
        server.process.stdout.close()
