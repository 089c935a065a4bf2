"""SQLAlchemy engines for SQLite files, set up for durability."""

from __future__ import annotations

from typing import Any

from sqlalchemy import Connection, Engine, create_engine, event
from sqlalchemy.engine import make_url
from sqlalchemy.exc import SQLAlchemyError

from primeparlor.web.faults import StoreFailed

NO_FILE = "The database must be a file: --database sqlite:///PATH."
PATIENCE = 30_000  # milliseconds to wait for another process that writes, such as a maintenance tool


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
        engine = create_engine(url, connect_args={"check_same_thread": False, "timeout": PATIENCE / 1000})
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
