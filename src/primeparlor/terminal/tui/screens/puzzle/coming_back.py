"""What comes back: puzzles that were failed, and mistakes made at a table, when their day has come."""

from __future__ import annotations

import time
from datetime import datetime
from typing import Any, NamedTuple

from primeparlor.games import GAMES
from primeparlor.terminal.drawing.canvas import Canvas

ROWS = 3  # games that are named


class ComingBack(NamedTuple):
    """How many puzzles come back: today by game, and later."""

    today: tuple[tuple[str, int], ...] = ()  # titles and how many, the most first
    later: int = 0
    when: str = ""  # the next of them come back

    @property
    def due(self) -> int:
        return sum(many for _, many in self.today)

    def paint(self, c: Canvas, y: int) -> int:
        """The heading and a few rows; the row after them."""
        c.put(2, y, "What comes back", "ink", "", "bold")
        if not self.today:
            c.put(2, y + 1, "Nothing today.", "ink2")
            if self.later:
                c.put(2, y + 2, f"{self.later:,} later, the next {self.when}", "ink2")
            return y + 2 + bool(self.later)
        for row, (title, many) in enumerate(self.today[:ROWS], y + 1):
            c.put(2, row, title, "ink2")
            c.right(c.w - 2, row, f"{many:,} today", "ink", "bold")
        y += 1 + min(ROWS, len(self.today))
        more = sum(many for _, many in self.today[ROWS:])
        if more or self.later:
            told = [f"{more:,} more today"] * bool(more) + [f"{self.later:,} later"] * bool(self.later)
            c.put(2, y, ", ".join(told), "ink2")
            y += 1
        return y


def coming_back(diary: Any, game: str | None = None) -> ComingBack:
    """What the diary has for this game, or for all."""
    if diary is None:
        return ComingBack()
    counts, now = dict[str, int](), time.time()
    for position in diary.due(game, now):
        title = GAMES[position.split(" ")[0]].title
        counts[title] = counts.get(title, 0) + 1
    later = diary.later(game, now)
    when = _day(diary.cards[later[0]].due, now) if later else ""
    return ComingBack(tuple(sorted(counts.items(), key=lambda item: -item[1])), len(later), when)


def _day(due: float, now: float) -> str:
    """When that is, in a word or two."""
    day, today = datetime.fromtimestamp(due).date(), datetime.fromtimestamp(now).date()
    if (days := (day - today).days) < 2:
        return "tomorrow"
    return f"{day:%A}" if days < 7 else f"in {days:,} days"
