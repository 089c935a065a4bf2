"""What each player can be sure of: proven bounds on the winning chances in any finite game.

A player's *guarantee* is the winning chance that the player can secure when endless play counts as a loss.
The two players' guarantees add up to at most 1. If they add up to less, the rest is play that never ends,
because each player can avoid losing that way. The guarantee is the least solution of

    value = the best of the player's moves, the worst of the opponent's, the mean over fate's outcomes.

**From below.** Start with 0 (1 where the player has won) and put the values of one round into the equation
to get the next. After n rounds the value is what the player can secure within n moves, so it never exceeds
the guarantee. Positions that lead back to each other are solved together, after all those they lead to.

**From above.** 1 minus the opponent's guarantee is a bound. Putting such bounds into the equation gives
bounds again, but they may stay too high where play can go round for ever: the positions of a ring then
vouch for each other. So take a set of positions that fate never leaves and in which the opponent can always
stay (an *end component*). If the opponent stays, the player can win only by leaving, with a move of the
player's own. So no position of the set is worth more than the best of those exits, or 0 if there are none.
This is true of every such set. The bounds meet if we take the sets in which the opponent uses only moves
that are best by the lower bounds (Kelmendi, Krämer, Křetínský and Weininger, 2018).

**Rounding.** The computed mean of n outcomes has a relative error below (n + 2) · 2⁻⁵², for products, sum
and quotient together. Every mean is moved by that much to the safe side, so that bounds stay bounds. Taking
the best or the worst is exact.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from primeparlor.core import OTHER, PLAYERS, Player
from primeparlor.solve.answers import Progress
from primeparlor.solve.expectation.certainty import Backwards, certain
from primeparlor.solve.expectation.components import end_components, levels
from primeparlor.solve.expectation.graph import CHANCE, WON, Graph, Marks, Numbers, Values

ERROR = 1e-9  # bounds this close together count as meeting
ALIKE = 1e-11  # moves this close count as equal in the search for end components
SMALLEST = 1e-300  # below this, rounding is no longer relative
TINY = 2.0**-56  # stop when a round changes no bound by more than this
ROUNDS, EFFORT = 100_000, 2_000_000_000  # limits for each level: rounds, and steps looked at
BREATH = 64  # rounds between two reports of progress


class Side(NamedTuple):
    """What one player can be sure of at every position."""

    lower: Values
    upper: Values
    sure: Marks  # where the player wins with certainty
    when: Numbers  # the round in which the lower bound was reached


class Level:
    """Positions solved together for a player: the player's own first, then the opponent's, then fate's."""

    def __init__(self, graph: Graph, positions: Numbers, player: Player) -> None:
        kind = graph.kind[positions]
        parts = [positions[kind == who] for who in (player, OTHER[player], CHANCE)]
        self.positions = np.concatenate(parts)
        steps = [graph.steps(part) for part in parts]
        self.after = [graph.after[step] for step in steps]
        counts = [graph.first[part + 1] - graph.first[part] for part in parts]
        self.begin = [np.cumsum(count) - count for count in counts]
        self.mine = np.repeat(parts[0], counts[0])  # where the player's own steps start
        self.weight = graph.weight[steps[2]]
        self.total = np.add.reduceat(self.weight, self.begin[2])
        self.slack = (counts[2] + 2) * 2.0**-52
        self.rounds = min(ROUNDS, max(1_000, EFFORT // max(1, sum(map(len, self.after)))))

    def backed_up(self, values: Values, upwards: bool) -> Values:
        """What the equation makes of these values, rounded to the safe side."""
        best = np.maximum.reduceat(values[self.after[0]], self.begin[0])
        worst = np.minimum.reduceat(values[self.after[1]], self.begin[1])
        mean = np.add.reduceat(values[self.after[2]] * self.weight, self.begin[2]) / self.total
        if upwards:
            mean = np.clip(mean * (1 + self.slack), SMALLEST, 1)
        else:
            mean *= 1 - self.slack
            mean[mean < SMALLEST] = 0
        return np.concatenate([best, worst, mean])


def bounds(graph: Graph, progress: Progress | None = None) -> dict[Player, Side]:
    """Proven bounds on what each player is guaranteed, at every position."""
    back, done = Backwards.of(graph), len(graph.states)  # exploring them was the first part

    def tick() -> None:
        if progress:
            progress(done, None)

    sides: dict[Player, Side] = {}
    for player in PLAYERS:
        tick()
        sides[player] = _certain_side(graph, back, player)
    tick()
    parts, clock = levels(graph, back), 1 + max(int(side.when.max()) for side in sides.values())
    for positions in parts:
        rounds = [
            _climb(Level(graph, _open(side, positions), player), side, clock, tick)
            for player, side in sides.items()
        ]
        clock, done = max(rounds), done + len(positions)
    for player, side in sides.items():
        _cap(side.upper, sides[OTHER[player]].lower)
    loose = [positions for positions in parts if (missing(sides, positions) > ERROR).any()]
    for player, side in sides.items() if loose else ():
        ring = _rings(graph, side, player)
        for positions in loose:
            _descend(Level(graph, _open(side, positions), player), side, ring, tick)
    return sides


def missing(sides: dict[Player, Side], positions: Numbers) -> Values:
    """An upper bound on how far the two players' guarantees fall short of 1 together."""
    short: Values = (1 - sides[1].lower[positions]) - sides[2].lower[positions]
    return np.maximum(short, 0) + 2.0**-51


def _certain_side(graph: Graph, back: Backwards, player: Player) -> Side:
    """The first bounds: 1 where a win is certain, 0 where it is impossible, and from 0 to 1 elsewhere."""
    rank, possible = certain(graph, back, player)
    sure = rank >= 0
    return Side(sure.astype(float), possible.astype(float), sure, np.maximum(rank, 0))


def _open(side: Side, positions: Numbers) -> Numbers:
    """Those of the positions where a win is possible for the player but not certain."""
    return positions[(side.upper[positions] > 0) & ~side.sure[positions]]


def _cap(upper: Values, theirs: Values) -> None:
    """Lower a player's upper bounds to what the opponent's guarantee leaves."""
    left = np.where(theirs == 1, 0, np.nextafter(1 - theirs, 2))
    np.minimum(upper, left, out=upper)


def _climb(level: Level, side: Side, clock: int, tick: Callable[[], None]) -> int:
    """Raise the lower bounds of a level until they settle; returns the number of the next round."""
    positions = level.positions
    for number in range(level.rounds):
        if number % BREATH == 0:
            tick()
        old, new = side.lower[positions], level.backed_up(side.lower, upwards=False)
        risen = new > old
        side.lower[positions[risen]] = new[risen]
        side.when[positions[risen]] = clock
        clock += 1
        if (new - old).max(initial=0) <= TINY:
            break
    return clock


def _descend(level: Level, side: Side, ring: Numbers, tick: Callable[[], None]) -> None:
    """Lower the upper bounds of a level until they settle."""
    positions = level.positions
    inside = positions[ring[positions] >= 0]
    _, which = np.unique(ring[inside], return_inverse=True)
    mine, out = level.mine, level.after[0]
    leaves = (ring[mine] >= 0) & (ring[mine] != ring[out])
    left, out = np.searchsorted(np.unique(ring[inside]), ring[mine[leaves]]), out[leaves]
    for number in range(level.rounds):
        if number % BREATH == 0:
            tick()
        old = side.upper[positions]
        side.upper[positions] = np.minimum(old, level.backed_up(side.upper, upwards=True))
        best = np.zeros(which.max(initial=-1) + 1)  # the best exit of each ring
        np.maximum.at(best, left, side.upper[out])
        side.upper[inside] = np.minimum(side.upper[inside], best[which])
        if (old - side.upper[positions]).max(initial=0) <= TINY:
            break


def _rings(graph: Graph, side: Side, player: Player) -> Numbers:
    """The number of each position's end component in which the opponent gives nothing away; -1 if none."""
    sources, worth = graph.sources(), side.lower[graph.after]
    least = np.ones(len(graph.states))
    np.minimum.at(least, sources, worth)
    theirs = graph.kind[sources] == OTHER[player]
    usable = ~theirs | (worth <= least[sources] + ALIKE)
    return end_components(graph, (side.upper > 0) & ~side.sure & (graph.kind <= WON), usable)
