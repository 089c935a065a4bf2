"""Migrations of the database: with Alembic, whose revisions are the files in `versions`.

A change of the tables is made in `schema`, and in a new revision whose number is the next `VERSION`.
"""

from __future__ import annotations

from threading import Lock

from alembic.command import upgrade
from alembic.config import Config

from primeparlor.web.storage.database import Database
from primeparlor.web.storage.queries import TableQueries


def migrate(database: Database) -> None:
    """Create the tables, or change those of an earlier version; all of it or nothing."""
    config = Config()
    config.set_main_option("script_location", "primeparlor.web.storage:migrations")
    queries = TableQueries(database, Lock())
    try:
        with queries.open_transaction() as connection:
            config.attributes["connection"] = connection
            upgrade(config, "head")
    finally:
        queries.close()
