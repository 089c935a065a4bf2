"""Matching for Number Morph compared with networkx and rustworkx: interleaved in one run, least of several.

All start from a finished graph. The only maximum matching of general graphs in those libraries is the
weighted one, a harder task than ours.

python bench/matching.py [--quick]    (needs networkx, rustworkx and the extra `fast`)
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from importlib import import_module
from random import Random
from time import perf_counter
from typing import Any

from primeparlor.games.number_morph import solver
from primeparlor.games.number_morph.rules import MorphRules, NumberMorph
from primeparlor.games.number_morph.solver import links_fast
from primeparlor.games.number_morph.solver.links import graph_of
from primeparlor.solve import analyse, memory_needed, solve
from primeparlor.solve.matching.search import maximum_pairing

networkx: Any = import_module("networkx")
rustworkx: Any = import_module("rustworkx")

# Seconds that good C++ code took to pair all seven-digit primes. It was measured in another run, so the
# ratio to it is rough.
ON_RECORD = 0.6


def least(rounds: int, **works: Callable[[], object]) -> dict[str, float]:
    """The least time of each task in milliseconds; they take turns, so that all meet the same load."""
    times: dict[str, list[float]] = {name: [] for name in works}
    for _ in range(rounds):
        for name, work in works.items():
            begin = perf_counter()
            work()
            times[name].append(1000 * (perf_counter() - begin))
    return {name: min(taken) for name, taken in times.items()}


def whole_graph(digits: int, rounds: int) -> None:
    """A maximum pairing of all primes; ours also gives the verdict of every start."""
    rules = MorphRules(digits=digits)
    graph = graph_of(rules)
    edges = [(v, w) for v in range(len(rules.primes)) for w in graph.of(v) if v < w]
    slow, swift = networkx.Graph(edges), rustworkx.PyGraph()
    swift.extend_from_edge_list(edges)
    times = least(
        rounds,
        ours=lambda: maximum_pairing(graph),
        networkx=lambda: networkx.max_weight_matching(slow, maxcardinality=True),
        rustworkx=lambda: rustworkx.max_weight_matching(swift, max_cardinality=True),
    )
    print(f"{digits} digits, {len(rules.primes):,} primes, {len(edges):,} links: one maximum pairing")
    for name, time in times.items():
        print(f"  {name:10} {time:10.2f} ms   {time / times['ours']:7.1f} × ours")


def _afresh(state: NumberMorph) -> None:
    """An analysis that knows nothing from an earlier one."""
    solver._searches.clear()
    analyse(state)


def positions(games: int) -> None:
    """Analyses of all positions of random standard games: the verdict of every move, and the proof."""
    rng, taken = Random(1), []
    for _ in range(games):
        state = NumberMorph.start().after(rng.choice(MorphRules().primes))
        while moves := state.moves():
            taken.append(least(3, it=lambda state=state: _afresh(state))["it"])  # type: ignore[misc]
            state = state.after(rng.choice(moves))
    print(f"standard play, {len(taken)} positions, each analysed with proof, least of 3:", end=" ")
    print(f"mean {sum(taken) / len(taken):.2f} ms, the slowest {max(taken):.2f} ms (to beat: 2)")


def seven_digits(rounds: int) -> None:
    """All seven-digit primes, compiled: the graph, a maximum pairing, the verdict of every start."""
    links_fast.whole_pairing(MorphRules(digits=3))  # compiles, or loads what was compiled
    rules = MorphRules(digits=7)
    links = links_fast.graph_of(rules)
    times = least(
        rounds,
        graph=lambda: links_fast.graph_of(rules),
        pairing=lambda: links_fast.pairing_of(*links),
        solve=lambda: solve(rules),
    )
    print(f"7 digits, {len(rules.primes):,} primes, {len(links[1]) // 2:,} links, compiled;", end=" ")
    print(f"memory at most {memory_needed(rules) / 2**20:.0f} MiB")
    for name, time in times.items():
        print(f"  {name:10} {time:10.0f} ms")
    ratio = times["pairing"] / 1000 / ON_RECORD
    print(f"  pairing: {ratio:.2f} × the {ON_RECORD} s on record for C++, not measured here (to beat: 5)")


def main() -> None:
    quick = "--quick" in sys.argv
    whole_graph(3, 3 if quick else 20)
    whole_graph(4, 1 if quick else 5)
    positions(1 if quick else 20)
    seven_digits(1 if quick else 5)


if __name__ == "__main__":
    main()
