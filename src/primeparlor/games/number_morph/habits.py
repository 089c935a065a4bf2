"""How people play Number Morph: they look ahead, as in any game."""

from __future__ import annotations

from primeparlor.coach.levels import Habits as Default
from primeparlor.games.number_morph.rules import NumberMorph


class Habits(Default[NumberMorph]):
    """With what each level gives away, as measured."""

    regret = {
        "random": 0.4265,
        "beginner": 0.1396,
        "casual": 0.1016,
        "club": 0.0555,
        "expert": 0.0354,
        "perfect": 0.0,
    }
    described = {"beginner": "sees what wins or loses at once, misses much"}
