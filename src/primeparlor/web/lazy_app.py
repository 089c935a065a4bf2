"""The application that the server starts with: it answers health checks until the whole one is built.

The whole application takes longer to import than everything else at the start. It is built in a thread, and
all other requests wait for it.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Collection
from typing import TYPE_CHECKING

from starlette.responses import Response
from starlette.types import ASGIApp, Receive, Scope, Send

from primeparlor.web.config import ClientLimits
from primeparlor.web.errors import BROKEN, ApiError, StoreFailed
from primeparlor.web.logging import log_error
from primeparlor.web.middleware import SecurityMiddleware
from primeparlor.web.rate_limit import RateLimiter
from primeparlor.web.responses import CONNECTION, JsonResponse, build_error_response
from primeparlor.web.threads import wait_shielded

if TYPE_CHECKING:
    from primeparlor.web.tables.registry import TableRegistry

HEALTH = "/healthz"


class LazyApp:
    """ASGI application that builds the whole one in a thread and passes requests on to it."""

    def __init__(
        self,
        build: Callable[[], ASGIApp],
        registry: TableRegistry,
        limits: ClientLimits,
        hosts: Collection[str] | None = None,
    ) -> None:
        self._build, self._registry, self._hosts = build, registry, hosts
        self._rate_limiter = RateLimiter(limits)  # of what is answered here
        self._building: asyncio.Future[ASGIApp] | None = None
        self._app: ASGIApp | None = None

    async def load(self) -> ASGIApp:
        """Return the application and build it at the first call; raise if it could not be built."""
        if self._building is None:
            self._building = asyncio.ensure_future(asyncio.to_thread(self._build))
        self._app = await wait_shielded(self._building)
        return self._app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a health check at once, and any other request when the application is built."""
        scope[CONNECTION] = getattr(send, "__self__", None)
        app = self._app or await self._answer_early(scope)
        await app(scope, receive, send)

    async def _answer_early(self, scope: Scope) -> ASGIApp:
        if scope["path"] == HEALTH and scope["method"] == "GET":
            return self._wrap_response(await self._check_health())
        try:
            return await self.load()
        except Exception:  # the server logs it and ends
            return self._wrap_response(build_error_response(ApiError(500, "broken", BROKEN)))

    def _wrap_response(self, response: Response) -> ASGIApp:
        return SecurityMiddleware(response, self._rate_limiter, self._hosts)

    async def _check_health(self) -> Response:
        try:
            await self._registry.check_database()
        except StoreFailed as error:
            log_error(error, route=HEALTH)
            return build_error_response(error)
        return JsonResponse({"status": "ok"})
