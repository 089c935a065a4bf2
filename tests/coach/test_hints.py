"""The hint ladder: five steps, each telling a little more, each true."""

from __future__ import annotations

import re
from random import Random

import pytest

from helpers import at, reachable, walk
from primeparlor.coach.grades import keeping
from primeparlor.coach.hints import STEPS, hint, steps
from primeparlor.coach.reasons import why
from primeparlor.core import PASS, State
from primeparlor.games import NonprimeAddition, NumberMorph, PocketAddition, PrimeClimb, PrimeDuel
from primeparlor.notation import read_position
from primeparlor.players import View
from primeparlor.players.perfect import Perfect
from primeparlor.solve import analyse


def ladder(text: str) -> list[str]:
    state = read_position(text)
    return [hint(state, analyse(state), step) for step in range(1, STEPS + 1)]


def test_the_ladder_in_pocket_addition() -> None:
    assert ladder("pocket-addition") == [
        "Yes: you can win against any play.",
        "3 of 9 moves keep the win.",
        "A number from 6 to 8.",
        "Play 6.",
        "You win: you take 6, your opponent 9, you 1, they 2, you 8, and you make 15.",
    ]


def test_the_ladder_in_prime_climb() -> None:
    assert ladder("prime-climb")[1:4] == [
        "4 of 9 moves keep the win.",
        "Land on a prime step: it gives another turn.",
        "Play 2.",
    ]
    assert ladder("prime-climb steps=18,10")[2] == "Step 20 is within reach."


def test_the_ladder_in_nonprime_addition() -> None:
    assert ladder("nonprime-addition")[:4] == [
        "Nobody can be forced to lose: you can always play safe.",
        "5 of 8 moves keep you safe.",
        "Every even total above 2 is safe; best is what leaves the most numbers that lose.",
        "Play 3.",
    ]


def test_the_ladder_of_a_lost_position() -> None:
    assert ladder("pocket-addition one=6 turn=2")[:3] == [
        "Not against perfect play; make it hard for your opponent.",
        "All 8 moves lose against perfect play.",
        "Choose the move that is hardest to answer: few right answers, and no win at once if you can.",
    ]


LOST = ["pocket-addition one=6 turn=2", "pocket-addition one=2,5 two=1,8"]
LOST += ["prime-climb top=35 largest=4 steps=19,28", "number-morph number=211"]


@pytest.mark.parametrize("text", [*LOST, "nonprime-addition total=90"])
def test_the_move_told_is_the_one_that_perfect_plays(text: str) -> None:
    state = read_position(text)
    played = Perfect().choose(View(state, state.turn, state.moves(), (), None, Random(1)))
    assert ladder(text)[3] == f"Play {played}."
    assert f" {played}: " in ladder(text)[4]


def test_the_ladder_in_number_morph_names_the_digits() -> None:
    state = at(NumberMorph, "number=523 used=127,137,157,197,223,227,523,823,827,853,857,877,881,887")
    moves = [choice.move for choice in keeping(analyse(state))]
    assert moves == [503, 521, 563, 593]
    assert hint(state, analyse(state), 3) == "Change the tens or the units digit."


def test_the_ladder_where_chance_decides() -> None:
    state = at(PrimeDuel, "target=20 largest=5 copies=2 scores=13,12 deck=2,2,2,1,2 card=4")
    analysis = analyse(state)
    keep, discard = (choice.value or 0.0 for choice in analysis.moves)
    assert (
        hint(state, analysis, 1) == f"With perfect play you win {100 * max(keep, discard):.0f} % of the time."
    )
    assert hint(state, analysis, 2) == (
        f"Between the better and the worse choice lie {100 * abs(keep - discard):.1f} points."
    )
    assert hint(state, analysis, 3).startswith("Count the cards left")


def test_a_forced_move_and_a_draw_need_no_ladder() -> None:
    state = at(PocketAddition, "one=1,2,3,8 two=9 turn=1")
    analysis = analyse(state)
    assert steps(analysis) == 1
    assert hint(state, analysis, 1) == f"There is only one legal move: pass. {why(state, analysis)}"
    draw = at(PrimeDuel, "target=7 largest=3 copies=2")
    assert {hint(draw, analyse(draw), step) for step in range(1, 6)} == {why(draw, analyse(draw))}


def positions() -> list[State]:
    random = Random(5)
    found: list[State] = [s for game in (PrimeClimb, PocketAddition) for s in reachable(game.start())]
    for game in (NonprimeAddition, NumberMorph):
        found += walk(game.start(), random)
    found += [s for rules in ("top=25 largest=4", "largest=1") for s in reachable(at(PrimeClimb, rules))]
    return random.sample([state for state in found if len(state.moves()) > 1], 400)


def test_the_third_step_fits_every_move_that_keeps_the_value() -> None:
    for state in positions():
        analysis = analyse(state)
        kept = [choice.move for choice in keeping(analysis)]
        told = [hint(state, analysis, step) for step in range(1, STEPS + 1)]
        assert told[1].startswith(("All", str(len(kept))))
        assert told[3].removeprefix("Play ").removesuffix(".") in map(str, kept)
        check_kind(state, told[2], [int(move) for move in kept if move != PASS])


def check_kind(state: State, told: str, kept: list[int]) -> None:
    """What the third step says is true of every move that keeps the value, and of some others not."""
    others = [int(move) for move in state.moves() if move not in kept]
    prime = (
        (lambda move: state.rules.is_prime_step[state.mine + move]) if isinstance(state, PrimeClimb) else None
    )
    at = state.mine if isinstance(state, PrimeClimb) else 0
    if told.startswith("Land on a prime"):
        assert prime
        assert all(map(prime, kept))
    elif told.startswith("Land on a step that is not"):
        assert prime
        assert all(map(prime, others))
        assert not all(map(prime, kept))
    elif told.startswith("Any"):
        assert not others
    elif told.startswith("An "):
        odd = int("odd" in told)
        assert all((at + n) % 2 == odd for n in kept)
        assert all((at + n) % 2 != odd for n in others)
    elif told.startswith(("A low", "A high")):
        assert max(kept) < min(others) if "low" in told else min(kept) > max(others)
    elif told.startswith("Neither"):
        assert min(others) < kept[0] == kept[-1] < max(others)
    elif told.startswith(("A number", "A step")):
        low, high = map(int, re.findall(r"\d+", told))
        assert (low, high) == (at + kept[0], at + kept[-1])
        assert ("not every" in told) == any(low < at + n < high for n in others)
    elif told.startswith("Take what"):
        assert len(kept) == 1


@pytest.mark.parametrize("step", range(1, STEPS + 1))
def test_no_step_before_the_fourth_names_the_move(step: int) -> None:
    state = at(PocketAddition, "one=3,5 two=6 turn=2")
    analysis = analyse(state)
    (move,) = (choice.move for choice in keeping(analysis))
    assert (f"{move}" in hint(state, analysis, step).replace("1 of", "")) == (step >= 4)
