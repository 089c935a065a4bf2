"""Number Morph solved by matching: exact verdicts, and pairings that prove them.

The primes not used yet and the current one are the points of a graph, *links* join those one digit
apart, and a *pairing* is a set of links no two of which share a number (a matching).

Theorem (undirected vertex geography): the player to move wins exactly if every maximum pairing
covers the current number. The winner always moves to the partner of the current number. Proof:
- Let P be a maximum pairing that misses the current number c. A move to w leaves a number that P
  covers, else P and c–w were a larger pairing. The answer is w's partner x: without c and w, P less
  w–x misses x and is maximum, for a larger one and c–w would be larger than P. So the answer never
  fails, and the mover at c loses.
- If every maximum pairing P covers c, move to its partner x: without c, P less c–x misses x and is
  maximum, for one of P's size would be maximum before and miss c. By the first part the opponent loses.

So a move to w wins exactly if, without the current number, some maximum pairing misses w. Edmonds'
search tells it of all w at once: it grows trees of alternating paths from the numbers left over, and
when none of them can be improved, the *outer* numbers of the trees are those some maximum pairing
misses (Gallai and Edmonds). The *inner* ones are the barrier that proves the pairing maximum.

The form of a proof (JSON), verified by `check`:
    "wins"     whether the player to move wins; before the first number, the starts Player 1 wins
    "pairs"    a pairing of the numbers that can still be reached; who wins answers with the partner
    "barrier"  some of those numbers. Without them the rest falls into parts, and of every odd part one
               number is left over or has its partner in the barrier: no pairing leaves fewer over than
               the odd parts outnumber the barrier. `pairs` leaves just so many, so it is maximum. In a
               won position the current number is set aside for this count, with its pair.
    "steps"    only before the first number: [m, n] tells that when m's partner is the start, m pairs
               with n instead, the partner n had goes on likewise, and so on up to the number left
               over. This makes a maximum pairing that misses the start, so Player 1 loses from there.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from itertools import compress
from types import ModuleType
from typing import Any, NamedTuple, cast

from primeparlor.games.number_morph import MorphRules, NumberMorph
from primeparlor.solve.answers import Analysis, Chance, Choice, Progress, Solution, Verdict
from primeparlor.solve.matching_search import (
    CHUNK,
    INNER,
    OUTER,
    Graph,
    Pairing,
    flip,
    maximum_pairing,
)

FAST_FROM = 7  # digits from which the compiled search repays loading it
KEPT = 8  # searches kept for the next question


# The graph of a variant --------------------------------------------------------------------------

_graphs: dict[MorphRules, Graph] = {}


def graph_of(rules: MorphRules, progress: Progress | None = None) -> Graph:
    """The graph of all primes: point i is the prime `rules.primes[i]`. Made once per rules."""
    if rules not in _graphs:
        fast = _fast(rules)
        _graphs[rules] = fast.compact(rules) if fast else _make_graph(rules, progress)
    return _graphs[rules]


def _make_graph(rules: MorphRules, progress: Progress | None) -> Graph:
    # not from `rules.near`: its masks are as long as the list of primes, too much for 6 or 7 digits
    first, link, index = [0], list[int](), rules.index
    units = [10**place for place in range(rules.digits)]
    table = bytearray(rules.beyond)
    for prime in index:
        table[prime] = 1
    for i, prime in enumerate(rules.primes):
        table[prime] = 0
        for unit in units:
            least = prime - prime // unit % 10 * unit
            beyond = least + 10 * unit
            link += [index[n] for n in compress(range(least, beyond, unit), table[least:beyond:unit])]
        table[prime] = 1
        first.append(len(link))
        if progress and i % CHUNK == 0:
            progress(i, 2 * len(index))
    return Graph(first, link)


def _fast(rules: MorphRules) -> ModuleType | None:
    """The compiled search, where there is much to do; without the extra `fast` it only takes longer."""
    if rules.digits < FAST_FROM:
        return None
    try:
        from primeparlor.solve import matching_fast
    except ImportError:
        return None
    return matching_fast


def _whole_pairing(rules: MorphRules, progress: Progress | None = None) -> Pairing:
    """A maximum pairing of all primes."""
    if fast := _fast(rules):
        return cast(Pairing, fast.whole_pairing(rules, progress))
    return maximum_pairing(graph_of(rules, progress), progress=progress)


# Answers -----------------------------------------------------------------------------------------


class Search(NamedTuple):
    """What one search tells about a position with a current number, which is left out of the pairing."""

    reached: list[int]  # the points within reach, the current one too
    winning: list[int]  # the moves that win
    pairing: Pairing

    def mate(self, current: int, move: int | None) -> list[int]:
        """The pairs of who wins once this move is made, the current number's with it if it wins."""
        mate, before = self.pairing.mate.copy(), self.pairing.before.copy()
        if move in self.winning:
            before[current] = move
            flip(current, mate, before)
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
    return Search(sorted(reached), winning, pairing)


_searches: OrderedDict[NumberMorph, Search] = OrderedDict()  # the last used last


def _searched(state: NumberMorph, progress: Progress | None = None) -> Search:
    """One search tells of a position and of all its moves; the last few are kept for their reasons."""
    if (found := _searches.pop(state, None)) is None:
        graph = graph_of(state.rules, progress)
        unused = [mark == "0" for mark in reversed(f"{state.used:0{len(state.rules.primes)}b}")]
        fast = _fast(state.rules)
        pair = fast.maximum_pairing if fast else maximum_pairing
        found = search(graph, _current(state), unused, progress, pair)
    _searches[state] = found
    while len(_searches) > KEPT:
        _searches.popitem(last=False)
    return found


def _current(state: NumberMorph) -> int:
    return state.rules.index[cast(int, state.number)]


class Partners(NamedTuple):
    """Who wins answers every prime with its partner, to the end of the game."""

    rules: MorphRules
    mate: list[int]

    def of(self, prime: int) -> int:
        return self.rules.primes[self.mate[self.rules.index[prime]]]


def partners(state: NumberMorph, move: int | None = None) -> Partners:
    """The partners with which this move, or without it the position, is won.

    One search serves for all moves. A winning move becomes the partner of the current number. Any other
    is covered by every maximum pairing of the rest, so the opponent answers with the one that was found.
    """
    found = _searched(state)
    chosen = min(found.winning, default=None) if move is None else state.rules.index[move]
    return Partners(state.rules, found.mate(_current(state), chosen))


def analyse(state: NumberMorph, progress: Progress | None = None) -> Analysis:
    """The verdict of a position and of every move, or first number, in it, with a proof."""
    if state.number is None:
        return _analyse_starts(state.rules, progress)
    found, primes = _searched(state, progress), state.rules.primes
    mate, wins = partners(state).mate, bool(found.winning)
    proof = {
        "wins": wins,
        "pairs": [[primes[v], primes[mate[v]]] for v in found.reached if v < mate[v]],
        "barrier": [primes[v] for v in found.reached if found.pairing.label[v] == INNER],
    }
    verdict: Verdict = "win" if wins else "loss"
    return Analysis(verdict, float(wins), True, None, None, choices(state), (), proof)


def choices(state: NumberMorph) -> tuple[Choice, ...]:
    """The moves of `analyse`, without the work of a proof."""
    winning = {state.rules.primes[w] for w in _searched(state).winning}
    return tuple(
        Choice(move, "win", 1.0, True, None)
        if move in winning
        else Choice(move, "loss", 0.0, not winning, None)
        for move in state.moves()
    )


def _analyse_starts(rules: MorphRules, progress: Progress | None) -> Analysis:
    mate, label, before = _whole_pairing(rules, progress)
    primes, odds = rules.primes, 1 / len(rules.primes)
    wins = [prime for v, prime in enumerate(primes) if label[v] != OUTER]
    values = (float(label[v] != OUTER) for v in range(len(primes)))
    proof = {
        "wins": wins,
        "pairs": [[primes[v], primes[w]] for v, w in enumerate(mate) if v < w],
        "barrier": [prime for v, prime in enumerate(primes) if label[v] == INNER],
        "steps": [[primes[m], primes[before[m]]] for m, v in enumerate(mate) if v >= 0 and label[v] == OUTER],
    }
    chances = tuple(Chance(prime, odds, value) for prime, value in zip(primes, values, strict=True))
    value = len(wins) / len(primes)
    return Analysis(_verdict(value), value, True, None, None, (), chances, proof)


def _verdict(value: float) -> Verdict:
    return "win" if value == 1 else "loss" if value == 0 else "chance"


def winning_starts(rules: MorphRules, progress: Progress | None = None) -> tuple[int, ...]:
    """The first numbers from which Player 1, who moves first, wins."""
    label = _whole_pairing(rules, progress).label
    return tuple(prime for v, prime in enumerate(rules.primes) if label[v] != OUTER)


def memory_needed(game: MorphRules | NumberMorph) -> int:
    """About how many bytes `solve` takes, the tables of the rules and the compiled search included."""
    rules = game.rules if isinstance(game, NumberMorph) else game
    return int(rules.beyond) + 400 * len(rules.primes)


def solve(rules: MorphRules, progress: Progress | None = None) -> Solution:
    """The whole variant: from how many of the first numbers Player 1 wins."""
    starts, won = len(rules.primes), len(winning_starts(rules, progress))
    value = won / starts
    return Solution(_verdict(value), value, True, None, starts, starts, won)


# The checker: knows the rules of the game and the form of a proof, and nothing of the search -------


def check(state: NumberMorph, proof: Any) -> bool:
    """Whether this is a proof, in the form at the top of this file, of what it says of the position."""
    try:
        return _proves(state, proof)
    except (KeyError, TypeError, ValueError):
        return False  # not of that form


def _proves(state: NumberMorph, proof: Any) -> bool:
    current, wins, barrier = state.number, proof["wins"], set(proof["barrier"])
    unused = set(state.rules.primes).difference(state.history)
    field = unused if current is None else _reached(state.rules, current, unused)
    mate: dict[int, int] = {}
    for p, q in proof["pairs"]:
        if {p, q} & mate.keys() or not {p, q} <= field or q not in linked(state.rules, p):
            return False
        mate[p], mate[q] = q, p
    if current is not None:
        if wins is not (current in mate):
            return False
        if wins:  # the current number and its pair are set aside
            del mate[mate.pop(current)]
            field.remove(current)
    rest, odd = field - barrier, set[int]()
    odd_parts = 0
    while rest:
        part = _reached(state.rules, min(rest), rest)
        rest -= part
        if len(part) % 2:
            odd_parts += 1
            odd |= part
    if not barrier <= field or len(field) - len(mate) != odd_parts - len(barrier):
        return False
    if current is not None:
        return True
    steps = dict(proof["steps"])
    return set(wins) == field - odd and all(_leaves_out(state.rules, v, mate, steps) for v in odd)


def _leaves_out(rules: MorphRules, start: int, mate: dict[int, int], steps: dict[int, int]) -> bool:
    """Whether the steps lead from the start to a number left over, no number twice."""
    last, passed = start, {start}
    while last in mate:
        joined = steps[mate[last]]
        if joined in passed or joined not in linked(rules, mate[last]):
            return False
        passed |= {mate[last], joined}
        last = joined
    return True


def _reached(rules: MorphRules, number: int, among: set[int]) -> set[int]:
    """The number and what can be reached from it by links among these."""
    found, new = {number}, [number]
    while new:
        fresh = among.intersection(linked(rules, new.pop())) - found
        found |= fresh
        new += fresh
    return found


def linked(rules: MorphRules, number: int) -> list[int]:
    """The primes one digit away."""
    units = [10**place for place in range(rules.digits)]
    changed = (number + (digit - number // unit % 10) * unit for unit in units for digit in range(10))
    return [n for n in changed if n in rules.index and n != number]
