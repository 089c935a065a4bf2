"""A table as server-sent events: what happened since the reader was last here, then everything that happens.

Every reader has only a place in the table's entries: nothing is queued. Who reads too slowly is dropped and
comes back with `Last-Event-ID`. The server says something now and then, so that a dead line is noticed.
"""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from starlette.requests import Request
from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from primeparlor.core import Player
from primeparlor.web.encoding import encoded
from primeparlor.web.errors import Refused
from primeparlor.web.metrics import CONNECTION

if TYPE_CHECKING:
    from primeparlor.web.api.calls import Asked
    from primeparlor.web.tables.desk import Desk
    from primeparlor.web.tables.presence import Seen

RETRY = 1000  # milliseconds until a browser comes back
PRESENCE = ("seats", "watching", "thinking")  # the keys of a view that change when somebody comes or goes
BATCH = 200  # entries written at once
HEADERS = [
    (b"content-type", b"text/event-stream; charset=utf-8"),
    (b"cache-control", b"no-store"),
    (b"x-accel-buffering", b"no"),  # for a proxy in front
]


class TooSlow(Exception):
    """The reader does not take in what is sent."""


def last_seen(request: Request) -> int | None:
    """The entry after which the reader wants to go on; None for somebody new."""
    text = request.headers.get("last-event-id", "")
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 16 else None


def event(name: str, data: bytes, seq: int | None = None) -> bytes:
    """One event as it is sent; JSON has no line breaks of its own."""
    number = "" if seq is None else f"id: {seq}\n"
    return f"event: {name}\n{number}data: ".encode() + data + b"\n\n"


class EventStream(Response):
    """Sends the events of one table to one reader, until either leaves."""

    def __init__(
        self, asked: Asked, desk: Desk, token: str | None, after: int | None, has: int | None = None
    ) -> None:
        super().__init__()
        self._has = has if after is None else None  # the last entry in the view that the reader has just got
        self._rooms, self._client = asked.rooms, asked.client
        self._desk, self._token, self._after = desk, token, after
        self._sent: tuple[Any, Any] = (None, None)
        self._beat = 0.0  # when the next sign of life is due, by the time of the loop

    @property
    def _seats(self) -> frozenset[Player]:
        """The seats of the reader, which change with every game at the table."""
        return frozenset() if self._token is None else self._desk.seats_of(self._token)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Send until the reader goes or is too slow, or the server closes."""
        try:
            with self._rooms.streams.one_more(self._client):
                await self._open(receive, send)
        except Refused as refused:
            await refused.response()(scope, receive, send)
        except TooSlow:
            self._rooms.meters.counts["slow_readers"] += 1
            drop(scope)

    async def _open(self, receive: Receive, send: Send) -> None:
        """Tell the reader everything, unless it leaves first."""
        telling = asyncio.create_task(self._tell(send))
        leaving = asyncio.create_task(_left(receive))
        try:
            await asyncio.wait((telling, leaving), return_when=asyncio.FIRST_COMPLETED)
        finally:
            leaving.cancel()
            if not telling.done():
                telling.cancel()
            with suppress(asyncio.CancelledError):
                await telling

    async def _tell(self, send: Send) -> None:
        """What was missed, then what happens."""
        desk = self._desk
        cookies = [(name, value) for name, value in self.raw_headers if name == b"set-cookie"]
        await send({"type": "http.response.start", "status": 200, "headers": [*HEADERS, *cookies]})
        await self._write(send, f"retry: {RETRY}\n\n".encode())
        with desk.watch(self._seats):
            seen = await self._catch_up(send)
            while not desk.closing:
                try:
                    async with asyncio.timeout_at(self._beat):
                        await desk.changed(seen)
                except TimeoutError:
                    await self._write(send, b": still here\n\n")
                else:
                    seen = await self._catch_up(send)
            await self._write(send, event("bye", b"{}"), more=False)

    async def _catch_up(self, send: Send) -> Seen:
        """Send what the reader has not got yet; what there was to be seen then.

        Somebody else's hints and refused tries change nothing that this reader sees, so nothing is sent.
        """
        desk, seats = self._desk, self._seats
        seen, view = desk.seen, desk.view(seats)
        news = [] if self._after is None else desk.news(self._after, seats)
        self._after, self._has, has = view["seq"], None, self._has
        steady, here = _steady(view), presence(view)
        told_again = view["hints"] and desk.playing.told_again  # only to their own seat
        unnumbered = told_again or not view["steps"]  # a rematch, a Join without a name
        before = (steady, None) if has == view["seq"] and not unnumbered else self._sent
        self._sent = steady, here
        last = b""
        if news or before[0] != self._sent[0]:
            last = event("view", desk.sent(seats), view["seq"])
        elif before[1] != self._sent[1]:
            last = event("presence", encoded(here), view["seq"])
        for at in range(0, len(news), BATCH):
            batch = (event("entry", encoded(one.data), one.seq) for one in news[at : at + BATCH])
            await self._write(send, b"".join(batch))
        if last:
            await self._write(send, last)
        return seen

    async def _write(self, send: Send, body: bytes, more: bool = True) -> None:
        """Send this, if what was sent before has been taken in.

        The next sign of life counts from here, not from what this reader does not see: its delay would tell.
        """
        message = {"type": "http.response.body", "body": body, "more_body": more}
        try:
            async with asyncio.timeout(self._rooms.limits.patience):  # `wait_for` may miss that a reader left
                await send(message)
        except TimeoutError:
            raise TooSlow from None
        self._beat = asyncio.get_running_loop().time() + self._rooms.limits.beat


def presence(view: dict[str, Any]) -> dict[str, Any]:
    """The part of a view that changes when somebody comes or goes."""
    return {key: view[key] for key in PRESENCE}


def _steady(view: dict[str, Any]) -> dict[str, Any]:
    """The rest of a view, without the time that runs."""
    rest = {key: value for key, value in view.items() if key not in (*PRESENCE, "clock")}
    return rest | {"clock": view["clock"] and view["clock"]["running"]}


async def _left(receive: Receive) -> None:
    """Return when the reader has gone."""
    while (await receive())["type"] != "http.disconnect":
        pass


def drop(scope: Scope) -> None:
    """Cut the line at once: closing it would wait for ever until all that was sent is taken in.

    ASGI knows no way to do that, so this reaches for the server's own connection where it has one.
    """
    transport = getattr(scope.get(CONNECTION), "transport", None)
    if transport is not None:
        transport.abort()
