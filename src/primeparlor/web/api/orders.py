"""Request bodies to open a table and to act there."""

from __future__ import annotations

from typing import Any

from primeparlor import notation
from primeparlor.match import Settings
from primeparlor.players import LEVELS
from primeparlor.web.api.bodies import (
    NOTHING,
    YES_NO,
    either,
    object_of,
    one_of,
    real,
    text,
    whole,
)
from primeparlor.web.api.puzzles import read_day
from primeparlor.web.config import LONGEST_POSITION
from primeparlor.web.json_encoder import EXACT
from primeparlor.web.tables.create import TableRequest, build_start

NAME = text(40) | {
    "description": "Shown to everybody at the table; may be empty, but not 'you' or 'the house'."
}
KEY = text(100, 16) | {
    "description": "Random text of your own. If the answer is lost, Join again with it: nobody else can."
}
NUMBER = whole(0) | {"description": "The `number` of the view that this answers to."}
MANY = 10**9
SETTINGS = object_of(
    {},
    {
        "clock": either(real(1, 86_400), NOTHING) | {"description": "Seconds for each move."},
        "undo": YES_NO,
        "hints": YES_NO,
        "limit": either(whole(1, MANY), NOTHING) | {"description": "Moves."},
        "strikes": either(whole(1, MANY), NOTHING) | {"description": "Invalid inputs in a row that lose."},
    },
)
ORDER = object_of(
    {"game": text(100)},
    {
        "rules": {"type": "object", "maxProperties": 20, "additionalProperties": whole(-EXACT)},
        "opponent": one_of("friend", "same screen", *LEVELS),
        "side": one_of(1, 2, "toss"),
        "name": NAME,
        "settings": SETTINGS,
        "position": text(LONGEST_POSITION) | {"description": "Begin here instead of at the start."},
        "daily": text(10) | {"description": "The daily duel of this date, such as 2026-11-17."},
    },
)
NUMBERED = object_of({"number": NUMBER})


def read_table_request(data: dict[str, Any]) -> TableRequest:
    """Convert a checked request body into a `TableRequest`."""
    day, rules = data.get("daily"), data.get("rules", {})
    known = tuple(notation.game(data["game"]).Rules.numbers)
    notation.Words((f"{key}={value}" for key, value in rules.items()), (), known)  # rejects position words
    return TableRequest(
        build_start(data["game"], rules, data.get("position")),
        data.get("opponent", "friend"),
        data.get("side", 1),
        data.get("name", ""),
        Settings(**data.get("settings", {})),
        None if day is None else read_day(day),
    )
