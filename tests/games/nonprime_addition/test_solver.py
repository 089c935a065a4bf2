"""Nonprime Addition: the theorem, its one exception, and a bounded brute force from the book."""

from __future__ import annotations

import json
from itertools import combinations
from typing import Any

import pytest

from primeparlor.games import NonprimeAddition
from primeparlor.games.nonprime_addition.rules import NonprimeRules
from primeparlor.games.nonprime_addition.solver import Solver, deadly, neighbours, risk, safe, temptation
from primeparlor.primes import sieve
from primeparlor.solve.answers import Choice
from support.rule_books import NonprimeBook

SOLVER = Solver(NonprimeAddition)
analyse, check, solve = SOLVER.analyse, SOLVER.check, SOLVER.solve


def at(total: int, start: int = 1, smallest: int = 2, largest: int = 9) -> NonprimeAddition:
    return NonprimeAddition(NonprimeRules(start=start, smallest=smallest, largest=largest), total, 1)


def live(start: int, smallest: int, largest: int, totals: int) -> list[NonprimeAddition]:
    """The first totals, this many, at which the game goes on."""
    states = [at(total, start, smallest, largest) for total in range(start, start + totals)]
    return [state for state in states if not state.ending()]


# The theorem -------------------------------------------------------------------------------------


def test_only_2_and_3_are_neighbouring_primes_within_the_range_of_the_variants() -> None:
    """So only a choice of exactly two numbers, at the total where they make 2 and 3, has no safe number."""
    table = sieve(10**6 + 200)
    assert [n for n in range(len(table) - 1) if table[n] and table[n + 1]] == [2]


def test_one_position_of_all_variants_has_no_safe_number() -> None:
    """Every pair of smallest and largest, at every total small enough to make a 2 or a 3 and beyond."""
    table = sieve(300)
    without = [
        (total, smallest, largest)
        for smallest, largest in combinations(range(1, 100), 2)
        for total in range(1, 60)
        if all(table[total + smallest : total + largest + 1])
    ]
    assert without == [(1, 1, 2)]


def test_the_solver_finds_the_same_one() -> None:
    lost = [
        (smallest, largest)
        for smallest, largest in combinations(range(1, 100), 2)
        if solve(NonprimeRules(smallest=smallest, largest=largest)).verdict != "endless"
    ]
    assert lost == [(1, 2)]


def forced(book: NonprimeBook, now: Any, depth: int) -> tuple[int, int] | None:
    """Who can force a win within this many moves, and in how many; found by trying everything."""
    winner = book.winner(now)
    if winner is not None:
        return winner, 0
    if depth == 0:
        return None
    answers = [forced(book, after, depth - 1) for after in book.options(now).values()]
    wins = [moves for answer in answers if answer for winner, moves in [answer] if winner == now.player]
    if wins:
        return now.player, min(wins) + 1
    if any(answer is None for answer in answers):
        return None
    return 1 - now.player, max(answer[1] for answer in answers if answer) + 1


TOTALS = [12, pytest.param(30, marks=pytest.mark.prove)]
VARIANTS = [
    *[(1, 2, 9), (1, 1, 2), (1, 1, 3), (1, 2, 3), (2, 1, 2), (3, 1, 2), (1, 1, 9), (7, 3, 5), (1, 98, 99)],
    *[(500, 98, 99), (887, 1, 4), (89, 7, 9), (113, 1, 5), (2, 1, 3)],
]


@pytest.mark.parametrize("totals", TOTALS)
@pytest.mark.parametrize(("start", "smallest", "largest"), VARIANTS)
def test_every_answer_agrees_with_brute_force(start: int, smallest: int, largest: int, totals: int) -> None:
    depth = 4 if largest - smallest > 3 else 6
    for state in live(start, smallest, largest, totals):
        book = NonprimeBook(state.total, smallest, largest)
        answer = analyse(state)
        expected = forced(book, book.start(), depth)
        assert answer.verdict == ("endless" if expected is None else "win" if expected[0] == 0 else "loss")
        assert answer.plies == (expected and expected[1])
        for row, after in zip(answer.moves, book.options(book.start()).values(), strict=True):
            later = forced(book, after, depth - 1)
            assert (row.verdict == "endless") == (later is None)
            assert row.plies == (later and later[1] + 1)
            assert row.best == (row.verdict == answer.verdict)
        assert check(state, json.loads(json.dumps(answer.proof)))


# Answers -----------------------------------------------------------------------------------------


def test_the_start() -> None:
    start = at(1)
    assert (safe(start), deadly(start), neighbours(start)) == ((3, 5, 7, 8, 9), (2, 4, 6), (2, 3))
    assert analyse(start)[:5] == ("endless", None, True, None, None)
    assert [row.move for row in analyse(start).moves if row.best] == [3, 5, 7, 8, 9]
    assert solve(NonprimeRules()) == ("endless", None, True, None, 1, 1, None)


def test_total_1_with_1_and_2_is_lost() -> None:
    lost = at(1, smallest=1, largest=2)
    answer = analyse(lost)
    assert answer[:5] == ("loss", 0.0, True, None, 1)
    assert answer.moves == (Choice(1, "loss", 0.0, True, 1, (1,)), Choice(2, "loss", 0.0, True, 1, (2,)))
    assert answer.proof == {"verdict": "loss", "neighbours": None, "primes": [1, 2]}
    assert check(lost, answer.proof)
    assert solve(lost.rules) == ("loss", 0.0, True, None, 1, 1, 0)


def test_total_1_with_1_2_and_3_is_saved_by_the_upper_pair() -> None:
    assert neighbours(at(1, smallest=1, largest=3)) == (2, 3)


def test_a_finished_game_is_won_by_the_player_to_move() -> None:
    over = at(13)
    answer = analyse(over)
    assert (answer.verdict, answer.plies, answer.moves) == ("win", 0, ())
    assert (safe(over), deadly(over), risk(over), temptation(over)) == ((), (), 0.0, {})
    assert check(over, answer.proof)
    assert not check(over, answer.proof | {"verdict": "loss"})


def test_temptation_is_the_share_of_numbers_that_lose_next() -> None:
    """From 8 the number 2 leaves 10, where 3, 7 and 9 of the eight numbers make a prime."""
    assert deadly(at(10)) == (3, 7, 9)
    assert risk(at(10)) == 3 / 8
    assert temptation(at(8)) == {2: 3 / 8, 4: 2 / 8, 6: 3 / 8, 7: 3 / 8, 8: 2 / 8}


def test_totals_near_the_limit_are_answered_as_exactly() -> None:
    """18446744073709551557 is the largest prime below 2^64 (ruling N3)."""
    high = at(18446744073709551550)
    assert deadly(high) == (7,)
    assert check(high, analyse(high).proof)


# Proofs ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "change",
    [
        {"verdict": "loss"},
        {"verdict": "win"},
        {"verdict": "chance"},
        {"neighbours": None},
        {"neighbours": [2]},
        {"neighbours": [2, 4]},
        {"neighbours": [3, 2]},
        {"neighbours": [1, 2]},
        {"neighbours": [9, 10]},
        {"neighbours": ["2", "3"]},
        {"primes": []},
        {"primes": [2, 4]},
        {"primes": [2, 4, 6, 8]},
        {"more": 1},
    ],
)
def test_a_tampered_proof_is_refused(change: dict[str, object]) -> None:
    start = at(1)
    proof = analyse(start).proof
    assert check(start, proof)
    assert not check(start, proof | change)


def test_neighbours_that_may_make_a_2_prove_nothing() -> None:
    state = at(1, smallest=1, largest=3)
    proof = analyse(state).proof
    assert proof == {"verdict": "endless", "neighbours": [2, 3], "primes": [1, 2]}
    assert check(state, proof)
    assert not check(state, proof | {"neighbours": [1, 2]})


@pytest.mark.parametrize("proof", [None, [], {}, "endless"])
def test_what_is_no_proof_is_refused(proof: object) -> None:
    assert not check(at(1), proof)
