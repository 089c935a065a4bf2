"""Pocket Addition solved: against a second solver on the book's own text, and the facts that follow."""

from __future__ import annotations

import pytest

from primeparlor import notation
from primeparlor.core import PASS
from primeparlor.games import PocketAddition
from primeparlor.games.pocket_addition.solver import Solver
from primeparlor.solve import analyse, check, retrograde
from support.games import reachable
from support.second_solver import every_position_agrees, every_proof_convinces

SOLVER = Solver(PocketAddition)
VARIANTS = [
    *[(1, 1), (200, 1), (200, 2), (3, 2), (6, 3), (10, 4), (200, 5), (21, 6)],  # the pool runs empty
    *[(1, 5), (2, 9), (5, 5), (11, 6), (12, 7), (16, 7), (9, 9), (7, 14), (14, 8), (18, 8)],
]
LARGE = [(16, 7), (14, 8), (18, 8)]


def first(target: int, largest: int) -> PocketAddition:
    return PocketAddition.start(PocketAddition.Rules(target=target, largest=largest))


@pytest.mark.parametrize(
    ("target", "largest"),
    [
        (15, 9),
        *(variant for variant in VARIANTS if variant not in LARGE),
        *(pytest.param(*large, marks=pytest.mark.prove) for large in LARGE),
    ],
)
def test_every_position_agrees_with_the_second_solver(target: int, largest: int) -> None:
    every_position_agrees(first(target, largest))


def test_the_variants_hold_what_the_standard_game_lacks() -> None:
    """An empty pool, and each way to end."""
    pockets = [state for variant in VARIANTS for state in reachable(first(*variant))]
    ways = {(not p.pool, p.passes, e.reason.split()[0]) for p in pockets if (e := p.ending())}
    assert ways >= {(True, 0, "higher"), (True, 0, "last"), (False, 2, "higher"), (False, 2, "last")}
    standard = {e.reason for p in reachable(PocketAddition.start()) if (e := p.ending())}
    assert standard == {"reached 15", "higher total", "last to take"}


@pytest.mark.parametrize(
    ("target", "largest", "one_in"), [(15, 9, 5), (21, 6, 1), pytest.param(15, 9, 1, marks=pytest.mark.prove)]
)
def test_every_proof_convinces_the_checker(target: int, largest: int, one_in: int) -> None:
    every_proof_convinces(first(target, largest), one_in)


def test_a_proof_with_one_move_changed_or_missing_is_refused() -> None:
    start = PocketAddition.start()
    proof = analyse(start).proof
    assert len(proof["strategy"]) == 13
    for key, move in proof["strategy"].items():
        rest = {k: m for k, m in proof["strategy"].items() if k != key}
        assert not check(start, proof | {"strategy": rest})
        state = notation.read_position(f"pocket-addition {key}")
        winning = {row.move for row in analyse(state).moves if row.verdict == "win"}
        assert move in winning
        for other in {*range(11), PASS, None, "6"} - winning:
            assert not check(start, proof | {"strategy": rest | {key: other}})


def test_a_proof_says_positions_as_the_command_reads_them() -> None:
    for state in reachable(PocketAddition.start()):
        assert notation.position(state) == f"{state.name} {SOLVER.spelled(state)}"
    assert "turn=1 passes=0" in analyse(PocketAddition.start()).proof["strategy"]


def test_it_is_won_by_opening_6_7_or_8() -> None:
    assert SOLVER.solve(PocketAddition.Rules()) == ("win", 1.0, True, None, 2541, 1, 1)
    answer = analyse(PocketAddition.start())
    assert {row.move: row.plies for row in answer.moves if row.verdict == "win"} == {6: 5, 7: 7, 8: 7}
    assert [row.move for row in answer.moves if row.best] == [6]


@pytest.mark.parametrize(("target", "largest"), [(15, 9), *VARIANTS])
def test_the_memory_needed_is_told_before(target: int, largest: int) -> None:
    start = first(target, largest)
    needed = SOLVER.memory_needed(start)
    assert needed == SOLVER.memory_needed(start.rules)
    assert needed >= retrograde.BYTES * len(reachable(start))
