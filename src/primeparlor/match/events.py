"""What a match is made of: events, hints, the outcome, and what the table agrees on."""

from __future__ import annotations

from typing import NamedTuple, TypeAlias

from primeparlor.core import Move, ParlorError, Player

HUMAN = "human"
MOST = 10**9  # for each number of the settings

Help: TypeAlias = int | str  # a step of the hint ladder, or one of these words
MOVES, WHY = "moves", "why"

RESIGNED = "resigned"
OUT_OF_TIME = "out of time"
STRIKES = "too many invalid inputs"
LIMIT = "unfinished: move limit"


class EarlyEnd(NamedTuple):
    """What the loser does who ends a match before its rules do."""

    now: str  # as it happens
    then: str  # looking back


EARLY_ENDS = {
    RESIGNED: EarlyEnd("resigns", "resigned"),
    OUT_OF_TIME: EarlyEnd("is out of time", "ran out of time"),
    STRIKES: EarlyEnd("gave too many invalid inputs and forfeits the game", "gave too many invalid inputs"),
}


class MatchError(ParlorError):
    """Something the referee does not allow now."""


class StaleMove(MatchError):
    """The table has moved on since this was submitted."""


class NotYourTurn(MatchError):
    """Whoever does not hold the seat to move cannot move."""


class Event(NamedTuple):
    """One thing that happened: fate's outcome, a player's move, or a player's undo."""

    number: int
    who: Player | None  # None is fate
    move: Move | None  # None in an undo
    undo: int | None = None  # the event taken back, with all that followed it
    forced: bool = False  # played by the referee as the only legal move
    by_hand: bool = False  # fate dealt by hand, not drawn
    ms: int = 0  # time taken to decide
    refused: int = 0  # inputs refused before this one


class Hint(NamedTuple):
    """Help that the player to move was given."""

    after: int  # the number of the last event then
    who: Player
    kind: Help


class Seating(NamedTuple):
    """Who sits at the table from here on."""

    after: int  # the number of the last event then
    seats: tuple[str, str]


# What is kept without being an event: it changes nothing in the game, so it takes no number.
Note: TypeAlias = Hint | Seating
Entry: TypeAlias = Event | Note


class Outcome(NamedTuple):
    """How a match ended; nobody wins one that stopped at its move limit."""

    winner: Player | None
    reason: str


class Settings(NamedTuple):
    """What the table agrees on beside the rules."""

    strikes: int | None = None  # invalid inputs in a row that forfeit the game
    limit: int | None = None  # moves
    clock: float | None = None  # seconds for each decision
    undo: bool = True
    hints: bool = True

    def refusal(self) -> str | None:
        """The sentence for settings that make no sense, else None."""
        for name, number in (("strikes", self.strikes), ("limit", self.limit)):
            if number is not None and not 1 <= number <= MOST:
                return f"{name} must be a whole number from 1 to {MOST}."
        if self.clock is not None and not 0 < self.clock <= MOST:
            return f"clock must be more than 0 and at most {MOST} seconds."
        return None


AGREED = Settings()
