"""The description at /api/openapi.json, built from the endpoints and the schemas of their responses."""

from __future__ import annotations

import re
from collections.abc import Sequence
from http import HTTPStatus
from typing import Any

from primeparlor import __version__
from primeparlor.web.api.bodies import Schema
from primeparlor.web.api.endpoint import Endpoint
from primeparlor.web.api.response_schemas import SCHEMAS

ABOUT = """
Play at a table over HTTP. Open one or join one, and keep the token: send it as `Authorization: Bearer TOKEN`
with every move. Moves are sent against the `number` of the view; the stream tells when it is your turn.
A refused move changes nothing; the error says why.
"""
PATH = {
    "table": {"type": "string", "description": "The name of the table.", "maxLength": 100},
    "puzzle": {"type": "string", "description": "The name of the puzzle.", "maxLength": 8000},
}
OFTEN = {"Retry-After": {"description": "Seconds to wait.", "schema": {"type": "integer"}}}
EXTRA = {
    401: {"WWW-Authenticate": {"description": "Always Bearer.", "schema": {"type": "string"}}},
    405: {"Allow": {"description": "The methods that are taken.", "schema": {"type": "string"}}},
    429: OFTEN,
    503: OFTEN,
}


def build_description(endpoints: Sequence[Endpoint]) -> dict[str, Any]:
    """Build the OpenAPI description of these endpoints."""
    paths: dict[str, Any] = {}
    for endpoint in endpoints:
        paths.setdefault(endpoint.path, {})[endpoint.method.lower()] = _build_operation(endpoint)
    return {
        "openapi": "3.1.0",
        "info": {"title": "Prime Parlor", "version": __version__, "description": " ".join(ABOUT.split())},
        "servers": [{"url": "/"}],
        "paths": paths,
        "components": {
            "schemas": SCHEMAS,
            "securitySchemes": {
                "token": {"type": "http", "scheme": "bearer"},
                "cookie": {"type": "apiKey", "in": "cookie", "name": "seat"},
            },
        },
    }


def _build_operation(endpoint: Endpoint) -> dict[str, Any]:
    operation: dict[str, Any] = {
        "operationId": _build_operation_id(endpoint),
        "summary": endpoint.summary,
        "responses": {str(endpoint.status): _build_response(endpoint)}
        | {str(status): _build_error(status) for status in sorted(list_errors(endpoint))},
    }
    if parameters := _build_parameters(endpoint):
        operation["parameters"] = parameters
    if endpoint.body is not None:
        content = {endpoint.takes: {"schema": endpoint.body}}
        operation["requestBody"] = {"required": True, "content": content}
    if endpoint.seat is not False:
        operation["security"] = [{"token": []}, {"cookie": []}, *[{}] * (endpoint.seat is None)]
    return operation


def list_errors(endpoint: Endpoint) -> set[int]:
    """Return the status codes of all errors of an endpoint: those its form implies, and its own."""
    found = {400, 405, 429, 500, *endpoint.problems}
    if endpoint.method == "POST":
        found |= {403, 408, 413, 415, 422}  # cross-origin, slow, too large, of a wrong type, malformed
    if endpoint.queries:
        found |= {422}
    if "{" in endpoint.path:
        found |= {404}
    if endpoint.seat is not False:
        found |= {401, 403}
    if endpoint.spends or "{table}" in endpoint.path:
        found |= {503}  # workers are busy, or the server is shutting down, or the database fails
    return found


def _build_operation_id(endpoint: Endpoint) -> str:
    """Build the operation id of an endpoint: "post_tables_move"."""
    words = re.sub(r"\{[a-z]+\}|/api|\.json", "", endpoint.path)
    return "_".join(
        filter(None, [endpoint.method.lower(), *words.split("/"), "one" * endpoint.path.endswith("}")])
    )


def _build_response(endpoint: Endpoint) -> dict[str, Any]:
    response: dict[str, Any] = {"description": endpoint.summary}
    response["content"] = {endpoint.kind: {"schema": {"$ref": f"#/components/schemas/{endpoint.answer}"}}}
    return response


def _build_error(status: int) -> dict[str, Any]:
    response: dict[str, Any] = {
        "description": HTTPStatus(status).phrase,
        "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Error"}}},
    }
    return response | ({"headers": EXTRA[status]} if status in EXTRA else {})


def _build_parameters(endpoint: Endpoint) -> list[dict[str, Any]]:
    names = re.findall(r"\{([a-z]+)\}", endpoint.path)
    found = [_build_parameter(name, "path", PATH[name]) for name in names]
    found += [_build_parameter(name, "query", schema) for name, schema in endpoint.queries.items()]
    if endpoint.kind == "text/event-stream":
        found.append(
            _build_parameter("Last-Event-ID", "header", {"type": "string", "pattern": "^[0-9]{1,15}$"})
        )
    return found


def _build_parameter(name: str, place: str, schema: Schema) -> dict[str, Any]:
    return {"name": name, "in": place, "required": place == "path", "schema": schema}
