"""Reasons told to the opponent of the player who moved, and to people with names."""

from __future__ import annotations

import re
from random import Random

import pytest

from parlor_pig.rules import Pig as OwnPig
from parlor_twenty_one.rules import TwentyOne
from primeparlor.coach.language.voice import address_reader, reword_sentence, to_plural, to_singular
from primeparlor.coach.reasons import explain_move, words_of
from primeparlor.core import State
from primeparlor.games import GAMES
from primeparlor.solve import analyse
from primeparlor.wording import name_by_number
from support.games import at, walk

HOUSE = {1: "you", 2: "the house"}.__getitem__
STARTS = {
    **{name: GAMES[name].start() for name in GAMES.ours},
    "prime-duel": GAMES["prime-duel"].start(),
    "twenty-one": TwentyOne.start(),
    "pig": OwnPig.start(),
    "stairs": at(GAMES["prime-climb"], "top=9 largest=1"),  # with passes
}


@pytest.mark.parametrize(
    ("sentence", "then"),
    [
        ("You win at once.", "The house wins at once."),
        (
            "Your opponent takes 2, you 1, they 4, and they make 15.",
            "You take 2, the house 1, you 4, and you make 15.",
        ),
        ("It leaves your opponent the 2: 13 + 2 = 15.", "It leaves you the 2: 13 + 2 = 15."),
        (
            "8 is not prime, so your turn ends, and your opponent must pass; you climb 8 → 11.",
            "8 is not prime, so the house's turn ends, and you must pass; the house climbs 8 → 11.",
        ),
        ("Your opponent is next, and has to pass you.", "You are next, and has to pass the house."),
        ("You had a win here with 6.", "The house had a win here with 6."),
        (
            "One roll in 6 costs you 8; you win often.",
            "One roll in 6 costs the house 8; the house wins often.",
        ),
        (
            "You have a partner, and you always try it.",
            "The house has a partner, and the house always tries it.",
        ),
        ("Your opponent passes, and you pass.", "You pass, and the house passes."),
        ("They lose your opponent's 3.", "You lose your 3."),
        (
            "18 + 1 = 19 is prime; you then win 60.0 % of the time.",
            "18 + 1 = 19 is prime; the house then wins 60.0 % of the time.",
        ),
    ],
)
def test_a_reason_is_told_to_the_opponent(sentence: str, then: str) -> None:
    assert reword_sentence(sentence, "the house") == address_reader(sentence, 2, HOUSE) == then


def test_a_reason_is_told_to_the_player_who_moved() -> None:
    sentence = "Your opponent takes 2, and you lose to your opponent."
    assert address_reader(sentence, 1, HOUSE) == "The house takes 2, and you lose to the house."
    assert address_reader(sentence, 2, name_by_number) == "Player 1 takes 2, and Player 2 loses to Player 1."


def test_verbs_go_both_ways() -> None:
    for verb in ("take", "pass", "reach", "try", "play", "go", "fix", "lose", "have", "are", "do", "must"):
        assert to_plural(to_singular(verb)) == verb


@pytest.mark.parametrize("name", STARTS)
def test_every_reason_of_a_game_can_be_turned(name: str) -> None:
    """Turning a sentence mixes up no persons ("you win", "they win") and keeps its numbers."""
    random = Random(4)
    for state in {state for _ in range(4) for state in walk(STARTS[name], random)}:
        if state.moves():
            for sentence in sentences(state):
                then = reword_sentence(sentence, "the house")
                assert "opponent" not in then
                assert re.findall(r"\d+", then) == re.findall(r"\d+", sentence)
                assert not re.search(
                    r"\b(you|they) (is|has|does|was|\w+[^s\W]s)\b(?! of)", then, re.IGNORECASE
                ), then
                assert not re.search(
                    r"\bhouse (are|have|win|lose|take|make|play|pass|climb|add|reach|answer)\b", then
                ), then


def sentences(state: State) -> list[str]:
    analysis = analyse(state)
    told = [explain_move(state, analysis, choice.move).sentence for choice in analysis.moves]
    return [*told, words_of(state).missed(state, analysis)]
