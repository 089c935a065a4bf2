"""Suspending a game on leaving: it is saved, and a few lines say how it stands and how to resume it."""

from __future__ import annotations

import os
from contextlib import suppress

from primeparlor.match import Match
from primeparlor.records import StoreError, folder
from primeparlor.tables.saved_games import how_to_find
from primeparlor.tables.sentences import standing
from primeparlor.tables.table import Table
from primeparlor.terminal.tui.screens.table.told import seats_of

UNMOVED = "nobody has moved, so nothing was saved."


def nobody_moved(match: Match) -> bool:
    """Return True if no player has moved and the game is not over."""
    made = any(event.who is not None for event in match.events)
    return not made and match.outcome is None


def farewell(table: Table) -> list[str]:
    """Suspend the match; return the lines to print after the terminal is restored.

    The record of a game without moves is deleted.
    """
    match = table.match
    lines = [f"{match.start.title}: {standing(match, seats_of(match).inside)}."]
    try:
        trouble = table.leave()
        if trouble is not None:
            lines.append(trouble)
            table.keep()
            table.leave()
    except StoreError as error:
        return [*lines, str(error), "This game was not saved."]
    if table.record is not None and nobody_moved(match) and os.path.dirname(table.record.path) == folder():
        table.close()
        with suppress(OSError):
            os.remove(table.record.path)
            return [f"{match.start.title}: {UNMOVED}"]
    if table.record is None:
        return [*lines, "This game was not saved."]
    return [*lines, f"Saved. {how_to_find(table, table.record.path)}"]
