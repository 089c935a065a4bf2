"""The version of the tables in a database: read at every start without Alembic, which is slow to import."""

from __future__ import annotations

import re
import sqlite3

from primeparlor.web.errors import StoreFailed

FIRST, VERSION = 5, 5  # the first and the last revision in `migrations`
FIND_TABLES = "SELECT name FROM sqlite_master"

NEWER = (
    "This database was made by a newer parlor (version {}; this one knows {}). Update Prime Parlor, or name "
    "another database."
)
UNRELEASED = (
    "This database is from before the first release (version {}; this parlor knows {}) and is no longer "
    "read: move it away, or name another one with --database."
)
UNKNOWN = "This database belongs to another program: name another one with --database."


def check_version(connection: sqlite3.Connection) -> bool:
    """Return whether the tables are those of this version; raise if they cannot become so.

    Raises before anything is written: the file of another program stays as it is.
    """
    found = {name for (name,) in connection.execute(FIND_TABLES)}
    if "schema" in found:
        version = connection.execute("SELECT version FROM schema").fetchone()
        raise StoreFailed(UNRELEASED.format(*version or "?", VERSION))
    if not found:
        return False
    if "alembic_version" not in found:
        raise StoreFailed(UNKNOWN)
    versions = connection.execute("SELECT version_num FROM alembic_version").fetchall()
    if len(versions) != 1 or not re.fullmatch(r"[0-9]{1,9}", str(versions[0][0])):
        raise StoreFailed(UNKNOWN)
    version = int(versions[0][0])
    if version < FIRST:
        raise StoreFailed(UNKNOWN)
    if version > VERSION:
        raise StoreFailed(NEWER.format(version, VERSION))
    return version == VERSION
