"""A player's knowledge of a game's openings."""

from __future__ import annotations

from typing import NamedTuple

from primeparlor.coach.progress.diary import Diary
from primeparlor.coach.training.openings import Openings, has_openings
from primeparlor.core import ParlorError, State


class OpeningsProgress(NamedTuple):
    """The number of openings in a game, and how many of them the player knows."""

    known: int
    of: int


def count_known_openings(diary: Diary, game: type[State]) -> OpeningsProgress | None:
    """Return how many openings of this game the player knows; None if it has none."""
    try:
        if not has_openings(game):
            return None
        openings = Openings(game, diary.openings.get(game.name, {}))
    except ParlorError:
        return None
    return OpeningsProgress(openings.known, len(openings.positions))
