"""Endpoints of the API as data: one `Endpoint` for each.

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

from primeparlor.web import errors, logging
from primeparlor.web.api.bodies import Schema, check_value, read_json
from primeparlor.web.config import ClientLimits
from primeparlor.web.errors import ApiError, is_server_error
from primeparlor.web.metrics import ROUTE, Metrics
from primeparlor.web.rate_limit import ConcurrencyLimiter, RateLimiter, find_client
from primeparlor.web.responses import JsonResponse, build_error_response, compress_response
from primeparlor.web.threads import is_large, run_in_thread
from primeparlor.web.workers.fair_queue import CLIENT

if TYPE_CHECKING:
    from primeparlor.web.tables.live import LiveTable
    from primeparlor.web.tables.registry import TableRegistry


THOUGHTS = "thoughts"  # the rate limit of endpoints that need a worker


class CachedDocuments(NamedTuple):
    """Responses that are the same for every client, encoded when they are first asked for."""

    games: Callable[[], bytes]
    description: Callable[[], bytes]


class Services(NamedTuple):
    """Services that all endpoints share."""

    registry: TableRegistry
    limits: ClientLimits
    rate_limiter: RateLimiter
    stream_limiter: ConcurrencyLimiter
    task_limiter: ConcurrencyLimiter
    metrics: Metrics
    documents: CachedDocuments


class ApiRequest(NamedTuple):
    """A request that passed the middleware, with the services its endpoint needs."""

    http: Request
    services: Services
    endpoint: Endpoint

    @property
    def client(self) -> str:
        return find_client(self.http.scope)

    @property
    def path(self) -> dict[str, str]:
        return self.http.path_params

    async def read_body(self) -> dict[str, Any]:
        """Read the body and check it against the endpoint's schema."""
        assert self.endpoint.body is not None
        limits = self.services.limits
        reading = read_json(
            self.http, self.endpoint.body, limits.record if self.endpoint.large else limits.body
        )
        data: dict[str, Any] = await self.read_in_time(reading)
        return data

    async def find_table(self, name: str) -> LiveTable:
        """Find the table of this name; an unknown name counts as a guess."""
        with self.count_guesses():
            return await self.services.registry.find_table(name)

    @contextmanager
    def count_guesses(self) -> Iterator[None]:
        """Count unknown tables and tokens; a client with too many must wait, even with valid ones."""
        self.services.rate_limiter.check(self.client, "misses")
        try:
            yield
        except (errors.NoSuchTable, errors.UnknownToken, errors.ForeignSeat):
            self.services.rate_limiter.take(self.client, "misses")
            raise

    @contextmanager
    def spend_limits(self, *spends: str) -> Iterator[None]:
        """Take these from the client's rate limits; count a worker task as running meanwhile."""
        for what in spends:
            self.services.rate_limiter.take(self.client, what)
        with self.services.task_limiter.hold_slot(self.client) if THOUGHTS in spends else nullcontext():
            yield

    def read_query(self, name: str) -> str | None:
        """Return the validated query parameter, or None."""
        if name not in self.http.query_params:
            return None
        found: str = check_value(self.endpoint.queries[name], self.http.query_params[name], name)
        return found

    def read_number(self, name: str) -> int | None:
        """Return the query parameter as a validated whole number, or None."""
        text = self.http.query_params.get(name)
        if text is None:
            return None
        value = int(text) if text.isascii() and text.isdecimal() and len(text) < 16 else text
        found: int = check_value(self.endpoint.queries[name], value, name)
        return found

    async def read_in_time(self, reading: Awaitable[Any]) -> Any:
        """Wait for the body; raise if it does not arrive in time."""
        try:
            async with asyncio.timeout(self.services.limits.body_time):
                return await reading
        except TimeoutError:
            raise ApiError(408, "slow", "The body took too long to arrive.") from None


Handler: TypeAlias = Callable[[ApiRequest], Awaitable[Response | dict[str, Any]]]


class Endpoint(NamedTuple):
    """One endpoint of the API."""

    method: str
    path: str
    handler: Handler
    summary: str  # a summary, in a sentence
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


def build_route(endpoint: Endpoint, services: Services) -> Route:
    """Build the Starlette route of an endpoint."""

    async def handle(http: Request) -> Response:
        http.scope[ROUTE] = endpoint.path
        request = ApiRequest(http, services, endpoint)
        CLIENT.set(request.client)
        try:
            with request.spend_limits(*endpoint.spends):
                answer = await endpoint.handler(request)
            if not isinstance(answer, Response):
                answer = await run_in_thread(is_large(answer), JsonResponse, answer, endpoint.status)
            return await compress_response(http, answer)
        except asyncio.CancelledError:  # the server is shutting down and cancels what still runs
            return build_error_response(errors.ServerClosing())
        except Exception as error:
            if is_server_error(error):
                logging.log_error(error, route=endpoint.path)
            return build_error_response(error)

    made = Route(endpoint.path, handle, methods=[endpoint.method])
    made.methods = {endpoint.method}  # no HEAD: its response would never end for a stream
    return made
