"""The description at /api/openapi.json: FastAPI's own, with what it cannot know."""

from __future__ import annotations

import re
from http import HTTPStatus
from typing import Any, TypeAlias

from fastapi import FastAPI
from fastapi.openapi.utils import get_openapi
from fastapi.routing import APIRoute
from pydantic.json_schema import models_json_schema

from primeparlor import __version__
from primeparlor.web.api.models.common import Error
from primeparlor.web.api.models.tables import StreamEvent
from primeparlor.web.middleware import SEAT_COOKIE

ABOUT = """
Play at a table over HTTP. Open one or join one, and keep the token: send it as `Authorization: Bearer TOKEN`
with every move. Moves are sent against the `number` of the view; the stream tells when it is your turn.
A refused move changes nothing; the error says why.
"""
SCHEMAS = "#/components/schemas/"
OFTEN = {"Retry-After": {"description": "Seconds to wait.", "schema": {"type": "integer"}}}
HEADERS = {
    401: {"WWW-Authenticate": {"description": "Always Bearer.", "schema": {"type": "string"}}},
    405: {"Allow": {"description": "The methods that are taken.", "schema": {"type": "string"}}},
    429: OFTEN,
    503: OFTEN,
}
OWN_ERRORS = ("HTTPValidationError", "ValidationError")  # FastAPI's, which are never sent
SEAT: dict[str, Any] = {"security": [{"token": []}, {"cookie": []}]}
SEAT_OR_NONE: dict[str, Any] = {"security": [*SEAT["security"], {}]}


Responses: TypeAlias = dict[int | str, dict[str, Any]]


def describe_content(kind: str, schema: dict[str, Any]) -> Responses:
    """Describe a successful response of this content type, for the `responses` of a route."""
    return {200: {"content": {kind: {"schema": schema}}}}


def describe_errors(*statuses: int) -> Responses:
    """Describe errors of these statuses, for the `responses` of a route."""
    content = {"application/json": {"schema": {"$ref": f"{SCHEMAS}Error"}}}
    return {
        status: {"description": HTTPStatus(status).phrase, "content": content}
        | ({"headers": HEADERS[status]} if status in HEADERS else {})
        for status in sorted(statuses)
    }


def describe_form(path: str, method: str) -> Responses:
    """Describe the errors that follow from the form of a route."""
    found = {400, 403, 405, 421, 429, 500}  # 403 and 421: pages of other sites
    if method == "POST":
        found |= {408, 413, 415, 422}  # slow, too large, of a wrong type, malformed
    if "{" in path:
        found |= {404}
    if "{table}" in path:
        found |= {401, 503}  # workers are busy, or the server is shutting down, or the database fails
    return describe_errors(*found)


def build_operation_id(route: APIRoute) -> str:
    """Build the operation id of a route: "post_tables_move"."""
    method = "".join(route.methods or ())  # one for each of our routes
    words = re.sub(r"\{[a-z]+\}|/api|\.json", "", route.path)
    return "_".join(filter(None, [method.lower(), *words.split("/"), "one" * route.path.endswith("}")]))


def build_description(app: FastAPI) -> dict[str, Any]:
    """Return the description of the application; it is made when it is first asked for."""
    if app.openapi_schema is None:
        made = get_openapi(
            title="Prime Parlor",
            version=__version__,
            description=" ".join(ABOUT.split()),
            routes=app.routes,
            servers=[{"url": "/"}],
        )
        _complete_components(made["components"])
        _remove_own_errors(made["paths"])
        app.openapi_schema = made  # whole: other threads may ask at the same time
    return app.openapi_schema


def _complete_components(components: dict[str, Any]) -> None:
    """Add what only references name, and how seats are authenticated; remove errors that are never sent."""
    components["securitySchemes"] = {
        "token": {"type": "http", "scheme": "bearer"},
        "cookie": {"type": "apiKey", "in": "cookie", "name": SEAT_COOKIE},
    }
    _, more = models_json_schema(
        [(Error, "serialization"), (StreamEvent, "serialization")], ref_template=f"{SCHEMAS}{{model}}"
    )
    schemas = more["$defs"] | components["schemas"]
    components["schemas"] = {name: schemas[name] for name in sorted(schemas) if name not in OWN_ERRORS}


def _remove_own_errors(paths: dict[str, Any]) -> None:
    """Remove the error that FastAPI describes wherever a path has a parameter."""
    for operation in (each for methods in paths.values() for each in methods.values()):
        if any(name in str(operation["responses"].get("422")) for name in OWN_ERRORS):
            del operation["responses"]["422"]
