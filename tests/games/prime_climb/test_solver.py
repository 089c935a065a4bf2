"""Prime Climb solved: against a second solver on the book's own text, and the facts that follow."""

from __future__ import annotations

import sys
from collections.abc import Iterator

import pytest

from primeparlor import notation
from primeparlor.core import PASS, Move
from primeparlor.games import PrimeClimb
from primeparlor.games.prime_climb.solver import Solver
from primeparlor.solve import analyse, check, retrograde
from support.games import reachable
from support.second_solver import every_position_agrees, every_proof_convinces

SOLVER = Solver(PrimeClimb)
VARIANTS = [
    *[(2, 1), (3, 1), (5, 1), (12, 1), (20, 1), (30, 1)],  # passes
    *[(2, 2), (3, 9), (7, 3), (13, 4), (19, 2), (23, 9), (29, 5)],  # prime tops
    *[(4, 2), (10, 99), (2, 99), (40, 5), (50, 7)],
]
LARGE = [(29, 5), (40, 5), (50, 7), (60, 3)]


def first(top: int, largest: int) -> PrimeClimb:
    return PrimeClimb.start(PrimeClimb.Rules(top=top, largest=largest))


@pytest.mark.parametrize(
    ("top", "largest"),
    [
        (20, 9),
        *(variant for variant in VARIANTS if variant not in LARGE),
        *(pytest.param(*large, marks=pytest.mark.prove) for large in LARGE),
    ],
)
def test_every_position_agrees_with_the_second_solver(top: int, largest: int) -> None:
    every_position_agrees(first(top, largest))


def test_the_variants_hold_passes_which_the_standard_game_lacks() -> None:
    assert any(PASS in state.moves() for variant in VARIANTS for state in reachable(first(*variant)))
    assert not any(PASS in state.moves() for state in reachable(PrimeClimb.start()))


@pytest.mark.parametrize(("top", "largest"), [(20, 9), (12, 1)])
def test_every_proof_convinces_the_checker(top: int, largest: int) -> None:
    every_proof_convinces(first(top, largest))


@pytest.mark.parametrize("proof", [None, [], {}, {"winner": 1, "plies": 3}, {"winner": 1, "strategy": {}}])
def test_what_is_no_proof_is_refused(proof: object) -> None:
    assert not check(PrimeClimb.start(), proof)


def test_a_proof_says_positions_as_the_command_reads_them() -> None:
    for state in reachable(PrimeClimb.start()):
        assert notation.position(state) == f"{state.name} {SOLVER.spelled(state)}"
    assert "steps=0,0 turn=1" in analyse(PrimeClimb.start()).proof["strategy"]


def test_a_strategy_too_long_to_print_is_left_out_with_the_reason() -> None:
    start = first(170, 5)
    proof = analyse(start).proof
    assert proof["strategy"] is None
    assert proof["omitted"] == "The strategy covers more than 2000 positions."
    assert not check(start, proof)


# The proven facts --------------------------------------------------------------------------------


def wins_this_turn(state: PrimeClimb) -> Iterator[list[Move]]:
    """Every line with which the player to move wins before the opponent moves again."""
    for move in state.moves():
        after = state.after(move)
        if ending := after.ending():
            if ending.winner == state.turn:
                yield [move]
        elif after.turn == state.turn:
            yield from ([move, *rest] for rest in wins_this_turn(after))


def test_every_position_is_won_in_the_current_turn() -> None:
    start = PrimeClimb.start()
    found = reachable(start)
    live = [state for state in found if not state.ending()]
    assert (len(found), len(live)) == (426, 403)
    for state in live:
        ways = list(wins_this_turn(state))
        answer = analyse(state)
        assert answer.verdict == "win"
        assert list(answer.line) in ways
        assert answer.plies == min(map(len, ways))
    ways = list(wins_this_turn(start))
    assert (len(ways), min(map(len, ways))) == (168, 3)
    assert SOLVER.solve(PrimeClimb.Rules()) == ("win", 1.0, True, None, 426, 1, 1)


# Large variants ----------------------------------------------------------------------------------


def test_a_long_game_needs_no_deep_stack() -> None:
    start = first(1000, 1)
    limit = sys.getrecursionlimit()
    sys.setrecursionlimit(200)
    try:
        played = analyse(start).line
    finally:
        sys.setrecursionlimit(limit)
    assert len(played) == analyse(start).plies
    assert len(played) > 1000


@pytest.mark.parametrize(("top", "largest"), [(20, 9), *VARIANTS])
def test_the_memory_needed_is_told_before(top: int, largest: int) -> None:
    start = first(top, largest)
    needed = SOLVER.memory_needed(start)
    assert needed == SOLVER.memory_needed(start.rules)
    assert needed >= retrograde.BYTES * len(reachable(start))
