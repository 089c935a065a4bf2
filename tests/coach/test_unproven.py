"""Help where a position is too large to solve: what the rules show, never a claim about who wins."""

from __future__ import annotations

import pytest

from primeparlor.coach.unproven import find_consequence, format_consequences, list_unproven_hints
from primeparlor.games import NonprimeAddition, PocketAddition, PrimeClimb, PrimeDuel
from support.example_games import TwentyOne
from support.games import at
from support.players import choice


def test_the_steps_say_what_is_known_and_that_it_is_not_proven() -> None:
    state = TwentyOne.start()._replace(total=16)
    first, second, third = list_unproven_hints(state)
    assert first == (
        "Twenty-One is too large to solve from here, so nobody can say whether you are winning. "
        "You have three legal moves."
    )
    assert second == "Leaves your opponent three moves: 1. Lets your opponent win at once: 2 and 3."
    assert third == "Play 1: that is what the level expert would play. It is not proven to be best."


@pytest.mark.parametrize(
    ("state", "move", "consequence"),
    [
        (at(PrimeClimb, "steps=14,12"), 6, "wins at once"),
        (at(NonprimeAddition, "total=9"), 2, "loses at once"),
        (at(PrimeClimb, "steps=1,0"), 2, "gives you another move"),
        (at(PrimeClimb, "steps=9,12"), 1, "lets your opponent win at once"),
        (PocketAddition.start(), 1, "leaves your opponent eight moves"),
        (
            at(PrimeDuel, "scores=4,0 card=4 deck=4,4,4,3,4,4,4,4,4,4"),
            "keep",
            "leaves the rest to chance first",
        ),
    ],
)
def test_what_a_move_leads_to_next(state: PrimeClimb, move: int, consequence: str) -> None:
    assert find_consequence(state, move) == consequence


def test_many_moves_with_the_same_consequence_are_counted() -> None:
    told = format_consequences(at(PrimeClimb, "top=1000 largest=99 steps=500,0"))
    assert told.startswith("Leaves your opponent 99 moves: 1, 2, 4, 5, 6, 7, 8, 10, 11, 12, 13, 14 and ")
    assert "Gives you another move: 3, 9, 21, " in told


def test_where_there_is_no_choice_one_sentence_is_all() -> None:
    [passing] = list_unproven_hints(at(PrimeClimb, "largest=1 steps=1,2"))
    assert passing.startswith("You have to pass. Prime Climb is too large to solve from here")
    [only] = list_unproven_hints(TwentyOne.start()._replace(total=20))
    assert only.startswith("There is no choice to make. Twenty-One is too large")


def test_the_move_named_is_one_that_the_expert_plays() -> None:
    state = TwentyOne.start()._replace(total=16)
    assert {choice("expert", state, seed) for seed in range(5)} == {1}
    assert list_unproven_hints(state) == list_unproven_hints(state)
