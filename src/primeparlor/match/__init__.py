"""The referee: one match of any game, turn by turn.

Errors, beside those of `core`:

    MatchError
    ├── StaleMove      submitted against an event number that has passed
    ├── NotYourTurn    the seat is not the one to move
    ├── OutOfTime      the flag fell before: the match is over
    └── Conflict       the store holds more than the turn was decided on
"""

from primeparlor.match.events import (
    EARLY_ENDS,
    FAILED,
    HUMAN,
    LIMIT,
    MOVES,
    OUT_OF_TIME,
    REMATCH,
    RESIGNED,
    STRIKES,
    UNDO,
    WHY,
    Answer,
    Conflict,
    Entry,
    Event,
    Help,
    Hint,
    MatchError,
    Note,
    NotYourTurn,
    NumberedEntry,
    Offer,
    Outcome,
    OutOfTime,
    Pause,
    Refusal,
    Result,
    Seating,
    Settings,
    StaleMove,
    Turn,
    is_plain,
)
from primeparlor.match.fate import Fate
from primeparlor.match.match import Match
from primeparlor.match.protocols import Observer, Store

__all__ = [
    "EARLY_ENDS",
    "FAILED",
    "HUMAN",
    "LIMIT",
    "MOVES",
    "OUT_OF_TIME",
    "REMATCH",
    "RESIGNED",
    "STRIKES",
    "UNDO",
    "WHY",
    "Answer",
    "Conflict",
    "Entry",
    "Event",
    "Fate",
    "Help",
    "Hint",
    "Match",
    "MatchError",
    "NotYourTurn",
    "Note",
    "NumberedEntry",
    "Observer",
    "Offer",
    "OutOfTime",
    "Outcome",
    "Pause",
    "Refusal",
    "Result",
    "Seating",
    "Settings",
    "StaleMove",
    "Store",
    "Turn",
    "is_plain",
]
