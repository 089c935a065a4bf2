"""Routes of the API: what happens to every request around its endpoint, and to its description."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable, Coroutine
from http import HTTPStatus
from typing import Any

from fastapi import Request
from fastapi.exceptions import RequestValidationError
from fastapi.routing import APIRoute
from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.responses import Response

from primeparlor.web import errors, logging
from primeparlor.web.api.bodies import LimitedRequest
from primeparlor.web.api.models import Error
from primeparlor.web.api.seat_auth import update_cookie
from primeparlor.web.api.services import Services
from primeparlor.web.api.validation import translate_errors
from primeparlor.web.errors import is_server_error
from primeparlor.web.metrics import ROUTE
from primeparlor.web.rate_limit import CLIENT_KEY
from primeparlor.web.responses import build_error_response, compress_response
from primeparlor.web.workers.fair_queue import CLIENT

OFTEN = {"Retry-After": {"description": "Seconds to wait.", "schema": {"type": "integer"}}}
EXTRA = {
    401: {"WWW-Authenticate": {"description": "Always Bearer.", "schema": {"type": "string"}}},
    405: {"Allow": {"description": "The methods that are taken.", "schema": {"type": "string"}}},
    429: OFTEN,
    503: OFTEN,
}


class ApiRoute(APIRoute):
    """A route with errors in their one form, bodies within limits, and compressed answers."""

    body_limit = "body"  # the name of the limit in `ClientLimits`

    def __init__(self, path: str, endpoint: Callable[..., Any], **options: Any) -> None:
        [method] = options["methods"]
        described = describe_errors(*_list_statuses(path, method))
        super().__init__(path, endpoint, **options | {"responses": described | (options["responses"] or {})})

    def get_route_handler(self) -> Callable[[Request], Coroutine[Any, Any, Response]]:
        """Return the handler of the route."""
        handle = super().get_route_handler()

        async def handle_request(http: Request) -> Response:
            http.scope[ROUTE] = self.path
            CLIENT.set(http.scope[CLIENT_KEY])
            request = self._limit_request(http)
            try:
                response = await handle(request)
            except asyncio.CancelledError:  # the server is shutting down and cancels what still runs
                return build_error_response(errors.ServerClosing())
            except Exception as error:
                response = build_error_response(await self._translate_error(request, error))
            update_cookie(request, response)
            return await compress_response(request, response)

        return handle_request

    def _limit_request(self, http: Request) -> LimitedRequest:
        services: Services = http.app.state.services
        request = LimitedRequest(http.scope, http.receive)
        kind = getattr(self.body_field and self.body_field.field_info, "media_type", "application/json")
        request.limit_body(kind, getattr(services.limits, self.body_limit), services.limits.body_time)
        return request

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


def describe_errors(*statuses: int) -> dict[int | str, dict[str, Any]]:
    """Describe errors of these statuses for the `responses` of a route."""
    return {
        status: {"model": Error, "description": HTTPStatus(status).phrase}
        | ({"headers": EXTRA[status]} if status in EXTRA else {})
        for status in sorted(statuses)
    }


def build_operation_id(route: APIRoute) -> str:
    """Build the operation id of a route: "post_tables_move"."""
    method = "".join(route.methods or ())  # one for each of our routes
    words = re.sub(r"\{[a-z]+\}|/api|\.json", "", route.path)
    return "_".join(filter(None, [method.lower(), *words.split("/"), "one" * route.path.endswith("}")]))


def _list_statuses(path: str, method: str) -> set[int]:
    """Return the statuses of errors that follow from the form of a route."""
    found = {400, 405, 429, 500}
    if method == "POST":
        found |= {403, 408, 413, 415, 422}  # cross-origin, slow, too large, of a wrong type, malformed
    if "{" in path:
        found |= {404}
    if "{table}" in path:
        found |= {401, 403, 503}  # workers are busy, or the server is shutting down, or the database fails
    return found
