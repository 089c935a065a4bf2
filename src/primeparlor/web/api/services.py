"""What all endpoints share: the tables, the limits of clients, and what is counted."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Annotated, NamedTuple

from fastapi import Depends, Request

from primeparlor.web import errors
from primeparlor.web.config import ClientLimits
from primeparlor.web.rate_limit import CLIENT_KEY, ConcurrencyLimiter, RateLimiter

if TYPE_CHECKING:
    from primeparlor.web.metrics import Metrics
    from primeparlor.web.tables.live import LiveTable
    from primeparlor.web.tables.registry import TableRegistry


class Services(NamedTuple):
    """Services that all endpoints share."""

    registry: TableRegistry
    limits: ClientLimits
    rate_limiter: RateLimiter
    stream_limiter: ConcurrencyLimiter
    task_limiter: ConcurrencyLimiter
    metrics: Metrics
    encode_games: Callable[[], bytes]
    public_metrics: bool


class Client(NamedTuple):
    """The client of a request, by the address that its limits count for."""

    address: str
    services: Services

    def take(self, what: str) -> None:
        """Take one from this rate limit; raise if nothing is left."""
        self.services.rate_limiter.take(self.address, what)

    def charge(self, what: str, tokens: int) -> None:
        """Take so many from this rate limit for what this request costs; the next ones may have to wait."""
        self.services.rate_limiter.charge(self.address, what, tokens)

    def count_unfinished(self, table: LiveTable) -> None:
        """Count a table that this client has opened, until its game is over or a day has passed."""
        limiter, address = self.services.rate_limiter, self.address
        limiter.take(address, "unfinished")
        table.on_end = lambda: limiter.give_back(address, "unfinished")

    @contextmanager
    def think(self) -> Iterator[None]:
        """Take from the limit of worker tasks, and count one as running meanwhile."""
        self.take("thoughts")
        with self.services.task_limiter.hold_slot(self.address):
            yield

    @contextmanager
    def count_guesses(self) -> Iterator[None]:
        """Count unknown tables and tokens; a client with too many must wait, even with valid ones."""
        self.services.rate_limiter.take(self.address, "misses", 0)
        try:
            yield
        except (errors.NoSuchTable, errors.UnknownToken, errors.ForeignSeat):
            self.take("misses")
            raise


async def find_client(request: Request) -> Client:
    """Return the client of this request."""
    return Client(request.scope[CLIENT_KEY], request.app.state.services)


AnyClient = Annotated[Client, Depends(find_client)]


async def take_table(client: AnyClient) -> None:
    """Take from the limit of tables opened."""
    client.services.rate_limiter.take(client.address, "unfinished", 0)
    client.take("tables")


async def hold_thought(client: AnyClient) -> AsyncIterator[None]:
    """Take from the limits of worker tasks until the answer is known."""
    with client.think():
        yield


async def take_record(client: AnyClient) -> None:
    """Take from the limit of records sent."""
    client.take("records")


async def take_review(client: AnyClient) -> None:
    """Take from the limit of reviews sent."""
    client.take("reviews")


async def take_list(client: AnyClient) -> None:
    """Take from the limit of lists of tables sent."""
    client.take("lists")


async def take_opening(client: AnyClient) -> None:
    """Take from the limit of streams opened."""
    client.take("openings")


THINKS = Depends(hold_thought, scope="function")
OPENS_TABLE = Depends(take_table)
READS_RECORD = Depends(take_record)
READS_REVIEW = Depends(take_review)
LISTS_TABLES = Depends(take_list)
OPENS_STREAM = Depends(take_opening)
