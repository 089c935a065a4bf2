"""The forms of the generic proofs, as JSON Schema: what a reader of `parlor analyse --json` may rely on.

Their meaning is documented where they are made, in `retrograde` and `expectation`.
"""

from __future__ import annotations

from typing import Any, TypeAlias

Form: TypeAlias = dict[str, Any]  # JSON Schema

_CHANCE = {"type": "number", "minimum": 0, "maximum": 1}
_MOVES = {"type": "object", "additionalProperties": {"type": ["integer", "string"]}}
_OMITTED = {"type": "string"}


def closed(description: str, properties: Form, optional: Form | None = None) -> Form:
    """An object with these properties, perhaps some of the optional ones, and no others."""
    return {
        "description": description,
        "type": "object",
        "additionalProperties": False,
        "required": list(properties),
        "properties": properties | (optional or {}),
    }


BACKWARD_INDUCTION = closed(
    "Without chance: the winner's strategy; omitted only where it would be too long.",
    {
        "winner": {"enum": [1, 2]},
        "plies": {"type": "integer", "minimum": 1},
        "strategy": {"oneOf": [{"type": "null"}, _MOVES]},
    },
    {"omitted": _OMITTED},
)
EXPECTATION = closed(
    "With chance: what each player can make sure of, and how; omitted only where it would be too long.",
    {
        "lower": _CHANCE,
        "upper": _CHANCE,
        "strategy": {"oneOf": [{"type": "null"}, closed("By player.", {"1": _MOVES, "2": _MOVES})]},
    },
    {"omitted": _OMITTED},
)
GENERIC: Form = {"oneOf": [BACKWARD_INDUCTION, EXPECTATION]}
NONE: Form = {"description": "This game is computed, not argued.", "type": "null"}
