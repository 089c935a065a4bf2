"""Those who ask: visitors with addresses of their own, and friends at a table."""

from __future__ import annotations

import asyncio
import json
from collections import Counter
from contextlib import suppress
from typing import Any, NamedTuple

from primeparlor.primes import is_prime
from server_load.http_client import Answer, HttpConnection

GAME = "nonprime-addition"
RAW_SECONDS = 30.0  # to wait for the end of an answer that is read as bytes


class Visitor:
    """A client at one address with one kept connection; every request is counted."""

    def __init__(self, port: int, address: str, counts: Counter[str]) -> None:
        self.port, self.address, self._counts = port, address, counts
        self._connection = HttpConnection(port, address)

    async def send(
        self,
        method: str,
        path: str,
        body: Any = None,
        token: str | None = None,
        headers: dict[str, str] | None = None,
    ) -> Answer:
        """Send a request and return the answer; bytes are sent as they are, anything else as JSON."""
        self._counts["requests"] += 1
        given = {"Content-Type": "application/json"} if body is not None else {}
        given |= {} if token is None else {"Authorization": f"Bearer {token}"}
        given |= headers or {}
        data = b"" if body is None else body if isinstance(body, bytes) else json.dumps(body).encode()
        head = f"{method} {path} HTTP/1.1\r\n" + "".join(
            f"{name}: {value}\r\n" for name, value in given.items()
        )
        return await self._connection.request(head, data)

    async def get(self, path: str, token: str | None = None, **headers: str) -> Answer:
        """Send a GET request."""
        return await self.send("GET", path, token=token, headers=headers)

    async def post(self, path: str, body: Any, token: str | None = None, **headers: str) -> Answer:
        """Send a POST request with this body."""
        return await self.send("POST", path, body, token, headers)

    def close(self) -> None:
        """Close the connection."""
        self._connection.close()


class Friends(NamedTuple):
    """A table with two friends: its path, and the token of each."""

    path: str
    tokens: tuple[str, str]

    async def view(self, visitor: Visitor, seat: int | None = None) -> dict[str, Any]:
        """Return the view of a seat, or of a spectator."""
        return read(await visitor.get(self.path, None if seat is None else self.tokens[seat - 1]))

    async def move(self, visitor: Visitor, view: dict[str, Any], skip: int = 0) -> Answer:
        """Send a safe move of whose turn it is."""
        token, move = self.tokens[view["turn"] - 1], find_safe(view["facts"]["total"], skip)
        return await visitor.post(f"{self.path}/move", {"number": view["number"], "move": str(move)}, token)


async def open_friends(visitor: Visitor, game: str = GAME, **options: Any) -> Friends:
    """Open a table and join it."""
    opened = read(await visitor.post("/api/tables", {"game": game, "opponent": "friend", **options}))
    path = f"/api/tables/{opened['table']}"
    joined = read(await visitor.post(f"{path}/join", {"name": "Bob"}))
    return Friends(path, (opened["token"], joined["token"]))


def find_safe(total: int, skip: int = 0) -> int:
    """Return a number from 2 to 9 that does not make the total prime, not the first ones of them."""
    safe = [number for number in range(2, 10) if not is_prime(total + number)]
    return safe[skip % len(safe)]


def read(answer: Answer) -> dict[str, Any]:
    """Decode an answer; raise if the server refused the request."""
    if answer.status not in (200, 201):
        raise RuntimeError(f"The server answered {answer.status}: {answer.text.decode(errors='replace')}")
    data: dict[str, Any] = json.loads(answer.text)
    return data


def choose_address(number: int) -> str:
    """Return the loopback address of this number, one of 62,500: the server's limits are per address."""
    return f"127.0.{1 + number // 250 % 250}.{2 + number % 250}"


async def exchange(port: int, sent: bytes, address: str = "127.0.0.1", seconds: float = RAW_SECONDS) -> bytes:
    """Send these bytes and return what comes back until the server closes or falls silent."""
    received = b""
    with suppress(OSError, TimeoutError):
        reader, writer = await asyncio.open_connection("127.0.0.1", port, local_addr=(address, 0))
        try:
            writer.write(sent)
            async with asyncio.timeout(seconds):
                while data := await reader.read(65_536):
                    received += data
        finally:
            writer.transport.abort()
    return received
