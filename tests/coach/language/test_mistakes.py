"""The kinds of mistakes, in the words of each game and of one without any of its own."""

from __future__ import annotations

import pytest

from primeparlor.coach.grades import grade_choice
from primeparlor.coach.language.words import Words
from primeparlor.coach.reasons import words_of
from primeparlor.core import Move
from primeparlor.games import GAMES
from primeparlor.notation import read_position
from primeparlor.solve import analyse

DUEL = "prime-duel target=20 largest=5 copies=2"
IN_ITS_WORDS: list[tuple[str, Move, str]] = [
    ("nonprime-addition total=1", 2, "made a prime below 50"),
    ("nonprime-addition total=45", 8, "made a prime from 50 to 100"),
    ("nonprime-addition total=93", 8, "made a prime from 100 to 200"),
    ("nonprime-addition total=209", 2, "made a prime above 200"),
    ("number-morph digits=2 number=47 used=13,17,47,67", 37, "left your opponent the last prime"),
    ("number-morph digits=2 number=43 used=13,19,43,61,71,79", 41, "changed the wrong place"),
    ("number-morph digits=2 number=67 used=17,37,47,67", 61, "missed the prime that left no other"),
    (
        "number-morph digits=2 number=31 used=11,17,31,47",
        61,
        "changed the right place, but to the wrong digit",
    ),
    ("prime-climb", 1, "ended your turn where a prime step was right"),
    ("prime-climb steps=14,1", 1, "did not step onto 20"),
    ("prime-climb top=35 largest=4 steps=23,8", 1, "took the wrong step"),
    ("pocket-addition", 1, "took a number that loses further on"),
    ("pocket-addition one=9 turn=2", 1, "left your opponent the number that makes 15"),
    ("pocket-addition one=6 two=3", 1, "missed the number that made 15"),
    (f"{DUEL} scores=0,0 deck=2,2,2,1,2 card=4", "keep", "kept a card better discarded"),
    (f"{DUEL} scores=1,0 deck=1,2,1,1,2 turn=2 card=3", "discard", "discarded a card better kept"),
    (f"{DUEL} scores=17,9 deck=2,2,1,2,1 card=3", "discard", "discarded the card that made 20"),
]
IN_ANY: list[tuple[str, Move, str]] = [
    ("nonprime-addition total=1", 2, "lost at once"),
    ("pocket-addition", 1, "gave a win away"),
    ("pocket-addition one=3,5 two=2 turn=2", 1, "left your opponent a win at once"),
    ("prime-climb steps=14,1", 1, "missed a win at once"),
    (f"{DUEL} scores=0,0 deck=2,2,2,1,2 card=4", "keep", "misjudged the chances"),
]


@pytest.mark.parametrize(("position", "move", "told"), IN_ITS_WORDS)
def test_each_game_tells_its_mistakes(position: str, move: Move, told: str) -> None:
    state = read_position(position)
    analysis = analyse(state)
    assert grade_choice(analysis, move).loss
    assert words_of(state).mistake(state, analysis, move) == told


@pytest.mark.parametrize(("position", "move", "told"), IN_ANY)
def test_a_game_without_words_tells_them_too(position: str, move: Move, told: str) -> None:
    state = read_position(position)
    assert Words(type(state)).mistake(state, analyse(state), move) == told


def test_every_game_has_words_for_them() -> None:
    """Every game whose words.py has words of its own for mistakes."""
    own = {name for name, game in GAMES.items() if type(words_of(game)).mistake is not Words.mistake}
    assert {position.split()[0] for position, *_ in IN_ITS_WORDS} == own
