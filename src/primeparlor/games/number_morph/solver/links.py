"""The graph of Number Morph: the primes of a variant, *linked* where they are one digit apart."""

from __future__ import annotations

from itertools import compress
from types import ModuleType
from typing import cast

from primeparlor.games.number_morph.rules import MorphRules
from primeparlor.solve.answers import Progress
from primeparlor.solve.cache import Recent
from primeparlor.solve.matching.search import CHUNK, Graph, Pairing, maximum_pairing

FAST_FROM = 7  # digits from which the compiled search is worth loading

_graphs: Recent[MorphRules, Graph] = Recent(lambda graph: 8 * (len(graph.first) + len(graph.link)))


def linked(rules: MorphRules, number: int) -> list[int]:
    """The primes one digit away."""
    index = rules.index
    return [
        n
        for unit in [10**place for place in range(rules.digits)]
        for least in (number - number // unit % 10 * unit,)
        for n in range(least, least + 10 * unit, unit)
        if n in index and n != number
    ]


def graph_of(rules: MorphRules, progress: Progress | None = None) -> Graph:
    """The graph of all primes: point i is the prime `rules.primes[i]`. Kept."""
    if graph := _graphs.get(rules):
        return graph
    quick = fast(rules)
    return _graphs.put(rules, quick.compact(rules) if quick else _make_graph(rules, progress))


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


def fast(rules: MorphRules) -> ModuleType | None:
    """The compiled code for large variants; without the extra `fast`, the work just takes longer."""
    if rules.digits < FAST_FROM:
        return None
    try:
        from primeparlor.games.number_morph.solver import links_fast
    except ImportError:
        return None
    return links_fast


def whole_pairing(rules: MorphRules, progress: Progress | None = None) -> Pairing:
    """A maximum pairing of all primes."""
    if quick := fast(rules):
        return cast(Pairing, quick.whole_pairing(rules, progress))
    return maximum_pairing(graph_of(rules, progress), progress=progress)
