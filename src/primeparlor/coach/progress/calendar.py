"""Streaks and the calendar, computed from the days of the diary."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date, timedelta
from typing import Literal, NamedTuple, TypeAlias

from primeparlor.coach.progress.document import Day, is_over
from primeparlor.wording import format_figures

ONE = timedelta(days=1)
Sign: TypeAlias = Literal["solved", "missed", "open", "played", "rest", "ahead"]


class Streak(NamedTuple):
    """The number of days in a row on which the puzzle of the day was solved."""

    now: int
    best: int

    @property
    def in_a_row(self) -> str:
        """The current streak in words."""
        return f"{format_figures(self.now, 'day')} in a row"

    @property
    def words(self) -> str:
        """The words that follow the number: "days in a row"."""
        return self.in_a_row.partition(" ")[2]

    @property
    def best_text(self) -> str:
        """The longest streak in words."""
        return f"best {self.best:,}"

    @property
    def in_short(self) -> str:
        """The current streak in words, without the word "days"."""
        return f"{self.now:,} in a row"

    @property
    def full_text(self) -> str:
        """The current streak in words, and the longest one if that was longer."""
        return f"{self.in_a_row}{f', {self.best_text}' if self.best > self.now else ''}"


class CalendarDay(NamedTuple):
    """A day of the calendar.

    solved: the puzzle of the day was solved; missed: tried in vain, or its answer was shown; open: today,
    while its puzzle can be solved; played: games or other puzzles; rest: nothing; ahead: in the future.
    """

    day: date
    sign: Sign


def compute_streak(days: Mapping[date, Day], today: date) -> Streak:
    """Return the current streak and the longest one.

    A streak ends when a whole day or every try is missed, or when an answer is shown. Days later than today
    count as well: after a flight to the west, or once a wrong clock was set back, the diary may have days
    that are still to come, and that breaks no streak. If two streaks are still alive, the longer one counts.
    """
    now = best = length = 0
    for day in sorted(day for day, done in days.items() if done.solved):
        length = length + 1 if _is_solved(days, day - ONE) else 1
        best = max(best, length)
        if day >= today - ONE and not _is_solved(days, day + ONE) and not _is_given_up(days, day + ONE):
            now = max(now, length)
    return Streak(now, best)


def _is_solved(days: Mapping[date, Day], day: date) -> bool:
    return day in days and days[day].solved


def _is_given_up(days: Mapping[date, Day], day: date) -> bool:
    return day in days and days[day].given_up


def build_calendar(days: Mapping[date, Day], weeks: int, today: date) -> list[list[CalendarDay]]:
    """Return this many weeks, each from Monday to Sunday; the last one contains today."""
    first = today - timedelta(days=today.weekday(), weeks=weeks - 1)
    dates = [[first + timedelta(days=day, weeks=week) for day in range(7)] for week in range(weeks)]
    return [[CalendarDay(day, _find_sign(days.get(day), day, today)) for day in week] for week in dates]


def _find_sign(done: Day | None, day: date, today: date) -> Sign:
    if done is not None and done.puzzle is not None and (day != today or is_over(done.puzzle.tries)):
        return "solved" if done.solved else "missed"
    if day == today:
        return "open"
    if done is not None and (done.more or done.duel or done.right or done.games):
        return "played"
    return "ahead" if day > today else "rest"
