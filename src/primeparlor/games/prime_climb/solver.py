"""Prime Climb for the generic solver: how many positions there are, and how a proof spells them."""

from __future__ import annotations

from primeparlor.games.prime_climb.rules import PrimeClimb
from primeparlor.solve import solver


class Solver(solver.Solver[PrimeClimb]):
    """Backward induction with the size known in advance."""

    def positions(self, state: PrimeClimb) -> int:
        """About how many positions can follow: both players anywhere up to the top, either to move."""
        return 2 * (state.rules.top + 1 - state.mine) * (state.rules.top + 1 - state.theirs)

    def spelled(self, state: PrimeClimb) -> str:
        """The position as `parlor analyse` reads it."""
        return "steps={},{} turn={}".format(*state.steps, state.turn)
