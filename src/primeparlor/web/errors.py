"""Error responses: one JSON form for all errors, and their status codes.

    {"error": {"kind": "stale", "message": "The table has moved on."}}

`kind` is for programs and never changes; `message` is a sentence for people. An unexpected error is answered
with one sentence and logged: a client never sees a stack trace.
"""

from __future__ import annotations

from starlette.requests import ClientDisconnect
from starlette.responses import Response

from primeparlor.core import GameError, ParlorError, TooLarge, capital
from primeparlor.match import Conflict, MatchError, NotYourTurn, OutOfTime, StaleMove
from primeparlor.records import StoreError
from primeparlor.web import faults
from primeparlor.web.encoding import JsonResponse

BROKEN = "Something went wrong here. Your games are safe; please try again."
NOT_KEPT = "The tables cannot be reached at the moment. Your games are safe; please try again."
NO_PAGE = "There is nothing at this address."
NO_TOKEN = "This needs a seat at the table: send its token."

# Status and kind of each exception. The first class that matches counts, so subclasses come first.
RESPONSES: tuple[tuple[type[ParlorError], int, str], ...] = (
    (faults.NoSuchTable, 404, "no table"),
    (faults.NoSuchGame, 404, "no game"),
    (faults.UnknownToken, 401, "token"),
    (faults.ForeignSeat, 403, "seat"),
    (NotYourTurn, 403, "turn"),
    (StaleMove, 409, "stale"),
    (Conflict, 409, "stale"),
    (OutOfTime, 409, "over"),
    (faults.SeatTaken, 409, "taken"),
    (faults.AlreadySeated, 409, "seated"),
    (faults.NotOver, 409, "not over"),
    (faults.FriendMissing, 409, "waiting"),
    (MatchError, 409, "not now"),
    (faults.TableFull, 409, "full"),
    (faults.ServerFull, 429, "too much"),
    (faults.Busy, 503, "busy"),
    (faults.StoreFailed, 503, "store"),
    (StoreError, 503, "store"),
    (faults.WorkerFailed, 500, "broken"),
    (faults.TaskTimeout, 422, "too large"),
    (TooLarge, 422, "too large"),
    (GameError, 422, "game"),
    (ParlorError, 422, "refused"),
)
KINDS = tuple(
    dict.fromkeys(
        [kind for _, _, kind in RESPONSES]
        + ["origin", "malformed", "wrong type", "no page", "no puzzle", "method", "slow"]
    )
)
AGAIN = 2  # seconds in Retry-After, if the error names no other


class ApiError(Exception):
    """Raised to answer a request with an error."""

    def __init__(self, status: int, kind: str, message: str, headers: dict[str, str] | None = None) -> None:
        super().__init__(message)
        self.status, self.kind, self.message, self.headers = status, kind, message, headers or {}

    def build_response(self) -> Response:
        """Build the error response."""
        said = {"error": {"kind": self.kind, "message": self.message}}
        return JsonResponse(said, self.status, self.headers)


def translate_error(error: Exception) -> ApiError:
    """Translate any exception into the error that the client gets."""
    if isinstance(error, ApiError):
        return error
    if isinstance(error, ClientDisconnect):  # the client is gone and will not read this
        return ApiError(408, "slow", "The body did not arrive.")
    for known, status, kind in RESPONSES:
        if isinstance(error, known):
            message = NOT_KEPT if isinstance(error, StoreError) else format_sentence(str(error))
            return ApiError(status, kind, message, _build_headers(status, error))
    return ApiError(500, "broken", BROKEN)


def is_server_error(error: Exception) -> bool:
    """Return True if the operator of the server should see this error in the log."""
    return isinstance(error, StoreError) or translate_error(error).status == 500


def format_sentence(text: str) -> str:
    """Return the text with a capital letter and a full stop."""
    return capital(text) if text.endswith((".", "!", "?")) else f"{capital(text)}."


def build_token_error() -> ApiError:
    """Build the error for a request that needs a seat's token and has none."""
    return ApiError(401, "token", NO_TOKEN, _build_headers(401))


def _build_headers(status: int, error: Exception | None = None) -> dict[str, str]:
    if status == 401:
        return {"WWW-Authenticate": "Bearer"}
    if status in (429, 503):
        return {"Retry-After": str(getattr(error, "seconds", AGAIN))}
    return {}
