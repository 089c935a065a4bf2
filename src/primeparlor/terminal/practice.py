"""The diary of whoever sits at this terminal."""

from __future__ import annotations

from collections.abc import Callable

from primeparlor.coach.progress import diary
from primeparlor.coach.progress.diary import Diary


def open_diary(tell: Callable[[str], None] = diary.ignored) -> Diary:
    """The player's diary; `tell` gets what is wrong with its file."""
    return Diary(diary.path(), tell)
