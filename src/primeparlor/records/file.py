"""A record on disk: each turn is saved completely, or not at all."""

from __future__ import annotations

import errno
import fcntl
import os
import stat
import time
from contextlib import suppress
from io import BytesIO
from typing import TYPE_CHECKING, BinaryIO, Self

from primeparlor.core import ParlorError
from primeparlor.files import escape_text, open_regular, quote_argument, sync_folder
from primeparlor.match import Conflict, Match, Turn
from primeparlor.records.line import LONGEST_LINE, RecordError
from primeparlor.records.writer import encode_lines, format_record, format_turn

if TYPE_CHECKING:
    from primeparlor.records.reader import Record


class StoreError(ParlorError):
    """Raised when a record cannot be saved."""


class RecordExists(StoreError):
    """Raised when the name for a new record is taken."""


class RecordBusy(StoreError):
    """Raised when the record is being played elsewhere."""


class RecordGone(StoreError):
    """Raised when the record was moved, deleted or replaced while it was being played."""


def load(path: str) -> Record:
    """Read the record in this file."""
    try:
        with open_regular(path) as file:
            return _read(path, file)
    except OSError as error:
        raise RecordError(f"{escape_text(path)} cannot be read: {error.strerror}.") from None


def _read(path: str, file: BinaryIO) -> Record:
    from primeparlor.records.reader import read

    try:
        return read(iter(lambda: file.readline(LONGEST_LINE), b""))
    except RecordError as error:
        raise RecordError(f"{escape_text(path)}, {error}") from None


class RecordFile:
    """A record on disk that grows turn by turn. It is the `Store` of one match at a time.

    The file stays unchanged until the first turn is saved. Only then is anything a crash left at the end cut
    off.
    """

    def __init__(self, path: str, file: int, began: str, seq: int = 0) -> None:
        self.path, self.began = path, began
        self._file = file  # open and locked
        self._seq = seq  # of the last entry stored
        self._size = 0  # of what is stored
        self._gap = b""  # the line end, if it is missing there
        self._tail = b""  # bytes that may follow: left by a crash or a failed write

    @classmethod
    def create(cls, path: str, match: Match, began: str = "") -> Self:
        """Create a record of the match so far, in a file that must not exist yet."""
        began = began or time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime())
        record = cls(path, _open_file(path, os.O_CREAT | os.O_EXCL), began, match.seq)
        try:
            _lock(path, record._file)
            record._write(encode_lines(format_record(match, began)))
            sync_name(path)
        except BaseException:
            with suppress(OSError):
                if _is_at(path, record._file):
                    os.unlink(path)
            record.close()
            raise
        match.store = record
        return record

    @classmethod
    def reopen(cls, path: str) -> tuple[Self, Record]:
        """Open a record to resume its match. A turn cut short is dropped; the file stays as it is."""
        file = _open_locked(path)
        try:
            with open(file, "rb", closefd=False) as text:
                found = _read(path, text)
            record = cls(path, file, found.began, found.match.seq)
            record._size = found.size
            record._gap = b"" if os.pread(file, 1, found.size - 1) == b"\n" else b"\n"
            record._tail = os.pread(file, os.fstat(file).st_size - found.size, found.size)
        except BaseException as error:
            os.close(file)
            if not isinstance(error, OSError):
                raise
            raise RecordError(f"{escape_text(path)} cannot be read: {error.strerror}.") from None
        found.match.store = record
        return record, found

    def append(self, turn: Turn) -> None:
        """Save the whole turn in one write, or nothing of it."""
        if turn.seq != self._seq:
            raise Conflict(f"The last entry saved is {self._seq}, but this turn follows entry {turn.seq}.")
        self.check()
        self._write(self._gap + encode_lines(format_turn(turn)), len(turn.entries))

    def since(self, seq: int) -> list[Turn]:
        """Return the turns stored after the entry of this number."""
        if seq >= self._seq:
            return []
        try:
            data = os.pread(self._file, self._size, 0)
        except OSError as error:
            raise self._build_error(error) from None
        return _read(self.path, BytesIO(data)).match.list_turns(seq)

    def check(self) -> None:
        """Raise if the record has moved or another program has written to it."""
        try:
            ours = os.fstat(self._file)
            rest = os.pread(self._file, len(self._tail) + 1, self._size)
            there = os.stat(self.path)
        except (FileNotFoundError, NotADirectoryError):
            raise self._build_gone_error("was moved or deleted during the game") from None
        except OSError as error:
            raise self._build_error(error) from None
        if not os.path.samestat(ours, there):
            raise self._build_gone_error("was replaced by another file during the game")
        if ours.st_size < self._size or not self._tail.startswith(rest):
            raise StoreError(
                "The game could not be saved: "
                f"another program changed {escape_text(self.path)} during the game."
            )

    def close(self) -> None:
        """Close the file; nothing can be saved after this."""
        file, self._file = self._file, -1
        if file >= 0:
            os.close(file)

    def _write(self, data: bytes, entries: int = 0) -> None:
        """Write all of it to the disk, or undo what was written."""
        try:
            if self._tail:
                os.ftruncate(self._file, self._size)
            self._tail = data  # how much of it is written is unknown if this fails
            written = 0
            while written < len(data):
                written += os.pwrite(self._file, data[written:], self._size + written)
            os.fsync(self._file)
        except BaseException as error:
            with suppress(OSError):
                os.ftruncate(self._file, self._size)
                self._tail = b""
            if isinstance(error, OSError):
                raise self._build_error(error) from None
            raise
        size, seq = self._size + len(data), self._seq + entries
        # one assignment, so that an interrupt cannot come in between
        self._size, self._seq, self._gap, self._tail = size, seq, b"", b""

    def _build_error(self, error: OSError) -> StoreError:
        """Build the error that says what is safe."""
        standing = f" {escape_text(self.path)} has it as you last saw it." if self._size else ""
        return StoreError(f"The game could not be saved: {error.strerror}.{standing}")

    def _build_gone_error(self, what: str) -> RecordGone:
        return RecordGone(f"The game could not be saved: {escape_text(self.path)} {what}.")


def delete(path: str) -> None:
    """Delete a record for good, also one that cannot be read; raises RecordBusy while it is being played."""
    file = _open_locked(path)
    try:
        os.unlink(path)
    except OSError as error:
        raise StoreError(f"{escape_text(path)} cannot be deleted: {error.strerror}.") from None
    finally:
        os.close(file)


def _open_file(path: str, flags: int = 0) -> int:
    """Open the file for saving a game; a pipe or a device is refused."""
    try:
        file = os.open(path, flags | os.O_RDWR | os.O_NONBLOCK | os.O_CLOEXEC, 0o644)
        if not stat.S_ISREG(os.fstat(file).st_mode):
            os.close(file)
            raise OSError(errno.EINVAL, "Not a file", path)
    except FileExistsError:
        if not os.path.isfile(path):
            raise StoreError(f"{escape_text(path)} is not a regular file: choose another name.") from None
        raise RecordExists(
            f"{escape_text(path)} already exists. Resume it with 'parlor resume {quote_argument(path)}', "
            "or choose another name."
        ) from None
    except OSError as error:
        raise StoreError(
            f"{escape_text(path)} cannot be opened to save the game: {error.strerror}."
        ) from None
    return file


def _open_locked(path: str) -> int:
    """Open and lock the file; if it was replaced before it was locked, try again."""
    while True:
        file = _open_file(path)
        try:
            _lock(path, file)
            if _is_at(path, file):
                return file
        except BaseException:
            os.close(file)
            raise
        os.close(file)


def _lock(path: str, file: int) -> None:
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        raise RecordBusy(f"{escape_text(path)} is being played elsewhere.") from None
    except OSError as error:
        raise StoreError(f"{escape_text(path)} cannot be locked: {error.strerror}.") from None


def _is_at(path: str, file: int) -> bool:
    """Return True if this open file is the one of this name."""
    try:
        return os.path.samestat(os.stat(path), os.fstat(file))
    except FileNotFoundError:
        return False


def sync_name(path: str) -> None:
    """Flush the folder entry of a new file or folder to the disk."""
    try:
        sync_folder(path)
    except OSError as error:
        raise StoreError(f"{escape_text(path)} could not be saved: {error.strerror}.") from None
