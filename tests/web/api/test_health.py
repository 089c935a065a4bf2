"""Whether the server is well: its database too."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest

from primeparlor.web.storage.schema import metadata
from support.web.http_server import error, open_table, served


@pytest.mark.parametrize("lost", [*metadata.tables, "alembic_version"])
def test_a_server_without_its_database_is_not_well(tmp_path: Path, lost: str) -> None:
    with served(tmp_path) as server:
        assert server.client.get("/healthz").json() == {"status": "ok"}
        database = sqlite3.connect(tmp_path / "tables.db")
        with database:
            database.execute(f"DROP TABLE {lost}")
        database.close()
        answer = server.client.get("/healthz")
        assert error(answer) == (503, "store")
        assert "retry-after" in answer.headers


def test_a_server_that_cannot_write_is_not_well(tmp_path: Path) -> None:
    with served(tmp_path) as server:
        patient, path = server.registry.limits, f"/api/tables/{open_table(server.client).table}"
        with server.registry.store.writer.lock:
            server.registry.limits = patient._replace(check_seconds=0.1)
            for _ in range(9):  # more than the store has threads
                assert error(server.client.get("/healthz")) == (503, "store")
            unknown = {"Authorization": "Bearer x"}  # which is looked for in the database
            assert server.client.get(path, headers=unknown).status_code == 401
        server.registry.limits = patient
        assert server.client.get("/healthz").status_code == 200


def test_a_server_whose_database_was_deleted_is_not_well_and_takes_no_move(tmp_path: Path) -> None:
    with served(tmp_path) as server:
        seat = open_table(server.client, opponent="same screen")
        (tmp_path / "tables.db").unlink()
        assert error(server.client.get("/healthz")) == (503, "store")
        for _ in range(2):  # nor does it count when it is sent again
            assert error(seat.now("move", move="4")) == (503, "store")
        assert seat.view()["number"] == 0
        assert error(server.client.post("/api/tables", json={"game": "prime-climb"})) == (503, "store")
