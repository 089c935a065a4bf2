"""The search of `matching_search` compiled by numba (the extra `fast`), for variants with many primes."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterable
from types import FunctionType
from typing import Any, cast

import numpy as np
from numba import njit

from primeparlor.games.number_morph import MorphRules
from primeparlor.solve import matching_search as search
from primeparlor.solve.answers import Progress
from primeparlor.solve.matching_search import ASIDE, FREE, NOBODY, Pairing


def _compiled(function: Callable[..., Any], *helpers: Any) -> Any:
    """The function compiled, calling these compiled helpers in place of their namesakes."""
    source = cast(FunctionType, function)
    names = source.__globals__ | {helper.__name__: helper for helper in helpers}
    return njit(cache=True)(FunctionType(source.__code__, names, source.__name__))


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


_fill = _compiled(_links)
_pair_greedily = _compiled(search.pair_greedily, _compiled(search.take), _compiled(search.next_to_pair))
_find = _compiled(search.find)
_improve = _compiled(
    search.improve,
    _compiled(search.meet, _find),
    _compiled(search.shrink, _find),
    _compiled(search.flip),
    _find,
)
_improve_all = _compiled(search.improve_all, _improve)


def graph_of(rules: MorphRules) -> tuple[Any, Any]:
    """The graph of all primes, as `matching.graph_of` gives it, in arrays."""
    primes, first = np.array(rules.primes, np.int32), np.zeros(len(rules.primes) + 1, np.int32)
    _fill(primes, rules.beyond, first, np.empty(0, np.int32))
    link = np.empty(first[-1], np.int32)
    _fill(primes, rules.beyond, first, link)
    return first, link


def compact(rules: MorphRules) -> search.Graph:
    """The graph of all primes, in arrays that Python reads as it reads lists."""
    first, link = graph_of(rules)
    return search.Graph(array("i", first.tobytes()), array("i", link.tobytes()))


def maximum_pairing(
    graph: search.Graph, points: Iterable[int] | None = None, progress: Progress | None = None
) -> Pairing:
    """A maximum pairing, as `matching_search.maximum_pairing` gives it."""
    first, link = (np.asarray(numbers, np.int32) for numbers in graph)
    return pairing_of(first, link, None if points is None else np.fromiter(points, np.int32), progress)


def pairing_of(first: Any, link: Any, points: Any = None, progress: Progress | None = None) -> Pairing:
    """The same for a graph in arrays."""
    count = len(first) - 1
    everyone = np.arange(count, dtype=np.int32)
    points = everyone if points is None else points
    mate, before, base = np.full(count, NOBODY, np.int32), np.full(count, NOBODY, np.int32), everyone.copy()
    label = np.full(count, ASIDE, np.int8)
    label[points] = FREE
    seen, queue = np.zeros(count + 1, np.int32), np.zeros(count + 1, np.int32)
    _pair_greedily(first, link, points, mate, label, queue)
    if progress:
        progress(count, 2 * count)
    _improve_all(points, first, link, mate, label, before, base, seen, queue)
    return Pairing(mate.tolist(), label.tolist(), before.tolist())


def whole_pairing(rules: MorphRules, progress: Progress | None = None) -> Pairing:
    """A maximum pairing of all primes of these rules."""
    return pairing_of(*graph_of(rules), progress=progress)
