"""Routes of the API: what happens to every request around its endpoint."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any

from fastapi import Request
from fastapi.exceptions import RequestValidationError
from fastapi.routing import APIRoute
from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.responses import Response

from primeparlor.web import errors, logging
from primeparlor.web.api.bodies import LimitedRequest
from primeparlor.web.api.openapi import describe_form
from primeparlor.web.api.seat_auth import update_cookie
from primeparlor.web.api.validation import translate_errors
from primeparlor.web.errors import is_server_error
from primeparlor.web.metrics import ROUTE
from primeparlor.web.rate_limit import CLIENT_KEY
from primeparlor.web.responses import JSON, WORTH_IT, build_error_response, compress_response
from primeparlor.web.workers.fair_queue import CLIENT


class ApiRoute(APIRoute):
    """A route with errors in their one form, bodies within limits, and compressed answers."""

    body_limit = "body"  # the name of the limit in `ClientLimits`
    checked_limits: tuple[str, ...] = ()  # a client over these rate limits need not send a body

    def __init__(self, path: str, endpoint: Callable[..., Any], **options: Any) -> None:
        [method] = options["methods"]
        responses = describe_form(path, method) | (options["responses"] or {})
        super().__init__(path, endpoint, **options | {"responses": responses})

    def get_route_handler(self) -> Callable[[Request], Coroutine[Any, Any, Response]]:
        """Return the handler of the route."""
        handle = super().get_route_handler()
        kind = getattr(self.body_field and self.body_field.field_info, "media_type", JSON)

        async def handle_request(http: Request) -> Response:
            http.scope[ROUTE] = self.path
            CLIENT.set(http.scope[CLIENT_KEY])
            request, limits = LimitedRequest(http.scope, http.receive), http.app.state.services.limits
            request.kind, request.most = kind, getattr(limits, self.body_limit)
            request.seconds = limits.body_time
            try:
                for what in self.checked_limits:
                    request.app.state.services.rate_limiter.take(http.scope[CLIENT_KEY], what, 0)
                response = await handle(request)
            except asyncio.CancelledError:  # the server is shutting down and cancels what still runs
                return build_error_response(errors.ServerClosing())
            except Exception as error:
                response = build_error_response(await self._translate_error(request, error))
            update_cookie(request, response)
            if len(response.body) >= WORTH_IT:
                await compress_response(request, response)
            return response

        return handle_request

    async def _translate_error(self, request: Request, error: Exception) -> Exception:
        """Return the error to answer with; log it if it is the server's."""
        if isinstance(error, HTTPException) and isinstance(error.__cause__, Exception):
            error = error.__cause__  # FastAPI wraps every error in reading a body
        if isinstance(error, RequestValidationError):
            described = await run_in_threadpool(request.app.openapi)
            operation = described["paths"][self.path][request.method.lower()]
            return translate_errors(error.errors(), operation, described["components"]["schemas"])
        if is_server_error(error):
            logging.log_error(error, route=self.path)
        return error


class LargeBodyRoute(ApiRoute):
    """A route whose body may be as large as a record."""

    body_limit = "record"
    checked_limits = ("thoughts",)
