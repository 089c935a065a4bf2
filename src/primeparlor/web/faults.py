"""Exceptions of the server's tables, workers and store, beside those of the layers below.

    ParlorError
    ├── NoSuchTable       no table has this name
    ├── NoSuchGame        this table has no game of this number
    ├── UnknownToken      no seat anywhere has this token
    ├── ForeignSeat       the token is for another table, or for no seat that may do this
    ├── SeatTaken         no seat is free (any more)
    ├── AlreadySeated     the client that joins already has a seat
    ├── NotOver           the request must wait for the end of the game
    ├── TableFull         a limit of this table is reached, for good
    ├── ServerFull        a limit of this server is reached, for a while
    ├── Busy              try again in a moment
    │   ├── TooBusy       too many clients wait for a worker
    │   └── ServerClosing the server is shutting down
    ├── TaskTimeout       a worker's task was stopped at its time limit
    ├── WorkerFailed      a worker's task ended without an answer
    └── StoreError
        └── StoreFailed   the database cannot be used

`FriendMissing` is a `MatchError`: the game has not begun, because a friend is still to join.
"""

from __future__ import annotations

from primeparlor.core import ParlorError
from primeparlor.match import MatchError
from primeparlor.records import StoreError


class NoSuchTable(ParlorError):
    """Raised when no table has this name."""

    def __init__(self) -> None:
        super().__init__("There is no such table. It may have been cleared away.")


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


class TableFull(ParlorError):
    """Raised when a limit of this table is reached: another try cannot succeed."""


class ServerFull(ParlorError):
    """Raised when a limit of this server is reached."""

    seconds = 900  # Retry-After, until there may be room


class Busy(ParlorError):
    """Raised when another try in a moment may succeed."""

    seconds = 2  # Retry-After


class TooBusy(Busy):
    """Raised when too many clients wait for a worker."""

    def __init__(self) -> None:
        super().__init__("The house is busy. Try again in a moment.")


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


class FriendMissing(MatchError):
    """Raised when a player acts before a friend has joined."""

    def __init__(self) -> None:
        super().__init__("The game begins when your friend has joined.")
