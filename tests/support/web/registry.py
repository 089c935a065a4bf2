"""A registry for tests: its tables in a file, its workers in this process, its clock turned by hand."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Awaitable, Callable, Collection, Coroutine
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, TypeVar

from primeparlor.core import Player, State
from primeparlor.games import GAMES
from primeparlor.match import Settings
from primeparlor.web.config import TableLimits
from primeparlor.web.storage.store import Store
from primeparlor.web.tables.create import TableRequest
from primeparlor.web.tables.live import LiveTable, SeatGrant
from primeparlor.web.tables.registry import TableRegistry
from primeparlor.web.workers.pool import WorkerPool
from primeparlor.web.workers.worker import read_answer, run_task

T = TypeVar("T")
READERS: tuple[frozenset[Player], ...] = (frozenset([1]), frozenset([2]), frozenset())
CLOCK = Settings(clock=30)
PATIENCE = 60.0  # seconds: never needed, unless something is broken


def run(test: Coroutine[Any, Any, T]) -> T:
    """What this test brings, unless it hangs."""

    async def limited() -> T:
        return await asyncio.wait_for(test, PATIENCE)

    return asyncio.run(limited())


class ManualClock:
    """A clock turned by hand."""

    def __init__(self) -> None:
        self.time = 1_000_000.0

    def __call__(self) -> float:
        return self.time


class InProcessPool(WorkerPool):
    """The same questions and answers as JSON, but without processes; it may be held up."""

    def __init__(self) -> None:
        super().__init__(workers=1)
        self.questions: list[tuple[str, dict[str, Any]]] = []
        self.held: asyncio.Event | None = None  # answers wait for it
        self.waits = asyncio.Event()  # set when a question does
        self.fails: Callable[[str], None] = lambda task: None  # may raise

    async def ask(self, task: str, *, seconds: float, **data: Any) -> dict[str, Any]:
        self.questions.append((task, data))
        if self.held is not None:
            self.waits.set()
            await self.held.wait()
        self.fails(task)
        return read_answer(json.loads(json.dumps(run_task(task, json.loads(json.dumps(data))))))


class Place:
    """Where tables are stored; a registry there can be closed or left, and another opened."""

    def __init__(self, folder: Path, limits: TableLimits = TableLimits()) -> None:  # noqa: B008 – immutable
        self.store = Store(f"sqlite:///{folder}/tables.db")
        self.limits, self.now, self.clock = limits, ManualClock(), ManualClock()
        self.workers = InProcessPool()

    def pass_time(self, seconds: float) -> None:
        """Let this time pass, on both clocks."""
        self.now.time += seconds
        self.clock.time += seconds

    def open_registry(self) -> TableRegistry:
        return TableRegistry(self.store, self.workers, self.limits, self.now, self.clock)


@asynccontextmanager
async def place(folder: Path, limits: TableLimits = TableLimits()) -> AsyncIterator[Place]:  # noqa: B008
    made = Place(folder, limits)
    try:
        yield made
    finally:
        made.store.close()


def start(game: str = "pocket-addition") -> State:
    return GAMES[game].start()


async def two(
    registry: TableRegistry, request: TableRequest | None = None
) -> tuple[LiveTable, SeatGrant, SeatGrant]:
    """A table with two friends: Player 1 opened it, Player 2 joined."""
    opened = await registry.open_table(request or TableRequest(start(), "friend", name="Mara"))
    return opened.table, opened, await opened.table.join("Ben")


async def found(here: Place, table: LiveTable) -> tuple[TableRegistry, LiveTable]:
    """The table in another registry, as after a restart."""
    registry = here.open_registry()
    return registry, await registry.find_table(table.id)


async def play(table: LiveTable, *moves: object) -> None:
    """Play these moves for whoever is to move."""
    for move in moves:
        await table.move({table.match.state.turn}, str(move), table.match.number)


def look(table: LiveTable, seats: Collection[Player]) -> dict[str, Any]:
    """The whole table as these seats may see it."""
    reader = seats if isinstance(seats, frozenset) else frozenset(seats)
    view: dict[str, Any] = json.loads(table.view.encode(reader))
    return view


async def wait_for_change(table: LiveTable, seen: int) -> int:
    """Wait until the table's version differs from this one, and return it."""
    while table.presence.version == seen:
        await table.presence.add_waiter(is_player=True)
    return table.presence.version


async def until(table: LiveTable, holds: Callable[[], object]) -> None:
    """Wait for changes at the table until this holds."""
    while not holds():
        await wait_for_change(table, table.presence.version)


async def refused(error: type[BaseException], act: Awaitable[object]) -> str:
    """The sentence of the error that this must raise."""
    try:
        await act
    except error as raised:
        return str(raised)
    raise AssertionError(f"{error.__name__} was not raised")


def seen(table: LiveTable, seats: Collection[Player]) -> list[str]:
    """The kinds of all entries that these seats may see."""
    return [json.loads(news.text)["kind"] for news in table.view.list_entries(0, seats)]
