"""The diary of the player at this terminal."""

from __future__ import annotations

from collections.abc import Callable

from primeparlor.coach.progress import diary
from primeparlor.coach.progress.diary import Diary


def open_diary(tell: Callable[[str], None] = diary.ignore_message) -> Diary:
    """Open the player's diary; `tell` receives sentences about faults of its file."""
    return Diary(diary.diary_path(), tell)
