"""Limits on connections before a request is complete: how many, and how long each may take.

The middleware sees complete requests only, and uvicorn waits for ever for the rest of one: its own timer runs
between two requests, and stops at the first byte.
"""

from __future__ import annotations

import asyncio
import logging
from collections import Counter
from collections.abc import Collection

from h11 import Data, EndOfMessage, Response
from uvicorn.protocols.http.h11_impl import H11Protocol

from primeparlor.web.config import SHUTDOWN_PATIENCE, ClientLimits
from primeparlor.web.errors import NOT_HTTP
from primeparlor.web.json_encoder import encode_json
from primeparlor.web.logging import ALL_TAKEN
from primeparlor.web.metrics import ROUTE
from primeparlor.web.middleware import HEADERS
from primeparlor.web.rate_limit import find_client

log = logging.getLogger(__name__)


class ConnectionCounter:
    """Open connections by client address; a trusted proxy carries many clients, so only the total counts."""

    def __init__(self, limits: ClientLimits, trusted: Collection[str] = ()) -> None:
        self.limits, self._trusted = limits, trusted
        self.open: Counter[str] = Counter()
        self.count = 0

    def add(self, host: str) -> bool:
        """Count a new connection; return True if it is within the limits."""
        client = find_client(host)
        self.open[client] += 1
        self.count += 1
        if self.count > self.limits.connections:
            log.warning(ALL_TAKEN)
            return False
        return host in self._trusted or self.open[client] <= self.limits.connections_each

    def remove(self, host: str) -> None:
        """Count a closed connection."""
        client = find_client(host)
        self.open[client] -= 1
        self.count -= 1
        if not self.open[client]:
            del self.open[client]


class LimitedConnection(H11Protocol):
    """An HTTP connection with limits of its number, and timeouts for requests and for who reads no answer."""

    all: ConnectionCounter
    _late: asyncio.TimerHandle | None = None  # runs while the head of a request arrives
    _unread: asyncio.TimerHandle | None = None  # runs while the client does not receive what was sent
    _patience: float

    @property
    def _host(self) -> str:
        return self.client[0] if self.client else ""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._patience = self.all.limits.patience
        if self.all.add(self._host):
            self._start_timeout()
        else:
            transport.abort()

    def connection_lost(self, exc: Exception | None) -> None:
        self.all.remove(self._host)
        self._stop_timeout()
        self._stop_patience()
        self._unset_keepalive_if_required()  # uvicorn leaves its timer running when a connection breaks
        super().connection_lost(exc)

    def send_400_response(self, msg: str) -> None:
        """Reject what is not HTTP with an error in the form of all others."""
        body = encode_json({"error": {"kind": "malformed", "message": NOT_HTTP}})
        headers = [("content-type", "application/json"), ("content-length", str(len(body)))]
        headers += [*HEADERS.items(), ("connection", "close")]
        for event in (Response(status_code=400, headers=headers), Data(data=body), EndOfMessage()):
            self.transport.write(self.conn.send(event) or b"")
        self.transport.close()

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        self._start_timeout()

    def _start_timeout(self) -> None:
        """Start the timeout while no response is under way; only a complete head stops it, not more bytes."""
        if self.cycle is not None and not self.cycle.response_complete:
            self._stop_timeout()
        elif self._late is None:
            self._late = self.loop.call_later(self.all.limits.head_time, self.transport.abort)

    def _stop_timeout(self) -> None:
        if self._late is not None:
            self._late.cancel()
            self._late = None

    # Clients that do not read their answers -----------------------------------------------------------

    def pause_writing(self) -> None:
        super().pause_writing()
        if not str(self.scope.get(ROUTE)).endswith("/stream"):  # a stream cuts slow readers itself
            self._start_patience()

    def resume_writing(self) -> None:
        super().resume_writing()
        self._stop_patience()

    def on_response_complete(self) -> None:
        super().on_response_complete()
        if self.transport.is_closing():  # after its last answer
            self._start_patience()

    def timeout_keep_alive_handler(self) -> None:
        super().timeout_keep_alive_handler()
        self._start_patience()

    def shutdown(self) -> None:
        """Close the connection when all is sent; a client that receives nothing is cut soon."""
        super().shutdown()
        self._patience = min(self._patience, SHUTDOWN_PATIENCE)
        self._start_patience()

    def _start_patience(self) -> None:
        """Cut the connection if the client receives nothing of what is left to send."""
        self._stop_patience()
        if unsent := self.transport.get_write_buffer_size():
            self._unread = self.loop.call_later(self._patience, self._check_progress, unsent)

    def _check_progress(self, before: int) -> None:
        """Cut the connection, or wait on if less is left to send than before."""
        if self.transport.get_write_buffer_size() >= before:
            self.transport.abort()
        else:
            self._start_patience()

    def _stop_patience(self) -> None:
        if self._unread is not None:
            self._unread.cancel()
            self._unread = None


def build_protocol(limits: ClientLimits, trusted: Collection[str] = ()) -> type[LimitedConnection]:
    """Build a protocol class for uvicorn with these limits and its own connection count."""

    class Counted(LimitedConnection):
        all = ConnectionCounter(limits, trusted)

    return Counted
