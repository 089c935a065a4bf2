"""Endpoints about the server itself: its games, API description, health and metrics."""

from __future__ import annotations

from starlette.responses import PlainTextResponse, Response

from primeparlor.web.api.calls import ApiRequest, Endpoint
from primeparlor.web.encoding import JsonResponse

PROMETHEUS = "text/plain; version=0.0.4; charset=utf-8"


async def send_games(asked: ApiRequest) -> Response:
    """Return the list of playable games."""
    return Response(asked.services.documents.games, media_type="application/json")


async def send_description(asked: ApiRequest) -> Response:
    """Return the OpenAPI description."""
    return Response(asked.services.documents.description, media_type="application/json")


async def check_health(asked: ApiRequest) -> Response:
    """Return 200 if the server and its database answer in time, else 503."""
    await asked.services.registry.check_database()
    return JsonResponse({"status": "ok"})


async def send_metrics(asked: ApiRequest) -> Response:
    """Return the metrics counted since the start, in Prometheus format."""
    return PlainTextResponse(asked.services.metrics.format_text(), media_type=PROMETHEUS)


def list_endpoints() -> list[Endpoint]:
    """Return the endpoints about the server."""
    return [
        Endpoint("GET", "/api/games", send_games, "Every game that can be played here.", "Games"),
        Endpoint("GET", "/api/openapi.json", send_description, "This description.", "Description"),
        Endpoint("GET", "/healthz", check_health, "Whether the server is well.", "Health", problems=(503,)),
        Endpoint("GET", "/metrics", send_metrics, "Figures for Prometheus.", "Figures", kind="text/plain"),
    ]
