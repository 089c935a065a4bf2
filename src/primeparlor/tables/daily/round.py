"""Everything one day offers: the puzzle of the day, one more puzzle of each other game, and the duel."""

from __future__ import annotations

import os
from collections.abc import Callable
from datetime import date, timedelta
from typing import Any

from primeparlor.coach import sharing
from primeparlor.coach.progress.calendar import CalendarDay, Streak, build_calendar, compute_streak
from primeparlor.coach.progress.diary import ignore_message, open_diary
from primeparlor.coach.progress.document import TRIES, Day, is_over
from primeparlor.coach.puzzles.puzzle import Puzzle
from primeparlor.coach.training import daily
from primeparlor.coach.training.practice import Attempt
from primeparlor.core import Move, State
from primeparlor.match import Match
from primeparlor.solve import Progress
from primeparlor.tables.daily import duel as daily_duel

WEEKS = 3


class DailyRound:
    """One day and its diary; a practice round (`counts` is False) stores nothing."""

    def __init__(self, day: date, counts: bool, tell: Callable[[str], None] = ignore_message) -> None:
        self.today, self.counts = daily.build_today(day), counts
        self.diary = open_diary(tell)
        self._wrong: dict[State, list[Move]] = {}  # a wrong move counts once, however often one comes back
        self._tried: dict[str, str] = {}  # in practice
        self._hinted: dict[str, int] = {}  # likewise
        self._duelled = False  # in practice

    # What is done -------------------------------------------------------------------------------------

    @property
    def results(self) -> Day:
        return self.diary.days.get(self.today.day, Day()) if self.counts else Day()

    def get_tries(self, game: str) -> str:
        """Return the tries at this game's puzzle, one mark each."""
        if not self.counts:
            return self._tried.get(game, "")
        if game == self.today.main:
            return self.results.puzzle.tries if self.results.puzzle else ""
        return self.results.more.get(game, "")

    def count_hints(self, game: str) -> int | None:
        """Return how many hints on this game's puzzle are open; 0 if only the legal moves were listed."""
        return (self.results.hints if self.counts else self._hinted).get(game)

    def is_over(self, game: str) -> bool:
        """Return True if this game's puzzle was solved, its answer shown, or every try missed."""
        return is_over(self.get_tries(game))

    @property
    def duel_played(self) -> bool:
        return self._duelled or self.results.duel is not None

    @property
    def duel_result(self) -> str:
        """The result of the duel in a word or two."""
        return sharing.format_duel(self.results.duel)

    @property
    def games(self) -> tuple[str, ...]:
        """The names of all games that have a puzzle, in the order in which they are offered."""
        return (self.today.main, *self.today.others)

    def find_next(self, game: str) -> str | None:
        """Return the next game whose puzzle is not over, or None."""
        at = self.games.index(game) + 1
        following = (*self.games[at:], *self.games[: at - 1])
        return next((other for other in following if not self.is_over(other)), None)

    @property
    def streak(self) -> Streak:
        return compute_streak(self.diary.days, self.today.day)

    @property
    def price(self) -> str:
        """What it costs to see the answer to the puzzle of the day, in a sentence."""
        return sharing.format_price(self.streak)

    @property
    def weeks(self) -> list[list[CalendarDay]]:
        """The last weeks of the calendar, up to this one."""
        return build_calendar(self.diary.days, WEEKS, self.today.day)

    @property
    def share(self) -> list[str]:
        """Three lines to share that give no answer away."""
        return sharing.format_share(self.diary, self.today, self.counts)

    def build_data(self, progress: Progress | None = None) -> dict[str, Any]:
        """Return the day as JSON data."""
        return sharing.as_data(self.diary, self.today, progress, self.counts)

    def get_sign(self, game: str) -> str:
        """Return one sign for the result of this game's puzzle."""
        return sharing.find_sign(self.get_tries(game))

    @property
    def tomorrow(self) -> str:
        """The name of the game of tomorrow's puzzle."""
        return daily.build_today(self.today.day + timedelta(days=1)).main

    # What is to be done -------------------------------------------------------------------------------

    def make_puzzle(self, game: str, progress: Progress) -> Puzzle:
        """Return this game's puzzle of the day."""
        return daily.build_puzzle(self.today.day, game, progress)

    def start_attempt(self, puzzle: Puzzle) -> Attempt:
        """Return the attempt at this puzzle, with the tries and hints stored so far."""
        game = puzzle.state.name
        diary = self.diary if self.counts else None
        attempt = Attempt(
            puzzle,
            diary,
            lambda mark: self._store_mark(game, mark),
            lambda hints: self._store_hints(game, hints),
            most=TRIES,
            daily=self.today.day if game == self.today.main else None,
            wrong=self._wrong,
        )
        hints = self.count_hints(game)
        attempt.tries, attempt.is_listed = self.get_tries(game), hints is not None
        if puzzle.is_line:  # it begins again, and which hints were open is not known
            attempt.hints_before = hints or 0
        else:
            attempt.step = hints or 0
        return attempt

    def describe_rule(self, game: str) -> str:
        """Say what becomes of the streak after this puzzle; empty if it does not count for it."""
        return sharing.STREAK_RULE if self.counts and game == self.today.main else ""

    def _store_mark(self, game: str, mark: str) -> None:
        if self.counts:
            self.diary.store_try(self.today.day, game, mark, game == self.today.main)
        else:
            self._tried[game] = self.get_tries(game) + mark

    def _store_hints(self, game: str, hints: int) -> None:
        if self.counts:
            self.diary.store_hints(self.today.day, game, hints)
        else:
            self._hinted[game] = hints

    # The duel -----------------------------------------------------------------------------------------

    def review_duel(self, match: Match, record: str | None, progress: Progress | None = None) -> list[str]:
        """Review the duel and return sentences about it; the first duel of the day is stored."""
        result = daily_duel.review_duel(match, progress)
        if self.counts and record is not None and not self.duel_played:
            self.diary.store_duel(self.today.day, result.accuracy, result.won, os.path.basename(record))
        self._duelled = self._duelled or not self.counts
        return result.sentences

    def store_duels(self, progress: Progress | None = None) -> list[str]:
        """Store a duel of today or the day before that was finished elsewhere; return sentences about it."""
        sentences = list[str]()
        if self.counts:
            for day in (self.today.day - timedelta(days=1), self.today.day):
                result = daily_duel.store_duel(self.diary, day, progress)
                sentences = result.sentences if result else sentences
        return sentences
