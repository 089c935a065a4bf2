"""What is certain: the positions where a player is sure to win, and those where the player cannot win at all.

A player's *pull* on some positions is the set from which the player has some chance of reaching one of
them, whatever the opponent does. It grows backwards: a position of the player or of fate joins as soon as
one successor is in, a position of the opponent when all its successors are.

Outside the pull on the won ends, the opponent can avoid those ends for ever. To find where the player wins
with certainty, remove the positions outside the pull, then those from which the opponent has some chance of
escaping to them. Repeat with what is left until the pull covers all of it. There the player's moves towards
the ends never leave the set, and from each position the chance of ending within a fixed number of moves is
above some minimum; so in the long run the game ends with certainty. From every position removed, the
opponent has some chance of avoiding the ends for ever.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from primeparlor.core import OTHER, Player
from primeparlor.solve.expectation.graph import CHANCE, WON, Graph, Marks, Numbers, ranges


class Backwards(NamedTuple):
    """The steps of a graph, sorted by where they lead."""

    first: Numbers
    before: Numbers

    @classmethod
    def of(cls, graph: Graph) -> Backwards:
        into = np.bincount(graph.after, minlength=len(graph.states))
        order = np.argsort(graph.after, kind="stable")
        return cls(np.concatenate(([0], np.cumsum(into))), graph.sources()[order])


class Certain(NamedTuple):
    """What one player can be sure of."""

    rank: Numbers  # the fewest moves to a win when playing for certainty; -1 if no win is certain
    possible: Marks  # where the player has a chance, whatever the opponent does


def pull(graph: Graph, back: Backwards, eager: Marks, target: Marks, within: Marks) -> Numbers:
    """The step at which each position joins the target; -1 for those that never do.

    Positions outside `within` are ignored. An eager position joins with its first successor, any other
    with its last.
    """
    inside = np.concatenate(([0], np.cumsum(within[graph.after])))[graph.first]
    missing = np.diff(inside)  # successors not in yet
    rank = np.where(target & within, 0, -1)
    newest, step = np.flatnonzero(rank == 0), 0
    while newest.size:
        step += 1
        hit, times = np.unique(back.before[ranges(back.first, newest)], return_counts=True)
        missing[hit] -= times
        newest = hit[(rank[hit] < 0) & within[hit] & (eager[hit] | (missing[hit] == 0))]
        rank[newest] = step
    return rank


def certain(graph: Graph, back: Backwards, player: Player) -> Certain:
    """Where the player wins with certainty, and where the player has any chance."""
    ends = graph.kind == WON + player
    mine = (graph.kind == CHANCE) | (graph.kind == player)
    theirs = (graph.kind == CHANCE) | (graph.kind == OTHER[player])
    inside = np.ones(len(graph.states), dtype=np.bool_)
    possible: Marks | None = None
    while True:
        rank = pull(graph, back, mine, ends, inside)
        possible = rank >= 0 if possible is None else possible
        outside = inside & (rank < 0)
        if not outside.any():
            return Certain(rank, possible)
        inside &= pull(graph, back, theirs, outside, inside) < 0
