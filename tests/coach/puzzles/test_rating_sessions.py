"""Sessions fit the player: ratings find a known strength, and no level finds them trivial or hopeless.

`bench/sessions.py` prints the same for more sessions.
"""

from __future__ import annotations

from random import Random

import pytest

from primeparlor.coach.levels import WEAKER, Habits, Level
from primeparlor.coach.progress.diary import Diary
from primeparlor.coach.progress.file import MemoryStorage
from primeparlor.coach.puzzles.puzzle import generate
from primeparlor.coach.puzzles.ratings import (
    NEW,
    Rating,
    choose_puzzle_rating,
    choose_rating,
    combine_ratings,
    expected_score,
    rate_answer,
)
from primeparlor.coach.training.practice import Attempt, next_puzzle
from primeparlor.core import State
from primeparlor.games import GAMES, PocketAddition, PrimeClimb, game_of

QUICK = "nonprime-addition"  # the game whose puzzles are made at once
SESSIONS = 2  # of each level
PUZZLES, COUNTED = 60, 40  # puzzles of a session, and the last of them, whose answers count


# Ratings -----------------------------------------------------------------------------------------


def rated(strength: float, seed: int, puzzles: int = 100) -> Rating:
    """Somebody who answers by the usual curve, after this many puzzles of about the wanted rating."""
    random, player = Random(f"{strength}/{seed}"), NEW
    for _ in range(puzzles):
        puzzle = choose_rating(player, random) + random.uniform(-75, 75)
        player = rate_answer(player, puzzle, random.random() < expected_score(strength, puzzle))
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
        shares = [expected_score(rating, choose_rating(Rating(rating, 90), random)) for _ in range(200)]
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


# The levels --------------------------------------------------------------------------------------


def share_right(level: Level, games: list[str], seed: str) -> float:
    """How much of a session this level answers after the first puzzles; its chance is its own."""
    drawing, answering = Random(f"{seed}/puzzles"), Random(f"{seed}/answers")
    kept, seen, right = Diary("", file=MemoryStorage({})), list[str](), list[bool]()
    for number in range(PUZZLES):
        puzzle = next_puzzle(kept, games[number % len(games)], None, seen=seen, random=drawing)
        seen.append(puzzle.position)
        answer = (
            game_of(puzzle.state).part("habits", Habits).answer(level, puzzle.state, puzzle.asked, answering)
        )
        right.append(Attempt(puzzle, kept).answer(answer))
    return sum(right[-COUNTED:]) / COUNTED


@pytest.mark.parametrize("level", WEAKER, ids=lambda level: level.name)
@pytest.mark.parametrize("game", [pytest.param(g, marks=[pytest.mark.prove] * (g != QUICK)) for g in GAMES])
def test_a_session_is_neither_trivial_nor_hopeless(game: str, level: Level) -> None:
    sessions = [share_right(level, [game], f"{level.name}/{seed}") for seed in range(SESSIONS)]
    assert 0.40 <= sum(sessions) / SESSIONS <= 0.85, sessions


@pytest.mark.prove
@pytest.mark.parametrize("level", WEAKER, ids=lambda level: level.name)
def test_nor_is_one_of_all_games_mixed(level: Level) -> None:
    sessions = [share_right(level, list(GAMES), f"{level.name}/{seed}") for seed in range(2 * SESSIONS)]
    assert 0.40 <= sum(sessions) / (2 * SESSIONS) <= 0.85, sessions


@pytest.mark.parametrize("game", [PrimeClimb, PocketAddition])
def test_a_higher_rating_brings_harder_puzzles(game: type[State]) -> None:
    easy, hard = (
        [generate(game, Random(seed), None, rating) for seed in range(8)] for rating in (700.0, 1500.0)
    )
    rights = {
        level.name: [
            sum(
                game_of(game).part("habits", Habits).answer(level, puzzle.state, puzzle.asked, Random(seed))
                in puzzle.answers
                for puzzle in puzzles
                for seed in range(5)
            )
            for puzzles in (easy, hard)
        ]
        for level in WEAKER[::3]
    }
    assert all(of_easy > of_hard for of_easy, of_hard in rights.values()), rights
