"""Export and import of a player's progress as a file."""

from __future__ import annotations

import contextlib
import os
from datetime import date
from typing import TYPE_CHECKING

from textual.events import Paste

from primeparlor.files import escape_text, make_folders
from primeparlor.terminal.tui.widgets.text_input import TypedLine

if TYPE_CHECKING:
    from primeparlor.coach.progress.diary import Diary

LONGEST = 4_096  # characters of a path
PLACEHOLDER = "The exported file, with its folder. Enter imports it, Esc closes."


class PathLine(TypedLine):
    """A text input for a path, which may be longer than a move."""

    def __init__(self) -> None:
        super().__init__(PLACEHOLDER)
        self.max_length = LONGEST

    def _on_paste(self, event: Paste) -> None:
        self.insert_text_at_cursor(event.text[:LONGEST].partition("\n")[0].strip("\r"))
        event.stop()
        event.prevent_default()


def export_progress(diary: Diary, day: date) -> str:
    """Export all progress to a file next to the diary; return the path for display."""
    from primeparlor.terminal import progress_transfer

    folder = os.path.dirname(os.path.abspath(diary.path))
    path = os.path.join(folder, f"progress-{day.isoformat()}.json")
    with contextlib.suppress(OSError):  # writing the file below reports the error
        make_folders(folder)
    progress_transfer.export_progress(diary, path)
    return escape_text(path)


def import_progress(diary: Diary, path: str) -> str:
    """Import this file and return a sentence about what was new; quotes around the path are stripped."""
    from primeparlor.terminal import progress_transfer

    path = os.path.expanduser(path.strip("'\"") if path[:1] in ("'", '"') else path)
    return progress_transfer.import_progress(diary, path)
