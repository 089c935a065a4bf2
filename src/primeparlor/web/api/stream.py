"""A table as server-sent events: first what happened since the client's last event, then all that happens.

Each client has only a position in the table's entries: nothing is queued. A client that reads too slowly is
disconnected and comes back with `Last-Event-ID`. The server sends keep-alive comments, so that a dead
connection is noticed.
"""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from starlette.requests import Request
from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from primeparlor.core import Player
from primeparlor.web.config import RECONNECT_MILLISECONDS, STREAM_BATCH
from primeparlor.web.errors import ApiError
from primeparlor.web.json_encoder import encode_json
from primeparlor.web.metrics import CONNECTION
from primeparlor.web.responses import build_error_response

if TYPE_CHECKING:
    from primeparlor.web.api.seat_auth import Requester
    from primeparlor.web.tables.live import LiveTable
    from primeparlor.web.tables.presence import TableVersion

PRESENCE = ("seats", "watching", "thinking")  # the keys of a view that change when somebody comes or goes
HEADERS = [
    (b"content-type", b"text/event-stream; charset=utf-8"),
    (b"cache-control", b"no-store"),
    (b"x-accel-buffering", b"no"),  # for a proxy in front
]


class TooSlow(Exception):
    """Raised when the client does not receive what is sent."""


def read_last_id(request: Request) -> int | None:
    """Return the entry after which the client wants to continue; None for a new client."""
    text = request.headers.get("last-event-id", "")
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 16 else None


def format_event(name: str, data: bytes, seq: int | None = None) -> bytes:
    """Format one server-sent event; JSON has no line breaks of its own."""
    number = "" if seq is None else f"id: {seq}\n"
    return f"event: {name}\n{number}data: ".encode() + data + b"\n\n"


class EventStream(Response):
    """Response that sends the events of one table to one client until either closes."""

    def __init__(
        self,
        request: Requester,
        table: LiveTable,
        token: str | None,
        after: int | None,
        has: int | None = None,
    ) -> None:
        super().__init__()
        self._has = has if after is None else None  # the last entry in the view that the client already has
        self._services, self._client = request.services, request.client
        self._table, self._token, self._after = table, token, after
        self._sent: tuple[Any, Any] = (None, None)
        self._beat = 0.0  # when the next keep-alive is due, in event loop time

    @property
    def _seats(self) -> frozenset[Player]:
        """The seats of the client; they are swapped with every game at the table."""
        return frozenset() if self._token is None else self._table.find_seats(self._token)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Send until the client disconnects or is too slow, or the server shuts down."""
        try:
            with self._services.stream_limiter.hold_slot(self._client):
                await self._serve_client(receive, send)
        except ApiError as refused:
            await build_error_response(refused)(scope, receive, send)
        except TooSlow:
            self._services.metrics.counts["slow_readers"] += 1
            abort_connection(scope)

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
        await self._write(send, f"retry: {RECONNECT_MILLISECONDS}\n\n".encode())
        with table.watch(self._seats):
            seen = await self._catch_up(send)
            while not table.closing:
                try:
                    async with asyncio.timeout_at(self._beat):
                        await table.wait_for_change(seen)
                except TimeoutError:
                    await self._write(send, b": still here\n\n")
                else:
                    seen = await self._catch_up(send)
            await self._write(send, format_event("bye", b"{}"), more=False)

    async def _catch_up(self, send: Send) -> TableVersion:
        """Send what the client has not received yet; return the version of the table then.

        Another player's hints and refused tries change nothing that this client sees, so nothing is sent.
        """
        table, seats = self._table, self._seats
        seen, view = table.version, table.view.build(seats)
        entries = [] if self._after is None else table.view.list_entries(self._after, seats)
        self._after, self._has, has = view["seq"], None, self._has
        steady, here = _select_steady(view), select_presence(view)
        hints_reloaded = view["hints"] and table.house_player.hints_reloaded  # visible to their own seat only
        unnumbered = hints_reloaded or not view["steps"]  # no entry: a rematch, a Join without a name
        before = (steady, None) if has == view["seq"] and not unnumbered else self._sent
        self._sent = steady, here
        last = b""
        if entries or before[0] != self._sent[0]:
            last = format_event("view", table.view.encode(seats), view["seq"])
        elif before[1] != self._sent[1]:
            last = format_event("presence", encode_json(here), view["seq"])
        for at in range(0, len(entries), STREAM_BATCH):
            batch = (
                format_event("entry", encode_json(one.data), one.seq)
                for one in entries[at : at + STREAM_BATCH]
            )
            await self._write(send, b"".join(batch))
        if last:
            await self._write(send, last)
        return seen

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


def select_presence(view: dict[str, Any]) -> dict[str, Any]:
    """Return the part of a view that changes when somebody comes or goes."""
    return {key: view[key] for key in PRESENCE}


def abort_connection(scope: Scope) -> None:
    """Abort the connection: closing it would wait for ever for the client to receive everything.

    ASGI has no way to do that, so this uses uvicorn's own connection if there is one.
    """
    transport = getattr(scope.get(CONNECTION), "transport", None)
    if transport is not None:
        transport.abort()


def _select_steady(view: dict[str, Any]) -> dict[str, Any]:
    """Return the rest of a view, without the running time."""
    rest = {key: value for key, value in view.items() if key not in (*PRESENCE, "clock")}
    return rest | {"clock": view["clock"] and view["clock"]["running"]}


async def _await_disconnect(receive: Receive) -> None:
    """Wait until the client has disconnected."""
    while (await receive())["type"] != "http.disconnect":
        pass
