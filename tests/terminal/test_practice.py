"""The next puzzle: it fits the player, the very first is easy, and a seed fixes it for everybody."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from diary_helpers import posed, written
from primeparlor.coach import session
from primeparlor.coach.diary import Diary
from primeparlor.coach.puzzles import Puzzle, generate
from primeparlor.core import ParlorError, State
from primeparlor.games import GAMES
from primeparlor.solve import Progress
from primeparlor.terminal import practice

SEEDS = {"prime-duel": 12, "number-morph": 6}  # first puzzles that are looked at, where one takes longer
MANY = 25


def quiet(done: int, total: int | None) -> None:
    """Nobody watches."""


def new(tmp_path: Path) -> Diary:
    return Diary(str(tmp_path / "progress.json"))


def rated(rating: float, asked: int = 20) -> dict[str, float]:
    return {"rating": rating, "deviation": 80.0, "volatility": 0.06, "asked": asked, "right": asked // 2}


@pytest.mark.parametrize("game", GAMES.ours)
def test_the_very_first_puzzle_has_one_star(game: str, tmp_path: Path) -> None:
    for seed in range(SEEDS.get(game, MANY)):
        assert practice._fresh(new(tmp_path), game, Random(seed), quiet).difficulty == 1, seed


@pytest.fixture
def wanted(monkeypatch: pytest.MonkeyPatch) -> list[float | None]:
    """What ratings the puzzles are made for, none of which is easy."""
    asked = list[float | None]()

    def made(game: type[State], random: Random, progress: Progress, rating: float | None = None) -> Puzzle:
        asked.append(rating)
        return posed(rating=1000.0 + len(asked) % 7)

    monkeypatch.setattr(practice, "generate", made)
    return asked


def test_of_puzzles_that_are_all_hard_the_easiest_comes_first(
    wanted: list[float | None], tmp_path: Path
) -> None:
    assert practice.next_puzzle(new(tmp_path), "pocket-addition", quiet).rating == 1000.0
    assert len(wanted) == practice.FIRST_TRIES


def test_what_other_games_tell_of_the_player_counts(wanted: list[float | None], tmp_path: Path) -> None:
    ratings = {"prime-climb": rated(1700), "prime-duel": rated(1600)}
    kept = Diary(written(tmp_path / "progress.json", {"version": 1, "ratings": ratings}))
    practice._fresh(kept, "pocket-addition", Random(3), quiet)
    known = {game: entry.rating for game, entry in kept.ratings.items()}
    assert wanted == [session.fitting(known, "pocket-addition", Random(3))]  # once: somebody is known
    assert wanted[0] is not None
    assert wanted[0] > session.wanted(session.NEW, Random(3)) + 300


def test_a_seed_draws_the_same_game_whatever_is_installed(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    drawn = list[str]()

    def made(game: type[State], random: Random, progress: Progress, rating: float | None = None) -> Puzzle:
        drawn.append(game.name)
        return posed()

    monkeypatch.setattr(practice, "generate", made)
    for seed in range(40):
        practice.next_puzzle(new(tmp_path), None, quiet, seed)
    assert set(drawn) == set(GAMES.ours)
    monkeypatch.setattr(type(GAMES), "__iter__", lambda self: iter(("a-guest", *self.ours)))
    for seed in range(40):
        practice.next_puzzle(new(tmp_path), None, quiet, seed)
    assert drawn[40:] == drawn[:40]


def test_a_game_without_puzzles_gives_way_to_another(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    def made(game: type[State], random: Random, progress: Progress, rating: float | None = None) -> Puzzle:
        if game.name != "pocket-addition":
            raise ParlorError("No puzzle was found.")
        return generate(game, random, progress, rating)

    monkeypatch.setattr(practice, "generate", made)
    assert practice.next_puzzle(new(tmp_path), None, quiet).state.name == "pocket-addition"
    with pytest.raises(ParlorError, match="No puzzle was found"):
        practice.next_puzzle(new(tmp_path), "prime-climb", quiet)
