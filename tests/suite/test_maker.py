"""Fresh suites: the seed alone decides, and any game gets one."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from primeparlor.core import GameError, State
from primeparlor.games import GAMES, ROTAS
from primeparlor.suite import Row, maker, read_rows, sampler
from primeparlor.suite.edition import format_row, read_bounds
from primeparlor.suite.maker import SuiteMaker, measure_bounds
from primeparlor.suite.row import DIFFICULTIES, Label
from support.example_games import Kinds, Pig, TwentyOne
from support.suite_rows import confirm

FEW = 4  # rows of each difficulty
NAMES = ROTAS[1]  # the games of version 1, which has measured bounds; for any other they are measured first

MAKE = """
import sys
if sys.argv[1] == "without":
    sys.modules["numba"] = None
from primeparlor.games import GAMES
from primeparlor.suite.edition import format_row, read_bounds
from primeparlor.suite.maker import SuiteMaker
from primeparlor.suite.row import Label
for name in sys.argv[2:]:
    for row in SuiteMaker(GAMES[name], Label("1", 7), read_bounds()[name], 4).make_rows():
        print(format_row(row), end="")
"""


def make(game: type[State], seed: int = 7, bounds: tuple[int, int] | None = None) -> list[Row]:
    found = bounds or read_bounds()[game.name]
    return list(SuiteMaker(game, Label("1", seed), found, FEW).make_rows())


@pytest.mark.parametrize("name", NAMES)
def test_a_fresh_suite_is_of_the_same_kind(name: str) -> None:
    rows = make(GAMES[name])
    ids = {
        f"seed7-{name}-{difficulty}-{number:03d}" for difficulty in DIFFICULTIES for number in (1, 2, 3, 4)
    }
    assert {row["id"] for row in rows} == ids
    for row in rows:
        assert (row["version"], row["seed"]) == ("1", 7)
        confirm(row)


def test_the_same_seed_makes_the_same_bytes_in_another_process_without_compiled_code() -> None:
    games = [name for name in NAMES if name != "number-morph"]  # where it takes longest
    here = "".join(format_row(row) for name in games for row in make(GAMES[name]))
    environment = os.environ | {"PYTHONHASHSEED": "5"}
    done = subprocess.run(
        [sys.executable, "-c", MAKE, "without", *games],
        capture_output=True,
        text=True,
        env=environment,
        timeout=300,
        check=True,
    )
    assert done.stdout == here


@pytest.mark.prove
@pytest.mark.parametrize("name", NAMES)
def test_whole_fresh_suites_are_confirmed(name: str) -> None:
    rows = list(read_rows(seed=11, game=name))
    assert len(rows) == 600
    for row in rows:
        confirm(row)


def test_another_seed_makes_other_positions() -> None:
    one, two = ({row["position"] for row in make(GAMES["prime-duel"], seed)} for seed in (7, 8))
    assert one.isdisjoint(two)


@pytest.fixture
def hurry(monkeypatch: pytest.MonkeyPatch) -> None:
    """Measure few decisions in small variants, and give up early."""
    monkeypatch.setattr(sampler, "MOST_COUNTED", 3_000)
    monkeypatch.setattr(sampler, "DRAWN_RULES", 2)
    monkeypatch.setattr(sampler, "FRESH", 0.0)
    monkeypatch.setattr(maker, "MEASURED", 40)
    monkeypatch.setattr(maker, "PATIENCE", 10)


@pytest.mark.usefixtures("hurry")
@pytest.mark.parametrize("game", [Pig, TwentyOne])
def test_a_game_from_another_package_gets_a_suite(game: type[State]) -> None:
    low, high = measure_bounds(game)
    assert low < high
    assert (low, high) == measure_bounds(game)
    rows = make(game, bounds=(low, high))
    assert {row["game"] for row in rows} == {game.name}
    for row in rows:
        keeping = [move["best"] for move in row["moves"]]
        assert any(keeping)
        assert not all(keeping)


@pytest.mark.usefixtures("hurry")
def test_a_game_with_few_decisions_gives_what_it_has() -> None:
    twenty_one = SuiteMaker(TwentyOne, Label("1", 1), (0, 5000), 10_000)
    rows = list(twenty_one.make_rows())
    assert 0 < len(rows) < 10_000
    assert twenty_one.list_lacking() == list(DIFFICULTIES)


@pytest.mark.usefixtures("hurry")
def test_a_game_without_decisions_has_no_suite() -> None:
    with pytest.raises(GameError, match="has no suite: no decision that matters was found in it"):
        measure_bounds(Kinds)
