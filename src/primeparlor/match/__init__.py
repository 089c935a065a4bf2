"""The referee: one match of any game, as a list of events.

Errors, beside those of `core`:

    MatchError
    ├── StaleMove      submitted against an event number that has passed
    └── NotYourTurn    the seat is not the one to move
"""

from primeparlor.match.events import (
    EARLY_ENDS,
    HUMAN,
    LIMIT,
    MOVES,
    OUT_OF_TIME,
    RESIGNED,
    STRIKES,
    WHY,
    Entry,
    Event,
    Help,
    Hint,
    MatchError,
    NotYourTurn,
    Outcome,
    Seating,
    Settings,
    StaleMove,
)
from primeparlor.match.referee import Match

__all__ = [
    "EARLY_ENDS",
    "HUMAN",
    "LIMIT",
    "MOVES",
    "OUT_OF_TIME",
    "RESIGNED",
    "STRIKES",
    "WHY",
    "Entry",
    "Event",
    "Help",
    "Hint",
    "Match",
    "MatchError",
    "NotYourTurn",
    "Outcome",
    "Seating",
    "Settings",
    "StaleMove",
]
