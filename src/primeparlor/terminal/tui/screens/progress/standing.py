"""The summary of a player's diary, computed once for the whole progress screen."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from typing import NamedTuple

from primeparlor.coach.progress.calendar import CalendarDay, Streak, build_calendar, compute_streak
from primeparlor.coach.progress.diary import Diary
from primeparlor.coach.progress.document import GameSummary, PlayerRating
from primeparlor.coach.progress.import_games import LEVELS
from primeparlor.coach.summary import (
    WEEKS,
    NextStep,
    SwingTotals,
    Trend,
    compute_trend,
    count_mistakes,
    find_beaten,
    find_next_step,
    sum_swings,
)
from primeparlor.coach.training.openings import OpeningsProgress, count_known_openings
from primeparlor.core import Player, State
from primeparlor.games import GAMES


class GameProgress(NamedTuple):
    """The progress in one game."""

    game: type[State]
    beaten: Mapping[str, tuple[Player, ...]]  # the sides beaten, by level
    played: int
    won: int
    trend: Trend
    swings: SwingTotals
    mistakes: list[tuple[str, int]]
    rated: PlayerRating
    rush: int | None  # the best score
    openings: OpeningsProgress | None  # None where there are none to learn
    next: NextStep | None  # None if every level is beaten


class ProgressSummary(NamedTuple):
    """The progress in all games together."""

    games: list[GameProgress]
    levels: tuple[str, ...]
    trend: Trend
    calendar: list[list[CalendarDay]]
    today: date
    streak: Streak
    puzzles: int
    played: int
    won: int
    rush: int | None
    next: NextStep | None

    @property
    def beaten(self) -> int:
        """The number of levels beaten, in all games."""
        return sum(len(each.beaten) for each in self.games)

    @property
    def steps(self) -> int:
        """The number of levels there are, in all games."""
        return len(self.games) * len(self.levels)


def summarize_progress(diary: Diary, today: date) -> ProgressSummary:
    """Compute the player's progress as of today."""
    games, known = list(diary.games.values()), list(GAMES.values())
    sides = find_beaten(games)
    return ProgressSummary(
        [_summarize_game(diary, games, game, sides.get(game.name, {}), today) for game in known],
        LEVELS,
        compute_trend(games, today),
        build_calendar(diary.days, WEEKS, today),
        today,
        compute_streak(diary.days, today),
        sum(day.right for day in diary.days.values()),
        len(games),
        sum(game.won is True for game in games),
        max((scores[0].right for scores in diary.rush.values()), default=None),
        find_next_step(games, known),
    )


def _summarize_game(
    diary: Diary,
    games: list[GameSummary],
    game: type[State],
    sides: Mapping[str, tuple[Player, ...]],
    today: date,
) -> GameProgress:
    name = game.name
    scores = diary.rush.get(name, ())
    return GameProgress(
        game,
        sides,
        sum(taken.game == name for taken in games),
        sum(taken.game == name and taken.won is True for taken in games),
        compute_trend(games, today, name),
        sum_swings(games, name),
        count_mistakes(games, name),
        diary.find_rating(name),
        scores[0].right if scores else None,
        count_known_openings(diary, game),
        find_next_step(games, [game]),
    )
