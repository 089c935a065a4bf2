"""Endpoint that lists many tables at once, for the page with one's games.

Nobody is asked for a token: a browser sends the cookie of a seat to its own table only. So a list tells what
everybody with the link of a table may see, in words for the seat that the client names.
"""

from __future__ import annotations

from fastapi import APIRouter
from starlette.responses import Response

from primeparlor.web.api.models import tables as models
from primeparlor.web.api.route import ApiRoute
from primeparlor.web.api.services import LISTS_TABLES, AnyClient
from primeparlor.web.config import ENTRIES_OF_A_LIST
from primeparlor.web.responses import build_json_response
from primeparlor.web.tables.summaries import summarize_tables

router = APIRouter(route_class=ApiRoute)


@router.post(
    "/api/summaries",
    response_model=models.Summaries,
    dependencies=[LISTS_TABLES],
    summary="List tables in short: whom you play there, how the game stands, and the score.",
)
async def list_tables(client: AnyClient, body: models.SummariesBody) -> Response:
    """Return a summary of each of these tables; long and unknown ones take more of the limits."""
    services = client.services
    services.rate_limiter.take(client.address, "gone", 0)

    def charge(entries: int) -> None:
        client.charge("lists", entries // ENTRIES_OF_A_LIST)

    asked = [(each.table, each.seat) for each in body.tables]
    rows, gone = await summarize_tables(services.registry, asked, charge)
    client.charge("gone", len(gone))
    return await build_json_response({"tables": rows, "gone": gone})
