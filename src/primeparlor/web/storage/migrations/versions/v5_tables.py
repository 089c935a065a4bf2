"""The tables of the first release."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "5"
down_revision = None


def upgrade() -> None:
    """Create all tables."""
    health = op.create_table("health", sa.Column("checks", sa.Integer, nullable=False))
    op.bulk_insert(health, [{"checks": 0}])
    op.create_table(
        "tables",
        sa.Column("id", sa.String, primary_key=True),
        sa.Column("opened", sa.Float, nullable=False),
        sa.Column("touched", sa.Float, nullable=False),
        sa.Column("finished", sa.Float),
        sa.Column("joined", sa.Boolean, nullable=False),
        sa.Column("moved", sa.Boolean, nullable=False),
        sa.Column("options", sa.Text, nullable=False),
    )
    op.create_index("tables_touched", "tables", ["touched"])
    op.create_table(
        "matches",
        sa.Column("table", sa.String, sa.ForeignKey("tables.id", ondelete="CASCADE"), nullable=False),
        sa.Column("game", sa.Integer, nullable=False),
        sa.Column("first", sa.Integer, nullable=False),
        sa.Column("header", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("table", "game"),
    )
    op.create_table(
        "entries",
        sa.Column("table", sa.String, sa.ForeignKey("tables.id", ondelete="CASCADE"), nullable=False),
        sa.Column("seq", sa.Integer, nullable=False),
        sa.Column("line", sa.Text, nullable=False),
        sa.Column("more", sa.Boolean, nullable=False),
        sa.PrimaryKeyConstraint("table", "seq"),
    )
    op.create_table(
        "seats",
        sa.Column("hash", sa.String, primary_key=True),
        sa.Column("table", sa.String, sa.ForeignKey("tables.id", ondelete="CASCADE"), nullable=False),
        sa.Column("person", sa.Integer, nullable=False),
        sa.Column("nth", sa.Integer, nullable=False),
        sa.Column("key", sa.String),
        sa.UniqueConstraint("table", "person", "nth"),
    )
