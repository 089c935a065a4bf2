"""The server of the stand-in: real sockets on the loopback, one thread for each connection."""

from __future__ import annotations

import json
import threading
from collections import Counter
from collections.abc import Callable, Mapping
from contextlib import suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, NamedTuple, Self

from primeparlor.core import Move, State
from support.stand_in.behaviours import BEHAVIOURS

CHAT = "/v1/chat/completions"


class Seen(NamedTuple):
    """A request that came in."""

    path: str
    headers: dict[str, str]  # their names as in Content-Type
    body: str


def choose_first(state: State) -> Move:
    return state.moves()[0]


class StandIn:
    """A running stand-in, as a context; `choose` is how it plays where it plays well."""

    def __init__(
        self,
        choose: Callable[[State], Move] = choose_first,
        *,
        retry_after: str = "0",
        elsewhere: str = "/v1/good",
    ) -> None:
        self.choose, self.retry_after, self.elsewhere = choose, retry_after, elsewhere
        self.seen: list[Seen] = []
        self.closing = threading.Event()
        self._counts: Counter[str] = Counter()
        self._lock = threading.Lock()
        self._server = _Server(("127.0.0.1", 0), Handler)
        self._server.stand_in = self
        self._thread = threading.Thread(target=self._server.serve_forever, kwargs={"poll_interval": 0.01})

    @property
    def url(self) -> str:
        """The base URL, as clients want it."""
        return f"http://127.0.0.1:{self._server.server_address[1]}/v1"

    def label(self, behaviour: str) -> str:
        """Return the seat label of this behaviour."""
        assert behaviour in BEHAVIOURS
        return f"llm:{behaviour}@{self.url}"

    def count(self, what: str) -> int:
        """Count one more of this, and return how many there are."""
        with self._lock:
            self._counts[what] += 1
            return self._counts[what]

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, *error: object) -> None:
        self.closing.set()
        self._server.shutdown()
        self._thread.join()
        self._server.server_close()  # waits for the connections


class _Server(ThreadingHTTPServer):
    daemon_threads = False
    stand_in: StandIn

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Ignore clients that have left."""


class Handler(BaseHTTPRequestHandler):
    """The handler of one request."""

    server: _Server

    @property
    def stand_in(self) -> StandIn:
        return self.server.stand_in

    def do_POST(self) -> None:
        """Behave as the model that is asked for."""
        body = self.rfile.read(int(self.headers.get("Content-Length", 0))).decode()
        self.stand_in.seen.append(
            Seen(self.path, {name.title(): value for name, value in self.headers.items()}, body)
        )
        request = json.loads(body)
        behaviour = BEHAVIOURS.get(request.get("model", ""))
        if self.path != CHAT or behaviour is None:
            self.send_json({"error": {"message": "There is no such model here"}}, 404)
            return
        with suppress(ConnectionError):
            behaviour(self, request)

    def send_json(self, data: object, status: int = 200, headers: Mapping[str, str] | None = None) -> None:
        self.send_text(json.dumps(data), status, {"Content-Type": "application/json", **(headers or {})})

    def send_text(self, text: str, status: int = 200, headers: Mapping[str, str] | None = None) -> None:
        self.start(status, len(text.encode()), headers)
        self.write(text.encode())

    def start(self, status: int, length: int, headers: Mapping[str, str] | None = None) -> None:
        self.send_response(status)
        for name, value in {**(headers or {}), "Content-Length": str(length), "Connection": "close"}.items():
            self.send_header(name, value)
        self.end_headers()

    def write(self, data: bytes) -> None:
        self.wfile.write(data)
        self.wfile.flush()

    def log_message(self, format: str, *args: Any) -> None:
        """Write nothing to standard error."""
