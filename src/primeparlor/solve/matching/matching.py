"""Walking games solved by matching: exact verdicts, and pairings that prove them.

The players take turns to move along the *links* of a graph, never to a point used before; a player who
cannot move loses. A *pairing* is a set of links no two of which share a point (a matching).

Theorem (undirected vertex geography): the player to move wins exactly if every maximum pairing of the
points not used yet and the current one covers the current point. The winner always moves to the partner
of the current point. Proof:
- Let P be a maximum pairing that misses the current point c. Every move goes to a point w that P covers,
  or else P and c–w together would be a larger pairing. Answer with w's partner x. Without c and w, P
  minus w–x misses x and is still maximum: a larger pairing, together with c–w, would be larger than P.
  So there is always an answer, and the player to move at c loses.
- If every maximum pairing P covers c, move to its partner x. Without c, P minus c–x misses x and is
  maximum: a pairing of P's size would have been maximum before and missed c. By the first part the
  opponent loses.

So a move to w wins exactly if, without the current point, some maximum pairing misses w. Edmonds'
search answers this for all w at once: it grows trees of alternating paths from the points left over.
When none of them can be improved, the *outer* points of the trees are those that some maximum pairing
misses (Gallai and Edmonds). The *inner* ones are the barrier that proves the pairing maximum.

The form of a proof (JSON), verified by `check`; points go by the names the game gives them:
    "wins"     whether the player to move wins; before the first point, the starts Player 1 wins
    "pairs"    a pairing of the points that can still be reached; the winner answers with the partner
    "barrier"  some of those points. Without them the rest falls into parts. In every odd part, one point
               is left over or has its partner in the barrier, so every pairing leaves over at least as
               many points as there are odd parts beyond the size of the barrier. `pairs` leaves exactly
               that many, so it is maximum. In a won position the current point is set aside for this
               count, and its partner counts as left over.
    "steps"    only before the first point: [m, n] says that when m's partner is the start, m pairs with
               n instead, n's old partner does the same, and so on up to the point left over. This makes
               a maximum pairing that misses the start, so Player 1 loses from there.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from typing import Any, NamedTuple, TypeAlias

from primeparlor.core import Move
from primeparlor.solve.answers import Progress
from primeparlor.solve.forms import closed
from primeparlor.solve.matching.search import INNER, OUTER, Graph, Pairing, flip, maximum_pairing

_POINTS = {"type": "array", "items": {"type": "integer"}}
_PAIRS = {"type": "array", "items": _POINTS | {"minItems": 2, "maxItems": 2}}
PROOF = closed(
    "A pairing and a barrier; wins as a list, and steps, only before the first point.",
    {"wins": {"oneOf": [{"type": "boolean"}, _POINTS]}, "pairs": _PAIRS, "barrier": _POINTS},
    {"steps": _PAIRS},
)

Names: TypeAlias = Sequence[Move]  # point v goes by the name names[v]
Linked: TypeAlias = Callable[[Any], Collection[Any]]  # the names linked to one


class Search(NamedTuple):
    """What one search finds out about a position. The current point is left out of the pairing."""

    current: int
    reached: list[int]  # the points within reach, the current one too
    winning: list[int]  # the moves that win
    pairing: Pairing

    def mate(self, move: int | None) -> list[int]:
        """The winner's pairs after this move, including the current point's own if the move wins.

        One search answers for all moves. A winning move becomes the partner of the current point. Any other
        move goes to a point that every maximum pairing of the rest covers: the opponent answers with its
        partner in the pairing found.
        """
        mate, before = self.pairing.mate.copy(), self.pairing.before.copy()
        if move in self.winning:
            before[self.current] = move
            flip(self.current, mate, before)
        return mate


def search(
    graph: Graph,
    current: int,
    unused: list[bool],
    progress: Progress | None = None,
    pair: Callable[..., Pairing] = maximum_pairing,
) -> Search:
    """Search what can still be reached from the current point."""
    reached, open_ = [current], unused.copy()
    for v in reached:
        for w in graph.of(v):
            if open_[w]:
                open_[w] = False
                reached.append(w)
    pairing = pair(graph, sorted(reached[1:]), progress)
    winning = [w for w in graph.of(current) if pairing.label[w] == OUTER]
    return Search(current, sorted(reached), winning, pairing)


# Proofs ------------------------------------------------------------------------------------------


def proof(found: Search, names: Names) -> dict[str, Any]:
    """The proof of who wins a position."""
    mate = found.mate(min(found.winning, default=None))
    return {
        "wins": bool(found.winning),
        "pairs": [[names[v], names[mate[v]]] for v in found.reached if v < mate[v]],
        "barrier": [names[v] for v in found.reached if found.pairing.label[v] == INNER],
    }


def proof_of_starts(pairing: Pairing, names: Names) -> dict[str, Any]:
    """The proof of which first points win, from a pairing of all points."""
    mate, label, before = pairing
    return {
        "wins": won_starts(pairing, names),
        "pairs": [[names[v], names[w]] for v, w in enumerate(mate) if v < w],
        "barrier": [name for v, name in enumerate(names) if label[v] == INNER],
        "steps": [[names[m], names[before[m]]] for m, v in enumerate(mate) if v >= 0 and label[v] == OUTER],
    }


def won_starts(pairing: Pairing, names: Names) -> list[Move]:
    """The first points from which the player to move wins, from a pairing of all points."""
    return [name for v, name in enumerate(names) if pairing.label[v] != OUTER]


# The checker: knows the graph and the form of a proof, and nothing about the search -----------------


def check(proof: Any, current: Move | None, unused: Collection[Move], linked: Linked) -> bool:
    """Whether this proves what it claims about the position, in the form at the top of this file.

    `current` is None before the first point; the links are given as a function of names.
    """
    try:
        return _proves(proof, current, set(unused), linked)
    except (KeyError, TypeError, ValueError):
        return False  # not of that form


def _proves(proof: Any, current: Move | None, unused: set[Move], linked: Linked) -> bool:
    wins, barrier = proof["wins"], set(proof["barrier"])
    field = unused if current is None else _reached(current, unused, linked)
    mate: dict[Move, Move] = {}
    for p, q in proof["pairs"]:
        if {p, q} & mate.keys() or not {p, q} <= field or q not in linked(p):
            return False
        mate[p], mate[q] = q, p
    if current is not None:
        if wins is not (current in mate):
            return False
        if wins:  # the current point is set aside, and its partner counts as left over
            del mate[mate.pop(current)]
            field.remove(current)
    odd_parts = _odd_parts(field - barrier, linked)
    if not barrier <= field or len(field) - len(mate) != len(odd_parts) - len(barrier):
        return False
    if current is not None:
        return True
    odd, steps = set().union(*odd_parts), dict(proof["steps"])
    return set(wins) == field - odd and all(_leaves_out(v, mate, steps, linked) for v in odd)


def _odd_parts(rest: set[Move], linked: Linked) -> list[set[Move]]:
    """The connected parts of these points that have an odd number of points."""
    odd, rest = [], rest.copy()
    while rest:
        part = _reached(next(iter(rest)), rest, linked)
        rest -= part
        if len(part) % 2:
            odd.append(part)
    return odd


def _leaves_out(start: Move, mate: dict[Move, Move], steps: dict[Move, Move], linked: Linked) -> bool:
    """Whether the steps lead from the start to a point left over, without using a point twice."""
    last, passed = start, {start}
    while last in mate:
        joined = steps[mate[last]]
        if joined in passed or joined not in linked(mate[last]):
            return False
        passed |= {mate[last], joined}
        last = joined
    return True


def _reached(point: Move, among: set[Move], linked: Linked) -> set[Move]:
    """The point and what can be reached from it by links among these."""
    found, new = {point}, [point]
    while new:
        fresh = among.intersection(linked(new.pop())) - found
        found |= fresh
        new += fresh
    return found
