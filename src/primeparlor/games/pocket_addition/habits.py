"""How people play Pocket Addition: they look ahead, as in any game."""

from __future__ import annotations

from primeparlor.coach.levels import Habits as Default
from primeparlor.games.pocket_addition.rules import PocketAddition


class Habits(Default[PocketAddition]):
    """With what each level gives away, as measured."""

    regret = {
        "random": 0.6695,
        "beginner": 0.3287,
        "casual": 0.1955,
        "club": 0.1479,
        "expert": 0.0400,
        "perfect": 0.0,
    }
    described = {"beginner": "sees what wins or loses at once, misses much"}
