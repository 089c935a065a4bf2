"""Rate limits per client address, and limits of what runs at once.

Each client address has a few token buckets that refill with time. A request that finds its bucket empty gets
status 429 with the seconds to wait.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import lru_cache
from ipaddress import IPv6Address, ip_address

from primeparlor.web.config import LIMIT_RETRY_AFTER, ClientLimits
from primeparlor.web.errors import ApiError

ONE = 1 - 1e-6  # a token, but for rounding
CLIENT_KEY = "parlor.client"  # key in the scope: the client's address as limits count it


class RateLimiter:
    """Rate limiter: token buckets of all clients, each kept as the time at which it is full again."""

    def __init__(self, limits: ClientLimits, now: Callable[[], float] = time.monotonic) -> None:
        self._limits, self._now = limits, now
        self._buckets: dict[tuple[str, str], float] = {}  # those that are not here are full

    def take(self, client: str, what: str, tokens: int = 1) -> None:
        """Take a token from the client's bucket, or only look; raise if there is none."""
        now, rate = self._now(), getattr(self._limits, what)
        full = max(now, self._buckets.get((client, what), now))
        left = rate.at_once - (full - now) * rate.second
        if left < ONE:
            wait = max(1, math.ceil((1 - left) / rate.second))
            raise build_limit_error("That was too fast. Wait a moment.", wait)
        self.charge(client, what, tokens)

    def charge(self, client: str, what: str, tokens: int) -> None:
        """Take tokens for what was done already; the client may be left with less than none."""
        if not tokens:
            return
        now, rate = self._now(), getattr(self._limits, what)
        full = max(now, self._buckets.get((client, what), now))
        if len(self._buckets) >= self._limits.clients:
            self._drop_buckets(now)
        self._buckets[client, what] = full + tokens / rate.second

    def give_back(self, client: str, what: str) -> None:
        """Return a token to the client's bucket, if it is still remembered."""
        if (client, what) in self._buckets:
            self._buckets[client, what] -= 1 / getattr(self._limits, what).second

    def _drop_buckets(self, now: float) -> None:
        """Drop all full buckets, then the fullest: half of the room is left."""
        shares = {
            key: (full - now) * getattr(self._limits, key[1]).second / getattr(self._limits, key[1]).at_once
            for key, full in self._buckets.items()
            if full > now
        }
        emptiest = sorted(shares, key=shares.__getitem__, reverse=True)
        self._buckets = {key: self._buckets[key] for key in emptiest[: self._limits.clients // 2]}


class ConcurrencyLimiter:
    """Concurrency limiter: how many of something run at once, per client and in total."""

    def __init__(self, each: int, most: float, refusal: str, guests: float = math.inf) -> None:
        self._each, self._most, self._refusal, self._guests = each, most, refusal, guests
        self.open: dict[str, int] = {}
        self.count = self.guests = 0

    @contextmanager
    def hold_slot(self, client: str, is_guest: bool = False) -> Iterator[None]:
        """Count one more meanwhile; raise if that is over a limit. Guests have only a part of the slots."""
        is_full = self.count >= self._most or (is_guest and self.guests >= self._guests)
        if self.open.get(client, 0) >= self._each or is_full:
            raise build_limit_error(self._refusal, LIMIT_RETRY_AFTER)
        self.open[client] = self.open.get(client, 0) + 1
        self.count += 1
        self.guests += is_guest
        try:
            yield
        finally:
            self.count -= 1
            self.guests -= is_guest
            self.open[client] -= 1
            if not self.open[client]:
                del self.open[client]


def build_stream_limiter(limits: ClientLimits) -> ConcurrencyLimiter:
    """Create the limiter of open streams."""
    refusal = "Too many streams are open. Close some."
    return ConcurrencyLimiter(limits.streams_each, limits.streams, refusal, limits.spectators)


def build_task_limiter(limits: ClientLimits) -> ConcurrencyLimiter:
    """Create the limiter of worker tasks per client; the worker pool limits their total."""
    return ConcurrencyLimiter(
        limits.thoughts_each, math.inf, "The house is at work for you. Wait for its answers."
    )


def build_limit_error(message: str, wait: int) -> ApiError:
    """Build the error for a request over a limit."""
    return ApiError(429, "too much", message, {"Retry-After": str(wait)})


@lru_cache(maxsize=4096)
def find_client(host: str) -> str:
    """Return a client's address as rate limits count it; for IPv6, its /64 network."""
    try:
        address = ip_address(host)
    except ValueError:
        return host
    if not isinstance(address, IPv6Address):
        return str(address)
    return str(address.ipv4_mapped or IPv6Address(int(address) >> 64 << 64))


def is_loopback(client: str) -> bool:
    """Return True if a client's address, as rate limits count it, is of this machine."""
    try:
        return client == find_client("::1") or ip_address(client).is_loopback
    except ValueError:
        return False
