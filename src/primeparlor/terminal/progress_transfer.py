"""Export of progress to a file, and import from it; used by the screen and by plain lines."""

from __future__ import annotations

import os
from typing import BinaryIO

from primeparlor import files
from primeparlor.coach.progress.diary import Diary
from primeparlor.coach.progress.file import LARGEST, read_bytes
from primeparlor.coach.progress.merge import read_export
from primeparlor.core import ParlorError
from primeparlor.files import escape_text
from primeparlor.records import RecordError


def export_progress(diary: Diary, path: str) -> None:
    """Write the whole diary to this file; overwrite nothing but an earlier export."""
    if os.path.lexists(path):
        try:
            read_export(_read_text(path))
        except ParlorError:
            stays = "is not an export of your progress, so it stays as it is. Choose another name"
            raise RecordError(f"{escape_text(path)} {stays}.") from None
    try:
        files.write_whole(path, diary.export())
    except OSError as error:
        raise RecordError(f"{escape_text(path)} cannot be written: {error.strerror}.") from None


def import_progress(diary: Diary, path: str) -> str:
    """Import progress from this file and return a sentence about what was new."""
    return _import_text(diary, _read_text(path), escape_text(path))


def import_stream(diary: Diary, file: BinaryIO, name: str) -> str:
    """Import progress from an open binary file; `name` identifies it in error messages."""
    given = file.read(LARGEST + 1)
    if len(given) > LARGEST:
        raise _build_size_error(name)
    return _import_text(diary, given.decode("utf-8", "replace"), name)


def _import_text(diary: Diary, text: str, name: str) -> str:
    try:
        return diary.import_progress(text)
    except ParlorError as error:
        raise RecordError(f"{name}: {error}") from None


def _read_text(path: str) -> str:
    """Read the file as text, up to the largest size a diary may have."""
    try:
        return read_bytes(path).decode("utf-8", "replace")
    except OSError as error:
        raise RecordError(f"{escape_text(path)} cannot be read: {error.strerror}.") from None
    except ValueError:
        raise _build_size_error(escape_text(path)) from None


def _build_size_error(name: str) -> RecordError:
    return RecordError(f"{name} is not saved progress: it is larger than {LARGEST // 2**20} MB.")
