"""Prime Climb for the generic solver: how many positions there are, their sweep, and their spelling."""

from __future__ import annotations

from primeparlor.games.prime_climb.rules import ClimbRules, PrimeClimb
from primeparlor.solve import solver
from primeparlor.solve.answers import Progress
from primeparlor.solve.sweeps import Sweep


class Solver(solver.Solver[PrimeClimb]):
    """Backward induction with the size known in advance; high staircases are swept."""

    complete = True

    def positions(self, state: PrimeClimb) -> int:
        """About how many positions can follow: both players anywhere up to the top, either to move."""
        return 2 * (state.rules.top + 1 - state.mine) * (state.rules.top + 1 - state.theirs)

    def sweep(self, rules: ClimbRules, progress: Progress | None = None) -> Sweep:
        from primeparlor.games.prime_climb.solver import sweep  # imported here because it needs numpy

        return sweep.Sweep(rules, progress)

    def sweep_bytes(self, rules: ClimbRules) -> int:
        rows, spans = 2 * rules.top + 1 + rules.largest, rules.largest.bit_length()
        return 2 * (rules.top + 1) * rows * (2 + spans)

    def spelled(self, state: PrimeClimb) -> str:
        """The position as `parlor analyse` reads it."""
        return "steps={},{} turn={}".format(*state.steps, state.turn)
