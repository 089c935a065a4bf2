"""The folder of the saved games, and their file names."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from contextlib import suppress

from primeparlor.files import escape_text, make_folders
from primeparlor.match import Match, find_agent_name
from primeparlor.records.file import RecordExists, RecordFile, StoreError, load, sync_name
from primeparlor.records.line import RecordError

SUFFIX = ".jsonl"


def find_folder() -> str:
    """Return the folder of the saved games: PARLOR_HOME, else the user's data folder."""
    home = os.path.expanduser("~")
    if home == "~":  # a user without a home, as in a container: no folder of that name is made here
        home = "/"
    data = os.environ.get("XDG_DATA_HOME") or os.path.join(home, ".local/share")
    return os.path.normpath(os.environ.get("PARLOR_HOME") or os.path.join(data, "primeparlor"))


def create_saved(match: Match, began: str = "") -> RecordFile:
    """Create a new record for this match among the saved games."""
    home = find_folder()
    if not os.path.isdir(home):
        try:
            make_folders(home)
        except OSError as error:
            raise StoreError(
                f"{escape_text(home)} cannot be created for saved games: {error.strerror}."
            ) from None
        sync_name(home)
    stem = os.path.join(home, f"{time.strftime('%Y%m%d-%H%M%S', time.gmtime())}-{match.start.name}")
    for ending in ("", *(f"-{attempt:02}" for attempt in range(2, 100))):
        with suppress(RecordExists):
            return RecordFile.create(stem + ending + SUFFIX, match, began)
    raise StoreError(f"Too many games were started in {escape_text(home)} this second. Try again.")


def list_saved() -> list[str]:
    """Return the paths of the saved games, the last played at the end."""
    try:
        with os.scandir(find_folder()) as entries:
            games = [entry for entry in entries if entry.name.endswith(SUFFIX) and entry.is_file()]
    except FileNotFoundError:
        return []
    except OSError as error:
        raise RecordError(f"{escape_text(find_folder())} cannot be read: {error.strerror}.") from None
    # Games may share a tick of the file system's clock; their names without the suffix are in order too.
    return [
        entry.path
        for entry in sorted(games, key=lambda entry: (entry.stat().st_mtime_ns, entry.name[: -len(SUFFIX)]))
    ]


def list_unfinished() -> Iterator[str]:
    """Yield the saved games that can be resumed, the last played first; one may be open elsewhere.

    `RecordFile.reopen` raises `RecordBusy` for that one: then take the next. The game of a program that came
    in is not among them: it cannot be called back.
    """
    for path in reversed(list_saved()):
        try:
            match = load(path).match
        except RecordError:
            continue  # `parlor games` shows what is wrong with it
        if match.find_outcome() is None and not any(map(find_agent_name, match.seats)):
            yield path
