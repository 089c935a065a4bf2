"""How the levels decide in Prime Duel."""

from __future__ import annotations

import itertools
import runpy
from pathlib import Path
from typing import Any

import pytest

from primeparlor.games import PrimeDuel
from primeparlor.players import LEVELS, SEATS, habits_of
from support.games import at
from support.players import choice

BENCH: dict[str, Any] = runpy.run_path(str(Path(__file__).parents[3] / "bench" / "levels.py"))


def kept(level: str, words: str, times: int = 20) -> float:
    """How often this level keeps the card."""
    state = at(PrimeDuel, words)
    return sum(choice(level, state, seed) == "keep" for seed in range(times)) / times


def test_a_beginner_keeps_whatever_fits() -> None:
    assert kept("beginner", "deck=3,4,4,4,4,4,4,4,4,4 card=1") == 1


def test_a_casual_player_gives_a_small_card_back_unless_it_makes_a_prime() -> None:
    assert kept("casual", "deck=3,4,4,4,4,4,4,4,4,4 card=1") == 0
    assert kept("casual", "deck=4,3,4,4,4,4,4,4,4,4 card=2") == 1
    assert kept("casual", "deck=4,4,4,4,4,4,4,4,3,4 card=9") == 1


def test_close_calls_are_misjudged_and_obvious_ones_are_not() -> None:
    obvious = "scores=48,30 deck=4,3,4,4,4,4,4,4,4,4 card=2"
    prime = "scores=30,30 deck=4,4,4,4,4,4,3,4,4,4 card=7"  # 37, and another turn
    for level in LEVELS[:-1]:
        assert kept(level, obvious) == 1
        assert kept(level, prime) == 1
    close = "scores=10,27 deck=3,3,4,3,3,3,3,3,3,2 turn=1 card=6"
    assert 0 < kept("club", close, 60) < 1


def test_an_expert_counts_the_cards() -> None:
    """At 45 the card 2 makes the prime 47; a 5 would win, and only 5s are left."""
    words = "scores=45,45 deck=0,0,0,0,3,0,0,0,0,0 card=2"
    assert kept("expert", words) < 0.5 < kept("club", words)


def test_the_levels_are_ordered_by_regret() -> None:
    """With so few decisions, each level is compared with the next but one; the bench measures all."""
    states = BENCH["decisions"](PrimeDuel.start(), 24)
    measured = {player: BENCH["regret"](player, states, 6) for player in SEATS[:-1]}
    for weaker, stronger in zip(SEATS, SEATS[2:-1], strict=False):
        assert measured[weaker] > measured[stronger]
    stated = habits_of(PrimeDuel).regret
    assert stated is not None
    for player, found in measured.items():
        assert found == pytest.approx(stated[player], abs=0.025)


@pytest.mark.parametrize("games", [150, pytest.param(400, marks=pytest.mark.prove)])
def test_the_weaker_levels_are_ordered_by_their_games(games: int) -> None:
    for weaker, stronger in itertools.pairwise(LEVELS[:3]):
        score = BENCH["games"](PrimeDuel.start(), stronger, weaker, games)
        assert score.won > score.lost
        assert score.unfinished == 0


@pytest.mark.parametrize("level", LEVELS)
def test_a_win_at_once_is_never_missed(level: str) -> None:
    state = at(PrimeDuel, "scores=43,40 deck=4,4,4,4,4,4,3,4,4,4 card=7")
    assert {choice(level, state, seed) for seed in range(5)} == {"keep"}
    forced = at(PrimeDuel, "scores=43,40 deck=4,4,4,4,4,4,4,3,4,4 card=8")
    assert choice(level, forced, 1) == "discard"
