"""A server that really listens, and who sits at its tables: what the tests of the HTTP side share."""

from __future__ import annotations

import asyncio
import json
import socket
import threading
import time
from collections.abc import Collection, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

import httpx
import uvicorn

from primeparlor.web.app import build_app
from primeparlor.web.config import ClientLimits, Rate
from primeparlor.web.connections import build_protocol
from primeparlor.web.site.pages import Site
from primeparlor.web.storage.store import Store
from primeparlor.web.tables.registry import TableRegistry
from primeparlor.web.workers.pool import WorkerPool
from primeparlor.web.workers.worker import read_answer, run_task

LONG = 60.0  # seconds: more than anything takes on a busy machine
PLAIN: Any = {"verify": False, "trust_env": False}  # nothing is secret here: spares 20 ms for authorities
PLENTY = Rate(1e6, 1e6)
FREE = ClientLimits()._replace(
    reads=PLENTY,
    writes=PLENTY,
    tables=PLENTY,
    unfinished=PLENTY,
    thoughts=PLENTY,
    records=PLENTY,
    reviews=PLENTY,
    lists=PLENTY,
    openings=PLENTY,
    misses=PLENTY,
    gone=PLENTY,
)
SITE = Site()  # never changes, and takes a while to make


class InHere(WorkerPool):
    """A worker pool without processes: the same questions and answers as JSON."""

    async def ask(self, task: str, *, seconds: float, **data: Any) -> dict[str, Any]:
        question = json.loads(json.dumps(data))
        answer = await asyncio.to_thread(run_task, task, question)
        return read_answer(json.loads(json.dumps(answer)))


def open_registry(folder: Path) -> TableRegistry:
    """Open a registry with its database in this folder."""
    return TableRegistry(Store(f"sqlite:///{folder / 'tables.db'}"), InHere())


class Seat(NamedTuple):
    """Somebody at a table, who sends a token as a program does."""

    client: Any  # of this process, or over the wire
    table: str
    token: str
    player: int

    @property
    def url(self) -> str:
        """The address of the table's page."""
        return f"/t/{self.table}"

    @property
    def headers(self) -> dict[str, str]:
        return {"Authorization": f"Bearer {self.token}"}

    def get(self, what: str = "", **more: Any) -> Any:
        return self.client.get(f"/api/tables/{self.table}{what}", headers=self.headers, **more)

    def post(self, what: str, **body: Any) -> Any:
        return self.client.post(f"/api/tables/{self.table}/{what}", json=body, headers=self.headers)

    def view(self) -> dict[str, Any]:
        view: dict[str, Any] = self.get().json()
        return view

    def now(self, what: str, **body: Any) -> Any:
        """The same as `post`, against the current number."""
        return self.post(what, number=self.view()["number"], **body)


def open_table(client: Any, game: str = "prime-climb", **request: Any) -> Seat:
    """A new table, as who opened it."""
    answer = client.post("/api/tables", json={"game": game, **request})
    assert answer.status_code == 201, answer.text
    client.cookies.clear()
    opened = answer.json()
    return Seat(client, opened["table"], opened["token"], opened["seat"])


def two_friends(client: Any, game: str = "prime-climb", **request: Any) -> tuple[Seat, Seat]:
    """A table with a friend who has joined: who opened it, and the friend."""
    host = open_table(client, game, **request)
    return host, join_table(client, host.table, "Mara")


def join_table(client: Any, table: str, name: str = "") -> Seat:
    """The seat of a friend who joins."""
    answer = client.post(f"/api/tables/{table}/join", json={"name": name})
    assert answer.status_code == 200, answer.text
    client.cookies.clear()
    joined = answer.json()
    return Seat(client, table, joined["token"], joined["seat"])


def error(answer: Any) -> tuple[int, str]:
    """The status and kind of an error, in the one form that all have."""
    told = answer.json()
    assert set(told) == {"error"}
    assert set(told["error"]) - {"said"} == {"kind", "message"}  # of a refused move the game says more
    assert told["error"]["message"].endswith((".", "!"))
    return answer.status_code, told["error"]["kind"]


# Over the wire ------------------------------------------------------------------------------------


class Served(NamedTuple):
    """A server that listens, and a client of it."""

    address: str
    client: httpx.Client
    registry: TableRegistry
    loop: asyncio.AbstractEventLoop

    def close_registry(self) -> None:
        """Close the registry, as at the end of the server."""
        asyncio.run_coroutine_threadsafe(self.registry.close(), self.loop).result(LONG)


@contextmanager
def served(
    folder: Path, limits: ClientLimits = FREE, buffer: int = 0, believed: Collection[str] = ()
) -> Iterator[Served]:
    """A server on a free port of this machine; `buffer` is how much the system keeps for slow readers."""
    with socket.create_server(("127.0.0.1", 0), backlog=200) as listening:
        listening.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        if buffer:
            listening.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, buffer)
        registry = open_registry(folder)
        config = uvicorn.Config(
            build_app(registry, limits, SITE),
            http=build_protocol(limits, believed),
            ws="none",
            log_config=None,
            access_log=False,
            proxy_headers=False,
            timeout_graceful_shutdown=5,
        )
        server, loops = uvicorn.Server(config), list[asyncio.AbstractEventLoop]()

        async def serve() -> None:
            loops.append(asyncio.get_running_loop())
            await server.serve([listening])

        thread = threading.Thread(target=lambda: asyncio.run(serve()))
        thread.start()
        address = f"http://127.0.0.1:{listening.getsockname()[1]}"
        try:
            with httpx.Client(base_url=address, timeout=LONG, **PLAIN) as client:
                client.get("/healthz").raise_for_status()  # waits until it listens
                yield Served(address, client, registry, loops[0])
        finally:
            server.should_exit = True
            thread.join(LONG)
            assert not thread.is_alive()


class Event(NamedTuple):
    """One server-sent event."""

    name: str
    id: str
    data: Any


class Stream:
    """A stream that is being read; every wait for an event has a limit."""

    def __init__(self, response: httpx.Response) -> None:
        self.response, self.comments, self.retry = response, 0, ""
        self._lines = response.iter_lines()
        self.raw = ""

    def __iter__(self) -> Iterator[Event]:
        fields: dict[str, str] = {}
        end = time.monotonic() + LONG
        for line in self._lines:
            self.raw += line + "\n"
            if line.startswith(":"):
                self.comments += 1
                assert time.monotonic() < end, "nothing but signs of life"
            elif line:
                name, _, value = line.partition(": ")
                fields[name] = value
            elif "data" in fields:
                yield Event(fields.get("event", ""), fields.get("id", ""), json.loads(fields["data"]))
                fields, end = {}, time.monotonic() + LONG
            else:
                self.retry, fields = fields.get("retry", self.retry), {}

    def until(self, name: str) -> list[Event]:
        """The events up to the next of this name."""
        found = list[Event]()
        for event in self:
            found.append(event)
            if event.name == name:
                return found
        raise AssertionError(f"the stream ended without {name}: {found}")


@contextmanager
def reading(
    seat: Seat | None, table: str, client: httpx.Client, after: int | None = None, entries: bool = False
) -> Iterator[Stream]:
    """The stream of a table, for this seat or for a spectator; with every entry for a bot."""
    headers = {} if seat is None else seat.headers
    headers = headers if after is None else headers | {"Last-Event-ID": str(after)}
    path = f"/api/tables/{table}/stream{'?entries=1' * entries}"
    with client.stream("GET", path, headers=headers) as response:
        assert response.status_code == 200, response.read()
        yield Stream(response)
