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


def many(schema: Schema) -> Schema:
    """Build the schema of a list with items of this schema."""
    return {"type": "array", "items": schema}


def maybe(schema: Schema) -> Schema:
    """Build the schema of a value that fits this schema or is null."""
    return either(schema, NOTHING)


def ref(name: str) -> Schema:
    """Build a reference to a named schema of the components."""
    return {"$ref": f"#/components/schemas/{name}"}


def data(needed: dict[str, Schema], optional: dict[str, Schema] | None = None) -> Schema:
    """Build the schema of an object with at least these keys."""
    return {"type": "object", "properties": needed | (optional or {}), "required": list(needed)}


OUTCOME = data({"winner": maybe(PLAYER), "reason": TEXT}, {"how": TEXT, "by": maybe(PLAYER)})
SEAT = data({"player": PLAYER, "label": TEXT, "name": TEXT, "taken": YES_NO, "here": YES_NO, "house": YES_NO})
SETTINGS = data(
    {
        "clock": maybe(NUMBER),
        "undo": YES_NO,
        "hints": YES_NO,
        "limit": maybe(WHOLE),
        "strikes": maybe(WHOLE),
        "consent": YES_NO,
    }
)
STEP = data(
    {
        "seq": maybe(WHOLE),
        "number": WHOLE,
        "who": maybe(PLAYER),
        "move": MOVE,
        "forced": YES_NO,
        "by_hand": YES_NO,
        "facts": maybe(DATA),
        "turn": PLAYER,
    }
)
VIEW = data(
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
        "seats": many(SEAT),
        "you": maybe(PLAYER),
        "holds": many(PLAYER),
        "waiting": YES_NO | {"description": "Whether a friend is still to join."},
        "outcome": maybe(ref("Outcome")),
        "settings": SETTINGS,
        "clock": maybe(data({"left": NUMBER, "running": YES_NO})),
        "offer": maybe(data({"who": PLAYER, "kind": TEXT})),
        "hints": many(TEXT) | {"description": "Those open for your current decision."},
        "steps": many(ref("Step")),
        "actions": maybe(many(MOVE)) | {"description": "Every move under these rules, where they are few."},
        "moves": maybe(many(MOVE)) | {"description": "The legal ones, if you asked for them as a hint."},
        "every": maybe(many(MOVE)) | {"description": "With them: all that there may ever be by these rules."},
        "tried": many(MOVE) | {"description": "What was refused in your current decision."},
        "ladder": WHOLE | {"description": "How many hints there are."},
        "game_number": WHOLE,
        "watching": WHOLE,
        "marks": many(TEXT),
        "daily": maybe(TEXT) | {"description": "The date whose duel this is."},
        "thinking": YES_NO,
    }
)
PUZZLE = data(
    {
        "puzzle": TEXT,
        "game": TEXT,
        "rules": NUMBERS,
        "position": TEXT,
        "turn": PLAYER,
        "facts": DATA,
        "question": TEXT,
        "among": many(MOVE),
        "actions": maybe(many(MOVE)),
        "difficulty": WHOLE,
        "rating": NUMBER,
    }
)
VARIANT = data(
    {"rules": NUMBERS, "told": TEXT, "favoured": maybe(TEXT), "winning_side": maybe(PLAYER)},
)
GAME = data(
    {
        "name": TEXT,
        "title": TEXT,
        "aim": TEXT,
        "variants": many(VARIANT),
        "favoured": maybe(TEXT),
        "winning_side": maybe(PLAYER),
        "levels": many(data({"name": TEXT, "told": TEXT})),
        "rules": {"type": "object"},
        "page": maybe(TEXT),
        "art": maybe(TEXT),
        "ours": YES_NO,
    }
)
REVIEW = data(
    {
        "table": maybe(TEXT),
        "game": TEXT,
        "title": TEXT,
        "rules": NUMBERS,
        "variant": NUMBERS,
        "seats": many(TEXT),
        "names": many(TEXT),
        "you": maybe(PLAYER),
        "headline": TEXT,
        "closing": TEXT,
        "outcome": maybe(ref("Outcome")),
        "position": TEXT,
        "actions": maybe(many(MOVE)),
        "settings": DATA,
        "first": DATA,
        "steps": many(ref("Step")),
        "values": many(maybe(NUMBER)),
        "exact": YES_NO,
        "rows": many(DATA),
        "slips": many(TEXT),
        "turning": maybe(DATA),
        "sides": many(DATA),
    }
)
SITTING = {"table": TEXT, "seat": PLAYER, "token": TEXT, "view": ref("View")}

SCHEMAS: dict[str, Any] = {
    "Error": data({"error": data({"kind": one_of(*KINDS), "message": TEXT})}),
    "Outcome": OUTCOME,
    "Step": STEP,
    "View": VIEW,
    "Opened": data(SITTING | {"url": TEXT}),
    "Joined": data(SITTING),
    "Token": data({"token": TEXT}),
    "Hints": data({"step": WHOLE, "hints": many(TEXT), "all": YES_NO, "view": ref("View")}),
    "Moves": data({"moves": many(MOVE), "every": maybe(many(MOVE)), "view": ref("View")}),
    "Why": data({"lines": many(TEXT), "view": ref("View")}),
    "Events": TEXT | {"description": "Events: view, entry (its id is the seq), presence, bye."},
    "Record": TEXT | {"description": "JSON lines: a header, then one entry a line."},
    "Review": REVIEW,
    "Puzzle": PUZZLE,
    "Today": data(
        {
            "day": TEXT,
            "version": WHOLE,
            "number": WHOLE,
            "prime": YES_NO,
            "name": TEXT,
            "puzzle": ref("Puzzle"),
            "more": many(ref("Puzzle")),
            "duel": data({"game": TEXT, "level": TEXT}),
        }
    ),
    "Verdict": data(
        {"right": YES_NO, "why": TEXT},
        {
            "move": TEXT | {"description": "What was tried, in the game's own notation."},
            "line": many(MOVE),
            "answer": many(TEXT),
        },
    ),
    "Clue": data({"text": TEXT, "all": YES_NO}),
    "Progress": data({"progress": DATA, "summary": DATA, "told": many(TEXT)}),
    "Judged": data({"grade": TEXT, "glyph": TEXT, "kind": TEXT, "why": TEXT, "right": YES_NO}),
    "Games": many(GAME),
    "Description": DATA,
    "Health": data({"status": one_of("ok")}),
    "Figures": TEXT,
}
