"""Puzzles whose rating is known beforehand."""

from __future__ import annotations

from primeparlor.coach.puzzles.puzzle import Puzzle


def rated(puzzle: Puzzle, rating: float) -> Puzzle:
    """The puzzle with this rating, so that no level has to answer it."""
    puzzle.rating = rating
    return puzzle
