"""A light HTTP/1.1 client: kept connections with one request at a time, and event streams that are read.

The load generator shares the machine with the server, so it does no more than players' programs must.
"""

from __future__ import annotations

import asyncio
import gzip
from typing import NamedTuple

ANSWER_SECONDS = 60.0  # to wait for an answer or an event before the run fails
EVENTS = (b"view", b"update")  # events that show a move; `entry`, `presence` and comments only count as bytes


class Answer(NamedTuple):
    """An answer: its status, its body as received, and the bytes of the whole answer."""

    status: int
    body: bytes
    size: int
    packed: bool

    @property
    def text(self) -> bytes:
        """The body, unpacked."""
        return gzip.decompress(self.body) if self.packed else self.body


class HttpConnection(asyncio.Protocol):
    """A kept connection from one client address; it is opened again if the server has closed it."""

    def __init__(self, port: int, address: str) -> None:
        self._port, self._address = port, address
        self._transport: asyncio.Transport | None = None
        self._buffer = bytearray()
        self._waiter: asyncio.Future[Answer] | None = None

    async def request(self, head: str, body: bytes = b"") -> Answer:
        """Send a request and return its answer; once more if the server had just closed the connection."""
        try:
            return await self._request(head, body)
        except ConnectionError:
            return await self._request(head, body)

    async def _request(self, head: str, body: bytes) -> Answer:
        loop = asyncio.get_running_loop()
        if self._transport is None or self._transport.is_closing():
            local = (self._address, 0)
            self._transport, _ = await loop.create_connection(
                lambda: self, "127.0.0.1", self._port, local_addr=local
            )
        self._waiter = loop.create_future()
        self._transport.write(
            f"{head}Host: 127.0.0.1:{self._port}\r\nContent-Length: {len(body)}\r\n\r\n".encode() + body
        )
        async with asyncio.timeout(ANSWER_SECONDS):
            return await self._waiter

    def data_received(self, data: bytes) -> None:
        self._buffer += data
        end = self._buffer.find(b"\r\n\r\n")
        if end < 0:
            return
        lines = bytes(self._buffer[:end]).lower().split(b"\r\n")
        headers = dict(line.split(b": ", 1) for line in lines[1:])
        size = end + 4 + int(headers[b"content-length"])
        if len(self._buffer) >= size and self._waiter is not None:
            body, packed = bytes(self._buffer[end + 4 : size]), headers.get(b"content-encoding") == b"gzip"
            del self._buffer[:size]
            waiter, self._waiter = self._waiter, None
            waiter.set_result(Answer(int(lines[0].split()[1]), body, size, packed))

    def connection_lost(self, exc: Exception | None) -> None:
        self._transport = None
        self._buffer.clear()
        if self._waiter is not None and not self._waiter.done():
            self._waiter.set_exception(exc or ConnectionResetError("The server closed the connection."))

    def close(self) -> None:
        """Close the connection."""
        if self._transport is not None:
            self._transport.abort()


class EventStream(asyncio.Protocol):
    """An open stream of server-sent events: every byte is read, and the last event that shows a move kept."""

    def __init__(self) -> None:
        self.seq = -1  # the id of the last event that shows a move
        self.data = b""  # its data
        self.size = 0  # bytes so far, the head of the answer aside
        self._transport: asyncio.Transport | None = None
        self._buffer = bytearray()
        self._events = bytearray()
        self._begun = False
        self._target = 0
        self._waiter: asyncio.Future[None] | None = None
        self._problem: str | None = None

    @classmethod
    async def open(cls, port: int, address: str, head: str) -> EventStream:
        """Open a stream and wait for its first view."""
        loop = asyncio.get_running_loop()
        transport, stream = await loop.create_connection(cls, "127.0.0.1", port, local_addr=(address, 0))
        stream._transport = transport
        transport.write(f"{head}Host: 127.0.0.1:{port}\r\nAccept: text/event-stream\r\n\r\n".encode())
        async with asyncio.timeout(ANSWER_SECONDS):
            await stream.reach(0)
        return stream

    def reach(self, seq: int) -> asyncio.Future[None]:
        """Return a future that is done as soon as an event with this id or a later one has arrived."""
        self._target, self._waiter = seq, asyncio.get_running_loop().create_future()
        self._settle()
        return self._waiter

    def data_received(self, data: bytes) -> None:
        self._buffer += data
        self.size += len(data)
        if not self._begun:
            self._read_head()
        while self._begun and (line := self._buffer.find(b"\r\n")) >= 0:
            size = int(self._buffer[:line], 16)
            if len(self._buffer) < line + size + 4:
                return
            self._events += self._buffer[line + 2 : line + 2 + size].replace(b"\r\n", b"\n")
            del self._buffer[: line + size + 4]
            while (end := self._events.find(b"\n\n")) >= 0:
                self._read_event(bytes(self._events[:end]))
                del self._events[: end + 2]

    def _read_head(self) -> None:
        end = self._buffer.find(b"\r\n\r\n")
        if end < 0:
            return
        if b" 200 " not in self._buffer[:end].split(b"\r\n")[0]:
            self._fail(bytes(self._buffer).decode(errors="replace"))
            return
        self._begun, self.size = True, len(self._buffer) - end - 4
        del self._buffer[: end + 4]

    def _read_event(self, event: bytes) -> None:
        fields = dict(line.split(b": ", 1) for line in event.split(b"\n") if b": " in line)
        if fields.get(b"event") in EVENTS:
            self.seq, self.data = int(fields[b"id"]), fields[b"data"]
            self._settle()

    def _settle(self) -> None:
        if self._waiter is None or self._waiter.done():
            return
        if self._problem is not None:
            self._waiter.set_exception(ConnectionError(self._problem))
        elif self.seq >= self._target:
            self._waiter.set_result(None)

    def _fail(self, problem: str) -> None:
        self._problem = problem
        self._settle()

    def connection_lost(self, exc: Exception | None) -> None:
        self._fail(f"A stream was closed: {exc or 'by the server'}.")

    def close(self) -> None:
        """Close the stream."""
        if self._transport is not None:
            self._transport.abort()
