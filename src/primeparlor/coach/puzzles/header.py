"""The header of a puzzle in words for every face: its game, its variant and its stars."""

from __future__ import annotations

from typing import NamedTuple

from primeparlor.coach.puzzles.puzzle import Puzzle
from primeparlor.coach.reasons import describe_variant
from primeparlor.wording import USUAL_GAME

MOST_STARS = 5


class PuzzleHeader(NamedTuple):
    """What stands above a puzzle."""

    game: str  # its title
    variant: str  # "35 steps, 1 to 4"
    stars: str  # "★★☆☆☆"
    difficulty: str  # the same in words: "2 of 5 stars"

    @property
    def sentence(self) -> str:
        """All of it in words: "… (35 steps, 1 to 4), 2 of 5 stars."."""
        return f"{self.game} ({self.variant}), {self.difficulty}."


def build_header(puzzle: Puzzle) -> PuzzleHeader:
    """Return the header of this puzzle."""
    state, count = puzzle.state, puzzle.difficulty
    stars = f"{'★' * count}{'☆' * (MOST_STARS - count)}"
    difficulty = f"{count} of {MOST_STARS} stars"
    return PuzzleHeader(state.title, describe_variant(state) or USUAL_GAME, stars, difficulty)
