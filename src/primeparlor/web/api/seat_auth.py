"""Seat authentication: the token that a request carries, and the cookie in which a browser keeps it.

A program that sends a wrong token gets an error. A browser sends its cookie automatically, so a cookie of no
seat counts as none and is deleted: the client can still watch and join.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from starlette.responses import Response

from primeparlor.core import Player
from primeparlor.web import errors
from primeparlor.web.api.endpoint import ApiRequest, Handler
from primeparlor.web.config import COOKIE_SECONDS, LONGEST_TOKEN
from primeparlor.web.errors import build_token_error, is_server_error
from primeparlor.web.middleware import SEAT_COOKIE
from primeparlor.web.responses import JsonResponse, build_error_response
from primeparlor.web.tables.seats import NOBODY

if TYPE_CHECKING:
    from primeparlor.web.tables.live import LiveTable, SeatGrant

VOID = "parlor.void"  # in the scope of a request whose cookie belongs to no seat


def read_token(request: ApiRequest) -> str | None:
    """Return the token of the request: the bearer token, else the cookie's, else None."""
    header = request.http.headers.get("authorization")
    if header is None:
        token = request.http.cookies.get(SEAT_COOKIE)
    else:
        scheme, _, token = header.partition(" ")
        if scheme.lower() != "bearer":
            raise errors.UnknownToken
    if token is not None and not (0 < len(token) <= LONGEST_TOKEN and token.isascii()):
        raise errors.UnknownToken
    return token


async def authenticate(request: ApiRequest) -> tuple[LiveTable, frozenset[Player]]:
    """Find the table and the seats the client holds there; wrong names and tokens count as guesses."""
    table = await request.find_table(request.path["table"])
    try:
        with request.count_guesses():
            token = read_token(request)
            seats = NOBODY if token is None else await table.claim_seats(token)
    except errors.UnknownToken:
        if not _is_cookie_auth(request):
            raise
        seats = NOBODY
        request.http.scope[VOID] = True
    if not seats and request.endpoint.seat:
        raise build_token_error()
    return table, seats


def find_seats(request: ApiRequest, table: LiveTable) -> frozenset[Player]:
    """Return the seats the client holds now: a rematch swaps them."""
    token = read_token(request)
    return NOBODY if token is None else table.find_seats(token)


# The cookie -----------------------------------------------------------------------------------------------


def build_cookie_response(
    request: ApiRequest, opened: SeatGrant, answer: dict[str, Any], status: int = 200
) -> Response:
    """Build the response, with the seat's token in a cookie for this table only."""
    response = JsonResponse(answer, status)
    set_cookie(request, response, opened.table.id, opened.token)
    return response


def set_cookie(
    request: ApiRequest, response: Response, table: str, token: str, seconds: int = COOKIE_SECONDS
) -> None:
    """Set the cookie that keeps this token for the table."""
    response.set_cookie(
        SEAT_COOKIE,
        token,
        max_age=seconds,
        path=f"/api/tables/{table}",
        secure=request.http.url.scheme == "https",
        httponly=True,
        samesite="strict",
    )


def renew_cookie(handler: Handler) -> Handler:
    """Wrap a handler so that it renews the seat cookie the request came with."""

    async def renewed(request: ApiRequest) -> Response:
        answer = await handler(request)
        response = answer if isinstance(answer, Response) else JsonResponse(answer)
        if _is_cookie_auth(request):
            set_cookie(request, response, request.path["table"].lower(), request.http.cookies[SEAT_COOKIE])
        return response

    return renewed


def drop_stale_cookie(handler: Handler) -> Handler:
    """Wrap a handler so that it deletes a seat cookie that belongs to no seat."""

    async def forgotten(request: ApiRequest) -> Response | dict[str, Any]:
        answer: Response | dict[str, Any]
        try:
            answer = await handler(request)
        except Exception as error:
            if VOID not in request.http.scope or is_server_error(error):
                raise
            answer = build_error_response(error)
        if VOID not in request.http.scope:
            return answer
        response = answer if isinstance(answer, Response) else JsonResponse(answer)
        if "set-cookie" not in response.headers:  # else the client has a seat by now
            set_cookie(request, response, request.path["table"].lower(), "", 0)
        return response

    return forgotten


def _is_cookie_auth(request: ApiRequest) -> bool:
    """Return True if a token can only have come in the cookie."""
    return "authorization" not in request.http.headers
