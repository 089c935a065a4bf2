"""The day it is here. Everything that is shown or kept for a day asks for it in this place."""

from __future__ import annotations

from datetime import date


def this_day() -> date:
    """What counts for the streak and the diary: the day on the clock of this computer."""
    return date.today()
