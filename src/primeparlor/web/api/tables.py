"""Endpoints of a table: open, join, move and every other action there."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from starlette.concurrency import run_in_threadpool
from starlette.responses import Response

from primeparlor.web import errors
from primeparlor.web.api.bodies import (
    YES_NO,
    Schema,
    object_of,
    one_of,
    text,
    whole,
)
from primeparlor.web.api.endpoint import THOUGHTS, ApiRequest, Endpoint, Handler
from primeparlor.web.api.orders import KEY, NAME, NUMBER, NUMBERED, ORDER, read_table_request
from primeparlor.web.api.seat_auth import (
    authenticate,
    build_cookie_response,
    drop_stale_cookie,
    find_seats,
    read_token,
    renew_cookie,
    set_cookie,
)
from primeparlor.web.api.stream import EventStream, read_last_id
from primeparlor.web.config import LONGEST_MOVE, MOST_GAMES
from primeparlor.web.json_encoder import join_json

if TYPE_CHECKING:
    from primeparlor.web.tables.live import SeatGrant


TABLE = "/api/tables/{table}"
SENDING = (409,)

# Tables and seats -----------------------------------------------------------------------------------------


async def open_table(request: ApiRequest) -> Response:
    """Open a table and give the client its first seat."""
    data = await request.read_body()
    table_request = await run_in_threadpool(
        read_table_request, data
    )  # the tables of a large variant take a while to build
    with request.spend_limits(*[THOUGHTS] * table_request.against_level):
        opened = await request.services.registry.open_table(table_request)
    table = opened.table
    answer = _format_seat(opened) | {"url": f"/t/{table.id}"}
    return build_cookie_response(request, opened, answer, 201)


async def join_table(request: ApiRequest) -> Response:
    """Give the free seat of the table to the client."""
    table, seats = await authenticate(request)
    data = await request.read_body()
    if seats:
        raise errors.AlreadySeated
    opened = await table.join(data.get("name", ""), data.get("key"))
    return build_cookie_response(request, opened, _format_seat(opened))


async def take_seat(request: ApiRequest) -> Response:
    """Store the seat of the token sent in a cookie of this browser."""
    table, seats = await authenticate(request)
    await request.read_body()
    response = Response(table.view.encode(seats), media_type="application/json")
    set_cookie(request, response, table.id, read_token(request) or "")
    return response


async def create_link(request: ApiRequest) -> dict[str, Any]:
    """Create another token for the client's seats, for use on another device."""
    table, seats = await authenticate(request)
    await request.read_body()
    return {"token": await table.create_link(seats)}


# Actions --------------------------------------------------------------------------------------------------


async def send_view(request: ApiRequest) -> Response:
    """Return the table as the client may see it."""
    table, seats = await authenticate(request)
    return Response(table.view.encode(seats), media_type="application/json")


async def play_move(request: ApiRequest) -> Response:
    """Play a move."""
    table, seats = await authenticate(request)
    data = await request.read_body()
    await table.move(seats, data["move"], data["number"])
    return _send_json(table.view.encode_answer(find_seats(request, table), data["number"]))


async def answer_offer(request: ApiRequest) -> Response:
    """Allow or decline the other player's offer."""
    table, seats = await authenticate(request)
    data = await request.read_body()
    await table.answer(seats, data["number"], data["allow"])
    return _send_json(table.view.encode_answer(find_seats(request, table), data["number"]))


def _send_json(text: bytes) -> Response:
    return Response(text, media_type="application/json")


def build_action(what: str) -> Handler:
    """Build an endpoint that passes only the number to this method of the table and returns the view."""

    async def handler(request: ApiRequest) -> Response:
        table, seats = await authenticate(request)
        number = (await request.read_body())["number"]
        summary = await getattr(table, what)(seats, number)
        text = table.view.encode_answer(find_seats(request, table), number)
        return _send_json(text if summary is None else join_json(summary, "update", text))

    return renew_cookie(handler)


# Views ----------------------------------------------------------------------------------------------------


async def open_stream(request: ApiRequest) -> Response:
    """Return the table as a stream of server-sent events."""
    table, seats = await authenticate(request)
    token = read_token(request) if seats else None
    person = None if token is None else table.seat_map.find_person(token)
    last = read_last_id(request.http)
    after = request.read_number("after") if last is None else last
    entries = request.read_query("entries") == "1"
    return EventStream(request.services, request.client, table, person, after, entries)


async def send_record(request: ApiRequest) -> Response:
    """Return the record of a game, as far as the client may see it, as a download."""
    table, seats = await authenticate(request)
    game = request.read_number("game")
    name = f"{table.match.start.name}-{table.id}{'' if game is None else f'-{game}'}.jsonl"
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return Response(table.encode_record(seats, game), media_type="application/jsonl", headers=headers)


async def send_review(request: ApiRequest) -> dict[str, Any]:
    """Return the review of a game that is over."""
    table, seats = await authenticate(request)
    found = await table.request_review(
        request.read_query("answers") == "1", seats, request.read_number("game")
    )
    return found | {"table": table.id}


def list_endpoints() -> list[Endpoint]:
    """Return the endpoints of a table."""
    opening = Endpoint(
        "POST",
        "/api/tables",
        open_table,
        "Open a table and sit down. The token is the seat: keep it. A browser gets it as a cookie too.",
        "Opened",
        ORDER,
        201,
        spends=("tables",),
    )
    return [
        opening,
        *(
            endpoint._replace(handler=drop_stale_cookie(endpoint.handler))
            for endpoint in (*_list_actions(), *_list_views())
        ),
    ]


def _format_seat(opened: SeatGrant) -> dict[str, Any]:
    table = opened.table
    view = json.loads(table.view.encode(table.find_seats(opened.token)))
    return {"table": table.id, "seat": opened.seat, "token": opened.token, "view": view}


def _list_actions() -> list[Endpoint]:
    def build(
        name: str,
        handler: Handler,
        summary: str,
        body: Schema,
        answer: str = "View",
        seat: bool | None = True,
    ) -> Endpoint:
        spends = (THOUGHTS,) if name in ("hint", "why") else ()
        return Endpoint("POST", f"{TABLE}/{name}", handler, summary, answer, body, 200, SENDING, spends, seat)

    return [
        build(
            "join",
            join_table,
            "Take the free seat.",
            object_of({}, {"name": NAME, "key": KEY}),
            "Joined",
            None,
        ),
        build("seat", take_seat, "Keep the seat of this token in a cookie.", object_of({})),
        build(
            "link",
            renew_cookie(create_link),
            "Another token for your seat, to take to another device.",
            object_of({}),
            "Token",
        ),
        build(
            "move",
            renew_cookie(play_move),
            "Play a move.",
            object_of({"number": NUMBER, "move": text(LONGEST_MOVE)}),
        ),
        build("hint", build_action("hint"), "Ask for the next hint.", NUMBERED, "Hints"),
        build("why", build_action("why"), "Ask what the last moves were worth.", NUMBERED, "Why"),
        build(
            "moves", build_action("moves"), "List the legal moves, which counts as a hint.", NUMBERED, "Moves"
        ),
        build("undo", build_action("undo"), "Take back your last move, or ask for it.", NUMBERED),
        build(
            "answer",
            renew_cookie(answer_offer),
            "Allow or decline an offer.",
            object_of({"number": NUMBER, "allow": YES_NO}),
        ),
        build("resign", build_action("resign"), "Give the game to your opponent.", NUMBERED),
        build("rematch", build_action("rematch"), "Ask for another game with seats swapped.", NUMBERED),
    ]


def _list_views() -> list[Endpoint]:
    game = {"game": whole(1, MOST_GAMES) | {"description": "Which game at this table; else the current one."}}
    answers = {"answers": one_of("0", "1") | {"description": "1 names better moves."}}
    after = {"after": whole(0) | {"description": "The `seq` of the view you have: it is not sent again."}}
    after |= {"entries": one_of("0", "1") | {"description": "1 sends every entry too, for bots."}}
    return [
        Endpoint("GET", TABLE, send_view, "The table as you may see it.", "View", seat=None),
        Endpoint(
            "GET",
            f"{TABLE}/stream",
            open_stream,
            "The table as server-sent events; `Last-Event-ID` goes on where you left.",
            "Events",
            seat=None,
            queries=after,
            kind="text/event-stream",
        ),
        Endpoint(
            "GET",
            f"{TABLE}/record",
            send_record,
            "The record of the game, as far as you may see it.",
            "Record",
            seat=None,
            queries=game,
            kind="application/jsonl",
        ),
        Endpoint(
            "GET",
            f"{TABLE}/review",
            send_review,
            "The review of the game, once it is over.",
            "Review",
            problems=SENDING,
            spends=(THOUGHTS,),
            seat=None,
            queries=answers | game,
        ),
    ]
