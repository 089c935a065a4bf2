"""The environment in which Alembic runs the revisions: a connection that has begun a transaction."""

from __future__ import annotations

from alembic import context

context.configure(connection=context.config.attributes["connection"], transactional_ddl=True)
context.run_migrations()
