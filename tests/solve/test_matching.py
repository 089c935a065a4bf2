"""Matching in any graph: against brute force, against networkx, and every proof checked."""

from __future__ import annotations

from importlib import import_module
from random import Random
from typing import Any

import pytest

from primeparlor.solve.matching.matching import check, proof, proof_of_starts, search
from primeparlor.solve.matching.search import INNER, OUTER, Graph, maximum_pairing

networkx: Any = import_module("networkx")  # the oracle brings no types

Links = dict[int, set[int]]


def wins_by_brute_force(links: Links, current: int, unused: frozenset[int]) -> bool:
    """Whether the player to move wins: some move leaves the opponent lost."""
    return any(not wins_by_brute_force(links, w, unused - {w}) for w in links[current] & unused)


def random_links(rng: Random, points: int, chance: float) -> Links:
    links: Links = {v: set() for v in range(points)}
    for v in range(points):
        for w in range(v):
            if rng.random() < chance:
                links[v].add(w)
                links[w].add(v)
    return links


def graph_from(links: Links) -> Graph:
    first, link = [0], list[int]()
    for v in range(len(links)):
        link += sorted(links[v])
        first.append(len(link))
    return Graph(first, link)


def pairing_wins(links: Links, mate: list[int], at: int, rest: frozenset[int], to_answer: bool) -> bool:
    """Whether a player who answers with partners always has an answer, whatever the other does."""
    if to_answer:
        answer = mate[at]
        return answer in rest and pairing_wins(links, mate, answer, rest - {answer}, False)
    return all(pairing_wins(links, mate, w, rest - {w}, True) for w in links[at] & rest)


@pytest.mark.parametrize("graphs", [200, pytest.param(600, marks=pytest.mark.prove)])
def test_a_small_graph_is_won_and_lost_as_brute_force_says(graphs: int) -> None:
    for seed in range(graphs):
        compare_with_brute_force(seed)


def compare_with_brute_force(seed: int) -> None:
    rng = Random(seed)
    points = rng.randint(1, 9)
    links = random_links(rng, points, rng.choice((0.15, 0.3, 0.5)))
    current, all_ = rng.randrange(points), frozenset(range(points))
    found = search(graph_from(links), current, [v != current for v in all_])
    rest = all_ - {current}
    assert set(found.winning) == {w for w in links[current] if not wins_by_brute_force(links, w, rest - {w})}
    assert bool(found.winning) == wins_by_brute_force(links, current, rest)
    for move in links[current]:
        mate = found.mate(move)
        assert mate[current] == (move if move in found.winning else -1)
        assert all(mate[mate[v]] == v and mate[v] in links[v] for v in found.reached if mate[v] >= 0)
        assert pairing_wins(links, mate, move, rest - {move}, to_answer=move not in found.winning)


@pytest.mark.parametrize(
    "seed", [*range(25), *(pytest.param(seed, marks=pytest.mark.prove) for seed in range(25, 150))]
)
def test_the_outer_points_are_those_some_maximum_pairing_misses(seed: int) -> None:
    rng = Random(seed)
    points = rng.randint(2, 40)
    links = random_links(rng, points, rng.choice((1, 2, 3, 6)) / points)
    pairing = maximum_pairing(graph_from(links))
    oracle = networkx.Graph(links)
    size = len(networkx.max_weight_matching(oracle, maxcardinality=True))
    assert sum(mate >= 0 for mate in pairing.mate) == 2 * size
    for v in links:
        without = networkx.Graph(oracle)
        without.remove_node(v)
        missable = len(networkx.max_weight_matching(without, maxcardinality=True)) == size
        assert (pairing.label[v] == OUTER) == missable


def test_blossoms_within_blossoms_are_left_by_the_right_way() -> None:
    # a chain of triangles: each hangs on the one before, and shifting a pairing by one reaches all
    links: Links = {v: set() for v in range(401)}
    for v in range(0, 400, 2):
        for a, b in ((v, v + 1), (v + 1, v + 2), (v, v + 2)):
            links[a].add(b)
            links[b].add(a)
    pairing = maximum_pairing(graph_from(links))
    assert pairing.label == [OUTER] * 401
    assert pairing.mate.count(-1) == 1


@pytest.mark.parametrize("points", [10_000, 10_001])
def test_a_long_path_needs_no_recursion(points: int) -> None:
    links: Links = {v: {v - 1, v + 1} & set(range(max(v - 1, 0), min(v + 2, points))) for v in range(points)}
    pairing = maximum_pairing(graph_from(links))
    assert pairing.mate.count(-1) == pairing.label.count(OUTER) - pairing.label.count(INNER) == points % 2


@pytest.mark.parametrize("graphs", [40, pytest.param(100, marks=pytest.mark.prove)])
def test_points_go_by_any_name_in_a_proof(graphs: int) -> None:
    for seed in range(graphs):
        check_with_names(seed)


def check_with_names(seed: int) -> None:
    rng = Random(seed)
    points = rng.randint(1, 9)
    links = random_links(rng, points, rng.choice((0.15, 0.3, 0.5)))
    names = [f"place {v}" for v in links]
    named = {names[v]: {names[w] for w in links[v]} for v in links}
    current, rest = rng.randrange(points), frozenset(links)
    found = search(graph_from(links), current, [v != current for v in links])
    shown = proof(found, names)
    wins = wins_by_brute_force(links, current, rest - {current})
    assert shown["wins"] == wins
    still_open = set(names) - {names[current]}
    assert check(shown, names[current], still_open, named.__getitem__)
    assert not check(shown | {"wins": not wins}, names[current], still_open, named.__getitem__)
    starts = proof_of_starts(maximum_pairing(graph_from(links)), names)
    assert starts["wins"] == [names[v] for v in links if wins_by_brute_force(links, v, rest - {v})]
    assert check(starts, None, names, named.__getitem__)
    spoilt = [name for name in names if name not in starts["wins"]]
    assert not check(starts | {"wins": spoilt}, None, names, named.__getitem__)
