"""Which positions can come again: the order in which to solve them, and where play can go round for ever."""

from __future__ import annotations

import numpy as np

from primeparlor.solve.expectation.certainty import Backwards, pull
from primeparlor.solve.expectation.graph import CHANCE, WON, Graph, Marks, Numbers


def levels(graph: Graph, back: Backwards) -> list[Numbers]:
    """The positions that are not over, in parts: each part leads only to itself and to earlier parts.

    Positions that lead back to each other are in one part. Where no position can repeat, a part holds
    the positions with the same longest way to an end.
    """
    size = len(graph.states)
    nobody, everybody = np.zeros(size, dtype=np.bool_), np.ones(size, dtype=np.bool_)
    depth = pull(graph, back, nobody, graph.kind > WON, everybody)
    if (rest := np.flatnonzero(depth < 0)).size:
        steps = np.ones(len(graph.after), dtype=np.bool_)
        depth[rest] = max(depth.max(), 0) + 1 + _depths(*_part(graph, rest, steps))
    order = np.argsort(depth, kind="stable")
    parts = np.split(order, np.flatnonzero(np.diff(depth[order])) + 1)
    return parts if depth[order[0]] else parts[1:]


def end_components(graph: Graph, members: Marks, usable: Marks) -> Numbers:
    """For each position, the number of the largest set of members where play can stay for ever; -1 if none.

    Fate never leads out of such a set, every choice has a usable step that stays inside, and from each
    position every other one can be reached. To find the sets, remove what must lead out, split the rest
    into strong components, and repeat until nothing changes.
    """
    label, sources = np.where(members, 0, -1), graph.sources()
    fate = graph.kind[sources] == CHANCE
    while True:
        inside = (label[sources] == label[graph.after]) & usable & (label[sources] >= 0)
        stays = np.zeros(len(label), dtype=np.bool_)
        stays[sources[inside]] = True
        stays[sources[fate & ~inside]] = False
        if (leaving := ~stays & (label >= 0)).any():
            label[leaving] = -1
            continue
        rest = np.flatnonzero(label >= 0)
        label[rest] = strong_components(*_part(graph, rest, inside))
        if (label[sources] == label[graph.after])[inside].all():  # no step was cut
            return label


def strong_components(first: list[int], after: list[int]) -> Numbers:
    """The component number of each position: positions that lead to each other share one, and no step leads
    to a higher number (Tarjan 1972, without recursion).
    """
    size, clock, parts = len(first) - 1, 0, 0
    label, order, low, pointer = [-1] * size, [0] * size, [0] * size, first[:]
    for root in range(size):
        way, waiting = ([], []) if order[root] else ([root], [root])
        while way:
            here = way[-1]
            if not order[here]:
                clock += 1
                order[here] = low[here] = clock
            if pointer[here] < first[here + 1]:
                there = after[pointer[here]]
                pointer[here] += 1
                if not order[there]:
                    way.append(there)
                    waiting.append(there)
                elif label[there] < 0:
                    low[here] = min(low[here], order[there])
                continue
            way.pop()
            if way:
                low[way[-1]] = min(low[way[-1]], low[here])
            if low[here] == order[here]:
                while label[here] < 0:
                    label[waiting.pop()] = parts
                parts += 1
    return np.array(label, dtype=np.int64)


def _part(graph: Graph, members: Numbers, usable: Marks) -> tuple[list[int], list[int]]:
    """The usable steps among the members, renumbered from 0, as `first` and `after`."""
    again = np.full(len(graph.states), -1)
    again[members] = np.arange(len(members))
    steps = graph.steps(members)
    after, counted = again[graph.after[steps]], np.diff(graph.first)[members]
    kept = usable[steps] & (after >= 0)
    sources = np.repeat(np.arange(len(members)), counted)[kept]
    first = np.concatenate(([0], np.cumsum(np.bincount(sources, minlength=len(members)))))
    return first.tolist(), after[kept].tolist()


def _depths(first: list[int], after: list[int]) -> Numbers:
    """The length of the longest chain of components from each position on."""
    label = strong_components(first, after)
    source, target = np.repeat(label, np.diff(first)), label[after]
    steps = np.unique(np.stack([source, target])[:, source != target], axis=1)
    depth = [0] * (int(label.max()) + 1)
    for here, there in steps.T.tolist():  # by rising source, so that what it leads to is done first
        depth[here] = max(depth[here], depth[there] + 1)
    return np.array(depth, dtype=np.int64)[label]
