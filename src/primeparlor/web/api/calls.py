"""Endpoints of the API as data: one `Call` for each.

The routes, the checks before each endpoint and the description at /api/openapi.json are all made from these.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager, nullcontext
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from primeparlor.web import faults, logging
from primeparlor.web.api.bodies import Schema, checked, read_json
from primeparlor.web.encoding import Json, packed
from primeparlor.web.errors import Refused, is_ours, told
from primeparlor.web.metrics import ROUTE, Meters
from primeparlor.web.middleware import AtOnce, Limits, Purse, client_of
from primeparlor.web.threads import apart, is_large
from primeparlor.web.workers.fair_queue import CLIENT

if TYPE_CHECKING:
    from primeparlor.web.tables.desk import Desk
    from primeparlor.web.tables.registry import Hall


THOUGHTS = "thoughts"  # the rate limit of endpoints that need a worker


class Said(NamedTuple):
    """Responses that are the same for every client, encoded once."""

    games: bytes
    description: bytes


class Rooms(NamedTuple):
    """Services that all endpoints share."""

    hall: Hall
    limits: Limits
    purse: Purse
    streams: AtOnce
    thoughts: AtOnce
    meters: Meters
    said: Said


class Asked(NamedTuple):
    """A request that passed the middleware, with the services its endpoint needs."""

    request: Request
    rooms: Rooms
    call: Call

    @property
    def client(self) -> str:
        return client_of(self.request.scope)

    @property
    def path(self) -> dict[str, str]:
        return self.request.path_params

    async def data(self) -> dict[str, Any]:
        """Read the body and check it against the endpoint's schema."""
        assert self.call.body is not None
        limits = self.rooms.limits
        reading = read_json(self.request, self.call.body, limits.record if self.call.large else limits.body)
        data: dict[str, Any] = await self.in_time(reading)
        return data

    async def table(self, name: str) -> Desk:
        """Find the table of this name; an unknown name counts as a guess."""
        with self.guessing():
            return await self.rooms.hall.find(name)

    @contextmanager
    def guessing(self) -> Iterator[None]:
        """Count unknown tables and tokens; a client with too many must wait, even with valid ones."""
        self.rooms.purse.check(self.client, "misses")
        try:
            yield
        except (faults.NoSuchTable, faults.UnknownToken, faults.ForeignSeat):
            self.rooms.purse.spend(self.client, "misses")
            raise

    @contextmanager
    def spending(self, *spends: str) -> Iterator[None]:
        """Take these from the client's rate limits; count a worker task as running meanwhile."""
        for what in spends:
            self.rooms.purse.spend(self.client, what)
        with self.rooms.thoughts.one_more(self.client) if THOUGHTS in spends else nullcontext():
            yield

    def query(self, name: str) -> str | None:
        """Return the validated query parameter, or None."""
        if name not in self.request.query_params:
            return None
        found: str = checked(self.call.queries[name], self.request.query_params[name], name)
        return found

    def number(self, name: str) -> int | None:
        """Return the query parameter as a validated whole number, or None."""
        text = self.request.query_params.get(name)
        if text is None:
            return None
        value = int(text) if text.isascii() and text.isdecimal() and len(text) < 16 else text
        found: int = checked(self.call.queries[name], value, name)
        return found

    async def in_time(self, reading: Awaitable[Any]) -> Any:
        """Wait for the body; raise if it does not arrive in time."""
        try:
            async with asyncio.timeout(self.rooms.limits.body_time):
                return await reading
        except TimeoutError:
            raise Refused(408, "slow", "The body took too long to arrive.") from None


Does: TypeAlias = Callable[[Asked], Awaitable[Response | dict[str, Any]]]


class Call(NamedTuple):
    """One endpoint of the API."""

    method: str
    path: str
    does: Does
    told: str  # a summary, in a sentence
    answer: str  # the name of the response's schema
    body: Schema | None = None
    status: int = 200
    problems: tuple[int, ...] = ()  # status codes of errors, beside those that its form implies
    spends: tuple[str, ...] = ()  # rate limits it counts against, beside reads or writes
    seat: bool | None = False  # whether it needs a seat's token; None if the token is optional
    queries: dict[str, Schema] = {}
    kind: str = "application/json"  # content type of the response
    takes: str = "application/json"  # content type of the request body
    large: bool = False  # whether the body may be as large as a record


def route(call: Call, rooms: Rooms) -> Route:
    """Build the Starlette route of an endpoint."""

    async def endpoint(request: Request) -> Response:
        request.scope[ROUTE] = call.path
        asked = Asked(request, rooms, call)
        CLIENT.set(asked.client)
        try:
            with asked.spending(*call.spends):
                answer = await call.does(asked)
            if not isinstance(answer, Response):
                answer = await apart(is_large(answer), Json, answer, call.status)
            return await packed(request, answer)
        except asyncio.CancelledError:  # the server is shutting down and cancels what still runs
            return told(faults.Closing()).response()
        except Exception as error:
            if is_ours(error):
                logging.failed(error, route=call.path)
            return told(error).response()

    made = Route(call.path, endpoint, methods=[call.method])
    made.methods = {call.method}  # no HEAD: its response would never end for a stream
    return made
