"""Tables of the database, and the migration steps for older databases.

Only features that SQLite and PostgreSQL share are used.
"""

from __future__ import annotations

from collections.abc import Sequence

from sqlalchemy import (
    Boolean,
    Column,
    Connection,
    Engine,
    Float,
    ForeignKey,
    Index,
    Integer,
    MetaData,
    PrimaryKeyConstraint,
    String,
    Table,
    Text,
    UniqueConstraint,
    func,
    insert,
    inspect,
    select,
    update,
)

from primeparlor.web.faults import StoreFailed

metadata = MetaData()


def _of_table() -> Column[str]:
    return Column("table", String, ForeignKey("tables.id", ondelete="CASCADE"), nullable=False)


schema = Table("schema", metadata, Column("version", Integer, nullable=False))

tables = Table(
    "tables",
    metadata,
    Column("id", String, primary_key=True),
    Column("opened", Float, nullable=False),  # seconds since 1970, as all times here
    Column("touched", Float, nullable=False),  # when something last happened
    Column("finished", Float),  # when the last game ended; null while one is played
    Column("joined", Boolean, nullable=False),  # whether a friend has joined; if none is expected, as `moved`
    Column("moved", Boolean, nullable=False),  # whether a person has moved
    Column("options", Text, nullable=False),  # as JSON: the opponent, and the opener's first seat
)

matches = Table(
    "matches",
    metadata,
    _of_table(),
    Column("game", Integer, nullable=False),  # 1, and 2 for the first rematch
    Column("first", Integer, nullable=False),  # the number of the last entry before it
    Column("header", Text, nullable=False),  # the first line of its record
    PrimaryKeyConstraint("table", "game"),
)

entries = Table(
    "entries",
    metadata,
    _of_table(),
    Column("seq", Integer, nullable=False),
    Column("line", Text, nullable=False),  # a line of its record
    Column("more", Boolean, nullable=False),  # whether the next entry belongs to the same turn
    PrimaryKeyConstraint("table", "seq"),
)

seats = Table(
    "seats",
    metadata,
    Column("hash", String, primary_key=True),  # of the token; the token itself is not stored
    _of_table(),
    Column("person", Integer, nullable=False),  # 1 opened the table, 2 joined it
    Column("nth", Integer, nullable=False),  # of this person's tokens
    Column("key", String),  # hash of the key of its Join request, until the token is used
    UniqueConstraint("table", "person", "nth"),
)

touched = Index("tables_touched", tables.c.touched)


# Steps -------------------------------------------------------------------------------------------------
# A step is written once and never changed. It names its statements itself: the tables above are those of
# today, and a database that is two steps behind must still be what the first of them expects.

STEPS: Sequence[Sequence[str]] = (
    (
        """CREATE TABLE tables (
            id VARCHAR NOT NULL PRIMARY KEY,
            opened FLOAT NOT NULL,
            touched FLOAT NOT NULL,
            finished FLOAT,
            joined BOOLEAN NOT NULL,
            options TEXT NOT NULL
        )""",
        """CREATE TABLE matches (
            "table" VARCHAR NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
            game INTEGER NOT NULL,
            first INTEGER NOT NULL,
            header TEXT NOT NULL,
            PRIMARY KEY ("table", game)
        )""",
        """CREATE TABLE entries (
            "table" VARCHAR NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
            seq INTEGER NOT NULL,
            line TEXT NOT NULL,
            more BOOLEAN NOT NULL,
            PRIMARY KEY ("table", seq)
        )""",
        """CREATE TABLE seats (
            hash VARCHAR NOT NULL PRIMARY KEY,
            "table" VARCHAR NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
            person INTEGER NOT NULL,
            nth INTEGER NOT NULL,
            UNIQUE ("table", person, nth)
        )""",
        "CREATE INDEX tables_touched ON tables (touched)",
    ),
    ("ALTER TABLE seats ADD COLUMN used BOOLEAN NOT NULL DEFAULT TRUE",),
    ("ALTER TABLE seats ADD COLUMN key VARCHAR", "ALTER TABLE seats DROP COLUMN used"),
    ("ALTER TABLE tables ADD COLUMN moved BOOLEAN NOT NULL DEFAULT TRUE",),
)


def bring_up_to_date(engine: Engine, steps: Sequence[Sequence[str]] = STEPS) -> None:
    """Run the migration steps that this database lacks; raise if a newer version made it."""
    while True:
        with engine.connect().execution_options(writing=True) as connection, connection.begin():
            version = _version(connection)
            if version > len(steps):
                raise StoreFailed(
                    f"This database was made by a newer parlor (version {version}; this one knows "
                    f"{len(steps)}). Update Prime Parlor, or name another database."
                )
            if version == len(steps):
                return
            for statement in steps[version]:
                connection.exec_driver_sql(statement)
            connection.execute(update(schema).values(version=version + 1))


def _version(connection: Connection) -> int:
    """Return the number of steps this database has had; create the counter in a new one."""
    if not inspect(connection).has_table(schema.name):
        schema.create(connection)
        connection.execute(insert(schema).values(version=0))
    version: int = connection.execute(select(func.max(schema.c.version))).scalar_one()
    return version
