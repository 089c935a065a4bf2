"""Prime Climb as text: the steps that are refused."""

from __future__ import annotations

import pytest

from primeparlor.games import PrimeClimb
from support.games import play, position_refused, text_refused


@pytest.mark.parametrize("text", ["ｐass", "paſs", "PAẞ", "pa\u0073\u0301s"])
def test_letters_that_only_look_alike_are_refused(text: str) -> None:
    assert text_refused(play(PrimeClimb), text) == "Please type a whole number from 1 to 9."


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ("steps=21,0", "steps takes whole numbers from 0 to 20, not '21'."),
        ("steps=0,-1", "steps takes whole numbers from 0 to 20, not '-1'."),
        ("top=30 steps=31,0", "steps takes whole numbers from 0 to 30, not '31'."),
        ("steps=7", "steps takes two numbers, Player 1's and Player 2's, as in steps=7,0."),
        ("steps=7,8,9", "steps takes two numbers, Player 1's and Player 2's, as in steps=7,0."),
        ("steps=", "steps takes two numbers, Player 1's and Player 2's, as in steps=7,0."),
        ("steps=7,7", "Both players cannot stand on Step 7."),
        ("steps=1,1", "Both players cannot stand on Step 1."),
        ("steps=20,20", "Both players cannot stand on Step 20."),
        ("steps=20,0", "Player 1 has reached 20, so the game is over: write turn=2."),
        ("steps=0,20 turn=2", "Player 2 has reached 20, so the game is over: write turn=1."),
    ],
)
def test_invariants_of_prime_climb(words: str, sentence: str) -> None:
    assert position_refused(f"prime-climb {words}") == sentence
