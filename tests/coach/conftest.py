"""Puzzles that several tests look at, each made once."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pytest

from primeparlor.coach.puzzles.puzzle import Puzzle, generate
from primeparlor.core import State


@pytest.fixture(scope="session")
def generated() -> Callable[[type[State], int], Puzzle]:
    """The puzzle of a game that a seed brings."""
    known: dict[tuple[type[State], int], Puzzle] = {}

    def made(game: type[State], seed: int) -> Puzzle:
        if (game, seed) not in known:
            known[game, seed] = generate(game, Random(seed))
        return known[game, seed]

    return made
