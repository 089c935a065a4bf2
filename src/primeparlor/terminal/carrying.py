"""Progress carried to another computer and back, as a file; on the screen and in plain lines."""

from __future__ import annotations

import os

from primeparlor import files
from primeparlor.coach.diary import Diary
from primeparlor.coach.diary_file import LARGEST, read_bytes
from primeparlor.coach.joining import read_export
from primeparlor.core import ParlorError
from primeparlor.files import shown
from primeparlor.records import RecordError


def write(diary: Diary, path: str) -> None:
    """Write everything to this file, but over nothing else than an earlier export."""
    if os.path.lexists(path):
        try:
            read_export(_read(path))
        except ParlorError:
            stays = "is not an export of your progress, so it stays as it is. Choose another name"
            raise RecordError(f"{shown(path)} {stays}.") from None
    try:
        files.write_whole(path, diary.export())
    except OSError as error:
        raise RecordError(f"{shown(path)} cannot be written: {error.strerror}.") from None


def take(diary: Diary, path: str) -> str:
    """What was new in this file, in a sentence, once it is taken in."""
    return take_text(diary, _read(path), shown(path))


def take_text(diary: Diary, text: str, name: str) -> str:
    """The same with what was read from somewhere, which has this name."""
    try:
        return diary.take(text)
    except ParlorError as error:
        raise RecordError(f"{name}: {error}") from None


def _read(path: str) -> str:
    """The text of the file, of which no more is read than any diary has."""
    try:
        return read_bytes(path).decode("utf-8", "replace")
    except OSError as error:
        raise RecordError(f"{shown(path)} cannot be read: {error.strerror}.") from None
    except ValueError:
        large = f"larger than {LARGEST // 2**20} MB"
        raise RecordError(f"{shown(path)} is not saved progress: it is {large}.") from None
