"""The player `perfect`: it plays the move the coach would advise, if there is time to find it."""

from __future__ import annotations

import time

from primeparlor.coach.advice import advise_move
from primeparlor.core import State, TooLarge
from primeparlor.players.budget import PREPARATION_SECONDS, Budget, BudgetSpent, Now
from primeparlor.players.level_player import LevelPlayer
from primeparlor.players.player import BuiltInPlayer, Chosen, View
from primeparlor.players.seats import SUBSTITUTE
from primeparlor.solve import Progress, find_solvable, outline


class PerfectPlayer(BuiltInPlayer):
    """A player that never gives a won position away; in a lost one it sets the best trap.

    It plays as the strongest of the other levels where the game is too large to solve, or where the clock
    leaves no time. Results computed by then may be stored, so that a later move can finish the work.
    """

    def __init__(self, progress: Progress | None = None, now: Now = time.monotonic) -> None:
        self.progress, self.now = progress, now
        self.substitute = LevelPlayer(SUBSTITUTE, progress, now)

    def prepare_match(self, start: State, clock: float | None = None) -> None:
        """Find out if the game can be solved; the count of positions is stored for later.

        With a clock, counting stops early, and a game not counted by then is taken for one that can be.
        """
        self.substitute.prepare_match(start, clock)
        budget = Budget(None if clock is None else PREPARATION_SECONDS, self.progress, self.now)
        try:
            self.too_large = not find_solvable(start, budget)
        except BudgetSpent:
            self.too_large = False

    def choose(self, view: View) -> Chosen:
        if len(view.moves) == 1:
            return Chosen(view.moves[0])
        if self.too_large:
            return self.substitute.choose(view)  # as was said before the match
        budget = Budget(view.time_left, self.progress, self.now)
        try:
            analysis = outline(view.state, budget)
        except BudgetSpent:
            return self._choose_substitute(view, "No time to solve this")
        except TooLarge:
            return self._choose_substitute(view, "This is too large to solve")
        return Chosen(advise_move(view.state, analysis, budget.has_time))

    def _choose_substitute(self, view: View, reason: str) -> Chosen:
        """Return the move of the strongest level that solves nothing, without any further preparation."""
        chosen = self.substitute.choose(view._replace(time_left=0.0))
        return Chosen(chosen.move, chosen.notes or f"{reason}: chosen as {SUBSTITUTE} would.")
