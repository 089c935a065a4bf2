"""What the tests of daily things share: a fixed day, its puzzles made once, and answers to type."""

from __future__ import annotations

from datetime import date
from functools import cache
from pathlib import Path

import pytest

from primeparlor.coach.progress.diary import Diary
from primeparlor.coach.puzzles.puzzle import Puzzle
from primeparlor.coach.training import daily
from primeparlor.core import Move
from primeparlor.terminal import calendar_signs

PRIME_DAY = date(2026, 11, 13)  # № 317
_made = cache(daily.build_puzzle)


def fix_today(patch: pytest.MonkeyPatch, day: date = PRIME_DAY) -> daily.Today:
    """Let it be this day, and make each of its puzzles only once."""
    patch.setattr(calendar_signs, "get_today", lambda: day)
    patch.setattr(daily, "build_puzzle", lambda day, game, progress=None: _made(day, game))
    return daily.build_today(day)


def brought(day: date, game: str) -> Puzzle:
    """The puzzle of this day and game."""
    return _made(day, game)


def right(puzzle: Puzzle) -> str:
    """The answer, as it is typed."""
    return str(puzzle.answers[0])


def wrong(puzzle: Puzzle) -> str:
    """A legal move that is not the answer."""
    return str(next(move for move in _options(puzzle) if move not in puzzle.answers))


def _options(puzzle: Puzzle) -> tuple[Move, ...]:
    return puzzle.among or tuple(puzzle.state.moves())


def diary(home: Path) -> Diary:
    """The diary in this folder."""
    return Diary(str(home / "progress.json"))
