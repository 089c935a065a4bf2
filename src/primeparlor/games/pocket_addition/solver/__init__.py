"""Pocket Addition for the generic solver: how many positions there are, their sweep, and their spelling."""

from __future__ import annotations

from collections import Counter

from primeparlor.games.pocket_addition.rules import PocketAddition, PocketRules
from primeparlor.solve import solver
from primeparlor.solve.answers import Progress
from primeparlor.solve.sweeps import Sweep

SWEEP_BYTES = 40  # for each way to share out the numbers, while they are swept


class Solver(solver.Solver[PocketAddition]):
    """Backward induction with the size known in advance; large pools are swept."""

    complete = True

    def positions(self, state: PocketAddition) -> int:
        """About how many positions can follow.

        Without passes the players take turns, so the one to move now has taken as many as the other
        since, or one more: those pairs of pockets are counted. Passes add up to half as many.
        """
        target, totals = state.rules.target, state.rules.total
        pairs = Counter({(totals[state.mine], totals[state.theirs], 0): 1})  # and by how many one is ahead
        for number in map(int, state.pool):
            for (mine, theirs, ahead), count in list(pairs.items()):
                if mine + number <= target:
                    pairs[mine + number, theirs, ahead + 1] += count
                if theirs + number <= target:
                    pairs[mine, theirs + number, ahead - 1] += count
        return sum(count for (_, _, ahead), count in pairs.items() if ahead in (0, 1)) * 3 // 2 + 1

    def sweep(self, rules: PocketRules, progress: Progress | None = None) -> Sweep:
        from primeparlor.games.pocket_addition.solver import sweep  # imported here because it needs numpy

        return sweep.Sweep(rules, progress)

    def sweep_bytes(self, rules: PocketRules) -> int:
        return SWEEP_BYTES * int(3**rules.largest)

    def spelled(self, state: PocketAddition) -> str:
        """The position as `parlor analyse` reads it."""
        pockets = zip(("one", "two"), state.pockets, strict=True)
        words = [f"{key}={','.join(map(str, numbers))}" for key, numbers in pockets if numbers]
        return " ".join([*words, f"turn={state.turn}", f"passes={state.passes}"])
