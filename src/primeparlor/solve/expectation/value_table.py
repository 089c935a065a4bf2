"""What the bounds of a solved game say about a position and its moves."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from primeparlor.core import OTHER, Move, Player
from primeparlor.solve.answers import Guarantees, Verdict
from primeparlor.solve.expectation.bounds import ERROR, Side, missing
from primeparlor.solve.expectation.certainty import Backwards, pull
from primeparlor.solve.expectation.graph import CHANCE, WON, Graph, Marks


class Worth(NamedTuple):
    """What a position is worth to a player."""

    verdict: Verdict
    value: float | None
    error: float | None  # proven error of the value; None if it is certain or endless
    plies: int | None
    lower: float  # bounds on what the player is guaranteed
    upper: float
    exact: bool
    guarantees: Guarantees = (0.0, 0.0)  # if it is endless


class ValueTable:
    """A position and all that can follow it, with what each player can be sure of there."""

    def __init__(self, graph: Graph, sides: dict[Player, Side]) -> None:
        self.graph, self.sides = graph, sides
        self.chance_ahead = _chance_ahead(graph)
        self._chosen: dict[int, int] = {}

    def worth(self, position: int, player: Player) -> Worth:
        """What the position is worth to the player."""
        mine, theirs = self.sides[player], self.sides[OTHER[player]]
        if mine.sure[position]:
            return Worth("win", 1.0, None, self._plies(mine, position), 1.0, 1.0, True)
        if theirs.sure[position]:
            return Worth("loss", 0.0, None, self._plies(theirs, position), 0.0, 0.0, True)
        lower, upper = float(mine.lower[position]), float(mine.upper[position])
        if upper + theirs.upper[position] < 1 - 2.0**-51:
            sure = (lower, float(theirs.lower[position]))
            return Worth("endless", None, None, None, lower, upper, True, sure)
        error = float(missing(self.sides, np.array([position]))[0]) / 2
        value = (lower + 1 - float(theirs.lower[position])) / 2
        return Worth("chance", value, error, None, lower, upper, error <= ERROR / 2)

    def rows(self, position: int) -> list[Worth]:
        """What each successor is worth to the player to move."""
        turn = self.graph.states[position].turn
        return [self.worth(after, turn) for after in self.graph.successors(position).tolist()]

    def best(self, position: int) -> list[bool]:
        """Which of the moves are best, as far as the bounds tell them apart."""
        rows, here = self.rows(position), self.worth(position, self.graph.states[position].turn)
        if here.plies is not None and here.plies:
            return [row.verdict == here.verdict and row.plies == here.plies - 1 for row in rows]
        if here.verdict == "endless":
            return self._safest(position, rows)
        among: set[Verdict] = {"win", "loss", "chance"} if here.verdict == "chance" else {here.verdict}
        if not any(row.verdict in among for row in rows):  # the bounds are too wide to tell
            among.add("endless")
        most = max(row.lower for row in rows if row.verdict in among)
        return [row.verdict in among and row.upper >= most for row in rows]

    def _safest(self, position: int, rows: list[Worth]) -> list[bool]:
        """Which moves of an endless position leave the opponent the least, and then guarantee the most.

        Play stays endless after them: they guarantee the player no more than this position does.
        """
        theirs = self.sides[OTHER[self.graph.states[position].turn]]
        after = self.graph.successors(position)
        least = theirs.upper[after].min()
        safe = [bool(theirs.lower[there] <= least) for there in after.tolist()]
        most = max(row.lower for row, is_safe in zip(rows, safe, strict=True) if is_safe)
        return [is_safe and row.upper >= most for row, is_safe in zip(rows, safe, strict=True)]

    def safe_move(self, position: int, player: Player, among: list[bool] | None = None) -> int:
        """Which move secures the player's lower bound without going round in circles."""
        side, after = self.sides[player], self.graph.successors(position).tolist()
        order = [k for k in range(len(after)) if not among or among[k]]
        return max(order, key=lambda k: (side.lower[after[k]], -side.when[after[k]]))

    def line(self, position: int, seen: tuple[int, ...] = ()) -> Iterator[Move]:
        """Best play until the end, until fate acts or until a position comes again."""
        passed, graph = set(seen), self.graph
        while CHANCE < graph.kind[position] <= WON and position not in passed:
            passed.add(position)
            chosen = self._chosen_move(position)
            yield graph.states[position].moves()[chosen]
            position = int(graph.successors(position)[chosen])

    def reply(self, position: int) -> Move:
        """The best move."""
        return self.graph.states[position].moves()[self._chosen_move(position)]

    def _chosen_move(self, position: int) -> int:
        if position not in self._chosen:
            turn = self.graph.states[position].turn
            self._chosen[position] = self.safe_move(position, turn, self.best(position))
        return self._chosen[position]

    def _plies(self, winner: Side, position: int) -> int | None:
        return None if self.chance_ahead[position] else int(winner.when[position])


def _chance_ahead(graph: Graph) -> Marks:
    """Where fate may still act."""
    everybody = np.ones(len(graph.states), dtype=np.bool_)
    return pull(graph, Backwards.of(graph), everybody, graph.kind == CHANCE, everybody) >= 0
