"""JSON schemas of every response of the API. Keys may be added later; those here stay."""

from __future__ import annotations

from typing import Any

from primeparlor.web.api.bodies import NOTHING, YES_NO, Schema, either, one_of
from primeparlor.web.errors import KINDS

ANY: Schema = {}
TEXT: Schema = {"type": "string"}
WHOLE: Schema = {"type": "integer"}
NUMBER: Schema = {"type": "number"}
DATA: Schema = {"type": "object"}
PLAYER = one_of(1, 2)
NUMBERS: Schema = {"type": "object", "additionalProperties": WHOLE}
MOVE = either(WHOLE, TEXT)


def list_of(schema: Schema) -> Schema:
    """Build the schema of a list with items of this schema."""
    return {"type": "array", "items": schema}


def nullable(schema: Schema) -> Schema:
    """Build the schema of a value that fits this schema or is null."""
    return either(schema, NOTHING)


def ref(name: str) -> Schema:
    """Build a reference to a named schema of the components."""
    return {"$ref": f"#/components/schemas/{name}"}


def object_with(needed: dict[str, Schema], optional: dict[str, Schema] | None = None) -> Schema:
    """Build the schema of an object with at least these keys."""
    return {"type": "object", "properties": needed | (optional or {}), "required": list(needed)}


OUTCOME = object_with({"winner": nullable(PLAYER), "reason": TEXT}, {"how": TEXT, "by": nullable(PLAYER)})
SEAT = object_with(
    {
        "player": PLAYER,
        "label": TEXT,
        "name": TEXT,
        "taken": YES_NO,
        "here": YES_NO,
        "house": YES_NO,
        "note": TEXT | {"description": "What the level is here, where it is weaker than its name says."},
    }
)
SETTINGS = object_with(
    {
        "clock": nullable(NUMBER),
        "undo": YES_NO,
        "hints": YES_NO,
        "limit": nullable(WHOLE),
        "strikes": nullable(WHOLE),
        "consent": YES_NO,
    }
)
STEP = object_with(
    {
        "seq": nullable(WHOLE),
        "number": WHOLE,
        "who": nullable(PLAYER),
        "move": MOVE,
        "forced": YES_NO,
        "by_hand": YES_NO,
        "facts": nullable(DATA),
        "turn": PLAYER,
    }
)
VIEW = object_with(
    {
        "table": TEXT,
        "game": TEXT,
        "title": TEXT,
        "rules": NUMBERS,
        "variant": NUMBERS,
        "position": TEXT | {"description": "The position in its text form."},
        "number": WHOLE | {"description": "What a move is sent against."},
        "seq": WHOLE,
        "turn": PLAYER,
        "facts": DATA | {"description": "What anybody at the table may see."},
        "first": DATA | {"description": "The facts at the start."},
        "seats": list_of(SEAT),
        "you": nullable(PLAYER),
        "holds": list_of(PLAYER),
        "waiting": YES_NO | {"description": "Whether a friend is still to join."},
        "outcome": nullable(ref("Outcome")),
        "settings": SETTINGS,
        "clock": nullable(object_with({"left": NUMBER, "running": YES_NO})),
        "offer": nullable(object_with({"who": PLAYER, "kind": TEXT})),
        "hints": list_of(TEXT) | {"description": "Those open for your current decision."},
        "steps": list_of(ref("Step")),
        "actions": nullable(list_of(MOVE))
        | {"description": "Every move under these rules, where they are few."},
        "moves": nullable(list_of(MOVE))
        | {"description": "The legal ones, if you asked for them as a hint."},
        "every": nullable(list_of(MOVE))
        | {"description": "With them: all that there may ever be by these rules."},
        "tried": list_of(MOVE) | {"description": "What was refused in your current decision."},
        "ladder": WHOLE | {"description": "How many hints there are."},
        "game_number": WHOLE,
        "watching": WHOLE,
        "marks": list_of(TEXT),
        "daily": nullable(TEXT) | {"description": "The date whose duel this is."},
        "thinking": YES_NO,
    }
)
PUZZLE = object_with(
    {
        "puzzle": TEXT,
        "game": TEXT,
        "rules": NUMBERS,
        "position": TEXT,
        "turn": PLAYER,
        "facts": DATA,
        "question": TEXT,
        "among": list_of(MOVE),
        "actions": nullable(list_of(MOVE)),
        "difficulty": WHOLE,
        "rating": NUMBER,
    }
)
VARIANT = object_with(
    {"rules": NUMBERS, "told": TEXT, "favoured": nullable(TEXT), "winning_side": nullable(PLAYER)},
)
GAME = object_with(
    {
        "name": TEXT,
        "title": TEXT,
        "aim": TEXT,
        "variants": list_of(VARIANT),
        "favoured": nullable(TEXT),
        "winning_side": nullable(PLAYER),
        "levels": list_of(object_with({"name": TEXT, "told": TEXT})),
        "other_levels": list_of(object_with({"name": TEXT, "told": TEXT}))
        | {"description": "The levels as they play under any other rules."},
        "rules": {"type": "object"},
        "page": nullable(TEXT),
        "art": nullable(TEXT),
        "ours": YES_NO,
    }
)
REVIEW = object_with(
    {
        "table": nullable(TEXT),
        "game": TEXT,
        "title": TEXT,
        "rules": NUMBERS,
        "variant": NUMBERS,
        "seats": list_of(TEXT),
        "names": list_of(TEXT),
        "you": nullable(PLAYER),
        "headline": TEXT,
        "closing": TEXT,
        "outcome": nullable(ref("Outcome")),
        "position": TEXT,
        "actions": nullable(list_of(MOVE)),
        "settings": DATA,
        "first": DATA,
        "steps": list_of(ref("Step")),
        "values": list_of(nullable(NUMBER)),
        "exact": YES_NO,
        "rows": list_of(DATA),
        "slips": list_of(TEXT),
        "turning": nullable(DATA),
        "sides": list_of(DATA),
    }
)
SEAT_GRANT = {"table": TEXT, "seat": PLAYER, "token": TEXT, "view": ref("View")}

SCHEMAS: dict[str, Any] = {
    "Error": object_with({"error": object_with({"kind": one_of(*KINDS), "message": TEXT})}),
    "Outcome": OUTCOME,
    "Step": STEP,
    "View": VIEW,
    "Opened": object_with(SEAT_GRANT | {"url": TEXT}),
    "Joined": object_with(SEAT_GRANT),
    "Token": object_with({"token": TEXT}),
    "Hints": object_with({"step": WHOLE, "hints": list_of(TEXT), "all": YES_NO, "view": ref("View")}),
    "Moves": object_with({"moves": list_of(MOVE), "every": nullable(list_of(MOVE)), "view": ref("View")}),
    "Why": object_with({"lines": list_of(TEXT), "view": ref("View")}),
    "Events": TEXT | {"description": "Events: view, entry (its id is the seq), presence, bye."},
    "Record": TEXT | {"description": "JSON lines: a header, then one entry a line."},
    "Review": REVIEW,
    "Puzzle": PUZZLE,
    "Today": object_with(
        {
            "day": TEXT,
            "version": WHOLE,
            "number": WHOLE,
            "prime": YES_NO,
            "name": TEXT,
            "puzzle": ref("Puzzle"),
            "more": list_of(ref("Puzzle")),
            "duel": object_with({"game": TEXT, "level": TEXT}),
        }
    ),
    "Verdict": object_with(
        {"right": YES_NO, "why": TEXT},
        {
            "move": TEXT | {"description": "What was tried, in the game's own notation."},
            "line": list_of(MOVE),
            "answer": list_of(TEXT),
        },
    ),
    "Clue": object_with({"text": TEXT, "all": YES_NO}),
    "Progress": object_with({"progress": DATA, "summary": DATA, "told": list_of(TEXT)}),
    "Judged": object_with({"grade": TEXT, "glyph": TEXT, "kind": TEXT, "why": TEXT, "right": YES_NO}),
    "Games": list_of(GAME),
    "Description": DATA,
    "Health": object_with({"status": one_of("ok")}),
    "Figures": TEXT,
}
