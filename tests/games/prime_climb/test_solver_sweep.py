"""The sweep of Prime Climb: the same answers as the generic solver, and in every variant at once."""

from __future__ import annotations

from random import Random

import pytest

from primeparlor.games import PrimeClimb
from primeparlor.games.prime_climb.rules import ClimbRules
from primeparlor.games.prime_climb.solver import Solver
from primeparlor.solve import analyse, choices, memory_needed, outline, retrograde, solve, sweeps
from support.games import at
from support.sweeps import assert_same_values, assert_values_follow

SOLVER = Solver(PrimeClimb)


def rules(top: int, largest: int) -> ClimbRules:
    return PrimeClimb.Rules(top=top, largest=largest)


@pytest.mark.parametrize(
    ("tops", "widths"),
    [
        ((2, 3, 4, 5, 12, 13, 20, 23), (1, 2, 3, 8, 9, 16, 99)),
        ((35, 60), (4, 7)),
        pytest.param(range(2, 41), range(1, 100), marks=pytest.mark.prove),
        pytest.param((100, 300), (1, 5, 9, 64, 99), marks=pytest.mark.prove),
        pytest.param((1000,), (9,), marks=pytest.mark.prove),
    ],
)
def test_the_climb_sweep_agrees_with_the_generic_solver(tops: range, widths: range) -> None:
    for top in tops:
        for largest in widths:
            of = rules(top, largest)
            assert_same_values(SOLVER.sweep(of), PrimeClimb.start(of))


@pytest.mark.parametrize("largest", [1, 2, 9, 50, 99])
def test_values_of_the_highest_staircase_follow_from_the_rules(largest: int) -> None:
    random, of = Random(largest), rules(1000, largest)
    near = [
        (step, step + by) for step in random.sample(range(990), 100) for by in (-1, 1, 2) if step + by > 0
    ]
    far = [(random.randrange(1000), random.randrange(1001)) for _ in range(300)]
    places = [pair for pair in near + far if pair[0] != pair[1]]
    assert_values_follow(SOLVER.sweep(of), (PrimeClimb(of, *pair, 1) for pair in places))


def test_every_variant_that_can_be_played_is_answered_exactly_from_its_sweep() -> None:
    sweeps.kept.clear()
    retrograde._tables.clear()
    start = at(PrimeClimb, "top=1000")
    told: list[tuple[int, int | None]] = []
    answer = analyse(start, progress=lambda *done: told.append(done))
    assert (answer.verdict, answer.exact, answer.plies) == ("win", True, 329)
    assert len(answer.line) == 329
    assert outline(start).moves == choices(start) == tuple(row._replace(line=()) for row in answer.moves)
    assert told == [(2001 - row, 2001) for row in range(2000, -1, -100)]
    assert solve(start.rules).positions == 1_594_908
    assert start.rules not in retrograde._tables
    assert memory_needed(start) < 64 << 20


def test_a_small_position_of_a_large_variant_needs_no_sweep() -> None:
    sweeps.kept.clear()
    start = at(PrimeClimb, "top=1000 steps=950,960")
    assert analyse(start).exact
    assert start.rules not in sweeps.kept
    found = outline(start)
    analyse(at(PrimeClimb, "top=1000"))
    assert start.rules in sweeps.kept
    assert outline(start) == found
