"""The next puzzle: it fits the player, the very first is easy, and a seed fixes it for everybody."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random

import pytest

from primeparlor.coach.progress.diary import Diary
from primeparlor.coach.puzzles import puzzle as puzzles
from primeparlor.coach.puzzles.puzzle import Puzzle, generate, strip_turn
from primeparlor.coach.puzzles.ratings import NEW, choose_puzzle_rating, choose_rating
from primeparlor.coach.training import practice
from primeparlor.coach.training.daily import ROTA
from primeparlor.core import ParlorError, State
from primeparlor.games import GAMES
from primeparlor.notation import read_position
from primeparlor.solve import Progress, analyse
from support.coach.diary import posed, written
from support.coach.reasons import add_a_game_of_ours

SEEDS = {"prime-duel": 12, "number-morph": 6}  # first puzzles that are looked at, where one takes longer
MANY = 25
QUICK = "nonprime-addition"  # whose puzzles are made at once, and of whose easy ones there are few
FEW = 2  # puzzles of a session that may have been posed before


def quiet(done: int, total: int | None) -> None:
    """Nobody watches."""


def new(tmp_path: Path) -> Diary:
    return Diary(str(tmp_path / "progress.json"))


def rated(rating: float, asked: int = 20) -> dict[str, float]:
    return {"rating": rating, "deviation": 80.0, "volatility": 0.06, "asked": asked, "right": asked // 2}


@pytest.mark.parametrize("one_in", [3, pytest.param(1, marks=pytest.mark.prove)])
@pytest.mark.parametrize("game", GAMES.ours)
def test_the_very_first_puzzle_has_one_star(game: str, one_in: int) -> None:
    for seed in range(0, SEEDS.get(game, MANY), one_in):
        assert practice.generate_fresh({}, game, Random(seed)).difficulty == 1, seed


def patched(monkeypatch: pytest.MonkeyPatch, made: Callable[..., Puzzle]) -> None:
    """Let puzzles be made so."""
    monkeypatch.setattr(practice, "generate", made)
    monkeypatch.setattr(puzzles, "generate", made)


@pytest.fixture
def wanted(monkeypatch: pytest.MonkeyPatch) -> list[float | None]:
    """What ratings the puzzles are made for, none of which is easy."""
    asked = list[float | None]()

    def made(
        game: type[State], random: Random, progress: Progress | None, rating: float | None = None
    ) -> Puzzle:
        asked.append(rating)
        return posed(rating=1000.0 + len(asked) % 7)

    patched(monkeypatch, made)
    return asked


def test_of_puzzles_that_are_all_hard_the_easiest_comes_first(
    wanted: list[float | None], tmp_path: Path
) -> None:
    assert practice.next_puzzle(new(tmp_path), "pocket-addition", quiet).rating == 1000.0
    assert len(wanted) == practice.FIRST_TRIES


def test_what_other_games_tell_of_the_player_counts(wanted: list[float | None], tmp_path: Path) -> None:
    ratings = {"prime-climb": rated(1700), "prime-duel": rated(1600)}
    kept = Diary(written(tmp_path / "progress.json", {"version": 1, "ratings": ratings}))
    random = Random(2)
    assert random.random() > practice.LINES  # it is no line
    practice.next_puzzle(kept, "pocket-addition", quiet, random=Random(2))
    known = {game: entry.rating for game, entry in kept.ratings.items()}
    assert wanted == [choose_puzzle_rating(known, "pocket-addition", random)]  # once: somebody is known
    assert wanted[0] is not None
    assert wanted[0] > choose_rating(NEW, Random(2)) + 300


def test_a_seed_draws_the_same_game_whatever_games_there_are(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    drawn = list[str]()

    def made(
        game: type[State], random: Random, progress: Progress | None, rating: float | None = None
    ) -> Puzzle:
        drawn.append(game.name)
        return posed()

    patched(monkeypatch, made)
    for seed in range(40):
        practice.next_puzzle(new(tmp_path), None, quiet, seed)
    assert set(drawn) == set(ROTA)
    monkeypatch.setattr(type(GAMES), "__iter__", lambda self: iter(("a-guest", *self.ours)))
    add_a_game_of_ours(monkeypatch)
    for seed in range(40):
        practice.next_puzzle(new(tmp_path), None, quiet, seed)
    assert drawn[40:] == drawn[:40]


def test_a_game_without_puzzles_gives_way_to_another(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    def made(
        game: type[State], random: Random, progress: Progress | None, rating: float | None = None
    ) -> Puzzle:
        if game.name != "pocket-addition":
            raise ParlorError("No puzzle was found.")
        return generate(game, random, progress, rating)

    patched(monkeypatch, made)
    assert practice.next_puzzle(new(tmp_path), None, quiet).state.name == "pocket-addition"
    with pytest.raises(ParlorError, match="No puzzle was found"):
        practice.next_puzzle(new(tmp_path), "prime-climb", quiet)


# Nothing twice ------------------------------------------------------------------------------------


def failed(kept: Diary, game: str, times: int, random: Random) -> Iterator[tuple[Puzzle, bool]]:
    """The puzzles of a session in which every answer is wrong, and whether each waited as a card already."""
    seen = tuple[str, ...]()
    for _ in range(times):
        puzzle = practice.next_puzzle(kept, game, None, seen=seen, random=random)
        yield puzzle, strip_turn(puzzle.position) in map(strip_turn, kept.cards)
        seen = (*seen, puzzle.position)
        practice.Attempt(puzzle, kept).show_answer(analyse(puzzle.state))


@pytest.mark.parametrize(
    "game", [pytest.param(g, marks=[pytest.mark.prove] * (g != QUICK)) for g in GAMES.ours]
)
def test_who_always_fails_gets_new_puzzles_all_the_same(game: str, tmp_path: Path) -> None:
    kept, times = new(tmp_path), 40
    posed = list(failed(kept, game, times, Random(5)))
    assert len({strip_turn(puzzle.position) for puzzle, _ in posed}) >= times - FEW
    assert sum(waits for _, waits in posed) <= FEW
    assert kept.find_rating(game).asked >= times - FEW  # so the rating follows


def test_a_puzzle_that_waits_or_was_seen_does_not_come_whoever_is_to_move(tmp_path: Path) -> None:
    kept = new(tmp_path)
    for _ in range(5):
        first = practice.next_puzzle(kept, QUICK, None, random=Random(1))
        other = first.position.replace(f"turn={first.state.turn}", f"turn={3 - first.state.turn}")
        skipped = practice.next_puzzle(kept, QUICK, None, seen=(other,), random=Random(1))
        assert strip_turn(skipped.position) != strip_turn(first.position)
        kept.store_answer(puzzles.build_puzzle_at(read_position(other)) or first, right=False)
        assert strip_turn(practice.next_puzzle(kept, QUICK, None, random=Random(1)).position) not in map(
            strip_turn, kept.cards
        )


def test_a_sheet_is_the_same_for_whoever_has_its_seed_and_as_hard_as_its_stars() -> None:
    easy = [practice.generate_for_sheet("prime-climb", seed, 1) for seed in range(3)]
    assert easy == [practice.generate_for_sheet("prime-climb", seed, 1) for seed in range(3)]
    hard = [practice.generate_for_sheet("prime-climb", seed, 5) for seed in range(3)]
    assert max(puzzle.rating for puzzle in easy) < min(puzzle.rating for puzzle in hard)
    known = easy[0].position
    assert practice.generate_for_sheet("prime-climb", 0, 1, [known]).position != known
