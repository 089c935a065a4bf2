"""What the tests of today share: a day with cheap puzzles, and a diary of some days before it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import date, timedelta
from typing import Any

import pytest

from primeparlor.coach.language.phrases import Asked
from primeparlor.coach.progress.diary import Diary, diary_path
from primeparlor.coach.puzzles.puzzle import Puzzle
from primeparlor.coach.training import daily
from primeparlor.notation import read_position
from primeparlor.terminal import calendar_signs
from support.coach.puzzles import rated

DAY = date(2026, 11, 13)  # № 317, a prime day, and Pocket Addition's turn
QUESTION = "Find the only right move."
MORPH = "number-morph number=743 used=443,643,743"
DUEL = "prime-duel scores=42,47 deck=0,0,0,3,1,0,0,2,1,1 turn=2 card=1"
POSED: dict[str, tuple[str, Any]] = {
    "pocket-addition": ("pocket-addition one=1,9 two=2 turn=2 passes=0", 5),
    "nonprime-addition": ("nonprime-addition total=24", 3),
    "number-morph": (MORPH, 733),
    "prime-climb": ("prime-climb steps=9,3 turn=2", 4),
    "prime-duel": (DUEL, "discard"),
}
RIGHT, WRONG = "5", "3"  # in the puzzle of the day


def puzzle(day: date, game: str, progress: Any = None) -> Puzzle:
    """A puzzle of this game, quickly made."""
    position, answer = POSED[game]
    return rated(Puzzle(read_position(position), Asked(QUESTION, (answer,))), 1200.0)


@contextmanager
def on(day: date = DAY) -> Iterator[pytest.MonkeyPatch]:
    """It is this day here, and its puzzles are cheap."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(calendar_signs, "get_today", lambda: day)
        patch.setattr(daily, "build_puzzle", puzzle)
        yield patch


def solved_before(days: int, until: date = DAY) -> Diary:
    """A diary in which the puzzles of so many days before this one were solved."""
    diary = Diary(diary_path())
    for back in range(days, 0, -1):
        day = until - timedelta(days=back)
        diary.store_try(day, daily.build_today(day).main, "+", main=True)
    return diary


def kept(day: date = DAY) -> Any:
    """What the file of the diary says of this day."""
    return Diary(diary_path()).data.get("days", {}).get(day.isoformat())
