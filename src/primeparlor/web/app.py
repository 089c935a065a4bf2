"""The ASGI application: all routes behind the middleware."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from functools import cache, partial
from typing import TYPE_CHECKING

from fastapi import FastAPI, Request
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.responses import Response

from primeparlor.web.api import meta, progress, puzzles, summaries, tables
from primeparlor.web.api.openapi import build_description, build_operation_id
from primeparlor.web.api.services import Services
from primeparlor.web.config import CACHED_DAYS, CACHED_SHEETS, Access, ClientLimits
from primeparlor.web.errors import NO_PAGE, ApiError
from primeparlor.web.json_encoder import encode_json
from primeparlor.web.metrics import Metrics, MetricsMiddleware
from primeparlor.web.middleware import SecurityMiddleware
from primeparlor.web.rate_limit import RateLimiter, build_stream_limiter, build_task_limiter
from primeparlor.web.responses import build_error_response
from primeparlor.web.site import pages
from primeparlor.web.site.reloading_site import ReloadingSite
from primeparlor.web.tables.catalogue import list_games

if TYPE_CHECKING:
    from fastapi.telemetry import TelemetryConfig

    from primeparlor.web.tables.registry import TableRegistry

ROUTERS = (
    tables.router,
    summaries.router,
    puzzles.shared,
    puzzles.router,
    puzzles.records,
    progress.router,
    meta.router,
)
NO_TELEMETRY: TelemetryConfig = {"tracing": False, "metrics": False, "logs": False, "auto_configure": False}


def build_app(
    registry: TableRegistry,
    limits: ClientLimits = ClientLimits(),  # noqa: B008 — a value without state
    site: pages.Site | None = None,
    access: Access = Access(),  # noqa: B008
    reload: bool = False,
) -> FastAPI:
    """Build the ASGI application for these tables, with this site or the default one.

    With `reload`, files for the browser are read again for each page.
    """
    site = site or (ReloadingSite() if reload else pages.Site())
    services = build_services(registry, limits, site, access)

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        yield
        await registry.close()

    async def refuse(request: Request, error: Exception) -> Response:
        assert isinstance(error, HTTPException)
        return _build_refusal(request, error, site)

    app = FastAPI(
        middleware=[
            Middleware(MetricsMiddleware, services.metrics),
            Middleware(SecurityMiddleware, services.rate_limiter, access.hosts),
        ],
        exception_handlers={HTTPException: refuse},
        lifespan=lifespan,
        redirect_slashes=False,
        generate_unique_id_function=build_operation_id,
        telemetry=NO_TELEMETRY,
        openapi_url=None,  # `api/meta.py` sends the description; FastAPI's pages load scripts from elsewhere
    )
    app.openapi = partial(build_description, app)  # type: ignore[method-assign]
    app.state.services = services
    app.state.days, app.state.sheets = map(puzzles.SharedAnswers, (CACHED_DAYS, CACHED_SHEETS))
    for router in ROUTERS:
        app.include_router(router)
    app.router.routes += pages.build_routes(site)
    return app


def build_services(
    registry: TableRegistry, limits: ClientLimits, site: pages.Site, access: Access
) -> Services:
    """Build what the endpoints share."""
    services = Services(
        registry,
        limits,
        RateLimiter(limits),
        build_stream_limiter(limits),
        build_task_limiter(limits),
        Metrics(),
        _list_games(site),
        access.metrics,
    )
    services.metrics.gauges |= {
        "streams": lambda: services.stream_limiter.count,
        "tables": lambda: len(registry.live_tables),
    }
    return services


def _list_games(site: pages.Site) -> Callable[[], bytes]:
    """Return the function that encodes the list of games; once, unless their files may change."""

    def encode() -> bytes:
        return encode_json(list_games(site.find_url))

    return encode if isinstance(site, ReloadingSite) else cache(encode)


def _build_refusal(request: Request, error: HTTPException, site: pages.Site) -> Response:
    """Answer a request that no route takes: with a page for people, with JSON under /api/."""
    if error.status_code == 405:
        headers = dict(error.headers or {})
        allowed = headers.get("Allow", "")
        return build_error_response(ApiError(405, "method", f"This address takes {allowed} only.", headers))
    if request.url.path.startswith("/api/"):
        return build_error_response(ApiError(404, "no page", NO_PAGE))
    return site.lost.build_response(request, 404)
