"""The ASGI application: all routes behind the middleware."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import cache
from typing import TYPE_CHECKING

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import Response

from primeparlor.web.api.endpoint import CachedDocuments, Services, build_route
from primeparlor.web.api.openapi import build_description
from primeparlor.web.api.routes import list_endpoints
from primeparlor.web.config import ClientLimits
from primeparlor.web.errors import NO_PAGE, ApiError
from primeparlor.web.json_encoder import encode_json
from primeparlor.web.metrics import Metrics, MetricsMiddleware
from primeparlor.web.middleware import SecurityMiddleware
from primeparlor.web.rate_limit import RateLimiter, build_stream_limiter, build_task_limiter
from primeparlor.web.responses import build_error_response
from primeparlor.web.site import pages
from primeparlor.web.tables.catalogue import list_games

if TYPE_CHECKING:
    from primeparlor.web.tables.registry import TableRegistry


def build_app(
    registry: TableRegistry,
    limits: ClientLimits = ClientLimits(),  # noqa: B008 — a value without state
    site: pages.Site | None = None,
) -> Starlette:
    """Build the ASGI application for these tables, with this site or the default one."""
    site = site or pages.Site()
    documents = CachedDocuments(
        cache(lambda: encode_json(list_games(site.find_url))),
        cache(lambda: encode_json(build_description(list_endpoints()))),
    )
    services = Services(
        registry,
        limits,
        RateLimiter(limits),
        build_stream_limiter(limits),
        build_task_limiter(limits),
        Metrics(),
        documents,
    )
    services.metrics.gauges |= {
        "streams": lambda: services.stream_limiter.count,
        "tables": lambda: len(registry.live_tables),
    }

    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        yield
        await registry.close()

    async def refused(request: Request, error: Exception) -> Response:
        assert isinstance(error, HTTPException)
        return _build_refusal(request, error, site)

    app = Starlette(
        routes=[
            *(build_route(endpoint, services) for endpoint in list_endpoints()),
            *pages.build_routes(site),
        ],
        middleware=[
            Middleware(MetricsMiddleware, services.metrics),
            Middleware(SecurityMiddleware, services.rate_limiter),
        ],
        exception_handlers={HTTPException: refused},
        lifespan=lifespan,
    )
    app.router.redirect_slashes = False
    return app


def _build_refusal(request: Request, error: HTTPException, site: pages.Site) -> Response:
    """Answer a request that no route takes: with a page for people, with JSON under /api/."""
    if error.status_code == 405:
        headers = dict(error.headers or {})
        allowed = headers.get("Allow", "")
        return build_error_response(ApiError(405, "method", f"This address takes {allowed} only.", headers))
    if request.url.path.startswith("/api/"):
        return build_error_response(ApiError(404, "no page", NO_PAGE))
    return site.lost.build_response(request, 404)
