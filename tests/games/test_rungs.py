"""The rungs of our games: the kept figures say that each is harder than the one before."""

from __future__ import annotations

import itertools
from functools import cache
from math import hypot
from typing import Any

import pytest

import rungs
from primeparlor.coach.training.ladder import MOST_RUNGS, WIN, Rung, load_badges, load_rungs
from primeparlor.core import State
from primeparlor.games import GAMES, PrimeClimb
from primeparlor.notation import set_up
from primeparlor.players import LEVELS
from primeparlor.solve import outline
from primeparlor.tables.variants import find_winning_side

OURS = [GAMES[name] for name in GAMES.ours]
ERRANT = LEVELS[:-1]
FAIR = 0.4  # the least chance of a side that is not won
TIED = 0.03  # a difference that nobody notices
SLACK = 0.06  # of the share, which hangs on the variant
WELCOMING, DEMANDING = 0.6, 0.6  # how often a beginner passes the first rung, an expert the last
SAMPLE = 12  # games simulated again
ROUGH = {"number-morph", "prime-duel"}  # measured with so few games that margins hide single steps
by_game = pytest.mark.parametrize("game", OURS, ids=lambda game: game.name)
by_sharp_game = pytest.mark.parametrize(
    "game", [game for game in OURS if game.name not in ROUGH], ids=lambda game: game.name
)


@cache
def figures(name: str) -> list[dict[str, Any]]:
    return [row["figures"] for row in rungs.read_figures(GAMES[name])]


def rates(game: type[State], level: str) -> list[tuple[float, float]]:
    """The pass rates of this level along the ladder, each with its margin."""
    return [tuple(row["passed"][level]) for row in figures(game.name)]


def allow(game: type[State], one: float, two: float) -> float:
    """How much a rate may seem higher than another, given the margins of both."""
    return (max if game.name in ROUGH else min)(TIED, hypot(one, two))


@by_game
def test_there_are_ten_and_all_of_them_differ(game: type[State]) -> None:
    found = load_rungs(game)
    assert len(found) == MOST_RUNGS
    assert len({rung._replace(number=1) for rung in found}) == MOST_RUNGS
    assert all(rung.kind != "win" or rung.need > 1 or rung.games == 1 for rung in found), "one win passes all"


@by_game
def test_stronger_players_pass_a_rung_more_often(game: type[State]) -> None:
    for row in figures(game.name):
        passed = [row["passed"][level] for level in LEVELS]
        for (weak, one), (strong, two) in itertools.pairwise(passed):
            assert weak <= strong + allow(game, one, two), row
        assert passed[0][0] + hypot(passed[0][1], passed[3][1]) < passed[3][0], row


@by_sharp_game
def test_the_ladder_tells_every_two_levels_apart(game: type[State]) -> None:
    """Beyond doubt, over its ten rungs."""
    for weak, strong in itertools.pairwise(LEVELS):
        behind, ahead = rates(game, weak), rates(game, strong)
        lead = sum(rate for rate, _ in ahead) - sum(rate for rate, _ in behind)
        assert lead > hypot(*(margin for _, margin in (*behind, *ahead))), weak


@by_game
@pytest.mark.parametrize("level", ERRANT)
def test_each_rung_is_harder_than_the_one_before(game: type[State], level: str) -> None:
    along = rates(game, level)
    for at, ((before, one), (after, two)) in enumerate(itertools.pairwise(along), 1):
        assert after <= before + allow(game, one, two), (at, level)


@by_sharp_game
def test_the_steps_are_larger_than_chance(game: type[State]) -> None:
    """On the average of the levels that err."""
    for before, after in itertools.pairwise(figures(game.name)):
        margins = [row["passed"][level][1] for row in (before, after) for level in ERRANT]
        assert rungs.find_ease(before) - rungs.find_ease(after) > hypot(*margins) / len(ERRANT)


@by_game
def test_the_first_rung_welcomes_and_the_last_demands(game: type[State]) -> None:
    welcomed, margin = rates(game, "beginner")[0]
    assert welcomed >= WELCOMING - (margin if game.name in ROUGH else 0)
    assert rates(game, "expert")[-1][0] <= DEMANDING


@by_game
def test_perfect_play_passes_every_rung(game: type[State]) -> None:
    assert {rate for rate, _ in rates(game, LEVELS[-1])} == {1.0}


@by_game
def test_the_moves_that_keep_the_value_get_rarer(game: type[State]) -> None:
    """Through a whole rung everywhere; at a single move too, but where a longer game leaves more of them."""
    blind, share = ([row[key] for row in figures(game.name)] for key in ("blind", "share"))
    assert blind[-1] < blind[0] / 100
    if game.name not in rungs.DENSE:
        rises = max(now - then for then, now in itertools.pairwise(share))
        assert rises <= (0.1 if game.name in ROUGH else SLACK)
        assert sum(share[5:]) < 0.95 * sum(share[:5])


@by_game
def test_the_games_grow_along_the_ladder(game: type[State]) -> None:
    sizes = [rungs.find_size(rung) for rung in load_rungs(game)]
    assert sizes == sorted(sizes)
    assert (game.name in rungs.GROWS) == (sizes[0] < sizes[-1])


@by_sharp_game
def test_no_table_is_learned_by_heart(game: type[State]) -> None:
    """Many variants, from both sides where both can win."""
    found = load_rungs(game)
    assert len({rung.variant for rung in found}) >= 5
    assert len({rung.side for rung in found}) == (1 if game.name == "prime-climb" else 2)


@by_game
def test_the_persons_side_is_won_or_fair(game: type[State]) -> None:
    for rung, row in zip(load_rungs(game), figures(game.name), strict=True):
        value = row["value"]
        assert value is None or value == 1 or FAIR <= value < 1, rung
        if value == 1 or value is None:  # solved at once
            assert rungs.find_value(rung) == (value and pytest.approx(value))
            assert find_winning_side(set_up(game, rung.words)) in (None, rung.side)


@pytest.mark.prove
def test_player_1_wins_every_climb() -> None:
    for top, largest in itertools.product(range(2, 151), range(1, 21)):
        start = PrimeClimb.start(PrimeClimb.Rules(top=top, largest=largest))
        assert outline(start).verdict == "win", start.rules


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


def implies(one: Rung, two: Rung) -> bool:
    """Whether the games that pass the one always pass the other too."""
    if one.variant != two.variant or one.kind != two.kind or not two.has_terms(*terms_of(one)):
        return False
    if one.kind != WIN:
        return one.need >= two.need and one.games == two.games
    tries = (row for row in itertools.product((0, 1), repeat=one.games) if sum(row) >= one.need)
    return all(any(sum(row[at : at + two.games]) >= two.need for at in range(one.games)) for row in tries)


def terms_of(rung: Rung) -> tuple[str, str, int, str, float | None]:
    return rung.game, rung.variant, rung.side, rung.level, rung.clock


@pytest.mark.parametrize("name", GAMES.ours)
def test_no_rung_is_passed_on_the_way_to_an_earlier_one(name: str) -> None:
    pairs = itertools.combinations(load_rungs(GAMES[name]), 2)
    assert [(one.number, two.number) for one, two in pairs if implies(one, two)] == []
