"""Players of the levels `beginner casual club expert`, which make mistakes as people do."""

from __future__ import annotations

import time
from typing import Any

from primeparlor.coach.levels import WEAKER, Habits, Level
from primeparlor.core import State
from primeparlor.games import game_of
from primeparlor.players.budget import PREPARATION_SECONDS, Budget, BudgetSpent, Now
from primeparlor.players.player import BuiltInPlayer, Chosen, View
from primeparlor.solve import Progress

BY_NAME = {level.name: level for level in WEAKER}


class LevelPlayer(BuiltInPlayer):
    """A player of a level, with the habits of the game."""

    def __init__(self, name: str, progress: Progress | None = None, now: Now = time.monotonic) -> None:
        self.level, self.progress, self.now = BY_NAME[name], progress, now

    def prepare_match(self, start: State, clock: float | None) -> None:
        """Prepare what this level needs for a match with a clock, so that it costs no time later."""
        if clock is not None:
            self._find_strongest(start, Budget(PREPARATION_SECONDS, self.progress, self.now))

    def choose(self, view: View) -> Chosen:
        """Choose a move of this strength, or, if there is no time for it, of a weaker one."""
        level = self._find_strongest(view.state, Budget(view.time_left, self.progress, self.now))
        move = _find_habits(view.state).choose(level, view.state, view.moves, view.random)
        return Chosen(move, "" if level == self.level else f"No time: chosen as {level.name} would.")

    def _find_strongest(self, state: State, budget: Budget) -> Level:
        """Return the best level, up to this one, that is ready in time."""
        for level in WEAKER[self.level.rank : 0 : -1]:
            try:
                _find_habits(state).prepare(level, state, budget)
            except BudgetSpent:
                continue
            return level
        return WEAKER[0]


def _find_habits(state: State) -> Habits[Any]:
    return game_of(state).part("habits", Habits)
