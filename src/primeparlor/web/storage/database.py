"""The database file: opened as durably as can be, and locked against a second server."""

from __future__ import annotations

import fcntl
import os
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, contextmanager, suppress
from urllib.parse import quote

from primeparlor.web.config import LOCK_MILLISECONDS
from primeparlor.web.errors import StoreFailed
from primeparlor.web.storage.version import check_version

NO_FILE = "The database must be a file: --database sqlite:///PATH."
IN_USE = "Another parlor serve is already using this database{}. Choose another database with --database."
LINKED = "its file has a second name (a hard link), by which another server could open it"
REPLACED = "its file was deleted or replaced"
MOST = 200  # bytes of an address


class Database:
    """A database in one file: once that file is deleted or replaced, nothing more is committed."""

    driver = sqlite3  # named once: `turn_writer` asks for nothing that psycopg does not have
    begin = "BEGIN IMMEDIATE"  # takes the lock before anything is read, as LOCK TABLE does in PostgreSQL
    _seconds = LOCK_MILLISECONDS / 1000

    def __init__(self, url: str) -> None:
        """Open the file, or create it; raise if its tables are of a version that is not known here."""
        self.path = os.path.abspath(read_path(url))
        with self.translate_errors():
            with closing(self.driver.connect(self.path, self._seconds)) as connection:
                self.is_current = check_version(connection)
            found = os.stat(self.path)
        if found.st_nlink > 1:
            raise build_error(LINKED)
        self._file = (found.st_dev, found.st_ino)

    def connect(self) -> sqlite3.Connection:
        """Connect to the file, which must exist; every statement is its own transaction until one begins."""
        connection = self.driver.connect(
            f"file://{quote(os.fsencode(self.path))}?mode=rw",
            self._seconds,
            isolation_level=None,
            check_same_thread=False,
            uri=True,
        )
        for setting in ("journal_mode = WAL", "synchronous = FULL", "foreign_keys = ON"):
            connection.execute(f"PRAGMA {setting}")
        return connection

    def check_file(self) -> None:
        """Raise if the file is no longer at its path: what is committed now would be lost."""
        with self.translate_errors():
            found = os.stat(self.path)
        if (found.st_dev, found.st_ino) != self._file:
            raise build_error(REPLACED)

    @contextmanager
    def translate_errors(self) -> Iterator[None]:
        """Translate errors of the driver and of the file into `StoreFailed`."""
        try:
            yield
        except self.driver.Error as error:
            raise build_error(str(error)) from error
        except FileNotFoundError as error:
            raise build_error(REPLACED) from error
        except OSError as error:
            raise build_error(str(error.strerror)) from error


def build_error(cause: str) -> StoreFailed:
    """Build the error of a database that cannot be used."""
    return StoreFailed(f"The database cannot be used: {cause}.", cause)


def read_path(url: str) -> str:
    """Return the path of the database file at this URL, as it was written; raise if it is not a file."""
    path = url.removeprefix("sqlite:///")
    if path in (url, "", ":memory:"):
        raise StoreFailed(NO_FILE)
    return path


@contextmanager
def lock_database(url: str) -> Iterator[Callable[[str], None]]:
    """Lock this database against other servers meanwhile; raise if one uses it.

    Yields a function: call it with this server's address, so that a second server can name it in its error.
    The system releases the lock when this process ends, however it ends. The file beside the database stays:
    deleting it could let two servers in.
    """
    path = f"{os.path.realpath(read_path(url))}.lock"
    with ExitStack() as opened:
        try:
            file = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
            opened.callback(os.close, file)
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            os.truncate(file, 0)  # remove the address of the last server
        except BlockingIOError:
            there = os.pread(file, MOST, 0).decode("ascii", "replace")
            raise StoreFailed(IN_USE.format(f": it is open at {there}" if there else "")) from None
        except OSError as error:
            raise StoreFailed(f"The database cannot be used: {error.strerror}.") from None
        yield lambda address: _write_address(file, address)


def _write_address(file: int, address: str) -> None:
    with suppress(OSError):  # a full disk: the server runs all the same
        os.pwrite(file, address.encode("ascii"), 0)
