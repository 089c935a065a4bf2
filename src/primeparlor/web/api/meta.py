"""Endpoints about the server itself: its games, API description, health and metrics."""

from __future__ import annotations

from fastapi import APIRouter, Request
from starlette.concurrency import run_in_threadpool
from starlette.responses import Response

from primeparlor.web.api.models import meta as models
from primeparlor.web.api.openapi import describe_content, describe_errors
from primeparlor.web.api.route import ApiRoute
from primeparlor.web.api.services import AnyClient
from primeparlor.web.errors import NO_PAGE, ApiError
from primeparlor.web.rate_limit import is_loopback
from primeparlor.web.responses import JSON, JsonResponse, build_json_response

router = APIRouter(route_class=ApiRoute)


@router.get("/api/games", response_model=models.Games, summary="Every game that can be played here.")
async def send_games(client: AnyClient) -> Response:
    """Return the list of playable games."""
    return Response(client.services.encode_games(), media_type=JSON)


@router.get("/api/openapi.json", response_model=models.Description, summary="This description.")
async def send_description(request: Request) -> Response:
    """Return the OpenAPI description."""
    return await build_json_response(await run_in_threadpool(request.app.openapi))


@router.get(
    "/healthz",
    response_model=models.Health,
    responses=describe_errors(503),
    summary="Whether the server is well.",
)
async def check_health(client: AnyClient) -> Response:
    """Return 200 if the server and its database answer in time, else 503."""
    await client.services.registry.check_database()
    return JsonResponse({"status": "ok"})


@router.get(
    "/metrics",
    response_class=Response,
    responses=describe_content("text/plain", {"type": "string"}) | describe_errors(404),
    summary="Figures for Prometheus.",
)
async def send_metrics(client: AnyClient) -> Response:
    """Return the metrics counted since the start, in Prometheus format; 404 to other machines.

    They tell of refused tries and hints, which the other player must not know.
    """
    if not (client.services.public_metrics or is_loopback(client.address)):
        raise ApiError(404, "no page", NO_PAGE)
    text, kind = await run_in_threadpool(client.services.metrics.encode_text)  # its first import takes long
    return Response(text, media_type=kind)
