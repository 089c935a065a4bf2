"""Endpoints of a table: open, join, move and every other action there."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from starlette.concurrency import run_in_threadpool
from starlette.responses import Response

from primeparlor.web import faults
from primeparlor.web.api.bodies import LONGEST_MOVE, MOST_GAMES, YES_NO, Schema, one_of, record, text, whole
from primeparlor.web.api.calls import THOUGHTS, Asked, Call, Does
from primeparlor.web.api.orders import KEY, NAME, NUMBER, NUMBERED, ORDER, read_order
from primeparlor.web.api.seat_auth import forgetting, held, keep, renewing, seated, token_of, with_cookie
from primeparlor.web.api.stream import EventStream, last_seen
from primeparlor.web.encoding import Json

if TYPE_CHECKING:
    from primeparlor.web.tables.desk import Opened

# Tables and seats -----------------------------------------------------------------------------------------


async def open_table(asked: Asked) -> Response:
    """Open a table and give the client its first seat."""
    data = await asked.data()
    order = await run_in_threadpool(read_order, data)  # the tables of a large variant take a while to build
    with asked.spending(*[THOUGHTS] * order.against_the_house):
        opened = await asked.rooms.hall.open(order)
    desk = opened.desk
    answer = _seat(opened) | {"url": f"/t/{desk.id}"}
    return with_cookie(asked, opened, answer, 201)


def _seat(opened: Opened) -> dict[str, Any]:
    desk = opened.desk
    view = desk.view(desk.seats_of(opened.token))
    return {"table": desk.id, "seat": opened.seat, "token": opened.token, "view": view}


async def join(asked: Asked) -> Response:
    """Give the free seat of the table to the client."""
    desk, seats = await seated(asked)
    data = await asked.data()
    if seats:
        raise faults.SitsHere
    opened = await desk.join(data.get("name", ""), data.get("key"))
    return with_cookie(asked, opened, _seat(opened))


async def take_seat(asked: Asked) -> Response:
    """Store the seat of the token sent in a cookie of this browser."""
    desk, seats = await seated(asked)
    await asked.data()
    response = Json(desk.view(seats))
    keep(asked, response, desk.id, token_of(asked) or "")
    return response


async def link(asked: Asked) -> dict[str, Any]:
    """Create another token for the client's seats, for use on another device."""
    desk, seats = await seated(asked)
    await asked.data()
    return {"token": await desk.link(seats)}


# Actions --------------------------------------------------------------------------------------------------


async def view(asked: Asked) -> Response:
    """Return the table as the client may see it."""
    desk, seats = await seated(asked)
    return Response(desk.sent(seats), media_type="application/json")


async def move(asked: Asked) -> dict[str, Any]:
    """Play a move."""
    desk, seats = await seated(asked)
    data = await asked.data()
    await desk.move(seats, data["move"], data["number"])
    return desk.view(held(asked, desk))


async def answer(asked: Asked) -> dict[str, Any]:
    """Allow or decline the other player's offer."""
    desk, seats = await seated(asked)
    data = await asked.data()
    await desk.answer(seats, data["number"], data["allow"])
    return desk.view(held(asked, desk))


def numbered(what: str) -> Does:
    """Build an endpoint that passes only the number to this method of the table and returns the view."""

    async def does(asked: Asked) -> dict[str, Any]:
        desk, seats = await seated(asked)
        number = (await asked.data())["number"]
        told = await getattr(desk, what)(seats, number)
        view = desk.view(held(asked, desk))
        return view if told is None else told | {"view": view}

    return renewing(does)


# Views ----------------------------------------------------------------------------------------------------


async def stream(asked: Asked) -> Response:
    """Return the table as a stream of server-sent events."""
    desk, seats = await seated(asked)
    token = token_of(asked) if seats else None
    return EventStream(asked, desk, token, last_seen(asked.request), asked.number("after"))


async def keep_record(asked: Asked) -> Response:
    """Return the record of a game, as far as the client may see it, as a download."""
    desk, seats = await seated(asked)
    game = asked.number("game")
    name = f"{desk.match.start.name}-{desk.id}{'' if game is None else f'-{game}'}.jsonl"
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return Response(desk.record(seats, game), media_type="application/jsonl", headers=headers)


async def review(asked: Asked) -> dict[str, Any]:
    """Return the review of a game that is over."""
    desk, seats = await seated(asked)
    found = await desk.review(asked.query("answers") == "1", seats, asked.number("game"))
    return found | {"table": desk.id}


TABLE = "/api/tables/{table}"
SENDING = (409,)


def calls() -> list[Call]:
    """Return the endpoints of a table."""
    opening = Call(
        "POST",
        "/api/tables",
        open_table,
        "Open a table and sit down. The token is the seat: keep it. A browser gets it as a cookie too.",
        "Opened",
        ORDER,
        201,
        spends=("tables",),
    )
    return [opening, *(call._replace(does=forgetting(call.does)) for call in (*_playing(), *_looking()))]


def _playing() -> list[Call]:
    def call(
        name: str, does: Does, told: str, body: Schema, answer: str = "View", seat: bool | None = True
    ) -> Call:
        spends = (THOUGHTS,) if name in ("hint", "why") else ()
        return Call("POST", f"{TABLE}/{name}", does, told, answer, body, 200, SENDING, spends, seat)

    return [
        call("join", join, "Take the free seat.", record({}, {"name": NAME, "key": KEY}), "Joined", None),
        call("seat", take_seat, "Keep the seat of this token in a cookie.", record({})),
        call(
            "link",
            renewing(link),
            "Another token for your seat, to take to another device.",
            record({}),
            "Token",
        ),
        call("move", renewing(move), "Play a move.", record({"number": NUMBER, "move": text(LONGEST_MOVE)})),
        call("hint", numbered("hint"), "Ask for the next hint.", NUMBERED, "Hints"),
        call("why", numbered("why"), "Ask what the last moves were worth.", NUMBERED, "Why"),
        call("moves", numbered("moves"), "List the legal moves, which counts as a hint.", NUMBERED, "Moves"),
        call("undo", numbered("undo"), "Take back your last move, or ask for it.", NUMBERED),
        call(
            "answer",
            renewing(answer),
            "Allow or decline an offer.",
            record({"number": NUMBER, "allow": YES_NO}),
        ),
        call("resign", numbered("resign"), "Give the game to your opponent.", NUMBERED),
        call("rematch", numbered("rematch"), "Ask for another game with seats swapped.", NUMBERED),
    ]


def _looking() -> list[Call]:
    game = {"game": whole(1, MOST_GAMES) | {"description": "Which game at this table; else the current one."}}
    answers = {"answers": one_of("0", "1") | {"description": "1 names better moves."}}
    after = {"after": whole(0) | {"description": "The `seq` of the view you have: it is not sent again."}}
    return [
        Call("GET", TABLE, view, "The table as you may see it.", "View", seat=None),
        Call(
            "GET",
            f"{TABLE}/stream",
            stream,
            "The table as server-sent events; `Last-Event-ID` goes on where you left.",
            "Events",
            seat=None,
            queries=after,
            kind="text/event-stream",
        ),
        Call(
            "GET",
            f"{TABLE}/record",
            keep_record,
            "The record of the game, as far as you may see it.",
            "Record",
            seat=None,
            queries=game,
            kind="application/jsonl",
        ),
        Call(
            "GET",
            f"{TABLE}/review",
            review,
            "The review of the game, once it is over.",
            "Review",
            problems=SENDING,
            spends=(THOUGHTS,),
            seat=None,
            queries=answers | game,
        ),
    ]
