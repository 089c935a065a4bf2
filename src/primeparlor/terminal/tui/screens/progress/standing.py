"""The summary of a player's diary, computed once for the whole progress screen."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from typing import NamedTuple

from primeparlor.coach.ladder import WEEKS, Next, Swings, beaten, mistakes, next_step, swings
from primeparlor.coach.progress.calendar import Square, Streak, calendar, streak
from primeparlor.coach.progress.diary import Diary
from primeparlor.coach.progress.document import Rated, Taken
from primeparlor.coach.progress.import_games import LEVELS
from primeparlor.coach.training.learned import Learned, learned
from primeparlor.coach.trend import Trend, trend
from primeparlor.core import Player, State
from primeparlor.games import GAMES


class OfGame(NamedTuple):
    """The progress in one game."""

    game: type[State]
    beaten: Mapping[str, tuple[Player, ...]]  # the sides beaten, by level
    played: int
    won: int
    trend: Trend
    swings: Swings
    mistakes: list[tuple[str, int]]
    rated: Rated
    rush: int | None  # the best score
    openings: Learned | None  # None where there are none to learn
    next: Next | None  # None if every level is beaten


class Standing(NamedTuple):
    """The progress in all games together."""

    games: list[OfGame]
    levels: tuple[str, ...]
    trend: Trend
    calendar: list[list[Square]]
    today: date
    streak: Streak
    puzzles: int
    played: int
    won: int
    rush: int | None
    next: Next | None

    @property
    def beaten(self) -> int:
        """The number of levels beaten, in all games."""
        return sum(len(each.beaten) for each in self.games)

    @property
    def steps(self) -> int:
        """The number of levels there are, in all games."""
        return len(self.games) * len(self.levels)


def standing(diary: Diary, today: date) -> Standing:
    """Compute the player's progress as of today."""
    games, known = list(diary.games.values()), list(GAMES.values())
    sides = beaten(games)
    return Standing(
        [_of_game(diary, games, game, sides.get(game.name, {}), today) for game in known],
        LEVELS,
        trend(games, today),
        calendar(diary.days, WEEKS, today),
        today,
        streak(diary.days, today),
        sum(day.right for day in diary.days.values()),
        len(games),
        sum(game.won is True for game in games),
        max((scores[0].right for scores in diary.rush.values()), default=None),
        next_step(games, known),
    )


def _of_game(
    diary: Diary,
    games: list[Taken],
    game: type[State],
    sides: Mapping[str, tuple[Player, ...]],
    today: date,
) -> OfGame:
    name = game.name
    scores = diary.rush.get(name, ())
    return OfGame(
        game,
        sides,
        sum(taken.game == name for taken in games),
        sum(taken.game == name and taken.won is True for taken in games),
        trend(games, today, name),
        swings(games, name),
        mistakes(games, name),
        diary.rated(name),
        scores[0].right if scores else None,
        learned(diary, game),
        next_step(games, [game]),
    )
