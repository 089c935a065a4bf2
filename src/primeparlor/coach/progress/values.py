"""Validated values from JSON data that may have been edited by hand: each is valid, or None."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date
from typing import Any

MOST = 10**9  # of anything that is counted
FIRST_YEAR = 1970


def read_section(data: dict[str, Any], key: str) -> dict[str, Any]:
    """Return the dictionary under this key; empty if there is anything else."""
    found = data.get(key)
    return found if isinstance(found, dict) else {}


def read_entries(data: dict[str, Any], key: str) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield the items under this key whose values are dictionaries."""
    return ((name, given) for name, given in read_section(data, key).items() if isinstance(given, dict))


def read_date(text: object) -> date | None:
    """Parse a day written as 2026-11-17; return None for anything else."""
    try:
        day = date.fromisoformat(text) if isinstance(text, str) else None
    except ValueError:
        return None
    sensible = day is not None and day.isoformat() == text and FIRST_YEAR <= day.year < 9999
    return day if sensible else None  # written in one way, and with days before and after it


def read_whole(value: object, least: int = 0, most: int = MOST) -> int | None:
    """Return the value if it is a whole number in this range, else None."""
    return value if type(value) is int and least <= value <= most else None


def read_real(value: object, least: float, most: float) -> float | None:
    """Return the value if it is a number in this range, else None."""
    return float(value) if type(value) in (int, float) and least <= value <= most else None  # type: ignore[operator, arg-type]


def read_text(value: object) -> str | None:
    """Return the value if it is a string, else None."""
    return value if isinstance(value, str) else None


def read_counts(given: dict[str, Any]) -> dict[str, int]:
    """Return the items whose values are counts."""
    return {name: count for name, number in given.items() if (count := read_whole(number)) is not None}
