"""All routes of the API, gathered from the modules of endpoints."""

from __future__ import annotations

from primeparlor.web.api import meta, progress, puzzles, tables
from primeparlor.web.api.endpoint import Endpoint


def list_endpoints() -> list[Endpoint]:
    """Return all endpoints of the API."""
    return [
        *tables.list_endpoints(),
        *puzzles.list_endpoints(),
        *progress.list_endpoints(),
        *meta.list_endpoints(),
    ]
