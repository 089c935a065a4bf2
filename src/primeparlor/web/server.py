"""`parlor serve`: starts the server and shuts it down in order.

The server is open before its application is imported: `LazyApp` answers health checks meanwhile. The workers
start last.

On SIGTERM or Ctrl-C the server takes no new requests, notifies the pages, suspends every match with its
clock, and ends its worker processes. If it is killed instead, everything acknowledged is in the database all
the same, and the workers end by themselves.
"""

from __future__ import annotations

import asyncio
import errno
import gc
import logging
import os
import resource
import signal
import socket
from collections.abc import Collection, Iterator
from contextlib import closing, contextmanager, suppress
from ipaddress import ip_address
from threading import Thread
from typing import TYPE_CHECKING

import uvicorn

from primeparlor import records
from primeparlor.core import ParlorError
from primeparlor.files import escape_text, make_folders
from primeparlor.web.config import (
    BACKLOG,
    CLEAN_UP_SECONDS,
    DRAIN_SECONDS,
    GARBAGE_THRESHOLDS,
    SPARE_FILES,
    Access,
    ClientLimits,
)
from primeparlor.web.connections import build_protocol
from primeparlor.web.lazy_app import LazyApp
from primeparlor.web.logging import CONFIG, log_error
from primeparlor.web.storage.database import lock_database
from primeparlor.web.storage.store import Store
from primeparlor.web.tables.registry import TableRegistry
from primeparlor.web.workers.pool import WorkerPool

if TYPE_CHECKING:
    from starlette.types import ASGIApp

OPEN = "Prime Parlor is open at {} — Ctrl-C closes it."
ELSEWHERE = "Other devices on your network open it at this computer's network address, port {}."
HERE = {"0.0.0.0": "127.0.0.1", "::": "::1"}  # wildcard addresses, and the local ones that a browser can open
LOOPBACK = ("localhost", "127.0.0.1", "::1", "0.0.0.0", "::")  # the last two lead to this computer too
log = logging.getLogger(__name__)


def run_server(
    host: str,
    port: int,
    database: str | None,
    open_page: bool,
    proxy: str | None = None,
    metrics: bool = False,
    reload: bool = False,
) -> int:
    """Run the server until a signal comes and return the exit code.

    Client addresses from `proxy` are trusted; other machines see the metrics only if `metrics` is true.
    With `reload`, changed files for the browser are seen at once.
    """
    trusted = parse_proxy(proxy)
    raise_file_limit()
    url = database or _find_database()
    with (
        lock_database(url) as publish_address,
        closing(Store(url)) as store,
        _open_socket(host, port) as listener,
    ):
        publish_address(format_url(*listener.getsockname()[:2]))
        asyncio.run(_serve(store, listener, open_page, trusted, metrics, reload))
    return 0


def parse_proxy(proxy: str | None) -> list[str]:
    """Return the proxy addresses whose X-Forwarded-For header is trusted: none, or this one."""
    if proxy is None:
        return []
    try:
        address = ip_address(proxy)
    except ValueError:
        raise ParlorError("A proxy is named by its address, such as --proxy 127.0.0.1.") from None
    return [str(address), *([f"::ffff:{address}"] if address.version == 4 else [])]


def raise_file_limit() -> None:
    """Raise the limit of open files as far as the system allows: every open stream is one."""
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    with suppress(OSError, ValueError):  # some systems name a limit that they do not grant
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))


def find_connection_limit() -> int:
    """Return how many connections may be open: fewer than files, since other things need some too."""
    most, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    if most == resource.RLIM_INFINITY:
        return ClientLimits().connections
    return max(most - SPARE_FILES, most // 2)


def find_hosts(host: str, trusted: Collection[str]) -> frozenset[str] | None:
    """Return the names in Host headers that are answered: on loopback our own, elsewhere any (None)."""
    if trusted or not ip_address(host).is_loopback:
        return None
    return frozenset([host, *LOOPBACK])


def format_url(host: str, port: int) -> str:
    """Return the URL of the page on this computer; a wildcard address becomes the local one."""
    host = HERE.get(host, host)
    return f"http://{f'[{host}]' if ':' in host else host}:{port}"


def format_greeting(host: str, port: int) -> str:
    """Format the message that the server prints when it is open."""
    here = OPEN.format(format_url(host, port))
    return f"{here}\n{ELSEWHERE.format(port)}" if host in HERE else here


class CannotServe(records.StoreError):
    """Raised when the server cannot be started."""


class Server(uvicorn.Server):
    """The uvicorn server, which ends streams and workers before it shuts down."""

    def __init__(
        self,
        registry: TableRegistry,
        trusted: list[str],
        greeting: str,
        limits: ClientLimits = ClientLimits(),  # noqa: B008
        access: Access = Access(),  # noqa: B008
        reload: bool = False,
    ) -> None:
        def build() -> ASGIApp:
            from primeparlor.web.app import build_app

            return build_app(registry, limits=limits, access=access, reload=reload)

        most = find_connection_limit()
        limits = limits._replace(connections=min(most, limits.connections))
        self.registry, self._greeting = registry, greeting
        self.failure: Exception | None = None  # the error that ended the start
        self._app = LazyApp(build, registry, limits, access.hosts)
        super().__init__(
            uvicorn.Config(
                self._app,
                http=build_protocol(limits, trusted),
                ws="none",
                lifespan="off",  # `shutdown` closes what is open
                proxy_headers=bool(trusted),  # without a proxy, any client could claim another address
                forwarded_allow_ips=trusted,
                backlog=min(BACKLOG, most // 16),
                access_log=False,
                server_header=False,
                log_config=CONFIG,
                timeout_graceful_shutdown=DRAIN_SECONDS,
            )
        )

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Shut down on a signal; a second one shuts down at once. The exit code stays ours."""
        loop, signals = asyncio.get_running_loop(), (signal.SIGINT, signal.SIGTERM)
        for each in signals:
            loop.add_signal_handler(each, self.handle_exit, each, None)
        try:
            yield
        finally:
            for each in signals:
                loop.remove_signal_handler(each)

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Start to accept requests, then print the URL: a reader of it may shut the server down at once."""
        await super().startup(sockets)
        for listener in sockets or ():
            listener.listen(BACKLOG)  # asyncio accepts as many at once as it was told may wait
        print(self._greeting, flush=True)

    async def main_loop(self) -> None:
        """Answer requests until a signal comes; finish the start meanwhile."""
        starting = asyncio.create_task(self._finish_start())
        await super().main_loop()
        starting.cancel()
        await asyncio.gather(starting, return_exceptions=True)

    async def _finish_start(self) -> None:
        """Build the application, start the workers, and delete expired tables from time to time."""
        try:
            await self._app.load()
        except Exception as error:
            log_error(error)
            self.failure, self.should_exit = error, True
        else:
            gc.freeze()  # what was imported stays: no collection need look at it
            gc.set_threshold(*GARBAGE_THRESHOLDS)
            work = self.registry.workers.start_workers(), _clean_up(self.registry)
            await asyncio.gather(*work, return_exceptions=True)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Take no more requests, end all streams and tasks, and wait for requests under way."""
        for server in self.servers:
            server.close()
        with suppress(Exception):  # the log has it
            await self.registry.close()
        await self.registry.workers.close()  # no client can use the results any more
        await super().shutdown(sockets)


def _find_database() -> str:
    """Return the URL of the database beside the saved games."""
    home = records.find_folder()
    try:
        make_folders(home)
    except OSError as error:
        raise CannotServe(f"{escape_text(home)} cannot be created for tables: {error.strerror}.") from None
    return f"sqlite:///{os.path.abspath(os.path.join(home, 'tables.db'))}"


def _open_socket(host: str, port: int) -> socket.socket:
    """Open the listening socket."""
    if not 0 <= port <= 65535:
        raise ParlorError("A port is a number from 0 to 65535.")
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        listener = socket.create_server((host, port), family=family, backlog=BACKLOG)
        # Connections inherit it. Without it, each response on a kept connection waits 40 ms for an ACK.
        listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        return listener
    except OSError as error:
        if error.errno == errno.EADDRINUSE:
            sentence = (
                f"Port {port} is taken. Choose another one with --port; --port 0 takes any that is free."
            )
            raise CannotServe(sentence) from None
        raise CannotServe(f"{host} port {port} cannot be opened: {error.strerror or error}.") from None


async def _serve(
    store: Store, listener: socket.socket, open_page: bool, trusted: list[str], metrics: bool, reload: bool
) -> None:
    workers = WorkerPool()
    registry = TableRegistry(store, workers)
    host, port, *_ = listener.getsockname()
    access = Access(find_hosts(host, trusted), metrics)
    server = Server(registry, trusted, format_greeting(host, port), access=access, reload=reload)
    if open_page:  # in a thread: some browsers return only when they are closed
        Thread(target=_open_browser, args=[format_url(host, port)], daemon=True).start()
    try:
        await server.serve([listener])
    finally:
        await registry.close()
        await workers.close()
    if isinstance(server.failure, ParlorError | ModuleNotFoundError):  # the command has a sentence for it
        raise server.failure
    if server.failure is not None:
        raise CannotServe("The server could not be started. Its log says why.") from server.failure


async def _clean_up(registry: TableRegistry) -> None:
    """Delete expired tables from time to time, and collect the garbage of those that were unloaded."""
    while True:
        try:
            await registry.clean_up()
        except ParlorError as error:
            log.error("tables could not be cleared away", exc_info=error)
        gc.collect()
        await asyncio.sleep(CLEAN_UP_SECONDS)


def _open_browser(address: str) -> None:
    import webbrowser

    webbrowser.open(address)
