"""A record on disk: each line is there to stay, or it is not there at all."""

from __future__ import annotations

import fcntl
import json
import os
import time
from contextlib import suppress
from typing import Self

from primeparlor.core import ParlorError
from primeparlor.files import open_regular, quoted, shown, sync_folder
from primeparlor.match import Entry, Match, Outcome
from primeparlor.records.lines import LONGEST_LINE, Record, RecordError, entry_line, lines, read, result_line


class StoreError(ParlorError):
    """A record that cannot be kept where it should be."""


class RecordExists(StoreError):
    """The name for a new record is taken."""


def load(path: str) -> Record:
    """The record in this file."""
    try:
        with open_regular(path) as file:
            return read(iter(lambda: file.readline(LONGEST_LINE), b""))
    except OSError as error:
        raise RecordError(f"{shown(path)} cannot be read: {error.strerror}.") from None
    except RecordError as error:
        raise RecordError(f"{shown(path)}, {error}") from None


class RecordFile:
    """A record on disk that grows line by line. It is the `Store` of one match at a time."""

    def __init__(self, path: str, flags: int) -> None:
        self.path, self._size = path, 0
        try:
            self._file = os.open(path, flags | os.O_RDWR | os.O_CLOEXEC, 0o644)
        except FileExistsError:
            raise RecordExists(
                f"{shown(path)} exists. Go on with it by 'parlor resume {quoted(path)}', or choose another."
            ) from None
        except OSError as error:
            raise StoreError(f"{shown(path)} cannot be opened to keep the game: {error.strerror}.") from None
        try:
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            self.close()
            busy = isinstance(error, BlockingIOError)
            reason = "is being played elsewhere" if busy else f"cannot be locked: {error.strerror}"
            raise StoreError(f"{shown(path)} {reason}.") from None

    @classmethod
    def create(cls, path: str, match: Match) -> Self:
        """A new record of the match so far, in a file that must not exist yet."""
        record = cls(path, os.O_CREAT | os.O_EXCL)
        began = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime())
        try:
            record._append(*lines(match, began))
            keep_name(path)
        except BaseException:
            record.close()
            with suppress(OSError):
                os.unlink(path)
            raise
        match.store = record
        return record

    @classmethod
    def reopen(cls, path: str) -> tuple[Self, Record]:
        """The match of a record, ready to go on; a cut last line is dropped."""
        if os.path.exists(path) and not os.path.isfile(path):
            raise StoreError(f"{shown(path)} cannot be opened to keep the game: Not a file.")
        record = cls(path, 0)
        try:
            read = load(path)
            record._size = read.size
            if os.pread(record._file, 1, read.size - 1) != b"\n":
                record._write(b"\n")
        except BaseException:
            record.close()
            raise
        read.match.store = record
        return record, read

    def entry(self, entry: Entry) -> None:
        self._append(entry_line(entry))

    def outcome(self, match: Match, outcome: Outcome) -> None:
        self._append(result_line(match, outcome))

    def close(self) -> None:
        """Let go of the file; what is submitted after this cannot be kept."""
        file, self._file = self._file, -1
        if file >= 0:
            os.close(file)

    def _append(self, *lines: dict[str, object]) -> None:
        self._write(b"".join(json.dumps(line, separators=(",", ":")).encode() + b"\n" for line in lines))

    def _write(self, data: bytes) -> None:
        """Put all of it through to the disk, or take back what was written."""
        try:
            os.ftruncate(self._file, self._size)  # a crash or an earlier failure may have left something
            written = 0
            while written < len(data):
                written += os.pwrite(self._file, data[written:], self._size + written)
            os.fsync(self._file)
        except BaseException as error:
            with suppress(OSError):
                os.ftruncate(self._file, self._size)
            if not isinstance(error, OSError):
                raise
            standing = f" It stands in {shown(self.path)} as you last saw it." if self._size else ""
            raise StoreError(f"The game could not be saved: {error.strerror}.{standing}") from None
        self._size += len(data)


def keep_name(path: str) -> None:
    """Make the name of a new file or folder durable too."""
    try:
        sync_folder(path)
    except OSError as error:
        raise StoreError(f"{shown(path)} could not be made to last: {error.strerror}.") from None
