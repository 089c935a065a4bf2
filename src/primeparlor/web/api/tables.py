"""Endpoints of a table: open, join, move and every other action there."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Annotated, Any, Literal, TypeAlias

from fastapi import APIRouter, Query, Request
from starlette.concurrency import run_in_threadpool
from starlette.responses import Response

from primeparlor import notation
from primeparlor.match import Settings
from primeparlor.web import errors
from primeparlor.web.api.models import tables as models
from primeparlor.web.api.models.common import DIGITS
from primeparlor.web.api.models.review import Review, ReviewStep
from primeparlor.web.api.openapi import SCHEMAS, SEAT, SEAT_OR_NONE, describe_content, describe_errors
from primeparlor.web.api.puzzles import read_day
from primeparlor.web.api.route import ApiRoute
from primeparlor.web.api.seat_auth import Anybody, Requester, Seated, set_cookie
from primeparlor.web.api.services import (
    OPENS_STREAM,
    OPENS_TABLE,
    READS_RECORD,
    READS_REVIEW,
    THINKS,
    AnyClient,
)
from primeparlor.web.api.stream import EventStream, read_last_id
from primeparlor.web.config import GAMES_OF_A_RECORD, MOST_GAMES
from primeparlor.web.json_encoder import EXACT, join_json
from primeparlor.web.responses import JSON, JsonResponse, build_json_response
from primeparlor.web.storage.store import FRIEND
from primeparlor.web.tables.create import TableRequest, build_rung_request, build_start

if TYPE_CHECKING:
    from primeparlor.web.tables.live import SeatGrant

router = APIRouter(prefix="/api/tables", route_class=ApiRoute)

GameNumber: TypeAlias = Annotated[
    int | None,
    Query(ge=1, le=MOST_GAMES, strict=True, description="Which game at this table; else the current one."),
    DIGITS,
]
After: TypeAlias = Annotated[
    int | None,
    Query(ge=0, le=EXACT, strict=True, description="The `seq` of the view you have: it is not sent again."),
    DIGITS,
]
LAST_ID = {
    "name": "Last-Event-ID",
    "in": "header",
    "required": False,
    "schema": {"type": "string", "pattern": "^[0-9]{1,15}$"},
}
RECORD = {"type": "string", "description": "JSON lines: a header, then one entry a line."}

# Tables and seats -----------------------------------------------------------------------------------------


@router.post(
    "",
    status_code=201,
    response_model=models.Opened,
    dependencies=[OPENS_TABLE],
    responses=describe_errors(503),
    summary="Open a table and sit down. The token is the seat: keep it. A browser gets it as a cookie too.",
)
async def open_table(request: Request, client: AnyClient, body: models.TableBody) -> Response:
    """Open a table and give the client its first seat."""
    wanted = await run_in_threadpool(_read_table, body)  # the tables of a large variant take a while to build
    registry = client.services.registry
    if wanted.against_level:
        with client.think():
            opened = await registry.open_table(wanted)
    else:
        opened = await registry.open_table(wanted)
    client.count_unfinished(opened.table)
    return _grant_seat(request, opened, 201, url=f"/t/{opened.table.id}")


@router.post(
    "/{table}/join",
    response_model=models.Joined,
    responses=describe_errors(409),
    openapi_extra=SEAT_OR_NONE,
    summary="Take the free seat.",
)
async def join_table(request: Request, requester: Anybody, body: models.JoinBody) -> Response:
    """Give the free seat of the table to the client."""
    if requester.seats:
        raise errors.AlreadySeated
    return _grant_seat(request, await requester.table.join(body.name, body.key))


def action(
    name: str, summary: str, answer: Any = models.Update | models.View, **options: Any
) -> Callable[..., Any]:
    """Return the decorator of an endpoint for who has a seat at the table."""
    return router.post(
        f"/{{table}}/{name}",
        response_model=answer,
        responses=describe_errors(409),
        openapi_extra=SEAT,
        summary=summary,
        **options,
    )


@action("seat", "Keep the seat of this token in a cookie.", models.View)
async def take_seat(request: Request, requester: Seated, body: models.EmptyBody) -> Response:
    """Store the seat of the token sent in a cookie of this browser."""
    response = send_view(requester)
    set_cookie(request, response, requester.table.id, requester.token or "")
    return response


@action("link", "Another token for your seat, to take to another device.", models.Token)
async def create_link(requester: Seated, body: models.EmptyBody) -> Response:
    """Create another token for the client's seats, for use on another device."""
    return JsonResponse({"token": await requester.table.create_link(requester.seats)})


# Actions --------------------------------------------------------------------------------------------------


@action("move", "Play a move.")
async def play_move(requester: Seated, body: models.MoveBody) -> Response:
    """Play a move."""
    await requester.table.move(requester.seats, body.move, body.number)
    return send_update(requester, body.number)


@action("undo", "Take back your last move, or ask for it.")
async def undo_move(requester: Seated, body: models.NumberBody) -> Response:
    """Take back the last move of the client, or ask the other player to allow it."""
    await requester.table.undo(requester.seats, body.number)
    return send_update(requester, body.number)


@action("answer", "Allow or decline an offer.")
async def answer_offer(requester: Seated, body: models.AnswerBody) -> Response:
    """Allow or decline the other player's offer."""
    await requester.table.answer(requester.seats, body.number, body.allow)
    return send_update(requester, body.number)


@action("resign", "Give the game to your opponent.")
async def resign_game(requester: Seated, body: models.NumberBody) -> Response:
    """Resign for the client."""
    await requester.table.resign(requester.seats, body.number)
    return send_update(requester, body.number)


@action("rematch", "Ask for another game with seats swapped.")
async def offer_rematch(requester: Seated, body: models.NumberBody) -> Response:
    """Offer a rematch, or accept one."""
    await requester.table.rematch(requester.seats, body.number)
    return send_update(requester, body.number)


@action("hint", "Ask for the next hint.", models.Hints, dependencies=[THINKS])
async def send_hint(requester: Seated, body: models.NumberBody) -> Response:
    """Return the hints that are open and one more."""
    return send_update(requester, body.number, await requester.table.hint(requester.seats, body.number))


@action("why", "Ask what the last moves were worth.", models.Why, dependencies=[THINKS])
async def send_reasons(requester: Seated, body: models.NumberBody) -> Response:
    """Return what the last moves were worth."""
    return send_update(requester, body.number, await requester.table.why(requester.seats, body.number))


@action("moves", "List the legal moves, which counts as a hint.", models.Moves)
async def send_moves(requester: Seated, body: models.NumberBody) -> Response:
    """Return the legal moves."""
    return send_update(requester, body.number, await requester.table.moves(requester.seats, body.number))


def send_view(requester: Requester) -> Response:
    """Return the table as the client may see it now."""
    return Response(requester.table.view.encode(requester.seats), media_type=JSON)


def send_update(requester: Requester, number: int, answer: dict[str, Any] | None = None) -> Response:
    """Return what is new for the client since the event of this number, after the answer if there is one."""
    text = requester.table.view.encode_answer(requester.seats, number)
    return Response(text if answer is None else join_json(answer, "update", text), media_type=JSON)


# Views ----------------------------------------------------------------------------------------------------


@router.get(
    "/{table}", response_model=models.View, openapi_extra=SEAT_OR_NONE, summary="The table as you may see it."
)
async def read_table(requester: Anybody) -> Response:
    """Return the table as the client may see it."""
    return send_view(requester)


@router.get(
    "/{table}/stream",
    response_class=Response,
    dependencies=[OPENS_STREAM],
    responses=describe_errors(422) | describe_content("text/event-stream", {"$ref": f"{SCHEMAS}StreamEvent"}),
    openapi_extra=SEAT_OR_NONE | {"parameters": [LAST_ID]},
    summary="The table as server-sent events; `Last-Event-ID` goes on where you left.",
)
async def open_stream(
    request: Request,
    requester: Anybody,
    after: After = None,
    entries: Annotated[Literal["0", "1"], Query(description="1 sends every entry too, for bots.")] = "0",
) -> Response:
    """Return the table as a stream of server-sent events."""
    last = read_last_id(request)
    return EventStream(
        requester.services,
        requester.client,
        requester.table,
        requester.person,
        after if last is None else last,
        entries == "1",
    )


@router.get(
    "/{table}/record",
    response_class=Response,
    dependencies=[READS_RECORD],
    responses=describe_errors(422) | describe_content("application/jsonl", RECORD),
    openapi_extra=SEAT_OR_NONE,
    summary="The record of the game, as far as you may see it.",
)
async def send_record(requester: Anybody, game: GameNumber = None) -> Response:
    """Return the record of a game, as far as the client may see it, as a download."""
    table = requester.table
    name = f"{table.match.start.name}-{table.id}{'' if game is None else f'-{game}'}.jsonl"
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    record = await table.request_record(requester.seats, game)
    return Response(record, media_type="application/jsonl", headers=headers)


@router.get(
    "/{table}/records",
    response_class=Response,
    dependencies=[READS_RECORD],
    responses=describe_content("application/zip", {"type": "string", "format": "binary"}),
    openapi_extra=SEAT_OR_NONE,
    summary="The records of all games at this table, as far as you may see them, in a ZIP file.",
)
async def send_records(requester: Anybody) -> Response:
    """Return the records of all games at this table, as a download."""
    table = requester.table
    requester.origin.charge("records", table.game // GAMES_OF_A_RECORD)
    headers = {"Content-Disposition": f'attachment; filename="{table.match.start.name}-{table.id}.zip"'}
    return Response(await table.pack_records(requester.seats), media_type="application/zip", headers=headers)


@router.get(
    "/{table}/games",
    response_model=models.TableGames,
    dependencies=[READS_RECORD],
    openapi_extra=SEAT_OR_NONE,
    summary="Every game at this table: how it went, and the score after it.",
)
async def send_games(requester: Anybody) -> Response:
    """Return a row for each game at this table."""
    return await build_json_response({"games": await requester.table.list_games(requester.seats)})


@router.get(
    "/{table}/review",
    response_model=Review,
    dependencies=[READS_REVIEW, THINKS],
    responses=describe_errors(409, 422),
    openapi_extra=SEAT_OR_NONE,
    summary="The review of the game, once it is over.",
)
async def send_review(
    requester: Anybody,
    answers: Annotated[Literal["0", "1"], Query(description="1 names better moves.")] = "0",
    exact: ReviewStep = "0",
    game: GameNumber = None,
) -> Response:
    """Return the review of a game that is over."""
    table = requester.table
    found = await table.request_review(answers == "1", requester.seats, game, int(exact))
    return await build_json_response(found | {"table": table.id})


def _read_table(body: models.TableBody) -> TableRequest:
    """Convert the body of a request into the options of a new table."""
    if body.rung is not None:
        return build_rung_request(body.game, body.rung, body.name)
    known = tuple(notation.game(body.game).Rules.numbers)
    notation.Words((f"{key}={value}" for key, value in body.rules.items()), (), known)  # no position words
    hints = body.settings.hints
    agreed = {"hints": body.opponent != FRIEND if hints is None else hints}
    return TableRequest(
        build_start(body.game, body.rules, body.position),
        body.opponent,
        body.side,
        body.name,
        Settings(**body.settings.model_dump() | agreed),
        None if body.daily is None else read_day(body.daily),
        body.other_name,
        body.first_to,
    )


def _grant_seat(request: Request, opened: SeatGrant, status: int = 200, **more: str) -> Response:
    """Return a seat with its token, which a browser keeps in a cookie for this table only."""
    table = opened.table
    answer = {"table": table.id, "seat": opened.seat, "token": opened.token, **more}
    view = table.view.encode(table.find_seats(opened.token))
    response = Response(join_json(answer, "view", view), status, media_type=JSON)
    set_cookie(request, response, table.id, opened.token)
    return response
