"""Endpoints of a table: open, join, move and every other action there."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from starlette.concurrency import run_in_threadpool
from starlette.responses import Response

from primeparlor.web import errors
from primeparlor.web.api.bodies import (
    LONGEST_MOVE,
    MOST_GAMES,
    YES_NO,
    Schema,
    object_of,
    one_of,
    text,
    whole,
)
from primeparlor.web.api.calls import THOUGHTS, ApiRequest, Endpoint, Handler
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
from primeparlor.web.encoding import JsonResponse

if TYPE_CHECKING:
    from primeparlor.web.tables.live import SeatGrant

# Tables and seats -----------------------------------------------------------------------------------------


async def open_table(asked: ApiRequest) -> Response:
    """Open a table and give the client its first seat."""
    data = await asked.read_body()
    order = await run_in_threadpool(
        read_table_request, data
    )  # the tables of a large variant take a while to build
    with asked.spend_limits(*[THOUGHTS] * order.against_level):
        opened = await asked.services.registry.open_table(order)
    desk = opened.table
    answer = _format_seat(opened) | {"url": f"/t/{desk.id}"}
    return build_cookie_response(asked, opened, answer, 201)


def _format_seat(opened: SeatGrant) -> dict[str, Any]:
    desk = opened.table
    view = desk.build_view(desk.find_seats(opened.token))
    return {"table": desk.id, "seat": opened.seat, "token": opened.token, "view": view}


async def join_table(asked: ApiRequest) -> Response:
    """Give the free seat of the table to the client."""
    desk, seats = await authenticate(asked)
    data = await asked.read_body()
    if seats:
        raise errors.AlreadySeated
    opened = await desk.join(data.get("name", ""), data.get("key"))
    return build_cookie_response(asked, opened, _format_seat(opened))


async def take_seat(asked: ApiRequest) -> Response:
    """Store the seat of the token sent in a cookie of this browser."""
    desk, seats = await authenticate(asked)
    await asked.read_body()
    response = JsonResponse(desk.build_view(seats))
    set_cookie(asked, response, desk.id, read_token(asked) or "")
    return response


async def create_link(asked: ApiRequest) -> dict[str, Any]:
    """Create another token for the client's seats, for use on another device."""
    desk, seats = await authenticate(asked)
    await asked.read_body()
    return {"token": await desk.create_link(seats)}


# Actions --------------------------------------------------------------------------------------------------


async def send_view(asked: ApiRequest) -> Response:
    """Return the table as the client may see it."""
    desk, seats = await authenticate(asked)
    return Response(desk.encode_view(seats), media_type="application/json")


async def play_move(asked: ApiRequest) -> dict[str, Any]:
    """Play a move."""
    desk, seats = await authenticate(asked)
    data = await asked.read_body()
    await desk.move(seats, data["move"], data["number"])
    return desk.build_view(find_seats(asked, desk))


async def answer_offer(asked: ApiRequest) -> dict[str, Any]:
    """Allow or decline the other player's offer."""
    desk, seats = await authenticate(asked)
    data = await asked.read_body()
    await desk.answer(seats, data["number"], data["allow"])
    return desk.build_view(find_seats(asked, desk))


def build_action(what: str) -> Handler:
    """Build an endpoint that passes only the number to this method of the table and returns the view."""

    async def does(asked: ApiRequest) -> dict[str, Any]:
        desk, seats = await authenticate(asked)
        number = (await asked.read_body())["number"]
        told = await getattr(desk, what)(seats, number)
        view = desk.build_view(find_seats(asked, desk))
        return view if told is None else told | {"view": view}

    return renew_cookie(does)


# Views ----------------------------------------------------------------------------------------------------


async def open_stream(asked: ApiRequest) -> Response:
    """Return the table as a stream of server-sent events."""
    desk, seats = await authenticate(asked)
    token = read_token(asked) if seats else None
    return EventStream(asked, desk, token, read_last_id(asked.request), asked.read_number("after"))


async def send_record(asked: ApiRequest) -> Response:
    """Return the record of a game, as far as the client may see it, as a download."""
    desk, seats = await authenticate(asked)
    game = asked.read_number("game")
    name = f"{desk.match.start.name}-{desk.id}{'' if game is None else f'-{game}'}.jsonl"
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return Response(desk.encode_record(seats, game), media_type="application/jsonl", headers=headers)


async def send_review(asked: ApiRequest) -> dict[str, Any]:
    """Return the review of a game that is over."""
    desk, seats = await authenticate(asked)
    found = await desk.request_review(asked.read_query("answers") == "1", seats, asked.read_number("game"))
    return found | {"table": desk.id}


TABLE = "/api/tables/{table}"
SENDING = (409,)


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
        *(call._replace(does=drop_stale_cookie(call.does)) for call in (*_list_actions(), *_list_views())),
    ]


def _list_actions() -> list[Endpoint]:
    def call(
        name: str, does: Handler, told: str, body: Schema, answer: str = "View", seat: bool | None = True
    ) -> Endpoint:
        spends = (THOUGHTS,) if name in ("hint", "why") else ()
        return Endpoint("POST", f"{TABLE}/{name}", does, told, answer, body, 200, SENDING, spends, seat)

    return [
        call(
            "join",
            join_table,
            "Take the free seat.",
            object_of({}, {"name": NAME, "key": KEY}),
            "Joined",
            None,
        ),
        call("seat", take_seat, "Keep the seat of this token in a cookie.", object_of({})),
        call(
            "link",
            renew_cookie(create_link),
            "Another token for your seat, to take to another device.",
            object_of({}),
            "Token",
        ),
        call(
            "move",
            renew_cookie(play_move),
            "Play a move.",
            object_of({"number": NUMBER, "move": text(LONGEST_MOVE)}),
        ),
        call("hint", build_action("hint"), "Ask for the next hint.", NUMBERED, "Hints"),
        call("why", build_action("why"), "Ask what the last moves were worth.", NUMBERED, "Why"),
        call(
            "moves", build_action("moves"), "List the legal moves, which counts as a hint.", NUMBERED, "Moves"
        ),
        call("undo", build_action("undo"), "Take back your last move, or ask for it.", NUMBERED),
        call(
            "answer",
            renew_cookie(answer_offer),
            "Allow or decline an offer.",
            object_of({"number": NUMBER, "allow": YES_NO}),
        ),
        call("resign", build_action("resign"), "Give the game to your opponent.", NUMBERED),
        call("rematch", build_action("rematch"), "Ask for another game with seats swapped.", NUMBERED),
    ]


def _list_views() -> list[Endpoint]:
    game = {"game": whole(1, MOST_GAMES) | {"description": "Which game at this table; else the current one."}}
    answers = {"answers": one_of("0", "1") | {"description": "1 names better moves."}}
    after = {"after": whole(0) | {"description": "The `seq` of the view you have: it is not sent again."}}
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
