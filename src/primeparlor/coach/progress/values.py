"""Values in JSON data that may have been edited by hand: each is what it should be, or nothing."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date
from typing import Any

MOST = 10**9  # of anything that is counted
FIRST_YEAR = 1970


def section(data: dict[str, Any], key: str) -> dict[str, Any]:
    """The entries under this key; none if there is something else."""
    found = data.get(key)
    return found if isinstance(found, dict) else {}


def entries(data: dict[str, Any], key: str) -> Iterator[tuple[str, dict[str, Any]]]:
    """Those entries under this key that have entries of their own, by name."""
    return ((name, given) for name, given in section(data, key).items() if isinstance(given, dict))


def as_day(text: object) -> date | None:
    """The day that is written as 2026-11-17, else None."""
    try:
        day = date.fromisoformat(text) if isinstance(text, str) else None
    except ValueError:
        return None
    sensible = day is not None and day.isoformat() == text and FIRST_YEAR <= day.year < 9999
    return day if sensible else None  # written in one way, and with days before and after it


def whole(value: object, least: int = 0, most: int = MOST) -> int | None:
    """The whole number, if it is one in this range."""
    return value if type(value) is int and least <= value <= most else None


def real(value: object, least: float, most: float) -> float | None:
    """The number, if it is one in this range."""
    return float(value) if type(value) in (int, float) and least <= value <= most else None  # type: ignore[operator, arg-type]


def as_text(value: object) -> str | None:
    """The text, if it is one."""
    return value if isinstance(value, str) else None


def counts(given: dict[str, Any]) -> dict[str, int]:
    """Those entries that count something."""
    return {name: count for name, number in given.items() if (count := whole(number)) is not None}
