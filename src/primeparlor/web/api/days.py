"""Dates as people send them."""

from __future__ import annotations

from datetime import date

from primeparlor.coach.training.daily import in_range
from primeparlor.notation import NotationError

FORM = "A date is written like 2026-11-17."


def read_day(text: str) -> date:
    """The date in this text, if it is one that brings something."""
    try:
        day = date.fromisoformat(text)
    except ValueError:
        raise NotationError(FORM) from None
    if day.isoformat() != text:  # the other ways to write one
        raise NotationError(FORM)
    return in_range(day)
