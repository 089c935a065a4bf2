"""Prime Climb for the generic solver: how many positions there are, and how a proof spells them."""

from __future__ import annotations

from primeparlor.games.prime_climb.rules import PrimeClimb
from primeparlor.solve import solver


class Solver(solver.Solver[PrimeClimb]):
    """Backward induction, its size known before."""

    def positions(self, state: PrimeClimb) -> int:
        """Two players to move, each anywhere from the present step up to the top."""
        return 2 * (state.rules.top + 1 - state.mine) * (state.rules.top + 1 - state.theirs)

    def spelled(self, state: PrimeClimb) -> str:
        """The position as `parlor analyse` reads it."""
        return "steps={},{} turn={}".format(*state.steps, state.turn)
