"""The servers under load: ours, the echo, and boardgame.io."""

from __future__ import annotations

import asyncio
import json
import os
import shutil
import sys
import time
from collections.abc import Sequence
from pathlib import Path

from server_load.http_client import HttpConnection
from server_load.process import ServerProcess, end_process
from server_load.rounds import Slice, Stopwatch
from server_load.table import FriendsTable, choose_address, encode, write_head

HERE = Path(__file__).parent
BOARDGAME = HERE / "boardgame"
PACKAGES = HERE.parents[1] / ".venv" / "peers" / "node_modules"  # `make load` installs them
BOARDGAME_SECONDS = 120.0  # for one round


async def start_ours(folder: Path, streams: int | None = None) -> ServerProcess:
    """Start `parlor serve` with a new database; with `streams`, with room for so many in all."""
    parlor = [os.path.join(os.path.dirname(sys.executable), "parlor"), "serve"]
    if streams is not None:
        parlor = [sys.executable, str(HERE / "more_streams.py"), str(streams)]
    name = "ours" if streams is None else "ours with more streams"
    database = folder / f"{'tables' if streams is None else 'more'}.db"
    words = [*parlor, "--port", "0", "--database", f"sqlite:///{database}"]
    return await ServerProcess.start(name, words, folder, PARLOR_HOME=str(folder))


async def start_echo(folder: Path, durable: bool) -> ServerProcess:
    """Start the echo, bare or with one durable commit per request."""
    database = [str(folder / "echo.db")] if durable else []
    words = [sys.executable, str(HERE / "echo.py"), *database]
    return await ServerProcess.start("durable echo" if durable else "bare echo", words, folder)


class Ours:
    """Tables of ours, all played at once; `packed` sends the header by which browsers accept gzip."""

    def __init__(
        self, server: ServerProcess, tables: Sequence[FriendsTable], moves: int, packed: bool = False
    ) -> None:
        self.server = server
        self.tables, self._moves, self._packed = tables, moves, packed

    async def play(self) -> Slice:
        """Play the moves of one round at every table."""
        stopwatch = Stopwatch(self.server)
        played = await asyncio.gather(*(table.play(self._moves, self._packed) for table in self.tables))
        moves = [move for each in played for move in each]
        measured = stopwatch.stop(
            [move.seconds for move in moves],
            sum(move.answer for move in moves),
            sum(move.streams for move in moves) / 2,
        )
        for table in self.tables:
            table.check_streams()
        return measured


class Echo:
    """As many connections to the echo as there are tables, each with one request at a time."""

    def __init__(self, server: ServerProcess, connections: int, moves: int) -> None:
        self.server, self._moves = server, moves
        self._connections = [
            HttpConnection(server.port, choose_address(number)) for number in range(connections)
        ]

    async def play(self) -> Slice:
        """Send the requests of one round on every connection."""
        stopwatch = Stopwatch(self.server)
        waits = await asyncio.gather(*(self._send_many(number) for number in range(len(self._connections))))
        return stopwatch.stop([wait for each in waits for wait in each], 0.0, 0.0)._replace(
            answer=float(len(BODY) * self._moves * len(self._connections))
        )

    async def _send_many(self, number: int) -> list[float]:
        return [await self.send(number) for _ in range(self._moves)]

    async def send(self, number: int) -> float:
        """Send one request as large as a move, and return the seconds until its answer."""
        began = time.perf_counter()
        answer = await self._connections[number % len(self._connections)].request(HEAD, BODY)
        if answer.body != BODY:
            raise RuntimeError(f"The echo answered {answer.body!r}.")
        return time.perf_counter() - began

    def close(self) -> None:
        """Close all connections."""
        for connection in self._connections:
            connection.close()


HEAD = write_head("POST", "/echo", "0" * 43)
BODY = encode({"number": 1000, "move": "2"})


class Boardgame:
    """Matches of boardgame.io, all played at once by clients in a process of their own."""

    def __init__(self, server: ServerProcess, clients: asyncio.subprocess.Process, moves: int) -> None:
        self.server, self._clients, self._moves = server, clients, moves

    @classmethod
    async def start(cls, folder: Path, files: bool, matches: int, moves: int) -> Boardgame:
        """Start the server, in memory or with its FlatFile storage, and the clients of all matches."""
        store = [str(folder / "boardgame")] if files else []
        name = f"boardgame.io {'with files' if files else 'in memory'}"
        path = {"NODE_PATH": str(PACKAGES), "NODE_ENV": "production"}
        server = await ServerProcess.start(
            name, ["node", str(BOARDGAME / "server.js"), *store], folder, **path
        )
        clients = await asyncio.create_subprocess_exec(
            *("node", str(BOARDGAME / "clients.js"), str(server.port), str(matches)),
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            env=os.environ | path,
            limit=1 << 26,
        )
        system = cls(server, clients, moves)
        try:
            await system._read_line()
        except BaseException:
            await system.close()
            await server.stop()
            raise
        return system

    async def play(self) -> Slice:
        """Play the moves of one round in every match."""
        stopwatch = Stopwatch(self.server)
        assert self._clients.stdin is not None
        self._clients.stdin.write(f"{self._moves}\n".encode())
        played = json.loads(await self._read_line())
        size = played["bytes"] / 2  # the mover's answer is the update on its socket
        measured = stopwatch.stop(played["seconds"], size, size)
        return measured._replace(seconds=played["took"], generator=0.0)

    async def _read_line(self) -> bytes:
        assert self._clients.stdout is not None
        async with asyncio.timeout(BOARDGAME_SECONDS):
            line = await self._clients.stdout.readline()
        if not line:
            raise RuntimeError("The clients of boardgame.io have ended.")
        return line

    async def close(self) -> None:
        """End the clients."""
        await end_process(self._clients)


def find_missing_packages() -> str | None:
    """Return what boardgame.io lacks here; None if it can be measured."""
    if shutil.which("node") is None:
        return "node is not installed"
    missing = [name for name in ("boardgame.io", "node-persist") if not (PACKAGES / name).is_dir()]
    return f"{' and '.join(missing)} from npm: `make load` installs them" if missing else None
