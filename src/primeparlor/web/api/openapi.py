"""The description at /api/openapi.json: FastAPI's own, with what it cannot know."""

from __future__ import annotations

from typing import Any

from fastapi import FastAPI
from fastapi.openapi.utils import get_openapi

from primeparlor import __version__
from primeparlor.web.api.models import StreamEvent
from primeparlor.web.middleware import SEAT_COOKIE

ABOUT = """
Play at a table over HTTP. Open one or join one, and keep the token: send it as `Authorization: Bearer TOKEN`
with every move. Moves are sent against the `number` of the view; the stream tells when it is your turn.
A refused move changes nothing; the error says why.
"""
OWN_ERRORS = ("HTTPValidationError", "ValidationError")  # FastAPI's, which are never sent
SEAT: dict[str, Any] = {"security": [{"token": []}, {"cookie": []}]}
SEAT_OR_NONE: dict[str, Any] = {"security": [*SEAT["security"], {}]}


def build_description(app: FastAPI) -> dict[str, Any]:
    """Return the description of the application; it is made when it is first asked for."""
    if app.openapi_schema is None:
        app.openapi_schema = get_openapi(
            title="Prime Parlor",
            version=__version__,
            description=" ".join(ABOUT.split()),
            routes=app.routes,
            servers=[{"url": "/"}],
        )
        _complete_components(app.openapi_schema["components"])
        _remove_own_errors(app.openapi_schema["paths"])
    return app.openapi_schema


def _complete_components(components: dict[str, Any]) -> None:
    """Add how seats are authenticated and what a stream sends, and remove the errors that are never sent."""
    components["securitySchemes"] = {
        "token": {"type": "http", "scheme": "bearer"},
        "cookie": {"type": "apiKey", "in": "cookie", "name": SEAT_COOKIE},
    }
    event = StreamEvent.model_json_schema(mode="serialization", ref_template="#/components/schemas/{model}")
    schemas = event.pop("$defs") | {"StreamEvent": event} | components["schemas"]
    components["schemas"] = {name: schemas[name] for name in sorted(schemas) if name not in OWN_ERRORS}


def _remove_own_errors(paths: dict[str, Any]) -> None:
    """Remove the error that FastAPI describes wherever a path has a parameter."""
    for operation in (each for methods in paths.values() for each in methods.values()):
        if any(name in str(operation["responses"].get("422")) for name in OWN_ERRORS):
            del operation["responses"]["422"]
