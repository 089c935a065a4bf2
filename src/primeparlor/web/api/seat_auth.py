"""Seat authentication: the token that a request carries, and the cookie in which a browser keeps it.

A program that sends a wrong token gets an error. A browser sends its cookie automatically, so a cookie of no
seat counts as none and is deleted: the client can still watch and join.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from starlette.responses import Response

from primeparlor.core import Player
from primeparlor.web import faults
from primeparlor.web.api.calls import Asked, Does
from primeparlor.web.encoding import Json
from primeparlor.web.errors import is_ours, no_token, told
from primeparlor.web.middleware import SEAT
from primeparlor.web.tables.seats import NOBODY

if TYPE_CHECKING:
    from primeparlor.web.tables.desk import Desk, Opened

KEPT = 30 * 24 * 3600  # seconds that a browser keeps a seat
LONGEST_TOKEN = 200
VOID = "parlor.void"  # in the scope of a request whose cookie belongs to no seat


def token_of(asked: Asked) -> str | None:
    """Return the token of the request: the bearer token, else the cookie's, else None."""
    header = asked.request.headers.get("authorization")
    if header is None:
        token = asked.request.cookies.get(SEAT)
    else:
        scheme, _, token = header.partition(" ")
        if scheme.lower() != "bearer":
            raise faults.UnknownToken
    if token is not None and not (0 < len(token) <= LONGEST_TOKEN and token.isascii()):
        raise faults.UnknownToken
    return token


def _by_cookie(asked: Asked) -> bool:
    """Return True if a token can only have come in the cookie."""
    return "authorization" not in asked.request.headers


async def seated(asked: Asked) -> tuple[Desk, frozenset[Player]]:
    """Find the table and the seats the client holds there; wrong names and tokens count as guesses."""
    desk = await asked.table(asked.path["table"])
    try:
        with asked.guessing():
            token = token_of(asked)
            seats = NOBODY if token is None else await desk.seated(token)
    except faults.UnknownToken:
        if not _by_cookie(asked):
            raise
        seats = NOBODY
        asked.request.scope[VOID] = True
    if not seats and asked.call.seat:
        raise no_token()
    return desk, seats


def held(asked: Asked, desk: Desk) -> frozenset[Player]:
    """Return the seats the client holds now: a rematch swaps them."""
    token = token_of(asked)
    return NOBODY if token is None else desk.seats_of(token)


# The cookie -----------------------------------------------------------------------------------------------


def with_cookie(asked: Asked, opened: Opened, answer: dict[str, Any], status: int = 200) -> Response:
    """Build the response, with the seat's token in a cookie for this table only."""
    response = Json(answer, status)
    keep(asked, response, opened.desk.id, opened.token)
    return response


def keep(asked: Asked, response: Response, table: str, token: str, seconds: int = KEPT) -> None:
    """Set the cookie that keeps this token for the table."""
    response.set_cookie(
        SEAT,
        token,
        max_age=seconds,
        path=f"/api/tables/{table}",
        secure=asked.request.url.scheme == "https",
        httponly=True,
        samesite="strict",
    )


def renewing(does: Does) -> Does:
    """Wrap a handler so that it renews the seat cookie the request came with."""

    async def renewed(asked: Asked) -> Response:
        answer = await does(asked)
        response = answer if isinstance(answer, Response) else Json(answer)
        if _by_cookie(asked):
            keep(asked, response, asked.path["table"].lower(), asked.request.cookies[SEAT])
        return response

    return renewed


def forgetting(does: Does) -> Does:
    """Wrap a handler so that it deletes a seat cookie that belongs to no seat."""

    async def forgotten(asked: Asked) -> Response | dict[str, Any]:
        answer: Response | dict[str, Any]
        try:
            answer = await does(asked)
        except Exception as error:
            if VOID not in asked.request.scope or is_ours(error):
                raise
            answer = told(error).response()
        if VOID not in asked.request.scope:
            return answer
        response = answer if isinstance(answer, Response) else Json(answer)
        if "set-cookie" not in response.headers:  # else the client has a seat by now
            keep(asked, response, asked.path["table"].lower(), "", 0)
        return response

    return forgotten
