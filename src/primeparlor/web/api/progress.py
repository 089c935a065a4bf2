"""Endpoint of progress: the browser sends its stored progress and what has changed. Nothing is stored here.

A finished game is analysed here, from the record of its table.
"""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter
from starlette.concurrency import run_in_threadpool
from starlette.responses import Response

from primeparlor.records import Line
from primeparlor.web.api.bodies import build_body_error
from primeparlor.web.api.models import progress as models
from primeparlor.web.api.openapi import describe_errors
from primeparlor.web.api.puzzles import read_day, read_name, run_task
from primeparlor.web.api.route import LargeBodyRoute
from primeparlor.web.api.services import THINKS, AnyClient, Client
from primeparlor.web.config import MOST_PLAYED
from primeparlor.web.errors import NotOver
from primeparlor.web.responses import build_json_response
from primeparlor.web.tables.create import check_size

router = APIRouter(route_class=LargeBodyRoute)


@router.post(
    "/api/progress",
    response_model=models.Progress,
    dependencies=[THINKS],
    responses=describe_errors(404, 409, 503),  # those of the tables where games were played
    summary="Change what the browser keeps of a player, and sum it up; nothing of it is stored.",
)
async def update_progress(client: AnyClient, body: models.ProgressBody) -> Response:
    """Apply the changes sent to the progress sent; return both the new progress and its summary."""
    read_day(body.day)
    if sum(isinstance(change, models.GamePlayed) for change in body.changes) > MOST_PLAYED:
        raise build_body_error(
            f"Send at most {MOST_PLAYED} games that were played at once, and the others after them."
        )
    changes = [await _read_change(client, body, change) for change in body.changes]
    data = {"progress": body.progress, "day": body.day, "now": body.now, "minutes": body.minutes}
    if body.playing is not None:
        data["playing"] = await _format_record(client, body.playing)
    return await build_json_response(await run_task(client.services, "progress", changes=changes, **data))


async def _read_change(client: Client, body: models.ProgressBody, change: models.AnyChange) -> dict[str, Any]:
    """Return a change with the data that the worker needs."""
    data = change.model_dump()
    data["day"] = body.day if change.day is None else change.day
    data["now"] = body.now if change.now is None else change.now
    read_day(data["day"])
    if isinstance(change, models.PuzzleAnswered | models.RushSlipped):
        named = read_name(data.pop("puzzle"))
        check_size(named.position)
        data |= named._asdict()
    if isinstance(change, models.GamePlayed):
        data["record"] = await _format_record(client, change, over=True)
    return data


async def _format_record(
    client: Client, played: models.GamePlayed | models.GameAtTable, over: bool = False
) -> list[Line]:
    """Return the record of a game, which may have to be over; an unknown table counts as a guess.

    Nobody is asked for a seat, so help in a game that is on is left out.
    """
    with client.count_guesses():
        table = await client.services.registry.find_table(played.table)
    if over and played.game == table.game and table.match.outcome is None:
        raise NotOver("The game is not over yet: what was learned from it comes after the end.")
    return await run_in_threadpool(table.format_public_record, played.game)
