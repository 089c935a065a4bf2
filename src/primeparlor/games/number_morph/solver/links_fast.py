"""The graph of Number Morph compiled by numba (the extra `fast`), for variants with many primes."""

from __future__ import annotations

from array import array
from typing import Any

import numpy as np

from primeparlor.games.number_morph.rules import MorphRules
from primeparlor.solve.answers import Progress
from primeparlor.solve.matching.compiled_search import compiled, maximum_pairing, pairing_of
from primeparlor.solve.matching.search import Graph, Pairing


def _links(primes: Any, beyond: int, first: Any, link: Any) -> None:
    """Fill in the graph; with no room for links, only count them."""
    index = np.full(beyond, -1, np.int32)
    for i, prime in enumerate(primes):
        index[prime] = i
    found = 0
    for i, prime in enumerate(primes):
        unit = 1
        while unit < beyond:
            bare = prime - prime // unit % 10 * unit
            for n in range(bare, bare + 10 * unit, unit):
                if index[n] >= 0 and n != prime:
                    if len(link):
                        link[found] = index[n]
                    found += 1
            unit *= 10
        first[i + 1] = found


_fill = compiled(_links)


def graph_of(rules: MorphRules) -> tuple[Any, Any]:
    """The graph of all primes, as `links.graph_of` gives it, in arrays."""
    primes, first = np.array(rules.primes, np.int32), np.zeros(len(rules.primes) + 1, np.int32)
    _fill(primes, rules.beyond, first, np.empty(0, np.int32))
    link = np.empty(first[-1], np.int32)
    _fill(primes, rules.beyond, first, link)
    return first, link


def compact(rules: MorphRules) -> Graph:
    """The graph of all primes, in arrays that Python reads as it reads lists."""
    first, link = graph_of(rules)
    return Graph(array("i", first.tobytes()), array("i", link.tobytes()))


def whole_pairing(rules: MorphRules, progress: Progress | None = None) -> Pairing:
    """A maximum pairing of all primes of these rules."""
    return pairing_of(*graph_of(rules), progress=progress)


__all__ = ["compact", "graph_of", "maximum_pairing", "pairing_of", "whole_pairing"]
