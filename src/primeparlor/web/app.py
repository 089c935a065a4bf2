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
from primeparlor.web.api.calls import CachedDocuments, Endpoint, Services, build_route
from primeparlor.web.api.openapi import build_description
from primeparlor.web.encoding import encode_json
from primeparlor.web.errors import NO_PAGE, ApiError
from primeparlor.web.metrics import Metrics, MetricsMiddleware
from primeparlor.web.middleware import (
    ClientLimits,
    RateLimiter,
    SecurityMiddleware,
    build_stream_limiter,
    build_task_limiter,
)
from primeparlor.web.site import pages
from primeparlor.web.tables.catalogue import list_games

if TYPE_CHECKING:
    from primeparlor.web.tables.registry import TableRegistry


def build_app(
    hall: TableRegistry,
    limits: ClientLimits = ClientLimits(),  # noqa: B008 — a value without state
    shelf: pages.Site | None = None,
) -> Starlette:
    """Build the ASGI application for these tables, with this site or the default one."""
    shelf = shelf or pages.Site()
    said = CachedDocuments(
        encode_json(list_games(shelf.find_url)), encode_json(build_description(list_endpoints()))
    )
    rooms = Services(
        hall,
        limits,
        RateLimiter(limits),
        build_stream_limiter(limits),
        build_task_limiter(limits),
        Metrics(),
        said,
    )
    rooms.metrics.gauges |= {
        "streams": lambda: rooms.stream_limiter.count,
        "tables": lambda: len(hall.live_tables),
    }

    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        yield
        await hall.close()

    async def refused(request: Request, error: Exception) -> Response:
        assert isinstance(error, HTTPException)
        return _build_refusal(request, error, shelf)

    app = Starlette(
        routes=[*(build_route(call, rooms) for call in list_endpoints()), *pages.build_routes(shelf)],
        middleware=[
            Middleware(MetricsMiddleware, rooms.metrics),
            Middleware(SecurityMiddleware, rooms.rate_limiter),
        ],
        exception_handlers={HTTPException: refused},
        lifespan=lifespan,
    )
    app.router.redirect_slashes = False
    return app


def list_endpoints() -> list[Endpoint]:
    """Return all endpoints of the API."""
    return [
        *tables.list_endpoints(),
        *puzzles.list_endpoints(),
        *progress.list_endpoints(),
        *meta.list_endpoints(),
    ]


def _build_refusal(request: Request, error: HTTPException, shelf: pages.Site) -> Response:
    """Answer a request that no route takes: with a page for people, with JSON under /api/."""
    if error.status_code == 405:
        headers = dict(error.headers or {})
        allowed = headers.get("Allow", "")
        return ApiError(405, "method", f"This address takes {allowed} only.", headers).build_response()
    if request.url.path.startswith("/api/"):
        return ApiError(404, "no page", NO_PAGE).build_response()
    return shelf.lost.build_response(request, 404)
