"""Facts in words: their names, their values, what has changed, and how far a player is.

The meaning of a fact can only be guessed from its name and form: a pair of numbers called "scores", or
numbers called "one" and "two", belong to the players, and the rule "target" says how far they go.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any, NamedTuple, TypeAlias

from primeparlor.core import Player, capital

Facts: TypeAlias = Mapping[str, Any]
OF_THE_MATCH = ("game", "rules", "turn", "winner", "moves", "words")  # told beside the board
OF_PLAYERS = ("scores", "points", "totals", "steps")  # names of pairs that have a number for each player
LIST_TYPES = (list, tuple)
OF_ONE, OF_TWO = "one", "two"
LONGEST_CHANGE = 60  # characters; what is longer is seen on the board


class SortedFacts(NamedTuple):
    """The facts of a game, sorted by how a board without a picture of its own shows them."""

    pair: tuple[int, int] | None  # a number for each player
    target: int | None  # how far those go
    numbers: dict[str, int]
    rest: dict[str, Any]


def sort_facts(facts: Facts, names: tuple[str, str]) -> SortedFacts:
    """Sort the facts; a fact of one player is named after that player."""
    own = {name: value for name, value in facts.items() if name not in OF_THE_MATCH}
    pair = take_pair(own)
    numbers = {name: own.pop(name) for name in [name for name in own if is_number(own[name])]}
    rest = {{OF_ONE: names[0], OF_TWO: names[1]}.get(name, name): value for name, value in own.items()}
    return SortedFacts(pair, facts["rules"].get("target") if pair else None, numbers, rest)


@lru_cache(maxsize=256)
def label(name: str) -> str:
    """Return the name of a fact as it stands above a number: "this_turn" is "This turn"."""
    return capital(name.replace("_", " "))


def format_name(name: str) -> str:
    """Return the name of a fact as people read it: "this_turn" is "This turn:"."""
    return f"{label(name)}:"


def format_value(value: Any) -> str:
    """Format the value of a fact in one line: lists with commas, None as a dash."""
    if value is None:
        return "–"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, Mapping):
        return (
            ", ".join(f"{format_name(str(name))} {format_value(inner)}" for name, inner in value.items())
            or "none"
        )
    if isinstance(value, LIST_TYPES):
        return (
            ", ".join(
                f"({format_value(inner)})" if isinstance(inner, LIST_TYPES) else format_value(inner)
                for inner in value
            )
            or "none"
        )
    return str(value).strip() or "–"


def list_changes(old: Facts, new: Facts) -> list[str]:
    """Format the facts that differ, one line each: "Total: 3 → 5". Booleans and long lines are left out."""
    lines = [
        f"{format_name(name)} {format_value(old.get(name))} → {format_value(value)}"
        for name, value in new.items()
        if name not in OF_THE_MATCH and value != old.get(name) and not isinstance(value, bool)
    ]
    return [line for line in lines if len(line) <= LONGEST_CHANGE]


def take_pair(own: dict[str, Any]) -> tuple[int, int] | None:
    """Remove the numbers of both players from the facts and return them, if there are any."""
    if is_number(own.get(OF_ONE)) and is_number(own.get(OF_TWO)):
        return own.pop(OF_ONE), own.pop(OF_TWO)
    for name in OF_PLAYERS:
        value = own.get(name)
        if isinstance(value, LIST_TYPES) and len(value) == 2 and all(map(is_number, value)):
            one, two = own.pop(name)
            return one, two
    return None


def is_number(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and 0 <= value < 10**6


def format_standing(facts: Facts, player: Player) -> str:
    """Return a player's number, and the target if there is one."""
    pair, target, *_ = sort_facts(facts, ("", ""))
    if pair is None:
        return ""
    return f"{pair[player - 1]} of {target}" if target else str(pair[player - 1])
