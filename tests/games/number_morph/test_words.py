"""The words of Number Morph are true: every number that a sentence names is checked."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from random import Random

import pytest

from primeparlor.coach.reasons import explain_position
from primeparlor.games import NumberMorph
from primeparlor.games.number_morph.form import PLACES
from primeparlor.solve import Analysis, analyse
from support.coach.reasons import (
    check_line,
    is_one_sentence,
    ladder,
    numbers,
    positions_on_the_way,
    reasons_of,
    third_steps,
)
from support.games import at, walk


def morph_positions() -> Iterator[NumberMorph]:
    random = Random(7)
    for _ in range(2):
        for state in walk(NumberMorph.start(), random):
            if state.moves() and random.random() < 0.2:
                yield state
    for state in walk(at(NumberMorph, "digits=2"), random):
        if state.moves():
            yield state


def test_reasons_are_true() -> None:
    whole = 0
    for state in morph_positions():
        analysis = analyse(state)
        check_morph_position(state, analysis)
        for move, verdict, (text, line) in reasons_of(state, analysis):
            assert is_one_sentence(text)
            whole += check_line(state, move, verdict, line)
            after = state.after(move)
            if "no prime is open" in text.lower():
                assert after.ending()
            elif verdict == "win":
                assert text.startswith("Whatever your opponent makes next, you can answer it (")
                check_pairs(after, text)
            else:
                check_refutation(after, text)
    assert whole > 10  # lines that end the game were among them


def check_morph_position(state: NumberMorph, analysis: Analysis) -> None:
    text = explain_position(state, analysis)
    assert is_one_sentence(text)
    if analysis.verdict == "win":
        at_once = [int(move) for move in state.moves() if not state.after(move).moves()]
        partner, *number = numbers(text)
        assert number == ([] if at_once else [state.number])
        winning = [int(choice.move) for choice in analysis.moves if choice.verdict == "win"]
        assert partner in (at_once or winning)
    else:
        check_pairs(state, text)


def check_refutation(after: NumberMorph, text: str) -> None:
    (answer,) = numbers(text)
    assert any(choice.move == answer and choice.verdict == "win" for choice in analyse(after).moves)
    assert text.endswith("leaves no prime open.") == (after.after(answer).ending() is not None)


def check_pairs(state: NumberMorph, text: str) -> None:
    """Check that each named prime that can be made here is answered by one that wins for the other player."""
    pairs = re.findall(r"(\d+) → (\d+)", text)
    assert len(pairs) == min(3, len(state.moves()))
    assert ("…" in text) == (len(state.moves()) > 3)
    for made, partner in pairs:
        answers = analyse(state.play(int(made))).moves
        assert any(choice.move == int(partner) and choice.verdict == "win" for choice in answers)


def test_before_the_first_number() -> None:
    state = NumberMorph.start()
    assert (
        explain_position(state, analyse(state))
        == "Of the 143 first numbers, Player 1 wins 0 and Player 2 wins 143."
    )


# Hints -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ("number=79 used=13,17,19,23,41,43,47,53,79,83", "Change the tens digit."),
        (
            "number=17 used=11,13,17,31,41,43,53,71,73",
            "Change the tens or the units digit, but not every prime there keeps the win.",
        ),
        ("number=29 used=11,13,17,19,29,31,41,43,53,71,73", "Any prime."),
    ],
)
def test_the_ladder_names_the_digits(words: str, told: str) -> None:
    assert ladder(f"number-morph digits=2 {words}")[2] == told


@pytest.mark.parametrize("rules", ["", "digits=2", *NumberMorph.house_variants])
def test_the_third_step_is_true(rules: str) -> None:
    positions = positions_on_the_way(f"number-morph {rules}", most=50 if rules != "digits=4" else 10)
    for state, told, kept, others, _ in third_steps(positions):
        if told == "Any prime.":
            assert not others
        else:
            check_places(state, told, kept, others)


def check_places(state: NumberMorph, told: str, kept: Sequence[int], others: Sequence[int]) -> None:
    found = re.fullmatch(r"Change (the .*) digit(, but not every prime there keeps the win)?\.", told)
    assert found, told
    units = [10 ** PLACES.index(place.removeprefix("the ")) for place in found[1].split(" or ")]

    def is_there(number: int) -> bool:
        assert state.number
        return any(number - number // u % 10 * u == state.number - state.number // u % 10 * u for u in units)

    assert all(map(is_there, kept))
    assert (found[2] is not None) == any(map(is_there, others))
