"""The puzzles that are due for repetition: their counts, and how they are drawn."""

from __future__ import annotations

import time
from datetime import datetime
from typing import TYPE_CHECKING, NamedTuple

from primeparlor.games import GAMES
from primeparlor.terminal.drawing.canvas import Canvas

if TYPE_CHECKING:
    from primeparlor.coach.progress.diary import Diary

ROWS = 3  # games listed by name


class DuePuzzles(NamedTuple):
    """The number of puzzles due for repetition: today by game, and later in total."""

    today: tuple[tuple[str, int], ...] = ()  # titles and counts, largest count first
    later: int = 0
    when: str = ""  # when the next of the later ones is due

    @property
    def due(self) -> int:
        return sum(many for _, many in self.today)

    def paint(self, c: Canvas, y: int) -> int:
        """Draw the heading and a few rows; return the row after them."""
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
            texts = [f"{more:,} more today"] * bool(more) + [f"{self.later:,} later"] * bool(self.later)
            c.put(2, y, ", ".join(texts), "ink2")
            y += 1
        return y


def count_due_puzzles(diary: Diary | None, game: str | None = None) -> DuePuzzles:
    """Count the due puzzles in the diary, for this game or for all games."""
    if diary is None:
        return DuePuzzles()
    counts, now = dict[str, int](), time.time()
    for position in diary.find_due(game, now):
        title = GAMES[position.split(" ")[0]].title
        counts[title] = counts.get(title, 0) + 1
    later = diary.find_later(game, now)
    when = _format_day(diary.cards[later[0]].due, now) if later else ""
    return DuePuzzles(tuple(sorted(counts.items(), key=lambda item: -item[1])), len(later), when)


def _format_day(due: float, now: float) -> str:
    """Describe a due date in a word or two."""
    day, today = datetime.fromtimestamp(due).date(), datetime.fromtimestamp(now).date()
    if (days := (day - today).days) < 2:
        return "tomorrow"
    return f"{day:%A}" if days < 7 else f"in {days:,} days"
