"""The parts of a match: events, notes, the result, turns, and the settings."""

from __future__ import annotations

from typing import NamedTuple, TypeAlias

from primeparlor.core import Move, ParlorError, Player

MOST = 10**9  # for each number of the settings
MOST_REFUSALS = 20  # noted in one decision; of those after them only strikes that can lose the game are

Help: TypeAlias = int | str  # a step of the hint ladder, or one of these words
MOVES, WHY = "moves", "why"

UNDO, REMATCH = "undo", "rematch"  # what can be offered
LONGEST_WORD = 20  # characters of a move in a record, and digits of a number

RESIGNED = "resigned"
OUT_OF_TIME = "out of time"
STRIKES = "too many invalid inputs"
FAILED = "failed"
LIMIT = "unfinished: move limit"
FULL = "unfinished: full table"

# Why a match is not rated, in the order in which a record names them.
SET_UP = "set up"
SEEDED = "seeded"
DEALT_BY_HAND = "dealt by hand"
TAKEN_BACK = "taken back"
SEATS_CHANGED = "seats changed"
TOO_LARGE = "too large to solve"  # a player who would solve the game plays as a weaker level
MARKS = (SET_UP, SEEDED, DEALT_BY_HAND, TAKEN_BACK, SEATS_CHANGED, TOO_LARGE)


class EarlyEnd(NamedTuple):
    """The words for a loser who ended a match before its rules did."""

    now: str  # as it happens
    then: str  # looking back


EARLY_ENDS = {
    RESIGNED: EarlyEnd("resigns", "resigned"),
    OUT_OF_TIME: EarlyEnd("is out of time", "ran out of time"),
    STRIKES: EarlyEnd("gave too many invalid inputs and forfeits the game", "gave too many invalid inputs"),
    FAILED: EarlyEnd("has failed and forfeits the game", "failed"),
}


UNFINISHED = {
    LIMIT: "the game stopped at its move limit",
    FULL: "the game stopped because its table was full",
}


NOBODY_MOVED = "Nobody has moved yet."


class MatchError(ParlorError):
    """Raised when the referee does not allow something now."""


class StaleMove(MatchError):
    """Raised when the match has moved on since the submitted event number."""


class NotYourTurn(MatchError):
    """Raised when it is the other player's turn."""


class OutOfTime(MatchError):
    """Raised when time ran out before the submission: the match is over."""


class Conflict(MatchError):
    """Raised when the store has entries this turn did not know of: another process was first."""


# Events -----------------------------------------------------------------------------------------


class Event(NamedTuple):
    """One thing that happened: an outcome of fate, a player's move, or a player's undo."""

    number: int
    who: Player | None  # None is fate
    move: Move | None  # None in an undo
    undo: int | None = None  # the event taken back, with all that followed it
    forced: bool = False  # played by the referee as the only legal move
    by_hand: bool = False  # fate dealt by hand, not drawn
    ms: int = 0  # time taken to decide
    refused: int = 0  # inputs refused before this one, noted or not


def is_plain(move: object) -> bool:
    """Return True if a record can hold this move: a whole number or a word, short enough to show."""
    if type(move) is str:
        return move.isascii() and move.isalpha() and len(move) <= LONGEST_WORD
    return type(move) is int and 0 <= move < 10**LONGEST_WORD


# Notes: stored, but no events. They change nothing in the game, so they take no event number. ------------


class Hint(NamedTuple):
    """Help that the player to move was given."""

    after: int  # the number of the last event then, as in every note
    who: Player
    kind: Help
    ms: int = 0  # time the decision had taken by then


class Refusal(NamedTuple):
    """An input of the player to move that was refused."""

    after: int
    who: Player
    move: Move | None  # None for what a record cannot hold, such as text that is not a move
    strike: bool
    ms: int = 0


class Pause(NamedTuple):
    """The time that the current decision had taken when the match was suspended."""

    after: int
    ms: int


class Seating(NamedTuple):
    """The players at the table from here on."""

    after: int
    seats: tuple[str, str]
    names: tuple[str, str] = ("", "")
    too_large: bool = False  # True if one of them cannot solve this game, and plays as a weaker level


class Offer(NamedTuple):
    """A request to the other player for an undo or, after the end, for a rematch."""

    after: int
    who: Player
    kind: str


class Answer(NamedTuple):
    """The other player's answer to an offer."""

    after: int
    who: Player
    allowed: bool


Note: TypeAlias = Hint | Refusal | Pause | Seating | Offer | Answer


# The end, and entries stored together --------------------------------------------------------------


class Outcome(NamedTuple):
    """The end of a match; nobody wins one that stopped at its move limit or at a full table."""

    winner: Player | None
    reason: str


class Result(NamedTuple):
    """The outcome as it is stored, with the reasons why the match is not rated, and the seed (ruling A7)."""

    outcome: Outcome
    marks: tuple[str, ...] = ()
    seed: int | None = None


Entry: TypeAlias = Event | Note | Result


class NumberedEntry(NamedTuple):
    """An entry with its sequence number, which never goes down at a table."""

    seq: int
    entry: Entry


class Turn(NamedTuple):
    """Entries stored together: an action of a player or the referee, and everything that follows from it."""

    seq: int  # the sequence number of the last entry before it
    entries: tuple[Entry, ...]
    error: ParlorError | None = None  # raised once the turn is stored; not stored itself
    running: bool | None = None  # whether the match runs in this process from here on; None if as before
    unnoted: Refusal | None = None  # beyond `MOST_REFUSALS`: counted and told, but not stored


class Settings(NamedTuple):
    """The players' agreement besides the rules."""

    strikes: int | None = None  # invalid inputs in a row that lose the game
    limit: int | None = None  # moves
    clock: float | None = None  # seconds for each decision
    undo: bool = True
    hints: bool = True
    consent: bool = False  # True if the other person is asked before a move is taken back

    def refusal(self) -> str | None:
        """Return a sentence if the settings are invalid, else None."""
        for name, number in (("strikes", self.strikes), ("limit", self.limit)):
            if number is not None and not 1 <= number <= MOST:
                return f"{name} must be a whole number from 1 to {MOST}."
        if self.clock is not None and not 0 < self.clock <= MOST:
            return f"clock must be more than 0 and at most {MOST} seconds."
        return None


AGREED = Settings()
