"""Rate limits per client address, the check against cross-site writes, and the headers of every response.

Each client address has a few token buckets that refill with time. A request that finds its bucket empty gets
status 429 with the seconds to wait.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterator, MutableMapping
from contextlib import contextmanager
from ipaddress import IPv6Address, ip_address
from typing import Any, NamedTuple
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from primeparlor.web.errors import ApiError

READS = ("GET", "HEAD", "OPTIONS")
SEAT_COOKIE = "seat"  # the name of the cookie

OF_PAGES = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
        "form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
    ),
    "Cross-Origin-Opener-Policy": "same-origin",
}
HEADERS = {
    **OF_PAGES,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cache-Control": "no-store",
}
PARTS = ("text/javascript", "text/css")  # browsers ignore page headers on these


class Rate(NamedTuple):
    """A rate limit: tokens per second, and the size of the bucket."""

    second: float
    at_once: float


class ClientLimits(NamedTuple):
    """Limits per client and in total: enough for several people and bots on one machine."""

    reads: Rate = Rate(200, 2000)
    writes: Rate = Rate(100, 1000)
    tables: Rate = Rate(0.1, 200)  # opened
    thoughts: Rate = Rate(10, 200)  # that need a worker
    misses: Rate = Rate(0.5, 100)  # unknown tables and wrong tokens: guesses
    thoughts_each: int = 8  # running at once
    streams_each: int = 100
    streams: int = 2_000
    connections_each: int = 300  # of one address
    clients: int = 10_000  # remembered
    body: int = 64 * 1024
    record: int = 1024 * 1024
    head_time: float = 15.0  # seconds in which the head of a request must arrive
    body_time: float = 30.0  # seconds in which a body must arrive
    patience: float = 20.0  # seconds a client may take to receive what was sent
    beat: float = 15.0  # seconds between two keep-alive comments of a stream


# Limits -----------------------------------------------------------------------------------------------


class Bucket:
    """Token bucket of one client for one rate limit."""

    __slots__ = ("left", "rate", "since")

    def __init__(self, rate: Rate, now: float) -> None:
        self.rate, self.left, self.since = rate, rate.at_once, now

    def refill(self, now: float) -> None:
        """Add the tokens of the time since the last call."""
        self.left = min(self.rate.at_once, self.left + (now - self.since) * self.rate.second)
        self.since = now

    @property
    def wait(self) -> int:
        """Whole seconds until there is a token."""
        return max(1, math.ceil((1 - self.left) / self.rate.second))


class RateLimiter:
    """Rate limiter: the buckets of all clients; full ones may be dropped."""

    def __init__(self, limits: ClientLimits, now: Callable[[], float] = time.monotonic) -> None:
        self._limits, self._now = limits, now
        self._buckets: dict[tuple[str, str], Bucket] = {}

    def check(self, client: str, what: str) -> Bucket:
        """Return the client's bucket; raise if it has no token."""
        now, rate = self._now(), getattr(self._limits, what)
        bucket = self._buckets.get((client, what))
        if bucket is None:
            bucket = Bucket(rate, now)
            self._drop_buckets(now)
            self._buckets[client, what] = bucket
        bucket.refill(now)
        if bucket.left < 1:
            raise build_limit_error("That was too fast. Wait a moment.", bucket.wait)
        return bucket

    def take(self, client: str, what: str) -> None:
        """Take one token; raise if there is none."""
        self.check(client, what).left -= 1

    def _drop_buckets(self, now: float) -> None:
        """Drop buckets if there are too many: all full ones, then the fullest."""
        if len(self._buckets) < self._limits.clients:
            return
        for bucket in self._buckets.values():
            bucket.refill(now)
        kept = sorted(
            (item for item in self._buckets.items() if item[1].left < item[1].rate.at_once),
            key=lambda item: item[1].left / item[1].rate.at_once,
        )
        self._buckets = dict(kept[: self._limits.clients // 2])


class ConcurrencyLimiter:
    """Concurrency limiter: how many of something run at once, per client and in total."""

    def __init__(self, each: int, most: float, refusal: str) -> None:
        self._each, self._most, self._refusal = each, most, refusal
        self.open: dict[str, int] = {}
        self.count = 0

    @contextmanager
    def hold_slot(self, client: str) -> Iterator[None]:
        """Count one more meanwhile; raise if that is over a limit."""
        if self.open.get(client, 0) >= self._each or self.count >= self._most:
            raise build_limit_error(self._refusal, 5)
        self.open[client] = self.open.get(client, 0) + 1
        self.count += 1
        try:
            yield
        finally:
            self.count -= 1
            self.open[client] -= 1
            if not self.open[client]:
                del self.open[client]


def build_stream_limiter(limits: ClientLimits) -> ConcurrencyLimiter:
    """Create the limiter of open streams."""
    return ConcurrencyLimiter(limits.streams_each, limits.streams, "Too many streams are open. Close some.")


def build_task_limiter(limits: ClientLimits) -> ConcurrencyLimiter:
    """Create the limiter of worker tasks per client; the worker pool limits their total."""
    return ConcurrencyLimiter(
        limits.thoughts_each, math.inf, "The house is at work for you. Wait for its answers."
    )


def build_limit_error(message: str, wait: int) -> ApiError:
    """Build the error for a request over a limit."""
    return ApiError(429, "too much", message, {"Retry-After": str(wait)})


def find_client(scope: Scope) -> str:
    """Return the client's address as rate limits count it; for IPv6, its /64 network."""
    host = (scope.get("client") or ("",))[0]
    try:
        address = ip_address(host)
    except ValueError:
        return str(host)
    if not isinstance(address, IPv6Address):
        return str(address)
    return str(address.ipv4_mapped or IPv6Address(int(address) >> 64 << 64))


# Origin -----------------------------------------------------------------------------------------------


def check_origin(headers: Headers) -> None:
    """Reject cross-site writes (CSRF): browsers attach the seat cookie automatically.

    Programs that send their token in a header need no origin.
    """
    origin, host = headers.get("origin"), headers.get("host", "")
    if origin is not None:
        ours = _is_same_origin(origin, host)
    elif "authorization" in headers or not _has_seat_cookie(headers):
        return
    elif "sec-fetch-site" in headers:
        ours = headers["sec-fetch-site"] == "same-origin"
    else:
        ours = _is_same_origin(headers.get("referer", ""), host)
    if not ours:
        raise ApiError(403, "origin", "This must be sent from a page of this house.")


def _has_seat_cookie(headers: Headers) -> bool:
    return any(part.strip().startswith(f"{SEAT_COOKIE}=") for part in headers.get("cookie", "").split(";"))


def _is_same_origin(address: str, host: str) -> bool:
    """Return True if this URL is on our host; the default port may be left out."""
    try:
        given, default = urlsplit(address), {"http": 80, "https": 443}
        port = default.get(given.scheme)
        ours = urlsplit(f"//{host}")
        return (
            port is not None
            and bool(given.hostname)
            and (given.hostname, given.port or port) == (ours.hostname, ours.port or port)
        )
    except ValueError:
        return False


# Middleware ---------------------------------------------------------------------------------------------


class SecurityMiddleware:
    """Middleware that checks rate limits and origins, and adds headers to every response."""

    def __init__(self, app: ASGIApp, purse: RateLimiter) -> None:
        self._app, self._purse = app, purse

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass on the request, or reject it."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return

        async def with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                _add_headers(message)
            await send(message)

        try:
            self._check_request(scope)
        except ApiError as refused:
            await refused.build_response()(scope, receive, with_headers)
        else:
            await self._app(scope, receive, with_headers)

    def _check_request(self, scope: Scope) -> None:
        reads = scope["method"] in READS
        self._purse.take(find_client(scope), "reads" if reads else "writes")
        if not reads:
            check_origin(Headers(scope=scope))


def _add_headers(message: MutableMapping[str, Any]) -> None:
    headers = MutableHeaders(raw=message.setdefault("headers", []))
    part = headers.get("content-type", "").startswith(PARTS)
    for name, value in HEADERS.items():
        if not (part and name in OF_PAGES):
            headers.setdefault(name, value)
    message["headers"] = headers.raw
