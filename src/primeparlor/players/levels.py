"""The levels: `beginner casual club expert`, who err as people do, each game in its own way."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from primeparlor.coach.habits import Habits, Level
from primeparlor.core import Move
from primeparlor.games import game_of

if TYPE_CHECKING:
    from primeparlor.players import View


class LevelPlayer(NamedTuple):
    """A player of a level, by the habits of the game."""

    level: Level

    def choose(self, view: View) -> Move:
        """A move of this strength."""
        habits = game_of(view.state).part("habits", Habits)
        return habits.choose(self.level, view.state, view.moves, view.random)


WEAKER = {
    level.name: LevelPlayer(level)
    for level in (
        Level("beginner", 0, 2, 0.50, False),
        Level("casual", 1, 3, 0.30, True),
        Level("club", 2, 4, 0.15, True),
        Level("expert", 3, 6, 0.05, True),
    )
}
