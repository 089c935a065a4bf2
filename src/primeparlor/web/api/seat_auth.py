"""Seat authentication: who asks at a table, by the token of a seat or the cookie in which a browser keeps it.

A program that sends a wrong token gets an error. A browser sends its cookie automatically, so a cookie of no
seat counts as none and is deleted: the client can still watch and join.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, NamedTuple

from fastapi import Depends, Path, Request
from starlette.responses import Response

from primeparlor.core import Player
from primeparlor.web import errors
from primeparlor.web.api.services import Client, Services
from primeparlor.web.config import COOKIE_SECONDS, LONGEST_TOKEN
from primeparlor.web.errors import build_token_error
from primeparlor.web.middleware import SEAT_COOKIE
from primeparlor.web.rate_limit import CLIENT_KEY
from primeparlor.web.tables.seats import NOBODY

if TYPE_CHECKING:
    from primeparlor.web.tables.live import LiveTable


class Requester(NamedTuple):
    """Who asks at a table: found once for each request."""

    origin: Client
    table: LiveTable
    token: str | None = None
    person: int | None = None  # who holds the token; None for a spectator
    seats: frozenset[Player] = NOBODY  # of this person, in the game that was on when the request came
    by_cookie: bool = False  # whether a token can only have come in the cookie
    stale: bool = False  # whether the cookie belongs to no seat

    @property
    def client(self) -> str:
        return self.origin.address

    @property
    def services(self) -> Services:
        return self.origin.services


async def find_requester(
    request: Request,
    table: Annotated[str, Path(description="The name of the table.", json_schema_extra={"maxLength": 100})],
) -> Requester:
    """Find the table and who asks there; wrong names and tokens count as guesses."""
    client = Client(request.scope[CLIENT_KEY], request.app.state.services)
    by_cookie = "authorization" not in request.headers
    with client.count_guesses():
        found = await client.services.registry.find_table(table)
    requester = Requester(client, found, by_cookie=by_cookie)
    try:
        with client.count_guesses():
            scheme, _, bearer = request.headers.get("authorization", "").partition(" ")
            if not by_cookie and scheme.lower() != "bearer":
                raise errors.UnknownToken
            token = request.cookies.get(SEAT_COOKIE) if by_cookie else bearer
            if token is not None:
                if not (0 < len(token) <= LONGEST_TOKEN and token.isascii()):
                    raise errors.UnknownToken
                person = await found.claim_person(token)
                seats = found.seat_map.find_seats(person, found.game)
                requester = requester._replace(token=token, person=person, seats=seats)
    except errors.UnknownToken:
        if not by_cookie:
            raise
        requester = requester._replace(stale=True)
    request.state.requester = requester
    return requester


Anybody = Annotated[Requester, Depends(find_requester)]


async def require_seat(requester: Anybody) -> Requester:
    """Return who asks if they have a seat at the table; raise if not."""
    if requester.person is None:
        raise build_token_error()
    return requester


Seated = Annotated[Requester, Depends(require_seat)]


# The cookie -----------------------------------------------------------------------------------------------


def set_cookie(
    request: Request, response: Response, table: str, token: str, seconds: int = COOKIE_SECONDS
) -> None:
    """Set the cookie that keeps this token for the table."""
    response.set_cookie(
        SEAT_COOKIE,
        token,
        max_age=seconds,
        path=f"/api/tables/{table}",
        secure=request.url.scheme == "https",
        httponly=True,
        samesite="strict",
    )


def update_cookie(request: Request, response: Response) -> None:
    """Delete a cookie that belongs to no seat; renew the one that a player has acted with."""
    requester: Requester | None = getattr(request.state, "requester", None)
    if requester is None or not requester.by_cookie or "set-cookie" in response.headers:
        return
    if requester.stale and response.status_code < 500:
        set_cookie(request, response, requester.table.id, "", 0)
    elif requester.token is not None and request.method == "POST" and response.status_code == 200:
        set_cookie(request, response, requester.table.id, requester.token)
