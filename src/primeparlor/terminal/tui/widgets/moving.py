"""Cursor movement in lists and pages by keys and mouse wheel."""

from __future__ import annotations

from collections.abc import Mapping

WHEEL = 3  # rows per notch of the mouse wheel
UP_AND_DOWN = {"up": -1, "down": 1}


def move_cursor(
    key: str, at: int, last: int, page: int, steps: Mapping[str, int] = UP_AND_DOWN
) -> int | None:
    """Return the new position, from 0 to `last`, after this key; None if the key moves nothing."""
    by = {"pageup": -page, "pagedown": page, "home": -at, "end": last - at, **steps}.get(key)
    return None if by is None else max(0, min(last, at + by))


def find_first_row(chosen: int, first: int, rows: int) -> int:
    """Return the first row to show so that the chosen row is visible, scrolling as little as possible."""
    return max(0, chosen - rows + 1, min(first, chosen))
