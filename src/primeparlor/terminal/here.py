"""The local date. Everything that is shown or stored for a day reads it here."""

from __future__ import annotations

from datetime import date


def get_today() -> date:
    """Return the date that counts for the streak and the diary: the one on this computer's clock."""
    return date.today()
