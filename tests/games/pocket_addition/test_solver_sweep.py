"""The sweep of Pocket Addition: the same answers as the generic solver, and in every variant at once."""

from __future__ import annotations

from random import Random

import pytest

from primeparlor.games import PocketAddition
from primeparlor.games.pocket_addition.rules import PocketRules
from primeparlor.games.pocket_addition.solver import Solver
from primeparlor.solve import analyse, choices, memory_needed, outline, retrograde, solve, sweeps
from support.games import at, walk
from support.sweeps import assert_same_values, assert_values_follow

SOLVER = Solver(PocketAddition)


def rules(target: int, largest: int) -> PocketRules:
    return PocketAddition.Rules(target=target, largest=largest)


@pytest.mark.parametrize(
    ("targets", "pools"),
    [
        ((1, 2, 5, 9, 14, 21, 200), (1, 2, 3, 5, 6, 7)),
        ((18,), (8,)),
        pytest.param(range(1, 57), range(1, 10), marks=pytest.mark.prove),
        pytest.param((52, 106), (14,), marks=pytest.mark.prove),
    ],
)
def test_the_pocket_sweep_agrees_with_the_generic_solver(targets: range, pools: range) -> None:
    for target in targets:
        for largest in pools:
            of = rules(target, largest)
            assert_same_values(SOLVER.sweep(of), PocketAddition.start(of))


def test_values_of_a_large_pool_follow_from_the_rules() -> None:
    start = PocketAddition.start(rules(40, 12))
    states = [state for seed in range(200) for state in walk(start, Random(seed))]
    assert {state.passes for state in states} == {0, 1, 2}
    assert_values_follow(SOLVER.sweep(start.rules), states)


def test_a_large_variant_is_answered_exactly_from_its_sweep() -> None:
    sweeps.kept.clear()
    retrograde._tables.clear()
    start = at(PocketAddition, "target=52 largest=12")
    told: list[tuple[int, int | None]] = []
    answer = analyse(start, progress=lambda *done: told.append(done))
    assert answer.exact
    assert len(answer.line) == answer.plies
    assert outline(start).moves == choices(start) == tuple(row._replace(line=()) for row in answer.moves)
    assert len(told) == 13
    assert told[-1][0] == told[-1][1]
    assert solve(start.rules).verdict == answer.verdict
    assert start.rules not in retrograde._tables
    assert memory_needed(start) < 64 << 20
