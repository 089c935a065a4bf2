"""`perfect`: plays what the coach would advise, if there is time to find out."""

from __future__ import annotations

import time

from primeparlor.coach.traps import advised
from primeparlor.core import State, TooLarge
from primeparlor.players.budget import SITTING_DOWN, Budget, BudgetSpent, Now
from primeparlor.players.levels import LevelPlayer
from primeparlor.players.player import Chosen, HousePlayer, View
from primeparlor.solve import Progress, memory_needed, outline, solver_of

SUBSTITUTE = "expert"  # the strongest of those who solve nothing


class Perfect(HousePlayer):
    """Never gives a won position away; in a lost one sets the trap that most answers fall into.

    Where the clock leaves no time to solve a position, it plays as the strongest of the others would. What
    was solved until then may be kept, so that a later move finds the rest.
    """

    def __init__(self, progress: Progress | None = None, now: Now = time.monotonic) -> None:
        self.progress, self.now = progress, now
        self.substitute = LevelPlayer(SUBSTITUTE, progress, now)

    def sit_down(self, start: State, clock: float | None = None) -> None:
        """Raise the sentence of `solve.TooLarge` if the game cannot be solved; what is counted is kept.

        With a clock nobody waits long for that: what is not counted by then is played.
        """
        self.substitute.sit_down(start, clock)
        if solver_of(start).estimates or start.ending():
            return
        budget = Budget(None if clock is None else SITTING_DOWN, self.progress, self.now)
        try:
            memory_needed(start, progress=budget)
        except BudgetSpent:
            return

    def choose(self, view: View) -> Chosen:
        if len(view.moves) == 1:
            return Chosen(view.moves[0])
        budget = Budget(view.time_left, self.progress, self.now)
        try:
            analysis = outline(view.state, budget)
        except BudgetSpent:
            return self._substitute(view, "No time to solve this position")
        except TooLarge:
            if view.time_left is None:
                raise
            return self._substitute(view, "This position is too large to be solved")
        return Chosen(advised(view.state, analysis, budget.goes_on))

    def _substitute(self, view: View, reason: str) -> Chosen:
        """What the strongest chooses who solves nothing, and needs nothing that is not ready."""
        chosen = self.substitute.choose(view._replace(time_left=0.0))
        return Chosen(chosen.move, chosen.notes or f"{reason}: chosen as {SUBSTITUTE} would.")
