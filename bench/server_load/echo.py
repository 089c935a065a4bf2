"""The smallest peer: a Starlette echo under the same uvicorn, bare or with one durable commit per request.

python bench/server_load/echo.py [DATABASE]
"""

from __future__ import annotations

import asyncio
import socket
import sqlite3
import sys
from concurrent.futures import ThreadPoolExecutor

import uvicorn
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

INSERT = "INSERT INTO entries (data) VALUES (?)"


def build_app(database: str | None) -> Starlette:
    """Build the echo; with a database it stores each body durably, in a thread, before it answers."""
    if database is None:

        async def echo(request: Request) -> Response:
            return Response(await request.body(), media_type="application/json")

        return Starlette(routes=[Route("/echo", echo, methods=["POST"])])

    store = sqlite3.connect(database, isolation_level=None, check_same_thread=False)
    for line in (
        "PRAGMA journal_mode=WAL",
        "PRAGMA synchronous=FULL",
        "CREATE TABLE entries (id INTEGER PRIMARY KEY, data BLOB)",
    ):
        store.execute(line)
    writer = ThreadPoolExecutor(1)

    async def echo_durably(request: Request) -> Response:
        body = await request.body()
        await asyncio.get_running_loop().run_in_executor(writer, store.execute, INSERT, (body,))
        return Response(body, media_type="application/json")

    return Starlette(routes=[Route("/echo", echo_durably, methods=["POST"])])


def main(words: list[str]) -> None:
    """Serve on a free port of loopback and print the address; HTTP is parsed by h11, as in our server."""
    listener = socket.create_server(("127.0.0.1", 0), backlog=2048)
    listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    config = uvicorn.Config(
        build_app(words[0] if words else None), http="h11", ws="none", access_log=False, log_level="warning"
    )
    print(f"open at http://127.0.0.1:{listener.getsockname()[1]}", flush=True)  # the socket listens already
    asyncio.run(uvicorn.Server(config).serve([listener]))


if __name__ == "__main__":
    main(sys.argv[1:])
