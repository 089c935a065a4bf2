"""The search of `search` compiled by numba (the extra `fast`), for graphs with many points."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from types import FunctionType
from typing import Any, cast

import numpy as np
from numba import njit

from primeparlor.solve.answers import Progress
from primeparlor.solve.matching import search
from primeparlor.solve.matching.search import ASIDE, FREE, NOBODY, Pairing


def compiled(function: Callable[..., Any], *helpers: Any) -> Any:
    """The compiled function, which calls these compiled helpers instead of the Python ones."""
    source = cast(FunctionType, function)
    names = source.__globals__ | {helper.__name__: helper for helper in helpers}
    return njit(cache=True)(FunctionType(source.__code__, names, source.__name__))


_pair_greedily = compiled(search.pair_greedily, compiled(search.take), compiled(search.next_to_pair))
_find = compiled(search.find)
_improve = compiled(
    search.improve,
    compiled(search.meet, _find),
    compiled(search.shrink, _find),
    compiled(search.flip),
    _find,
)
_improve_all = compiled(search.improve_all, _improve)


def maximum_pairing(
    graph: search.Graph, points: Iterable[int] | None = None, progress: Progress | None = None
) -> Pairing:
    """A maximum pairing, as `matching_search.maximum_pairing` gives it."""
    first, link = (np.asarray(numbers, np.int32) for numbers in graph)
    return pairing_of(first, link, None if points is None else np.fromiter(points, np.int32), progress)


def pairing_of(first: Any, link: Any, points: Any = None, progress: Progress | None = None) -> Pairing:
    """The same for a graph in arrays."""
    count = len(first) - 1

    def report(done: int) -> None:  # only between compiled searches, which cannot report themselves
        if progress:
            progress(done, 2 * count)

    report(0)
    everyone = np.arange(count, dtype=np.int32)
    points = everyone if points is None else points
    mate, before, base = np.full(count, NOBODY, np.int32), np.full(count, NOBODY, np.int32), everyone.copy()
    label = np.full(count, ASIDE, np.int8)
    label[points] = FREE
    seen, queue = np.zeros(count + 1, np.int32), np.zeros(count + 1, np.int32)
    _pair_greedily(first, link, points, mate, label, queue)
    report(count)
    _improve_all(points, first, link, mate, label, before, base, seen, queue)
    report(2 * count)
    return Pairing(mate.tolist(), label.tolist(), before.tolist())
