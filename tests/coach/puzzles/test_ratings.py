"""Glicko-2 gives what its author's example gives."""

from __future__ import annotations

import pytest

from primeparlor.coach.puzzles.ratings import Rating, expected_score, rate

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
    assert expected_score(1500, 1500) == 0.5
    assert expected_score(1900, 1500) == pytest.approx(10 / 11)
    assert expected_score(1100, 1500) == pytest.approx(1 / 11)
