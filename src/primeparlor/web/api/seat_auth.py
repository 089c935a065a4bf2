"""Seat authentication: the token that a request carries, and the cookie in which a browser keeps it.

A program that sends a wrong token gets an error. A browser sends its cookie automatically, so a cookie of no
seat counts as none and is deleted: the client can still watch and join.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from starlette.responses import Response

from primeparlor.core import Player
from primeparlor.web import errors
from primeparlor.web.api.calls import ApiRequest, Handler
from primeparlor.web.encoding import JsonResponse
from primeparlor.web.errors import build_token_error, is_server_error, translate_error
from primeparlor.web.middleware import SEAT_COOKIE
from primeparlor.web.tables.seats import NOBODY

if TYPE_CHECKING:
    from primeparlor.web.tables.live import LiveTable, SeatGrant

COOKIE_SECONDS = 30 * 24 * 3600  # seconds that a browser keeps a seat
LONGEST_TOKEN = 200
VOID = "parlor.void"  # in the scope of a request whose cookie belongs to no seat


def read_token(asked: ApiRequest) -> str | None:
    """Return the token of the request: the bearer token, else the cookie's, else None."""
    header = asked.request.headers.get("authorization")
    if header is None:
        token = asked.request.cookies.get(SEAT_COOKIE)
    else:
        scheme, _, token = header.partition(" ")
        if scheme.lower() != "bearer":
            raise errors.UnknownToken
    if token is not None and not (0 < len(token) <= LONGEST_TOKEN and token.isascii()):
        raise errors.UnknownToken
    return token


def _is_cookie_auth(asked: ApiRequest) -> bool:
    """Return True if a token can only have come in the cookie."""
    return "authorization" not in asked.request.headers


async def authenticate(asked: ApiRequest) -> tuple[LiveTable, frozenset[Player]]:
    """Find the table and the seats the client holds there; wrong names and tokens count as guesses."""
    desk = await asked.find_table(asked.path["table"])
    try:
        with asked.count_guesses():
            token = read_token(asked)
            seats = NOBODY if token is None else await desk.claim_seats(token)
    except errors.UnknownToken:
        if not _is_cookie_auth(asked):
            raise
        seats = NOBODY
        asked.request.scope[VOID] = True
    if not seats and asked.call.seat:
        raise build_token_error()
    return desk, seats


def find_seats(asked: ApiRequest, desk: LiveTable) -> frozenset[Player]:
    """Return the seats the client holds now: a rematch swaps them."""
    token = read_token(asked)
    return NOBODY if token is None else desk.find_seats(token)


# The cookie -----------------------------------------------------------------------------------------------


def build_cookie_response(
    asked: ApiRequest, opened: SeatGrant, answer: dict[str, Any], status: int = 200
) -> Response:
    """Build the response, with the seat's token in a cookie for this table only."""
    response = JsonResponse(answer, status)
    set_cookie(asked, response, opened.table.id, opened.token)
    return response


def set_cookie(
    asked: ApiRequest, response: Response, table: str, token: str, seconds: int = COOKIE_SECONDS
) -> None:
    """Set the cookie that keeps this token for the table."""
    response.set_cookie(
        SEAT_COOKIE,
        token,
        max_age=seconds,
        path=f"/api/tables/{table}",
        secure=asked.request.url.scheme == "https",
        httponly=True,
        samesite="strict",
    )


def renew_cookie(does: Handler) -> Handler:
    """Wrap a handler so that it renews the seat cookie the request came with."""

    async def renewed(asked: ApiRequest) -> Response:
        answer = await does(asked)
        response = answer if isinstance(answer, Response) else JsonResponse(answer)
        if _is_cookie_auth(asked):
            set_cookie(asked, response, asked.path["table"].lower(), asked.request.cookies[SEAT_COOKIE])
        return response

    return renewed


def drop_stale_cookie(does: Handler) -> Handler:
    """Wrap a handler so that it deletes a seat cookie that belongs to no seat."""

    async def forgotten(asked: ApiRequest) -> Response | dict[str, Any]:
        answer: Response | dict[str, Any]
        try:
            answer = await does(asked)
        except Exception as error:
            if VOID not in asked.request.scope or is_server_error(error):
                raise
            answer = translate_error(error).build_response()
        if VOID not in asked.request.scope:
            return answer
        response = answer if isinstance(answer, Response) else JsonResponse(answer)
        if "set-cookie" not in response.headers:  # else the client has a seat by now
            set_cookie(asked, response, asked.path["table"].lower(), "", 0)
        return response

    return forgotten
