"""The database file: opened as durably as can be, and locked against a second server."""

from __future__ import annotations

import fcntl
import os
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from typing import Any

from sqlalchemy import Connection, Engine, create_engine, event
from sqlalchemy.engine import make_url
from sqlalchemy.exc import SQLAlchemyError

from primeparlor.web.config import LOCK_MILLISECONDS
from primeparlor.web.errors import StoreFailed

NO_FILE = "The database must be a file: --database sqlite:///PATH."


IN_USE = "Another parlor serve is already using this database{}. Choose another database with --database."
MOST = 200  # bytes of an address


def read_path(url: str) -> str:
    """Return the path of the database file at this URL; raise if it is not a file."""
    try:
        made = make_url(url)
        if made.get_backend_name() == "sqlite" and made.database and made.database != ":memory:":
            return made.database
    except SQLAlchemyError:
        pass
    raise StoreFailed(NO_FILE)


def open_engine(url: str) -> Engine:
    """Create the engine for the database at this URL."""
    read_path(url)
    try:
        engine = create_engine(
            url, connect_args={"check_same_thread": False, "timeout": LOCK_MILLISECONDS / 1000}
        )
    except SQLAlchemyError:
        raise StoreFailed(NO_FILE) from None
    event.listen(engine, "connect", _set_up_sqlite)
    event.listen(engine, "begin", _begin_transaction)
    return engine


def _set_up_sqlite(connection: Any, record: object) -> None:
    connection.isolation_level = None  # the driver would begin transactions too late
    for setting in ("journal_mode = WAL", "synchronous = FULL", "foreign_keys = ON"):
        connection.execute(f"PRAGMA {setting}")


def _begin_transaction(connection: Connection) -> None:
    """Begin a transaction; one that writes takes its lock before it reads."""
    writing = connection.get_execution_options().get("writing")
    connection.exec_driver_sql("BEGIN IMMEDIATE" if writing else "BEGIN")


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
