"""The rungs of our games: the kept figures say that each is harder than the one before."""

from __future__ import annotations

import itertools
from functools import cache
from math import hypot
from typing import Any

import pytest

import rungs
from primeparlor.coach.training.ladder import MOST_RUNGS, Rung, load_badges, load_rungs
from primeparlor.core import State
from primeparlor.games import GAMES
from primeparlor.notation import set_up
from primeparlor.players import LEVELS
from primeparlor.tables.variants import find_winning_side

OURS = [GAMES[name] for name in GAMES.ours]
FAIR = 0.4  # the least chance of a side that is not won
# Where more moves keep the value further on: of long games, and where larger totals are seldom prime.
DENSE = {"number-morph", "nonprime-addition"}
TIED = 0.03  # a difference that nobody notices
SAMPLE = 12  # games simulated again
by_game = pytest.mark.parametrize("game", OURS, ids=lambda game: game.name)


@cache
def figures(name: str) -> list[dict[str, Any]]:
    return [row["figures"] for row in rungs.read_figures(GAMES[name])]


def rates(game: type[State], level: str) -> list[tuple[float, float]]:
    """The pass rates of this level along the ladder, each with its margin."""
    return [tuple(row["passed"][level]) for row in figures(game.name)]


@by_game
def test_there_are_ten_and_all_of_them_differ(game: type[State]) -> None:
    found = load_rungs(game)
    assert len(found) == MOST_RUNGS
    assert len({rung._replace(number=1) for rung in found}) == MOST_RUNGS


@by_game
def test_stronger_players_pass_a_rung_more_often(game: type[State]) -> None:
    for row in figures(game.name):
        for (weak, one), (strong, two) in itertools.pairwise(row["passed"][level] for level in LEVELS):
            assert weak <= strong + max(TIED, hypot(one, two)), row
        assert row["passed"]["beginner"][0] < row["passed"]["expert"][0], row


@by_game
@pytest.mark.parametrize("level", LEVELS)
def test_each_rung_is_harder_than_the_one_before(game: type[State], level: str) -> None:
    along = rates(game, level)
    for at, ((before, one), (after, two)) in enumerate(itertools.pairwise(along), 1):
        assert after <= before + max(TIED, hypot(one, two)), (at, level)
    assert level == LEVELS[-1] or along[-1][0] < along[0][0]


@by_game
def test_on_the_whole_each_rung_is_passed_less_often(game: type[State]) -> None:
    whole = [sum(row["passed"][level][0] for level in LEVELS[:-1]) for row in figures(game.name)]
    assert whole == sorted(whole, reverse=True)
    assert whole[-1] < whole[0] / 2


@by_game
def test_perfect_play_passes_every_rung(game: type[State]) -> None:
    assert all(rate >= 0.99 for rate, _ in rates(game, LEVELS[-1]))


@by_game
def test_the_moves_that_keep_the_value_get_rarer(game: type[State]) -> None:
    """Through a whole rung everywhere; at a single move too, but where a longer game leaves more of them."""
    blind = [row["blind"] for row in figures(game.name)]
    assert blind[-1] < blind[0] / 10
    shares = [row["share"] for row in figures(game.name)]
    assert game.name in DENSE or shares[-1] <= shares[0]


@by_game
def test_the_persons_side_is_won_or_fair(game: type[State]) -> None:
    for rung, row in zip(load_rungs(game), figures(game.name), strict=True):
        value = row["value"]
        assert value is None or value == 1 or FAIR <= value < 1, rung
        if value == 1 or value is None:  # solved at once
            assert rungs.find_value(rung) == (value and pytest.approx(value))
            assert find_winning_side(set_up(game, rung.words)) in (None, rung.side)


def test_a_badge_is_for_what_is_over_at_once() -> None:
    badges = [badge for game in OURS for badge in load_badges(game)]
    assert [(badge.game, badge.variant, badge.side) for badge in badges] == [("prime-climb", "", 1)]
    assert all(badge.name for badge in badges)


@by_game
def test_the_books_game_is_a_rung_where_it_is_not_over_at_once(game: type[State]) -> None:
    badges = {badge.variant for badge in load_badges(game)}
    assert ("" in {rung.variant for rung in load_rungs(game)}) == ("" not in badges)


def test_the_page_shows_the_kept_figures() -> None:
    assert rungs.PAGE.read_text(encoding="utf-8") == rungs.format_page(), "python bench/rungs.py page"


# Simulated again ---------------------------------------------------------------------------------


def quick(game: type[State]) -> Rung:
    """The rung whose games are shortest."""
    lengths = [row["length"] for row in figures(game.name)]
    return load_rungs(game)[lengths.index(min(lengths))]


@by_game
def test_a_sample_of_games_fits_the_kept_figures(game: type[State]) -> None:
    """With seeds that were not measured before."""
    rung = quick(game)
    rate, margin = figures(game.name)[rung.number - 1]["passed"]["beginner"]
    again, wide = rungs.measure_passes(rung, rungs.play_all(rung, "beginner", 5_000_000, SAMPLE))
    assert abs(again - rate) <= hypot(margin, wide) + 0.05


@pytest.mark.prove
@by_game
def test_every_figure_is_measured_again(game: type[State]) -> None:
    for rung, row in zip(load_rungs(game), figures(game.name), strict=True):
        assert rungs.find_figures(rung, rungs.SEEDS, row["games"]) == row, rung
