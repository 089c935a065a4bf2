"""What can go wrong at the tables of the server, beside what the rooms below raise.

    ParlorError
    ├── NoSuchTable       no table has this name
    ├── NoSuchGame        so many games were never played at this table
    ├── UnknownToken      no seat anywhere has this token
    ├── ForeignSeat       the token is of another table, or of no seat that may do this
    ├── SeatTaken         nobody can join here (any more)
    ├── SitsHere          who joins has a seat here
    ├── NotOver           asked for what is only told after the game
    ├── Full              a limit of this table is reached, for good
    ├── TooMuch           a limit of this server is reached, for a while
    ├── Busy              try again in a moment
    │   ├── TooBusy       too many wait for the house
    │   └── Closing       the server is closing
    ├── TookTooLong       a thought was stopped at the end of its time
    ├── HouseFailed       a thought ended without an answer
    └── StoreError
        └── StoreFailed   the database cannot be used

`Waiting` is a `MatchError`: nobody can move before the other has joined.
"""

from __future__ import annotations

from primeparlor.core import ParlorError
from primeparlor.match import MatchError
from primeparlor.records import StoreError


class NoSuchTable(ParlorError):
    """No table has this name."""

    def __init__(self) -> None:
        super().__init__("There is no such table. It may have been cleared away.")


class NoSuchGame(ParlorError):
    """So many games were never played at this table."""

    def __init__(self, number: int) -> None:
        super().__init__(f"No game {number} was played at this table.")


class UnknownToken(ParlorError):
    """No seat anywhere has this token."""

    def __init__(self) -> None:
        super().__init__("This seat is not known here.")


class ForeignSeat(ParlorError):
    """The token is of another table, or of no seat that may do this."""

    def __init__(self, sentence: str = "This seat is at another table.") -> None:
        super().__init__(sentence)


class SeatTaken(ParlorError):
    """Nobody can join here."""

    def __init__(self) -> None:
        super().__init__("Both seats at this table are taken. You can watch.")


class SitsHere(ParlorError):
    """Who joins has a seat here."""

    def __init__(self) -> None:
        super().__init__("You sit here already.")


class NotOver(ParlorError):
    """Asked for what is only told after the game."""


class Full(ParlorError):
    """A limit of this table is reached: trying again is in vain."""


class TooMuch(ParlorError):
    """A limit of this server is reached."""

    seconds = 900  # until there may be room


class Busy(ParlorError):
    """Try again in a moment."""

    seconds = 2  # until then


class TooBusy(Busy):
    """Too many wait for the house already."""

    def __init__(self) -> None:
        super().__init__("The house is busy. Try again in a moment.")


class Closing(Busy):
    """The server is closing, and will perhaps be back."""

    def __init__(self) -> None:
        super().__init__("The server is closing. Try again in a moment.")


class TookTooLong(ParlorError):
    """A thought was stopped at the end of its time."""

    def __init__(self) -> None:
        super().__init__("This takes too long to work out here.")


class HouseFailed(ParlorError):
    """A thought ended without an answer: a fault of ours."""

    def __init__(self) -> None:
        super().__init__("The house could not work this out.")


class StoreFailed(StoreError):
    """The database cannot be used."""

    def __init__(self, sentence: str, cause: str = "") -> None:
        super().__init__(sentence)
        self.cause = cause  # in the database's own words, for who runs the server


class Waiting(MatchError):
    """Nobody can move yet."""

    def __init__(self) -> None:
        super().__init__("The game begins when your friend has joined.")
