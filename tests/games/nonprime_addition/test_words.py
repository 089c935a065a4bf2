"""The words of Nonprime Addition are true: every number that a sentence names is checked."""

from __future__ import annotations

from math import prod

import pytest

from primeparlor.coach.puzzles.puzzle import build_practice_at, build_puzzle_at
from primeparlor.coach.reasons import explain_position, words_of
from primeparlor.games import NonprimeAddition
from primeparlor.primes import is_prime
from primeparlor.solve import analyse, solve
from support.coach.reasons import (
    is_one_sentence,
    ladder,
    numbers,
    positions_on_the_way,
    reasons_of,
    third_steps,
)
from support.games import at


@pytest.mark.parametrize("rules", ["", "smallest=1 largest=2", "start=7 smallest=3 largest=5"])
def test_reasons_are_true(rules: str) -> None:
    start = at(NonprimeAddition, rules)
    for total in [*range(start.total, 400), 10**6, 10**12 - 2, 2**64 - 100]:
        state = at(NonprimeAddition, f"{rules} total={total}")
        if state.ending():
            continue
        safe = [number for number in state.rules.choices if not is_prime(total + number)]
        text = explain_position(state, analyse(state))
        assert is_one_sentence(text)
        if safe:
            one, two = numbers(text)[2:]
            assert numbers(text)[:2] == [len(safe), len(state.rules.choices)]
            assert two == one + 1
            assert {one, two} & set(safe)
        else:
            assert text == "You lose: whatever you add to 1 makes a prime."
        for move, _, (text, line) in reasons_of(state):
            assert is_one_sentence(text)
            assert line == (move,)
            check_sum(state, move, text)


def check_sum(state: NonprimeAddition, move: int, text: str) -> None:
    made = state.total + move
    assert text.startswith(f"{state.total} + {move} = {made} ")
    if is_prime(made):
        assert text.endswith("is prime: you lose at once.")
        return
    first, last = text.split("; ")
    assert ("even" in first) == (made % 2 == 0)
    if " × " in first:
        factors = numbers(first)[3:]
        assert prod(factors) == made
        assert all(map(is_prime, factors))
    deadly = sum(is_prime(made + number) for number in state.rules.choices)
    shown = "none" if deadly == 0 else str(deadly)
    verb = "lose" if deadly > 1 else "loses"
    assert last == f"{shown} of the {len(state.rules.choices)} answers {verb}."


# Hints -------------------------------------------------------------------------------------


def test_the_whole_game_is_told_with_its_reason() -> None:
    words = words_of(NonprimeAddition)
    assert words.solved(solve(NonprimeAddition.Rules())) == (
        "A safe number always exists: nobody can be forced to lose, and perfect play never ends."
    )
    lost = NonprimeAddition.Rules(smallest=1, largest=2)
    assert words.solved(solve(lost)) == "Player 2 wins with perfect play."


def test_the_ladder() -> None:
    assert ladder("nonprime-addition")[:4] == [
        "Nobody can be forced to lose: you can always play safe.",
        "5 of 8 moves keep you safe.",
        "Every even total above 2 is safe; of the safe numbers, choose the one that leaves your opponent "
        "the most losing numbers.",
        "Add 3.",
    ]


def test_the_third_step_is_true() -> None:
    for state, told, _, others, _ in third_steps(positions_on_the_way("nonprime-addition")):
        assert told.startswith("Every even total above 2 is safe;")
        assert not any((state.total + move) % 2 == 0 for move in others)


@pytest.mark.parametrize("total", [20, 25])
def test_any_safe_number_is_right_after_a_slip(total: int) -> None:
    state = at(NonprimeAddition, f"total={total}")
    posed = build_puzzle_at(state)
    assert posed is not None
    assert len(posed.answers) == 1  # it asks for more
    found = build_practice_at(state)
    assert found is not None
    assert found.question == "Find a safe number."
    assert set(found.answers) == {n for n in state.moves() if not is_prime(total + n)}
