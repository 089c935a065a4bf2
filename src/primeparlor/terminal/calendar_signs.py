"""The signs of days in a calendar. Each has one glyph and one word, wherever days are shown.

✓ and ✕ are those of the result to share.
"""

from __future__ import annotations

from typing import NamedTuple


class DaySign(NamedTuple):
    """How a day is shown, and what that means in a word or two; a day ahead is not shown."""

    glyph: str
    word: str


DAY_SIGNS = {
    "solved": DaySign("✓", "solved"),
    "missed": DaySign("✕", "missed"),
    "open": DaySign("○", "open"),  # today, as long as it can be solved
    "played": DaySign("+", "only played"),
    "rest": DaySign("·", "rest"),
}
AHEAD = DaySign(" ", "")
