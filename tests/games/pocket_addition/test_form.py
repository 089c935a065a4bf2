"""Pocket Addition as text: the pockets and passes that are refused."""

from __future__ import annotations

import pytest

from primeparlor.games import PocketAddition
from support.games import at, position_refused


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ("one=10", "one takes whole numbers from 1 to 9, not '10'."),
        ("two=0", "two takes whole numbers from 1 to 9, not '0'."),
        ("one=1,,2", "one takes whole numbers from 1 to 9, not ''."),
        ("largest=4 two=5", "two takes whole numbers from 1 to 4, not '5'."),
        ("passes=3", "passes takes whole numbers from 0 to 2, not '3'."),
        ("one=6 two=6", "A number appears twice in the pockets."),
        ("one=6,6", "A number appears twice in the pockets."),
        ("one=7,9", "Player 1's total of 16 exceeds 15."),
        ("two=7,9", "Player 2's total of 16 exceeds 15."),
        ("one=7,8", "Player 1 has reached 15, so the game is over: write turn=2."),
        ("two=7,8 turn=2", "Player 2 has reached 15, so the game is over: write turn=1."),
        ("one=7,8 two=6,9", "Both players cannot have reached 15."),
        ("one=7,8 two=6,9 turn=2", "Both players cannot have reached 15."),
        ("one=7,8 turn=2 passes=1", "The game ended when a number was taken: write passes=0."),
        ("one=7,8 turn=2 passes=2", "The game ended when a number was taken: write passes=0."),
        (
            "target=10 largest=3 one=1,2 two=3 passes=1",
            "The game ended when a number was taken: write passes=0.",
        ),
        ("passes=1", "A player passed although a number fits."),
        ("passes=2", "A player passed although a number fits."),
        ("one=6,8 two=2,3,7 turn=1 passes=1", "A player passed although a number fits."),
        ("one=6,8 two=2,3,7 turn=2 passes=2", "A player passed although a number fits."),
        ("one=6,8 two=2,9 turn=2 passes=2", "A player passed although a number fits."),
        ("one=6,8 two=2,9 turn=1 passes=2", "A player passed although a number fits."),
    ],
)
def test_invariants_of_pocket_addition(words: str, sentence: str) -> None:
    assert position_refused(f"pocket-addition {words}") == sentence


def test_after_one_pass_only_the_other_player_has_none_that_fits() -> None:
    state = at(PocketAddition, "one=1,6,7 two=9 turn=2 passes=1")
    assert state.moves() == (2, 3, 4, 5)
    assert position_refused(f"{PocketAddition.name} one=1,6,7 two=9 turn=1 passes=1")
    assert at(PocketAddition, "one=6,8 two=1,2,3,7 turn=1 passes=2").ending()
    assert at(PocketAddition, "one=6,8 two=1,2,3,7 turn=2 passes=2").ending()
    assert at(PocketAddition, "one=7,8 two=1 turn=2 passes=0").ending()
    assert at(PocketAddition, "target=10 largest=3 one=1,2 two=3 passes=0").ending()
