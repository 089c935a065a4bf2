"""A table as server-sent events: first what is new for the client, then everything that happens.

Each client has only a position in the table's entries: nothing is queued. A client that reads too slowly is
disconnected and comes back with `Last-Event-ID`. The server sends keep-alive comments, so that a dead
connection is noticed.
"""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import TYPE_CHECKING

from starlette.requests import Request
from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from primeparlor.core import Player
from primeparlor.web.config import RECONNECT_MILLISECONDS, STREAM_BATCH
from primeparlor.web.errors import ApiError
from primeparlor.web.responses import CONNECTION, build_error_response
from primeparlor.web.tables.seats import NOBODY

if TYPE_CHECKING:
    from primeparlor.web.api.services import Services
    from primeparlor.web.tables.live import LiveTable

HEADERS = [
    (b"content-type", b"text/event-stream; charset=utf-8"),
    (b"cache-control", b"no-store"),
    (b"x-accel-buffering", b"no"),  # for a proxy in front
]
EVENT = b"event: %b\nid: %d\ndata: %b\n\n"  # JSON has no line breaks of its own
KEEP_ALIVE = b": still here\n\n"


class TooSlow(Exception):
    """Raised when the client does not receive what is sent."""


def read_last_id(request: Request) -> int | None:
    """Return the entry after which the client wants to continue; None for a new client."""
    text = request.headers.get("last-event-id", "")
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 16 else None


class EventStream(Response):
    """Response that sends the events of one table to one client until either closes."""

    def __init__(
        self,
        services: Services,
        client: str,
        table: LiveTable,
        person: int | None,  # None is a spectator
        after: int | None,  # the last entry that the client has
        entries: bool = False,  # whether it wants every entry too
    ) -> None:
        super().__init__()
        self._services, self._client = services, client
        self._table, self._person = table, person
        self._after, self._entries = after, entries
        self._game: int | None = None  # the game whose view the client has
        self._seen: tuple[bytes, bool | None] | None = None  # what the client was last sent of the table
        self._presence = b""  # and of the people there
        self._beat = 0.0  # when the next keep-alive is due, in event loop time
        self._timer: asyncio.TimerHandle | None = None
        self._waiter: asyncio.Future[None] | None = None

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Send until the client disconnects or is too slow, or the server shuts down."""
        try:
            with self._services.stream_limiter.hold_slot(self._client, self._person is None):
                await self._serve_client(receive, send)
        except ApiError as refused:
            await build_error_response(refused)(scope, receive, send)
        except TooSlow:
            self._services.metrics.counts["slow_readers"] += 1
            abort_connection(scope)
        finally:
            if self._timer is not None:
                self._timer.cancel()
            if self._waiter is not None:
                self._table.presence.drop_waiter(self._waiter)

    async def _serve_client(self, receive: Receive, send: Send) -> None:
        """Send all events, and stop when the client disconnects."""
        sending = asyncio.create_task(self._send_events(send))
        disconnecting = asyncio.create_task(_await_disconnect(receive))
        try:
            await asyncio.wait((sending, disconnecting), return_when=asyncio.FIRST_COMPLETED)
        finally:
            disconnecting.cancel()
            if not sending.done():
                sending.cancel()
            with suppress(asyncio.CancelledError):
                await sending

    async def _send_events(self, send: Send) -> None:
        """Send what the client missed, then what happens."""
        table = self._table
        cookies = [(name, value) for name, value in self.raw_headers if name == b"set-cookie"]
        await send({"type": "http.response.start", "status": 200, "headers": [*HEADERS, *cookies]})
        await self._write(send, b"retry: %d\n\n" % RECONNECT_MILLISECONDS)
        self._check_beat()
        with table.presence.watch([] if self._person is None else [self._person], self._client):
            while not table.closing:
                seen = await self._catch_up(send)
                while table.presence.version == seen:
                    self._waiter = table.presence.add_waiter(self._person is not None)
                    await self._waiter
                    if asyncio.get_running_loop().time() >= self._beat:
                        table.presence.drop_waiter(self._waiter)
                        await self._write(send, KEEP_ALIVE)
            await self._write(send, b"event: bye\ndata: {}\n\n", more=False)

    async def _catch_up(self, send: Send) -> int:
        """Send what the client has not received yet; return the version of the table then.

        Another player's hints and refused tries change nothing that this client sees, so nothing is sent.
        """
        table, person = self._table, self._person
        # Asked for each time: a rematch swaps the seats.
        seats = NOBODY if person is None else table.seat_map.find_seats(person, table.game)
        version, snapshot = table.presence.version, table.view.find_snapshot(seats)
        clock = None if table.match.settings.clock is None else table.clock.build_data(seats)
        seen = snapshot.steady, None if clock is None else bool(clock["running"])
        if seen != self._seen:
            begins = self._entries and self._game is None  # a bot's last entry may be ahead of its view
            known = None if begins else self._after
            update = None if known is None else table.view.encode_update(seats, known, self._game)
            whole = update is None  # for a client that has no view, or too old a one
            data = table.view.encode(seats) if update is None else update
            event = EVENT % (b"view" if whole else b"update", snapshot.seq, data)
            if self._entries and self._after is not None:
                await self._send_entries(send, seats, snapshot.seq)
            self._seen, self._after, self._game = seen, snapshot.seq, table.game
        elif snapshot.presence != self._presence:
            event = EVENT % (b"presence", snapshot.seq, b"{%b}" % snapshot.presence)
        else:
            return version
        self._presence = snapshot.presence
        await self._write(send, event)
        return version

    async def _send_entries(self, send: Send, seats: frozenset[Player], last: int) -> None:
        """Send every entry up to the last one, some at a time: other clients are served in between."""
        assert self._after is not None
        while self._after < last:
            entries = self._table.view.list_entries(self._after, seats, STREAM_BATCH)
            batch = [EVENT % (b"entry", one.seq, one.text) for one in entries if one.seq <= last]
            self._after = entries[-1].seq
            await self._write(send, b"".join(batch))
            await asyncio.sleep(0)  # a write does not wait while there is room for it

    def _check_beat(self) -> None:
        """Wake this stream if a keep-alive is due, and check again when the next one is."""
        loop = asyncio.get_running_loop()
        due = self._beat
        if due <= loop.time():
            due = loop.time() + self._services.limits.beat
            if self._waiter is not None and not self._waiter.done():
                self._waiter.set_result(None)
        self._timer = loop.call_at(due, self._check_beat)

    async def _write(self, send: Send, body: bytes, more: bool = True) -> None:
        """Send this; raise if the client has not received it in time.

        The next keep-alive counts from here, not from events this client does not see: its delay would reveal
        them.
        """
        message = {"type": "http.response.body", "body": body, "more_body": more}
        try:
            async with asyncio.timeout(self._services.limits.patience):  # `wait_for` may miss a disconnect
                await send(message)
        except TimeoutError:
            raise TooSlow from None
        self._beat = asyncio.get_running_loop().time() + self._services.limits.beat


def abort_connection(scope: Scope) -> None:
    """Abort the connection: closing it would wait for ever for the client to receive everything.

    ASGI has no way to do that, so this uses uvicorn's own connection if there is one.
    """
    transport = getattr(scope.get(CONNECTION), "transport", None)
    if transport is not None:
        transport.abort()


async def _await_disconnect(receive: Receive) -> None:
    """Wait until the client has disconnected."""
    while (await receive())["type"] != "http.disconnect":
        pass
