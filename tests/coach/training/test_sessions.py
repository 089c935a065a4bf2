"""Sessions fit the player: no level finds its puzzles trivial or hopeless.

`bench/sessions.py` prints the same for more sessions.
"""

from __future__ import annotations

from random import Random

import pytest

from primeparlor.coach.levels import WEAKER, Habits, Level
from primeparlor.coach.progress.diary import Diary
from primeparlor.coach.progress.file import MemoryStorage
from primeparlor.coach.puzzles.puzzle import generate
from primeparlor.coach.training.practice import Attempt, next_puzzle
from primeparlor.core import State
from primeparlor.games import GAMES, PocketAddition, PrimeClimb, game_of

QUICK = "nonprime-addition"  # the game whose puzzles are made at once
SESSIONS = 2  # of each level
PUZZLES, COUNTED = 60, 40  # puzzles of a session, and the last of them, whose answers count


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
