"""The words of Prime Climb are true: every number that a sentence names is checked."""

from __future__ import annotations

import re
from itertools import pairwise

import pytest

from primeparlor.coach.puzzles.puzzle import build_puzzle_at
from primeparlor.core import PASS, Player
from primeparlor.games import PrimeClimb
from primeparlor.primes import is_prime
from support.coach.reasons import (
    all_positions,
    all_told,
    check_line,
    check_span,
    ladder,
    numbers,
    reasons_of,
    sentence,
    third_steps,
)
from support.games import at, reachable

CLIMBS = [
    ("", 3),
    ("largest=1", 1),
    ("top=7 largest=2", 1),
    ("top=25 largest=4", 3),
    pytest.param("", 1, marks=pytest.mark.prove),
    pytest.param("top=25 largest=4", 1, marks=pytest.mark.prove),
]


@pytest.mark.parametrize(("rules", "one_in"), CLIMBS)
def test_reasons_are_true(rules: str, one_in: int) -> None:
    for state, because, reasons in all_told(PrimeClimb, rules, one_in):
        check_climbs(state, because, state.turn)
        for move, verdict, text in reasons:
            if text == f"Step {state.rules.top} is the top: you win at once.":
                assert state.mine + move == state.rules.top
                continue
            made = re.match(r"(\d+) is (not )?prime, so (your turn ends, and|you move again:) ", text)
            if made:
                assert int(made[1]) == state.mine + move
                assert is_prime(int(made[1])) == (made[2] is None) == (made[3] == "you move again:")
            check_climbs(state.after(move) if made else state, text[made.end() if made else 0 :], state.turn)
            if not rules:
                assert ("your opponent can climb" in text) == (verdict == "loss")


def test_only_what_is_not_made_yet_is_told_as_possible() -> None:
    state = at(PrimeClimb, "top=35 largest=4 steps=3,8 turn=1")
    for move, verdict, (text, _) in reasons_of(state):
        first, *later = re.findall(r"(?:you|your opponent) (?:can )?climbs? [^;]*", text.lower())
        if verdict == "win" and not is_prime(state.mine + move):
            assert first.startswith(f"you climb 3 → {3 + move}")  # that much has happened
            assert later[0].startswith("your opponent can climb")
        else:
            assert " can climb " in first
            assert not any(" can " in clause for clause in later)


def check_climbs(state: PrimeClimb, text: str, you: Player) -> None:
    """Check that each climb told is one turn of that player, and that the last ends the game if told so."""
    clauses = re.split(r"; ", text[0].lower() + text[1:-1])
    for clause in clauses:
        if "more moves" in clause:
            break
        who = state.turn
        assert clause.startswith("you ") == (state.turn == you), text
        steps = [int(step) for step in re.findall(r"\d+", clause.split(",")[0])]
        if not steps:
            state = state.play(PASS)
            continue
        assert steps[0] == state.mine
        for one, two in pairwise(steps):
            assert state.turn == who
            state = state.play(two - one)
        assert state.turn != who or state.ending()
        primes = numbers("".join(clause.split(",")[1:]))
        assert set(primes) == set(steps[1:-1])
        assert all(map(is_prime, primes))
    else:
        assert state.ending()


def test_a_climb_reads_well() -> None:
    state = PrimeClimb.start()
    assert sentence(at(PrimeClimb, "steps=11,0"), 9) == "Step 20 is the top: you win at once."
    assert sentence(state, 2) == "You can climb 0 → 2 → 11 → 20, as 2 and 11 are prime."
    assert sentence(at(PrimeClimb, "steps=18,8 turn=2"), 1) == (
        "9 is not prime, so your turn ends, and your opponent can climb 18 → 20."
    )


def test_a_blocked_climber_must_pass_in_the_same_turn() -> None:
    """Such set-ups cannot arise in a game, but can be asked about."""
    for mine in range(20):
        for theirs in range(20):
            if mine != theirs or mine == 0:
                state = at(PrimeClimb, f"largest=1 steps={mine},{theirs}")
                for move, verdict, (text, line) in reasons_of(state):
                    assert text.endswith(".")
                    check_line(state, move, verdict, line)


# Hints -------------------------------------------------------------------------------------


def test_the_ladder() -> None:
    assert ladder("prime-climb")[1:4] == [
        "4 of 9 moves keep the win.",
        "Land on a prime step: it gives another turn.",
        "Climb 2.",
    ]
    assert ladder("prime-climb steps=18,10")[2] == "Step 20 is within reach."


def test_where_every_step_wins_none_is_told_apart() -> None:
    told = ladder("prime-climb top=35 largest=4 steps=16,30 turn=2")
    assert told[1:4] == ["4 of 4 moves keep the win.", "Any step.", "Climb 1."]


@pytest.mark.parametrize("rules", ["", "top=25 largest=4", *PrimeClimb.house_variants])
def test_the_third_step_is_true(rules: str) -> None:
    most = 40 if rules in PrimeClimb.house_variants else 150
    for state, told, kept, others, played in third_steps(all_positions(f"prime-climb {rules}", most)):
        if told == f"Step {state.rules.top} is within reach.":
            assert state.mine + played == state.rules.top
        elif told == "Land on a prime step: it gives another turn.":
            assert others
            assert kept == [move for move in state.moves() if is_prime(state.mine + move)]
        else:
            check_span(told, "step", *([state.mine + n for n in moves] for moves in (kept, others)))


def test_the_standard_game_has_no_puzzle() -> None:
    assert not any(build_puzzle_at(state) for state in reachable(PrimeClimb.start()))
