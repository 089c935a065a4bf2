"""The database at an address, as durable as it can be."""

from __future__ import annotations

from typing import Any

from sqlalchemy import Connection, Engine, create_engine, event
from sqlalchemy.engine import make_url
from sqlalchemy.exc import SQLAlchemyError

from primeparlor.web.faults import StoreFailed

PATIENCE = 30_000  # milliseconds to wait for another process that writes


def engine_at(url: str) -> Engine:
    """The database at this address."""
    try:
        made = make_url(url)
        if made.get_backend_name() != "sqlite" or not made.database or made.database == ":memory:":
            raise StoreFailed("The database must be a file: --database sqlite:///PATH.")
        engine = create_engine(made, connect_args={"check_same_thread": False, "timeout": PATIENCE / 1000})
    except SQLAlchemyError:
        raise StoreFailed("The database must be a file: --database sqlite:///PATH.") from None
    event.listen(engine, "connect", _set_up_sqlite)
    event.listen(engine, "begin", _begin)
    return engine


def _set_up_sqlite(connection: Any, record: object) -> None:
    connection.isolation_level = None  # the driver would begin transactions too late
    for setting in ("journal_mode = WAL", "synchronous = FULL", "foreign_keys = ON"):
        connection.execute(f"PRAGMA {setting}")


def _begin(connection: Connection) -> None:
    """Lock before reading what a write depends on."""
    writing = connection.get_execution_options().get("writing")
    connection.exec_driver_sql("BEGIN IMMEDIATE" if writing else "BEGIN")
