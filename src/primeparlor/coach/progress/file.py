"""The file of the diary: validated when read, changed under a lock, written atomically.

A file that is no diary is renamed. A file of a later version is read as far as it is understood, and never
changed.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Sequence
from math import isfinite
from typing import Any, TypeAlias

from primeparlor import files
from primeparlor.coach.progress.document import Data
from primeparlor.files import escape_text, make_folders

VERSION = 1
LARGEST = 64 * 2**20  # bytes: a game a day for two centuries takes less
DEEPEST = 20  # levels of data within data; ours has four

Change: TypeAlias = Callable[[Data], None]
Tell: TypeAlias = Callable[[str], None]


class NewerVersion(Exception):
    """Raised when the file was written by a later version, which knows more than this one."""


class DiaryFile:
    """The diary on disk and its lock file."""

    def __init__(self, path: str, tell: Tell) -> None:
        self.path, self._tell = path, tell
        self._tried = b"", 0  # the last text whose write failed or seemed to fail, and its number of changes

    def read(self) -> Data:
        """Return the content of the file, or {} if there is none. A file that is no diary is renamed."""
        try:
            return parse_data(read_bytes(self.path))
        except FileNotFoundError:
            return {}
        except ValueError:
            with self._lock():
                return self._read_or_rename()[0]

    def change(self, changes: Sequence[Change]) -> Data:
        """Apply these changes to the current content of the file; return all of it once it is on disk.

        If this fails, call it again with the same changes and perhaps more: none is applied twice.
        """
        with self._lock():
            data, found = self._read_or_rename()
            check_version(data)
            tried, made = self._tried
            for change in changes[made if found and found == tried else 0 :]:
                change(data)
            data = {"version": VERSION} | data | {"version": VERSION}  # the version is the first key
            text = format_data(data)
            self._tried = text.encode(), len(changes)
            files.write_whole(self.path, text)
        self._tried = b"", 0
        return data

    def _lock(self) -> Any:
        make_folders(os.path.dirname(self.path) or ".")
        return files.lock_file(f"{self.path}.lock")

    def _read_or_rename(self) -> tuple[Data, bytes]:
        """Return the content of the file as data and as bytes; the caller holds the lock."""
        try:
            found = read_bytes(self.path)
            return parse_data(found), found
        except FileNotFoundError:
            return {}, b""
        except ValueError as error:
            aside = rename_broken(self.path)
            self._tell(
                f"{escape_text(self.path)} {error}. It was set aside as "
                f"{escape_text(os.path.basename(aside))}, and your progress starts again."
            )
            return {}, b""


def rename_broken(path: str) -> str:
    """Rename the file to a free name and return that name."""
    stem, suffix = os.path.splitext(path)
    number = 1
    while os.path.lexists(aside := f"{stem}.broken-{number}{suffix}"):
        number += 1
    os.rename(path, aside)
    files.sync_folder(path)
    return aside


def check_version(data: Data) -> None:
    """Raise `NewerVersion` if a later version has written this data."""
    version = data.get("version")
    if type(version) is int and version > VERSION:
        raise NewerVersion


def read_bytes(path: str) -> bytes:
    """Return the bytes of the file; raise `ValueError` if there are more than any diary has."""
    with files.open_regular(path) as file:
        found = file.read(LARGEST + 1)
    if len(found) > LARGEST:
        raise ValueError(f"is larger than {LARGEST // 2**20} MB")
    return found


# Text ----------------------------------------------------------------------------------------------


def parse_data(text: bytes | str) -> Data:
    """Parse the text; raise `ValueError` with the reason if it is no JSON object."""
    try:
        data = json.loads(text, parse_constant=lambda name: None)
    except (ValueError, RecursionError):  # a number of too many digits too
        raise ValueError("cannot be read") from None
    if not isinstance(data, dict):
        raise ValueError("cannot be read")
    return data


def format_data(data: Data) -> str:
    """Format the data as text that `parse_data` reads: each day, card or game on a line of its own."""
    try:
        return f"{_format_lines(data)}\n"
    except (ValueError, RecursionError):
        return f"{_format_lines(_clean_value(data, DEEPEST))}\n"


def _format_lines(data: Data) -> str:
    return _format_block(
        {
            key: _format_block(_dump_values(part), " ") if isinstance(part, dict) else _dump(part)
            for key, part in data.items()
        }
    )


def _dump_values(part: Data) -> dict[str, str]:
    return {key: _dump(value) for key, value in part.items()}


def _format_block(parts: dict[str, str], indent: str = "") -> str:
    rows = ",\n".join(f"{indent} {_dump(key)}: {part}" for key, part in parts.items())
    return f"{{\n{rows}\n{indent}}}" if rows else "{}"


def _dump(value: object) -> str:
    return json.dumps(value, allow_nan=False)


def _clean_value(value: object, deep: int) -> Any:
    """Return the value without infinite numbers and without data that is nested too deeply."""
    if isinstance(value, dict):
        return {key: _clean_value(part, deep - 1) for key, part in value.items()} if deep else None
    if isinstance(value, list):
        return [_clean_value(part, deep - 1) for part in value] if deep else None
    return None if isinstance(value, float) and not isfinite(value) else value


class MemoryStorage:
    """A diary that the client stores: it is received, changed in memory and sent back."""

    def __init__(self, data: Data) -> None:
        self.data = {"version": VERSION} | data

    def read(self) -> Data:
        return self.data

    def change(self, changes: Sequence[Change]) -> Data:
        """Apply the changes to a copy, because data that was read before must not change."""
        self.data = parse_data(format_data(self.data))
        for change in changes:
            change(self.data)
        return self.data
