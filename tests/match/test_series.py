"""Several games in a row: the score follows the players when they swap seats."""

from __future__ import annotations

import pytest

from primeparlor.games import PocketAddition
from primeparlor.match import Match, MatchError, Series


def test_the_score_follows_the_players_to_their_new_seats() -> None:
    series = Series(3).build_next(winner=1, record="first")
    assert series == Series(3, game=2, score=(0, 1), first="first")
    assert series.build_next(winner=1, record="second") == Series(3, game=3, score=(1, 1), first="first")


def test_an_unfinished_game_counts_for_nobody() -> None:
    assert Series().build_next(None) == Series(None, game=2, score=(0, 0))


def test_a_series_is_won_with_the_last_game_that_is_needed() -> None:
    series = Series(2, game=3, score=(1, 1))
    assert (series.find_winner(1), series.find_winner(2), series.find_winner(None)) == (1, 2, None)
    assert Series(2).find_winner(1) is None
    assert Series(None, game=9, score=(8, 0)).find_winner(1) is None


def test_a_decided_series_is_followed_by_a_new_one() -> None:
    assert Series(2, game=2, score=(0, 1), first="old").build_next(2, record="last") == Series(2)


@pytest.mark.parametrize(
    "series",
    [
        Series(1),
        Series(51),
        Series(None, game=0),
        Series(None, game=10**6 + 1),
        Series(None, game=2, score=(-1, 1)),
        Series(None, game=2, score=(1, 1)),
        Series(2, game=3, score=(2, 0)),
        Series(None, first="x" * 201),
        Series(None, first="a\nb"),
    ],
)
def test_an_impossible_series_is_refused(series: Series) -> None:
    with pytest.raises(MatchError):
        Match(PocketAddition.start(), series=series)
