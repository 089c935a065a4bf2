"""The facts of Prime Duel: the cards left, by their counts and not by their order."""

from __future__ import annotations

from primeparlor.core import Played
from primeparlor.games import PrimeDuel
from primeparlor.games.prime_duel.facts import facts
from support.games import at, play


def test_a_card_on_the_table() -> None:
    assert facts(at(PrimeDuel, "scores=17,4 deck=4,4,4,4,4,4,4,4,3,4 turn=2 card=9"), ()) == {
        "scores": [17, 4],
        "card": 9,
        "last_card": 9,
        "second_draw": False,
        "deck": [4, 4, 4, 4, 4, 4, 4, 4, 3, 4],
        "prime_scores": [2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41, 43, 47],
    }


def test_a_second_draw() -> None:
    seen = facts(play(PrimeDuel, 7, "discard"), ())
    assert (seen["card"], seen["second_draw"], seen["deck"][6]) == (None, True, 3)


def test_the_card_drawn_last_as_far_as_the_moves_tell() -> None:
    assert facts(play(PrimeDuel, 7, "discard"), ())["last_card"] is None
    line: list[Played] = [(None, 5), (1, "keep"), (None, 7), (1, "discard")]
    assert facts(play(PrimeDuel, 5, "keep", 7, "discard"), line)["last_card"] == 7
    assert facts(play(PrimeDuel, 5, "keep", 7, "discard", 9), [*line, (None, 9)])["last_card"] == 9
