"""Tables of the database, as the migrations make them.

Only features that SQLite and PostgreSQL share are used.
"""

from __future__ import annotations

from sqlalchemy import (
    Boolean,
    Column,
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
)

metadata = MetaData()


def _build_table_column() -> Column[str]:
    return Column("table", String, ForeignKey("tables.id", ondelete="CASCADE"), nullable=False)


health = Table("health", metadata, Column("checks", Integer, nullable=False))  # one row: how many there were

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
    _build_table_column(),
    Column("game", Integer, nullable=False),  # 1, and 2 for the first rematch
    Column("first", Integer, nullable=False),  # the number of the last entry before it
    Column("header", Text, nullable=False),  # the first line of its record
    PrimaryKeyConstraint("table", "game"),
)

entries = Table(
    "entries",
    metadata,
    _build_table_column(),
    Column("seq", Integer, nullable=False),
    Column("line", Text, nullable=False),  # a line of its record
    Column("more", Boolean, nullable=False),  # whether the next entry belongs to the same turn
    PrimaryKeyConstraint("table", "seq"),
)

seats = Table(
    "seats",
    metadata,
    Column("hash", String, primary_key=True),  # of the token; the token itself is not stored
    _build_table_column(),
    Column("person", Integer, nullable=False),  # 1 opened the table, 2 joined it
    Column("nth", Integer, nullable=False),  # of this person's tokens
    Column("key", String),  # hash of the key of its Join request, until the token is used
    UniqueConstraint("table", "person", "nth"),
)

touched = Index("tables_touched", tables.c.touched)
