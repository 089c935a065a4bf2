"""Days: today's date, one glyph and one word for each day of a calendar, and sentences about a day.

✓ and ✕ are those of the result to share.
"""

from __future__ import annotations

from datetime import date
from typing import NamedTuple


class DaySign(NamedTuple):
    """A day's glyph and its meaning in a word or two; a future day shows nothing."""

    glyph: str
    word: str


DAY_SIGNS = {
    "solved": DaySign("✓", "solved"),
    "missed": DaySign("✕", "missed"),
    "open": DaySign("○", "open"),  # today, while it can still be solved
    "played": DaySign("+", "only played"),
    "rest": DaySign("·", "rest"),
}
AHEAD = DaySign(" ", "")
PRACTICE = "This is practice: only the real today counts."
PLAYED = ("You have played today's duel.", "The next one comes tomorrow.")
PRACTISED = "You have played this duel."


def get_today() -> date:
    """Return the date that counts for the streak and the diary: the one on this computer's clock."""
    return date.today()
