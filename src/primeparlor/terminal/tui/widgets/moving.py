"""Moving through a list or a page by keys, by the wheel and by clicks."""

from __future__ import annotations

from collections.abc import Mapping

WHEEL = 3  # rows that one notch of the wheel moves
UP_AND_DOWN = {"up": -1, "down": 1}


def moved(key: str, at: int, last: int, page: int, steps: Mapping[str, int] = UP_AND_DOWN) -> int | None:
    """The place this key leads to, between 0 and the last one; None if the key does not move."""
    by = {"pageup": -page, "pagedown": page, "home": -at, "end": last - at, **steps}.get(key)
    return None if by is None else max(0, min(last, at + by))


def first_shown(chosen: int, first: int, rows: int) -> int:
    """The first row to show so that the chosen one is seen, moving as little as possible."""
    return max(0, chosen - rows + 1, min(first, chosen))
