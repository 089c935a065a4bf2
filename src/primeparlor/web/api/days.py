"""Dates in requests."""

from __future__ import annotations

from datetime import date

from primeparlor.coach.training.daily import check_day
from primeparlor.notation import NotationError

FORM = "A date is written like 2026-11-17."


def read_day(text: str) -> date:
    """Parse a date and check that it is in the range of daily puzzles."""
    try:
        day = date.fromisoformat(text)
    except ValueError:
        raise NotationError(FORM) from None
    if day.isoformat() != text:  # other ISO 8601 forms, such as 20261117
        raise NotationError(FORM)
    return check_day(day)
