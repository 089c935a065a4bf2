"""A position in words, whatever the game: the keys of a strategy."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias

from primeparlor.core import State

Spelled: TypeAlias = Callable[[Any], str]  # how a game spells its positions


def spell_position(state: State) -> str:
    """The fields of the position as `name=value` words, leaving out the rules and fields that are None."""
    fields: dict[str, Any] = state._asdict()  # type: ignore[attr-defined]  # each game brings a NamedTuple
    return " ".join(
        f"{name}={_worded(value)}" for name, value in fields.items() if name != "rules" and value is not None
    )


def _worded(value: object, inside: bool = False) -> str:
    """Numbers and words as they are; collections with commas, and in brackets if inside another one."""
    match value:
        case bool():
            return "yes" if value else "no"
        case tuple():
            words = [_worded(part, True) for part in value]
        case frozenset():
            words = sorted(_worded(part, True) for part in value)
        case _:
            return str(value)
    return f"({','.join(words)})" if inside else ",".join(words)
