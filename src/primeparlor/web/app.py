"""The ASGI application: all routes behind the middleware."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import Response

from primeparlor.web.api import meta, progress, puzzles, tables
from primeparlor.web.api.calls import Call, Rooms, Said, route
from primeparlor.web.api.openapi import described
from primeparlor.web.encoding import encoded
from primeparlor.web.errors import NO_PAGE, Refused
from primeparlor.web.metrics import Meters, Watch
from primeparlor.web.middleware import Guard, Limits, Purse, streams, thoughts
from primeparlor.web.site import pages
from primeparlor.web.tables.catalogue import listed

if TYPE_CHECKING:
    from primeparlor.web.tables.registry import Hall


def make_app(hall: Hall, limits: Limits = Limits(), shelf: pages.Shelf | None = None) -> Starlette:  # noqa: B008
    """Build the ASGI application for these tables, with this site or the default one."""
    shelf = shelf or pages.Shelf()
    said = Said(encoded(listed(shelf.file_of)), encoded(described(calls())))
    rooms = Rooms(hall, limits, Purse(limits), streams(limits), thoughts(limits), Meters(), said)
    rooms.meters.gauges |= {"streams": lambda: rooms.streams.count, "tables": lambda: len(hall.desks)}

    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        yield
        await hall.close()

    async def refused(request: Request, error: Exception) -> Response:
        assert isinstance(error, HTTPException)
        return _refused(request, error, shelf)

    app = Starlette(
        routes=[*(route(call, rooms) for call in calls()), *pages.routes(shelf)],
        middleware=[Middleware(Watch, rooms.meters), Middleware(Guard, rooms.purse)],
        exception_handlers={HTTPException: refused},
        lifespan=lifespan,
    )
    app.router.redirect_slashes = False
    return app


def calls() -> list[Call]:
    """Return all endpoints of the API."""
    return [*tables.calls(), *puzzles.calls(), *progress.calls(), *meta.calls()]


def _refused(request: Request, error: HTTPException, shelf: pages.Shelf) -> Response:
    """Answer a request that no route takes: with a page for people, with JSON under /api/."""
    if error.status_code == 405:
        headers = dict(error.headers or {})
        allowed = headers.get("Allow", "")
        return Refused(405, "method", f"This address takes {allowed} only.", headers).response()
    if request.url.path.startswith("/api/"):
        return Refused(404, "no page", NO_PAGE).response()
    return shelf.lost.response(request, 404)
