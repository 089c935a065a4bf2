"""Endpoints about the server itself: its games, API description, health and metrics."""

from __future__ import annotations

from starlette.responses import PlainTextResponse, Response

from primeparlor.web.api.calls import Asked, Call
from primeparlor.web.encoding import Json

PROMETHEUS = "text/plain; version=0.0.4; charset=utf-8"


async def games(asked: Asked) -> Response:
    """Return the list of playable games."""
    return Response(asked.rooms.said.games, media_type="application/json")


async def describe(asked: Asked) -> Response:
    """Return the OpenAPI description."""
    return Response(asked.rooms.said.description, media_type="application/json")


async def health(asked: Asked) -> Response:
    """Return 200 if the server and its database answer in time, else 503."""
    await asked.rooms.hall.check()
    return Json({"status": "ok"})


async def metrics(asked: Asked) -> Response:
    """Return the metrics counted since the start, in Prometheus format."""
    return PlainTextResponse(asked.rooms.meters.text(), media_type=PROMETHEUS)


def calls() -> list[Call]:
    """Return the endpoints about the server."""
    return [
        Call("GET", "/api/games", games, "Every game that can be played here.", "Games"),
        Call("GET", "/api/openapi.json", describe, "This description.", "Description"),
        Call("GET", "/healthz", health, "Whether the server is well.", "Health", problems=(503,)),
        Call("GET", "/metrics", metrics, "Figures for Prometheus.", "Figures", kind="text/plain"),
    ]
