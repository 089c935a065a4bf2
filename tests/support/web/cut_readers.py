"""People who follow a table over lines that are cut at random, and come back with what they had before."""

from __future__ import annotations

import asyncio
import json
import random
from collections.abc import Sequence
from types import SimpleNamespace
from typing import Any, NamedTuple

from primeparlor.core import ParlorError, Player
from primeparlor.web.api.stream import EventStream
from primeparlor.web.config import ClientLimits
from primeparlor.web.rate_limit import build_stream_limiter
from primeparlor.web.tables.live import LiveTable
from support.web.follower import Data, Follower
from support.web.http_server import Event
from support.web.registry import look

LIMITS = ClientLimits()
UNSEEN = ("seats", "watching", "clock", "position")  # these come and go with lines; updates bring no position
Seats = frozenset[Player]
BACK = 3  # events that a reader may have lost with its line, at most


class Line(NamedTuple):
    """A line: what its reader knew before, what it brought, and what was known when it was cut."""

    before: Data | None
    events: list[Event]
    after: Data | None


class Known(NamedTuple):
    """What a reader knew after an event."""

    id: int
    view: Data
    entries: int  # of a bot, told so far


class CutReader:
    """A reader of one table; a bot reads every entry too."""

    def __init__(self, table: LiveTable, person: int | None, bot: bool = False) -> None:
        self.table, self.person, self.bot = table, person, bot
        self.follower = Follower()
        self.entries: list[int] = []
        self.lines: list[Line] = []  # those that were cut
        self._before: Data | None = None
        self._events: list[Event] = []
        self._history: list[Known] = []
        self._rest = b""
        self._line: asyncio.Task[None] | None = None

    @property
    def seats(self) -> Seats:
        table = self.table
        return frozenset() if self.person is None else table.seat_map.find_seats(self.person, table.game)

    def is_current(self) -> bool:
        """Whether everything that this reader may see has come."""
        known = self.follower.view
        now = self.table.game, self.table.view.find_snapshot(self.seats).seq
        return known is not None and (known["game_number"], known["seq"]) == now

    def connect(self) -> None:
        """Open a line, after the last event that is known."""
        services: Any = SimpleNamespace(limits=LIMITS, stream_limiter=build_stream_limiter(LIMITS))
        after = self._history[-1].id if self._history else None
        stream = EventStream(services, "127.0.0.1", self.table, self.person, after, self.bot)
        self._rest = b""
        self._before, self._events = self.follower.view, []
        self._line = asyncio.create_task(stream({}, asyncio.Event().wait, self._receive))  # type: ignore[arg-type]

    async def cut(self, chance: random.Random) -> None:
        """Cut the line, and forget some of the last events: their bytes were lost with it."""
        assert self._line is not None
        self._line.cancel()
        await asyncio.wait([self._line])
        self.lines.append(Line(self._before, self._events, self.follower.view))
        back = chance.randint(0, BACK) if chance.random() < 0.95 else chance.randrange(len(self._history))
        del self._history[max(1, len(self._history) - back) :]
        last = self._history[-1]
        self.follower.view = last.view
        del self.entries[last.entries :]

    async def _receive(self, message: Any) -> None:
        *whole, self._rest = (self._rest + message.get("body", b"")).split(b"\n\n")
        for event in map(parsed, whole):
            if not event.name:
                continue
            self._events.append(event)
            if event.name == "entry":
                self.entries.append(int(event.id))
            self.follower.take(event)
            if self.follower.view is not None and event.name != "bye":
                self._history.append(Known(int(event.id), self.follower.view, len(self.entries)))


def parsed(text: bytes) -> Event:
    """The event in this text; one without a name for a comment or a retry time."""
    fields = dict(line.split(": ", 1) for line in text.decode().splitlines() if not line.startswith(":"))
    return Event(fields.get("event", ""), fields.get("id", ""), json.loads(fields.get("data", "null")))


# What happens meanwhile ------------------------------------------------------------------------------


async def settle() -> None:
    """Let the loop do all that is due."""
    for _ in range(12):
        await asyncio.sleep(0)


async def act(table: LiveTable, chance: random.Random) -> None:
    """Let somebody do something, right or wrong."""
    match, number = table.match, table.match.number
    seat = table.seat_map.find_seats(chance.choice((1, 2)), table.game)
    kind = chance.random()
    try:
        if match.outcome is not None:
            await table.rematch(seat, number)
        elif match.offer is not None:
            await table.answer(seat, number, chance.random() < 0.7)
        elif kind < 0.12:
            await table.undo(seat, number)
        elif kind < 0.2:
            await table.moves(seat, number)
        elif kind < 0.3:
            await table.move(seat, "nonsense", number)
        elif kind < 0.303:
            await table.resign(seat, number)
        else:
            moves = [move for move in match.state.moves() if match.state.after(move).ending() is None]
            await table.move({match.state.turn}, str(chance.choice(moves or match.state.moves())), number)
    except ParlorError:
        pass  # not their turn, or nothing to take back


def alike(known: Data, view: Data) -> None:
    """Both are the same table; older steps may have lost their facts in one of them."""
    for one, other in zip(known["steps"], view["steps"], strict=True):
        if one["facts"] is not None and other["facts"] is not None:
            assert one == other
        assert one["number"] == other["number"]
    assert {key: known[key] for key in known if key not in ("steps", *UNSEEN)} == {
        key: view[key] for key in view if key not in ("steps", *UNSEEN)
    }


async def watch(readers: Sequence[CutReader], table: LiveTable, chance: random.Random, most: int) -> None:
    """Play on while lines are cut and opened again."""
    for reader in readers:
        reader.connect()
    cuts = 0
    while cuts < most:
        await settle()
        while not all(reader.is_current() for reader in readers):  # a long replay takes a while
            await asyncio.sleep(0)
        for reader in readers:
            assert reader.follower.view is not None
            alike(reader.follower.view, look(table, reader.seats))
        gone = [reader for reader in readers if chance.random() < 0.5]
        for reader in gone:
            await reader.cut(chance)
            cuts += 1
        for _ in range(chance.randrange(4)):
            await act(table, chance)
            if chance.random() < 0.5:
                await settle()
        for reader in gone:
            reader.connect()
    while not all(reader.is_current() for reader in readers):
        await asyncio.sleep(0)
