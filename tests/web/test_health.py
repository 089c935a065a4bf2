"""Whether the server is well: its database too."""

from __future__ import annotations

import sqlite3
from pathlib import Path

from http_helpers import error, served


def test_a_server_without_its_database_is_not_well(tmp_path: Path) -> None:
    with served(tmp_path) as server:
        assert server.client.get("/healthz").json() == {"status": "ok"}
        database = sqlite3.connect(tmp_path / "tables.db")
        with database:
            database.execute("DROP TABLE schema")
        database.close()
        answer = server.client.get("/healthz")
        assert error(answer) == (503, "store")
        assert "retry-after" in answer.headers
