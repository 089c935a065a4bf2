"""Number Morph solved by matching: against brute force, against networkx, and every proof checked."""

from __future__ import annotations

import copy
import sys
import tracemalloc
from array import array
from collections.abc import Iterator
from importlib import import_module
from itertools import pairwise
from random import Random
from typing import Any

import pytest

from primeparlor.games.number_morph import solver
from primeparlor.games.number_morph.rules import MorphRules, NumberMorph
from primeparlor.games.number_morph.solver import Solver, partners, winning_starts
from primeparlor.games.number_morph.solver import links as made
from primeparlor.games.number_morph.solver.links import graph_of, linked
from primeparlor.solve.answers import Analysis
from primeparlor.solve.cache import Recent
from primeparlor.solve.matching.search import Graph

networkx: Any = import_module("networkx")  # the oracles bring no types
rustworkx: Any = import_module("rustworkx")

SOLVER = Solver(NumberMorph)
analyse, check, solve = SOLVER.analyse, SOLVER.check, SOLVER.solve
FAST = {"primeparlor.games.number_morph.solver.links_fast", "primeparlor.solve.matching.compiled_search"}
Links = dict[int, set[int]]


def position(number: int, unused: set[int], rules: MorphRules) -> NumberMorph:
    """The position at `number` in which only these other primes are unused."""
    used = sum(1 << i for prime, i in rules.index.items() if prime == number or prime not in unused)
    return NumberMorph(rules, number, used, 1)


def wins_by_brute_force(links: Links, current: int, unused: frozenset[int]) -> bool:
    """Whether the player to move wins: some move leaves the opponent lost."""
    return any(not wins_by_brute_force(links, w, unused - {w}) for w in links[current] & unused)


def small_positions(seed: int, count: int) -> Iterator[NumberMorph]:
    """Random positions of the standard game with few primes left, all of which can be reached."""
    rng, rules = Random(seed), MorphRules()
    for _ in range(count):
        near = [rng.choice(rules.primes)]
        for _ in range(rng.randint(1, 11)):
            near.append(rng.choice(linked(rules, rng.choice(near))))
        yield position(rng.choice(near), set(near), rules)


def walk(rng: Random, rules: MorphRules) -> list[NumberMorph]:
    """The positions of one random game, from the first number to the end."""
    states = [NumberMorph.start(rules).play(rng.choice(rules.primes))]
    while moves := states[-1].moves():
        states.append(states[-1].after(rng.choice(moves)))
    return states


def proven(state: NumberMorph) -> Analysis:
    """The analysis of a position, its proof checked."""
    analysis = analyse(state)
    assert check(state, analysis.proof)
    return analysis


# Positions ------------------------------------------------------------------------------------


@pytest.mark.parametrize("count", [200, pytest.param(600, marks=pytest.mark.prove)])
def test_a_position_with_few_primes_left_is_worth_what_brute_force_says(count: int) -> None:
    rules = MorphRules()
    links = {prime: set(linked(rules, prime)) for prime in rules.primes}
    for state in small_positions(seed=1, count=count):
        assert state.number is not None
        unused = frozenset(rules.primes).difference(state.history)
        analysis = proven(state)
        assert analysis.verdict == ("win" if wins_by_brute_force(links, state.number, unused) else "loss")
        assert [choice.move for choice in analysis.moves] == list(state.moves())
        for choice in analysis.moves:
            assert isinstance(choice.move, int)
            lost = wins_by_brute_force(links, choice.move, unused - {choice.move})
            assert choice.verdict == ("loss" if lost else "win")
            assert choice.best == (choice.value == analysis.value)


@pytest.mark.parametrize(("digits", "one_in"), [(2, 1), (3, 4), pytest.param(3, 1, marks=pytest.mark.prove)])
def test_every_position_of_a_random_game_is_worth_what_the_moves_in_it_are(digits: int, one_in: int) -> None:
    rng, rules = Random(digits), MorphRules(digits=digits)
    for state in walk(rng, rules)[::-one_in]:  # the last one always: it is lost without a move
        analysis = proven(state)
        for choice in analysis.moves:
            after = analyse(state.play(choice.move)).verdict
            assert choice.verdict == {"win": "loss", "loss": "win"}[after]
        assert (analysis.verdict == "win") == any(choice.verdict == "win" for choice in analysis.moves)
        assert (analysis.value, analysis.plies) == (float(analysis.verdict == "win"), None)


@pytest.mark.parametrize(
    ("digits", "games", "share"),
    [
        (3, 1, 0.15),
        pytest.param(3, 3, 0.2, marks=pytest.mark.prove),
        pytest.param(4, 1, 0.004, marks=pytest.mark.prove),
    ],
)
def test_networkx_agrees_on_positions_of_a_game(digits: int, games: int, share: float) -> None:
    rng, rules = Random(7), MorphRules(digits=digits)
    for _ in range(games):
        for state in walk(rng, rules):
            if rng.random() < share:
                analysis = proven(state)
                oracle = networkx.Graph({prime: linked(rules, prime) for prime in rules.primes})
                oracle.remove_nodes_from(set(state.history) - {state.number})
                oracle = oracle.subgraph(networkx.node_connected_component(oracle, state.number)).copy()
                size = len(networkx.max_weight_matching(oracle, maxcardinality=True))
                oracle.remove_node(state.number)
                without = len(networkx.max_weight_matching(oracle, maxcardinality=True))
                assert (analysis.verdict == "win") == (without < size)
                assert len(analysis.proof["pairs"]) == size


@pytest.mark.parametrize("digits", [3, pytest.param(4, marks=pytest.mark.prove)])
def test_networkx_agrees_on_the_whole_graph(digits: int) -> None:
    rules = MorphRules(digits=digits)
    links = networkx.Graph({prime: linked(rules, prime) for prime in rules.primes})
    size = len(networkx.max_weight_matching(links, maxcardinality=True))
    assert len(proven(NumberMorph.start(rules)).proof["pairs"]) == size


@pytest.mark.parametrize(
    ("digits", "sample"), [(3, 40), (4, 4), pytest.param(3, 143, marks=pytest.mark.prove)]
)
def test_rustworkx_agrees_on_the_whole_graph_and_without_a_start(digits: int, sample: int) -> None:
    rules = MorphRules(digits=digits)
    proof, graph = proven(NumberMorph.start(rules)).proof, graph_of(rules)
    edges = [(v, w) for v in range(len(rules.primes)) for w in graph.of(v) if v < w]

    def size_without(start: int | None) -> int:
        oracle = rustworkx.PyGraph()
        oracle.extend_from_edge_list([edge for edge in edges if start not in edge])
        return len(rustworkx.max_weight_matching(oracle, max_cardinality=True))

    assert len(proof["pairs"]) == (size := size_without(None))
    starts = {
        *Random(4).sample(range(len(rules.primes)), sample),
        *(rules.index[prime] for prime in proof["wins"]),
    }
    for start in starts:
        assert (size_without(start) == size) == (rules.primes[start] not in proof["wins"])


def test_a_finished_game_is_lost_without_a_pair() -> None:
    analysis = proven(walk(Random(5), MorphRules())[-1])
    assert analysis.verdict == "loss"
    assert (analysis.moves, analysis.chances) == ((), ())


# Playing by the pairing -----------------------------------------------------------------------


def test_the_winner_can_always_answer_with_the_partner() -> None:
    rng, rules = Random(11), MorphRules()
    for _ in range(5):
        state = NumberMorph.start(rules).play(rng.choice(rules.primes))
        while moves := state.moves():
            move = partners(state).of(state.number or 0) if state.turn == 2 else rng.choice(moves)
            state = state.play(move)
        assert (ending := state.ending())
        assert ending.winner == 2


def test_the_pairs_of_one_proof_win_the_whole_game() -> None:
    rng, rules = Random(12), MorphRules()
    for _ in range(40):
        game = walk(rng, rules)
        state = rng.choice(game)
        pairs = analyse(state).proof["pairs"]
        mate = dict(pairs) | {q: p for p, q in pairs}
        winner = state.turn if state.number in mate else 3 - state.turn
        while moves := state.moves():
            state = state.play(mate[state.number or 0] if state.turn == winner else rng.choice(moves))
        assert (ending := state.ending())
        assert ending.winner == winner


def test_the_partners_found_with_a_move_win_the_game_after_it() -> None:
    rng = Random(13)
    for before in walk(rng, MorphRules())[::3]:
        for choice in analyse(before).moves:
            assert isinstance(choice.move, int)
            mate, state = partners(before, choice.move), before.play(choice.move)
            winner = before.turn if choice.verdict == "win" else state.turn
            while moves := state.moves():
                state = state.play(mate.of(state.number or 0) if state.turn == winner else rng.choice(moves))
            assert (ending := state.ending())
            assert ending.winner == winner


# The checker ----------------------------------------------------------------------------------


def tampered(proof: dict[str, Any], current: int) -> Iterator[dict[str, Any]]:
    """Proofs spoilt in one place each; none of them proves anything."""
    pairs, barrier = proof["pairs"], proof["barrier"]
    yield proof | {"wins": not proof["wins"]}
    yield proof | {"pairs": pairs[1:]}
    yield proof | {"pairs": [*pairs, pairs[0]]}
    yield proof | {"pairs": [*pairs[1:], [pairs[0][0], pairs[0][0]]]}
    yield proof | {"pairs": [*pairs[1:], [pairs[0][0], 4]]}
    yield proof | {"barrier": [*barrier, 4]}
    if len(pairs) > 1:
        (a, b), (c, d) = pairs[:2]
        yield proof | {"pairs": [[a, a], [b, c], *pairs[2:], [d, d]]}
    # a number that some maximum pairing misses is in no barrier: the current number, or the partner that wins
    yield proof | {"barrier": [*barrier, current]}
    yield from (proof | {"barrier": [*barrier, p + q - current]} for p, q in pairs if current in (p, q))
    for key in proof:
        yield {other: proof[other] for other in proof if other != key}
        yield proof | {key: None}
        yield proof | {key: [[1, 2, 3]]}


def test_a_spoilt_proof_is_refused() -> None:
    refused = barriers = 0
    for state in [*small_positions(seed=2, count=60), *walk(Random(3), MorphRules())[::10]]:
        proof = proven(state).proof
        if proof["pairs"] and state.number:
            for spoilt in tampered(proof, state.number):
                assert not check(state, spoilt), (state, proof, spoilt)
                refused += 1
            barriers += bool(proof["barrier"])
    assert refused > 1000
    assert barriers > 20


def test_no_change_to_a_proof_makes_it_prove_the_contrary() -> None:
    rng = Random(6)
    for state in small_positions(seed=4, count=100):
        proof = analyse(state).proof
        numbers = [state.number, *state.moves(), *(n for pair in proof["pairs"] for n in pair)]
        for _ in range(10):
            false = copy.deepcopy(proof) | {"wins": not proof["wins"]}
            false["barrier"] = rng.sample(numbers, rng.randint(0, min(3, len(numbers))))
            rng.shuffle(false["pairs"])
            del false["pairs"][rng.randint(0, len(false["pairs"])) :]
            if state.number and state.moves():
                false["pairs"].append([state.number, rng.choice(state.moves())])
            assert not check(state, false)


def test_a_proof_holds_for_its_own_position_only() -> None:
    one, two = (NumberMorph.start().play(start) for start in (211, 277))
    assert not check(two, analyse(one).proof)
    assert not check(one.play(271), analyse(one).proof)
    assert not check(NumberMorph.start(), analyse(one).proof)


def test_a_spoilt_proof_about_the_starts_is_refused() -> None:
    for digits in (2, 3, 4):
        rules = MorphRules(digits=digits)
        state = NumberMorph.start(rules)
        proof = proven(state).proof
        (m, n), *steps = proof["steps"]
        back = next(p + q - m for p, q in proof["pairs"] if m in (p, q))
        assert not check(state, proof | {"steps": steps})
        assert not check(state, proof | {"steps": [[m, back], *steps]})
        assert not check(state, proof | {"steps": [[m, 4], *steps]})
        assert not check(state, proof | {"wins": [*proof["wins"], n]})
        assert not check(state, proof | {"wins": True})
        assert not check(state, proof | {"pairs": proof["pairs"][1:]})


# Whole variants -------------------------------------------------------------------------------


def test_player_2_wins_the_standard_game_from_every_start() -> None:
    rules = MorphRules()
    assert len(rules.primes) == 143
    assert len(graph_of(rules).link) == 2 * 517
    assert winning_starts(rules) == ()
    for start in rules.primes:
        analysis = proven(NumberMorph.start(rules).play(start))
        assert analysis.verdict == "loss"
        assert sorted(sum(analysis.proof["pairs"], [start])) == list(rules.primes)  # perfect without it


@pytest.mark.parametrize(
    ("digits", "primes", "won"),
    [
        (2, 21, 0),
        (3, 143, 0),
        (4, 1061, 1),
        (5, 8363, 5),
        pytest.param(6, 68_906, 68_900, marks=pytest.mark.prove),  # as does docs/explanation
        pytest.param(7, 586_081, 586_044, marks=pytest.mark.prove),
    ],
)
def test_the_starts_player_1_wins(digits: int, primes: int, won: int) -> None:
    solution = solve(MorphRules(digits=digits))
    assert (solution.positions, solution.starts, solution.first_player_wins) == (primes, primes, won)
    assert solution.verdict == ("loss" if won == 0 else "chance")
    assert solution.value == won / primes
    assert solution.exact
    assert solution.error is None


def test_before_the_first_number_every_start_has_its_value() -> None:
    rules = MorphRules(digits=4)
    analysis = proven(NumberMorph.start(rules))
    assert (analysis.verdict, analysis.value, analysis.moves) == ("chance", 1 / 1061, ())
    assert [chance.move for chance in analysis.chances] == list(rules.primes)
    won = tuple(chance.move for chance in analysis.chances if chance.value == 1)
    assert won == winning_starts(rules)
    for start in (*won, *rules.primes[:3]):
        assert (proven(NumberMorph.start(rules).play(start)).verdict == "win") == (start in won)
    assert {chance.probability for chance in analysis.chances} == {1 / 1061}
    assert proven(NumberMorph.start()).verdict == "loss"


def test_links_are_those_of_the_game() -> None:
    for digits in (2, 3, 4):
        rules = MorphRules(digits=digits)
        for v, prime in enumerate(rules.primes):
            near = [n for n, _ in rules.near[prime][1]]
            assert sorted(linked(rules, prime)) == near
            assert sorted(rules.primes[w] for w in graph_of(rules).of(v)) == near


@pytest.mark.parametrize("digits", [2, 3, 4, pytest.param(5, marks=pytest.mark.prove)])
def test_the_compiled_search_finds_the_same_pairing(digits: int, monkeypatch: pytest.MonkeyPatch) -> None:
    rules = MorphRules(digits=digits)
    states = walk(Random(digits), rules)[:30:6]
    slow = [made.whole_pairing(rules), [analyse(state) for state in states], graph_of(rules)]
    for kept in (made._graphs, solver._searches):
        kept.clear()
    with monkeypatch.context() as patched:
        patched.setattr(made, "FAST_FROM", 2)
        assert [made.whole_pairing(rules), [analyse(state) for state in states]] == slow[:2]
        graph = graph_of(rules)
        assert isinstance(graph.link, array)
        assert Graph(list(graph.first), list(graph.link)) == slow[2]
    for kept in (made._graphs, solver._searches):
        kept.clear()


def test_the_functions_that_are_compiled_also_work_uncompiled() -> None:
    from primeparlor.games.number_morph.solver import links_fast

    rules = MorphRules(digits=2)
    graph = graph_of(rules)
    first, link = [0] * len(graph.first), [0] * len(graph.link)
    links_fast._links(rules.primes, rules.beyond, first, link)
    assert Graph(first, link) == graph


def test_without_numba_the_answer_only_takes_longer(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(made, "FAST_FROM", 2)
    monkeypatch.setitem(sys.modules, "numba", None)
    for name in FAST:
        monkeypatch.delitem(sys.modules, name, raising=False)
        monkeypatch.delattr(name, raising=False)
    assert solve(MorphRules(digits=4)).first_player_wins == 1
    assert not FAST & sys.modules.keys()


@pytest.mark.parametrize("fast_from", [2, 9])
def test_progress_rises(monkeypatch: pytest.MonkeyPatch, fast_from: int) -> None:
    monkeypatch.setattr(made, "FAST_FROM", fast_from)
    monkeypatch.setattr(made, "_graphs", Recent[MorphRules, Graph](made._graphs._weigh))
    told: list[tuple[int, int | None]] = []
    solve(MorphRules(digits=5), progress=lambda done, of: told.append((done, of)))
    assert told
    assert {of for _, of in told} == {2 * 8363}
    assert all(a < b <= 2 * 8363 for (a, _), (b, _) in pairwise([(-1, 0), *told]))


@pytest.mark.parametrize("digits", [4, pytest.param(5, marks=pytest.mark.prove)])
def test_memory_stays_within_what_is_said(digits: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(made, "_graphs", Recent[MorphRules, Graph](made._graphs._weigh))
    rules = MorphRules(digits=digits)
    tracemalloc.start()
    try:
        solve(rules)
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    needed = SOLVER.memory_needed(rules)
    assert needed / 2 < peak <= needed
