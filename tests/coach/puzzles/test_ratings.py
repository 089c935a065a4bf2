"""Ratings: Glicko-2 as in its author's example; players and puzzles find a known strength."""

from __future__ import annotations

from random import Random

import pytest

from primeparlor.coach.puzzles.ratings import (
    NEW,
    Rating,
    choose_puzzle_rating,
    choose_rating,
    combine_ratings,
    compute_expected_score,
    rate,
    rate_answer,
)

PLAYER = Rating(1500, 200, 0.06)
RESULTS = [(Rating(1400, 30), 1.0), (Rating(1550, 100), 0.0), (Rating(1700, 300), 0.0)]


def test_the_published_example() -> None:
    """From Glickman, "Example of the Glicko-2 system", who rounds on the way."""
    rated = rate(PLAYER, RESULTS, tau=0.5)
    assert rated.rating == pytest.approx(1464.06, abs=0.01)
    assert rated.deviation == pytest.approx(151.52, abs=0.01)
    assert rated.volatility == pytest.approx(0.05999, abs=0.00001)


def test_who_did_not_play_is_known_less_well() -> None:
    """Step 6 of the paper: the rating stays, the deviation grows by the volatility."""
    rated = rate(PLAYER, [])
    assert (rated.rating, rated.volatility) == (1500, 0.06)
    assert rated.deviation == pytest.approx((200**2 + (0.06 * 173.7178) ** 2) ** 0.5)


@pytest.mark.parametrize("score", [0.0, 1.0])
@pytest.mark.parametrize("opponent", [-500.0, 400.0, 1500.0, 2600.0, 4000.0])
def test_a_result_moves_the_rating_its_way_and_makes_it_surer(opponent: float, score: float) -> None:
    rated = rate(PLAYER, [(Rating(opponent, 60), score)])
    assert (rated.rating > 1500) == (score == 1)
    assert rated.deviation < 201
    assert 0.05 < rated.volatility < 0.5


def test_the_usual_curve() -> None:
    assert compute_expected_score(1500, 1500) == 0.5
    assert compute_expected_score(1900, 1500) == pytest.approx(10 / 11)
    assert compute_expected_score(1100, 1500) == pytest.approx(1 / 11)


def rated(strength: float, seed: int, puzzles: int = 100) -> Rating:
    """Somebody who answers by the usual curve, after this many puzzles of about the wanted rating."""
    random, player = Random(f"{strength}/{seed}"), NEW
    for _ in range(puzzles):
        puzzle = choose_rating(player, random) + random.uniform(-75, 75)
        player = rate_answer(player, puzzle, random.random() < compute_expected_score(strength, puzzle))
    return player


@pytest.mark.parametrize("strength", [600, 900, 1200, 1500, 1800, 2100])
def test_a_hundred_puzzles_find_a_known_strength(strength: int) -> None:
    reached = [rated(strength, seed) for seed in range(20)]
    assert abs(sum(player.rating for player in reached) / 20 - strength) < 60
    assert sum(abs(player.rating - strength) < 200 for player in reached) >= 18
    assert all(player.deviation < 120 for player in reached)


def test_what_is_wanted_is_answered_about_six_times_in_ten() -> None:
    random = Random(1)
    for rating in (700.0, 1300.0, 1900.0):
        shares = [
            compute_expected_score(rating, choose_rating(Rating(rating, 90), random)) for _ in range(200)
        ]
        assert 0.5 < min(shares) < max(shares) < 0.75
        assert 0.57 < sum(shares) / 200 < 0.63
        assert len(set(shares)) > 100


def test_who_is_strong_elsewhere_is_no_beginner_here() -> None:
    assert combine_ratings(NEW, []) == pytest.approx(NEW)
    strong, sure = Rating(1700, 80), Rating(900, 80)
    one, many = combine_ratings(NEW, [strong]), combine_ratings(NEW, [strong] * 4)
    assert 1200 < one.rating < many.rating < 1700
    assert 900 < combine_ratings(sure, [strong] * 4).rating < 1150  # what is known here counts most
    assert many.deviation < one.deviation < NEW.deviation


def test_the_next_puzzle_follows_the_ratings_of_this_game_and_of_the_others() -> None:
    ratings = {"here": Rating(1000, 100), "there": Rating(1600, 100), "elsewhere": Rating(1700, 100)}
    others = [ratings["there"], ratings["elsewhere"]]
    expected_here = choose_rating(combine_ratings(ratings["here"], others), Random(1))
    assert (
        choose_puzzle_rating(ratings, "here", Random(1))
        == expected_here
        > choose_rating(ratings["here"], Random(1))
    )
    assert choose_puzzle_rating(ratings, "new", Random(1)) == choose_rating(
        combine_ratings(NEW, ratings.values()), Random(1)
    )
    assert choose_puzzle_rating({}, "new", Random(1)) == pytest.approx(choose_rating(NEW, Random(1)))
