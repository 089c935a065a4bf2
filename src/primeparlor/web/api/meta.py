"""Endpoints about the server itself: its games, API description, health and metrics."""

from __future__ import annotations

from starlette.responses import PlainTextResponse, Response

from primeparlor.web.api.endpoint import ApiRequest, Endpoint
from primeparlor.web.responses import JsonResponse

PROMETHEUS = "text/plain; version=0.0.4; charset=utf-8"


async def send_games(request: ApiRequest) -> Response:
    """Return the list of playable games."""
    return Response(request.services.documents.games(), media_type="application/json")


async def send_description(request: ApiRequest) -> Response:
    """Return the OpenAPI description."""
    return Response(request.services.documents.description(), media_type="application/json")


async def check_health(request: ApiRequest) -> Response:
    """Return 200 if the server and its database answer in time, else 503."""
    await request.services.registry.check_database()
    return JsonResponse({"status": "ok"})


async def send_metrics(request: ApiRequest) -> Response:
    """Return the metrics counted since the start, in Prometheus format."""
    return PlainTextResponse(request.services.metrics.format_text(), media_type=PROMETHEUS)


def list_endpoints() -> list[Endpoint]:
    """Return the endpoints about the server."""
    return [
        Endpoint("GET", "/api/games", send_games, "Every game that can be played here.", "Games"),
        Endpoint("GET", "/api/openapi.json", send_description, "This description.", "Description"),
        Endpoint("GET", "/healthz", check_health, "Whether the server is well.", "Health", problems=(503,)),
        Endpoint("GET", "/metrics", send_metrics, "Figures for Prometheus.", "Figures", kind="text/plain"),
    ]
