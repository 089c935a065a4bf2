"""Maximum matching in any graph: a greedy start, then Edmonds' blossom search.

From every point that the greedy start left over, a tree of alternating paths grows. Its *outer* points
are an even number of links away from the root, its *inner* points an odd number. A link between two
outer points closes an odd cycle, a *blossom*, and all its points become outer. A tree that meets
another point left over gives a larger pairing; one that cannot grow stays in place. In the end

- the outer points are those that some maximum pairing misses, and
- the inner points are a barrier that proves the pairing maximum (Gallai and Edmonds).

The matchings in networkx and rustworkx keep no such trees, are slower, and would be one more dependency.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from primeparlor.solve.answers import Progress

FREE, OUTER, INNER, ASIDE = range(4)  # labels of points; those aside are no part of the graph
NOBODY = -1  # the mate of a point left over: the compiled arrays of numbers have no None
CHUNK = 4096  # points between two reports of progress


class Graph(NamedTuple):
    """Points 0, 1, 2 …: the links of point v are `link[first[v] : first[v + 1]]`."""

    first: Sequence[int]
    link: Sequence[int]

    def of(self, v: int) -> Sequence[int]:
        """The points linked to v."""
        return self.link[self.first[v] : self.first[v + 1]]


class Pairing(NamedTuple):
    """A maximum pairing and the trees that prove it."""

    mate: list[int]  # the partner of each point, or NOBODY
    label: list[int]  # OUTER: some maximum pairing misses it; INNER: the barrier
    before: list[int]  # for the mate of an outer point: its new partner when that point is left out


# These functions work on lists; `compiled_search` compiles the same source to work on arrays.


def pair_greedily(
    first: Sequence[int],
    link: Sequence[int],
    points: list[int],
    mate: list[int],
    label: list[int],
    stack: list[int],
) -> None:
    """Pair most points: first those with one choice left; each takes the neighbour with fewest choices."""
    choices = mate.copy()
    top = 0
    for v in points:
        choices[v] = 0
        for w in link[first[v] : first[v + 1]]:
            if label[w] == FREE:
                choices[v] += 1
        if choices[v] == 1:
            stack[top] = v
            top += 1
    for start in points:
        stack[top] = start
        top += 1
        while top > 0:
            top -= 1
            v = stack[top]
            if mate[v] < 0 and take(v, first, link, mate, label, choices):
                top = next_to_pair(v, first, link, mate, label, choices, stack, top)
                top = next_to_pair(mate[v], first, link, mate, label, choices, stack, top)


def take(
    v: int, first: Sequence[int], link: Sequence[int], mate: list[int], label: list[int], choices: list[int]
) -> bool:
    """Pair v with the free neighbour that has the fewest choices; whether there was one."""
    best = NOBODY
    for w in link[first[v] : first[v + 1]]:
        if label[w] == FREE and mate[w] < 0 and (best < 0 or choices[w] < choices[best]):
            best = w
    if best >= 0:
        mate[v], mate[best] = best, v
    return best >= 0


def next_to_pair(
    v: int,
    first: Sequence[int],
    link: Sequence[int],
    mate: list[int],
    label: list[int],
    choices: list[int],
    stack: list[int],
    top: int,
) -> int:
    """Count v as taken for its neighbours and stack those with one choice left; returns the new top."""
    for w in link[first[v] : first[v + 1]]:
        if label[w] == FREE:
            choices[w] -= 1
            if choices[w] == 1 and mate[w] < 0:
                stack[top] = w
                top += 1
    return top


def find(base: list[int], v: int) -> int:
    """The base of the blossom around v; v itself when there is none."""
    while base[v] != v:
        base[v] = base[base[v]]
        v = base[v]
    return v


def meet(a: int, b: int, mate: list[int], before: list[int], base: list[int], seen: list[int]) -> int:
    """The first base that lies on both ways from the bases a and b to their root."""
    seen[-1] += 1  # the last cell counts the calls, and so marks this one
    while True:
        if a >= 0:
            if seen[a] == seen[-1]:
                return a
            seen[a] = seen[-1]
            a = find(base, before[mate[a]]) if mate[a] >= 0 else NOBODY
        a, b = b, a


def shrink(
    v: int,
    w: int,
    top: int,
    mate: list[int],
    label: list[int],
    before: list[int],
    base: list[int],
    queue: list[int],
    tail: int,
) -> int:
    """Put the way from v up to the base `top` into the blossom that v–w closes; returns the new tail."""
    while find(base, v) != top:
        before[v] = w
        w = mate[v]
        if label[w] == INNER:
            label[w] = OUTER
            queue[tail] = w
            tail += 1
        if base[v] == v:
            base[v] = top
        if base[w] == w:
            base[w] = top
        v = before[w]
    return tail


def flip(v: int, mate: list[int], before: list[int]) -> None:
    """Pair v, which was left over, and shift the pairs along its way to the root, which is paired too."""
    while v >= 0:
        partner, bereft = before[v], mate[before[v]]
        mate[v], mate[partner] = partner, v
        v = bereft


def improve(
    root: int,
    first: Sequence[int],
    link: Sequence[int],
    mate: list[int],
    label: list[int],
    before: list[int],
    base: list[int],
    seen: list[int],
    queue: list[int],
) -> None:
    """Pair `root` along an augmenting path if there is one; else leave its tree in place.

    Later searches cannot enter a tree left in place: its outer points are linked only to its own points.
    """
    queue[0], head, tail = root, 0, 1
    label[root] = OUTER
    while head < tail:
        v = queue[head]
        head += 1
        for w in link[first[v] : first[v + 1]]:
            if label[w] == OUTER:
                a, b = find(base, v), find(base, w)
                if a != b:
                    top = meet(a, b, mate, before, base, seen)
                    tail = shrink(v, w, top, mate, label, before, base, queue, tail)
                    tail = shrink(w, v, top, mate, label, before, base, queue, tail)
            elif label[w] == FREE:
                before[w] = v
                if mate[w] >= 0:
                    label[w], label[mate[w]] = INNER, OUTER
                    queue[tail] = mate[w]
                    tail += 1
                    continue
                label[root], base[root] = FREE, root
                for u in queue[1:tail]:
                    label[u], base[u] = FREE, u
                    label[mate[u]], base[mate[u]] = FREE, mate[u]
                flip(w, mate, before)
                return


def improve_all(
    points: list[int],
    first: Sequence[int],
    link: Sequence[int],
    mate: list[int],
    label: list[int],
    before: list[int],
    base: list[int],
    seen: list[int],
    queue: list[int],
) -> None:
    """Try to improve the pairing from each of these points that is left over."""
    for root in points:
        if mate[root] < 0 and label[root] == FREE:
            improve(root, first, link, mate, label, before, base, seen, queue)


def maximum_pairing(
    graph: Graph, points: Iterable[int] | None = None, progress: Progress | None = None
) -> Pairing:
    """A maximum pairing of the graph, or of these points and the links among them."""
    first, link = graph
    count = len(first) - 1
    points = list(range(count) if points is None else points)
    label = [ASIDE] * count
    for v in points:
        label[v] = FREE
    mate, before, base = [NOBODY] * count, [NOBODY] * count, list(range(count))
    seen, queue = [0] * (count + 1), [0] * (count + 1)
    pair_greedily(first, link, points, mate, label, queue)
    for done in range(0, len(points), CHUNK):
        if progress:
            progress(count + done, 2 * count)
        improve_all(points[done : done + CHUNK], first, link, mate, label, before, base, seen, queue)
    return Pairing(mate, label, before)
