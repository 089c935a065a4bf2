"""Errors of the server: exceptions, and the status, kind and sentence that a client gets for each.

    {"error": {"kind": "stale", "message": "The table has moved on."}}

`kind` is for programs and never changes; `message` is a sentence for people. An unexpected error is answered
with one sentence and logged: a client never sees a stack trace. No web framework is known here: workers raise
these errors too, and `responses` turns them into responses.
"""

from __future__ import annotations

from typing import Any

from primeparlor import notation
from primeparlor.core import GameError, IllegalMove, Move, ParlorError, State, TooLarge, capital
from primeparlor.match import Conflict, MatchError, NotYourTurn, OutOfTime, StaleMove
from primeparlor.match.name_rules import NameRefused
from primeparlor.records import StoreError
from primeparlor.tables.messages import OPEN_SEATS, messages_of
from primeparlor.web.config import FULL_RETRY_AFTER, RETRY_AFTER

BROKEN = "Something went wrong here. Your games are safe; please try again."
NOT_KEPT = "The tables cannot be reached at the moment. Your games are safe; please try again."
NOT_HTTP = "This is not HTTP, or its address or headers are too long."
NO_PAGE = "There is nothing at this address."
WORD_JOINER = "\u2060"  # nobody sees it
NO_TOKEN = "This needs a seat at the table: send its token."


class RefusedMove(IllegalMove):
    """Raised when a move is refused: the message for people comes with the reason."""

    def __init__(self, reason: str, said: dict[str, Any]) -> None:
        super().__init__(reason)
        self.said = said  # names are left open


def refuse_move(state: State, move: Move, reason: str) -> RefusedMove:
    """Return the error for a move that the rules refuse, with the game's message about it."""
    reason = notation.form_of(state).refused(state, move, reason)
    return RefusedMove(reason, messages_of(state).refused(state, move, reason, OPEN_SEATS)._asdict())


def refuse_text(state: State, text: str) -> RefusedMove:
    """Return the error for a text that is no move, with the game's message about it."""
    plain = text.replace("{", "{" + WORD_JOINER)  # "{1}" would be taken for a name that is left open
    said = messages_of(state).not_understood(state, plain, notation.form(state))
    return RefusedMove(str(notation.build_error(state)), said._asdict())


class NoSuchTable(ParlorError):
    """Raised when no table has this name."""

    def __init__(self, sentence: str = "There is no such table. It may have been cleared away.") -> None:
        super().__init__(sentence)


class DamagedTable(NoSuchTable):
    """Raised when the rows of a table make no sense: somebody has changed them."""

    def __init__(self) -> None:
        super().__init__("This table is damaged and cannot be read. The server's log says why.")


class NoSuchGame(ParlorError):
    """Raised when the table has no game of this number."""

    def __init__(self, number: int) -> None:
        super().__init__(f"No game {number} was played at this table.")


class UnknownToken(ParlorError):
    """Raised when no seat anywhere has this token."""

    def __init__(self) -> None:
        super().__init__("This seat is not known here.")


class ForeignSeat(ParlorError):
    """Raised when the token is for another table, or for no seat that may do this."""

    def __init__(self, sentence: str = "This seat is at another table.") -> None:
        super().__init__(sentence)


class SeatTaken(ParlorError):
    """Raised when no seat is free."""

    def __init__(self) -> None:
        super().__init__("Both seats at this table are taken. You can watch.")


class AlreadySeated(ParlorError):
    """Raised when the client that joins already has a seat at this table."""

    def __init__(self) -> None:
        super().__init__("You sit here already.")


class NotOver(ParlorError):
    """Raised when a request must wait for the end of the game."""


class SecretPosition(ParlorError):
    """Raised when somebody asks about a position that stands on a table where hints are off."""

    def __init__(self) -> None:
        super().__init__(
            "This position stands on a table where hints are off. Ask when its game has moved on."
        )


class TableFull(ParlorError):
    """Raised when a limit of this table is reached: another try cannot succeed."""


class ServerFull(ParlorError):
    """Raised when a limit of this server is reached."""

    seconds = FULL_RETRY_AFTER


class Busy(ParlorError):
    """Raised when another try in a moment may succeed."""

    seconds = RETRY_AFTER


class TooBusy(Busy):
    """Raised when too many clients wait for a worker."""

    def __init__(self) -> None:
        super().__init__("The house is busy. Try again in a moment.")


class WorkerKilled(Busy):
    """Raised when a worker ended in the middle of a task: killed, perhaps because memory ran out."""

    def __init__(self) -> None:
        super().__init__("The house was interrupted. Try again in a moment.")


class ServerClosing(Busy):
    """Raised when the server is shutting down; it may come back."""

    def __init__(self) -> None:
        super().__init__("The server is closing. Try again in a moment.")


class TaskTimeout(ParlorError):
    """Raised when a worker's task was stopped at its time limit."""

    def __init__(self) -> None:
        super().__init__("This takes too long to work out here.")


class WorkerFailed(ParlorError):
    """Raised when a worker's task ended without an answer: a bug of ours."""

    def __init__(self) -> None:
        super().__init__("The house could not work this out.")


class StoreFailed(StoreError):
    """Raised when the database cannot be used."""

    def __init__(self, sentence: str, cause: str = "") -> None:
        super().__init__(sentence)
        self.cause = cause  # the database's own message, for the operator's log


class OtherNameRefused(NameRefused):
    """Raised when the second player on the same screen may not have this name."""


class FriendMissing(MatchError):
    """Raised when a player acts before a friend has joined."""

    def __init__(self) -> None:
        super().__init__("The game begins when your friend has joined.")


class ApiError(Exception):
    """Raised to answer a request with an error."""

    def __init__(
        self,
        status: int,
        kind: str,
        message: str,
        headers: dict[str, str] | None = None,
        said: dict[str, Any] | None = None,
    ) -> None:
        super().__init__(message)
        self.status, self.kind, self.message, self.headers = status, kind, message, headers or {}
        self.said = said  # of a refused move

    @property
    def data(self) -> dict[str, dict[str, Any]]:
        """The body of the response."""
        said = {} if self.said is None else {"said": self.said}
        return {"error": {"kind": self.kind, "message": self.message, **said}}


# Status and kind of each exception. The first class that matches counts, so subclasses come first.
RESPONSES: tuple[tuple[type[ParlorError], int, str], ...] = (
    (NoSuchTable, 404, "no table"),
    (NoSuchGame, 404, "no game"),
    (UnknownToken, 401, "token"),
    (ForeignSeat, 403, "seat"),
    (NotYourTurn, 403, "turn"),
    (StaleMove, 409, "stale"),
    (Conflict, 409, "stale"),
    (OutOfTime, 409, "over"),
    (SeatTaken, 409, "taken"),
    (AlreadySeated, 409, "seated"),
    (NotOver, 409, "not over"),
    (FriendMissing, 409, "waiting"),
    (MatchError, 409, "not now"),
    (SecretPosition, 409, "no hints"),
    (TableFull, 409, "full"),
    (ServerFull, 429, "too much"),
    (Busy, 503, "busy"),
    (StoreFailed, 503, "store"),
    (StoreError, 503, "store"),
    (WorkerFailed, 500, "broken"),
    (TaskTimeout, 422, "too large"),
    (TooLarge, 422, "too large"),
    (OtherNameRefused, 422, "other name"),
    (NameRefused, 422, "name"),
    (GameError, 422, "game"),
    (ParlorError, 422, "refused"),
)
KINDS = tuple(
    dict.fromkeys(
        [kind for _, _, kind in RESPONSES]
        + ["origin", "host", "malformed", "wrong type", "no page", "no puzzle", "method", "slow"]
    )
)


def translate_error(error: Exception) -> ApiError:
    """Translate any exception into the error that the client gets."""
    if isinstance(error, ApiError):
        return error
    for known, status, kind in RESPONSES:
        if isinstance(error, known):
            message = NOT_KEPT if isinstance(error, StoreError) else format_sentence(str(error))
            said = error.said if isinstance(error, RefusedMove) else None
            return ApiError(status, kind, message, _build_headers(status, error), said)
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
        return {"Retry-After": str(getattr(error, "seconds", RETRY_AFTER))}
    return {}
