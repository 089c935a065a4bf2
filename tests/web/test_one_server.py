"""A database is for one server at a time, and free again at once, however that one ended."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from contextlib import AbstractContextManager, suppress
from pathlib import Path

import pytest

import serve_helpers
from hall_helpers import PATIENCE, start
from primeparlor.match import Conflict, Match
from primeparlor.web.faults import StoreFailed
from primeparlor.web.lock import IN_USE, locked
from primeparlor.web.store import Options, Store
from serve_helpers import Served

BEGAN = "2026-01-31T18:00:00Z"


def words(database: Path) -> list[str]:
    return [
        sys.executable,
        "-m",
        "primeparlor",
        "serve",
        "--port",
        "0",
        "--database",
        f"sqlite:///{database}",
    ]


def served(database: Path) -> AbstractContextManager[Served]:
    return serve_helpers.served(words(database), os.environ | {"PYTHONUNBUFFERED": "1"})


def test_a_second_server_is_told_to_use_another_database(tmp_path: Path) -> None:
    (tmp_path / "here").mkdir()
    (tmp_path / "there").symlink_to(tmp_path / "here")
    with served(tmp_path / "here" / "tables.db") as server:
        second = subprocess.run(
            words(tmp_path / "there" / "tables.db"),
            capture_output=True,
            text=True,
            timeout=PATIENCE,
            check=False,
        )
        told = IN_USE.format(f": it is open at {server.address}")
        assert (second.returncode, second.stderr) == (1, f"parlor: {told}\n")
        assert server.client.get("/healthz").status_code == 200
        with served(tmp_path / "another.db") as another:
            assert another.client.get("/healthz").status_code == 200


@pytest.mark.parametrize("by", [signal.SIGKILL, signal.SIGTERM])
def test_the_database_is_free_at_once_after_any_end(by: signal.Signals, tmp_path: Path) -> None:
    for _ in range(2):
        with served(tmp_path / "tables.db") as server:  # its workers may outlive it for a moment
            server.client.post("/api/tables", json={"game": "pocket-addition", "opponent": "beginner"})
            server.end(by)


def test_a_lock_is_let_go_of_after_a_failure(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path}/tables.db"
    with suppress(ZeroDivisionError), locked(url):
        with pytest.raises(StoreFailed, match="Another parlor serve is already using"), locked(url):
            pass
        raise ZeroDivisionError
    with locked(url):
        pass


@pytest.mark.parametrize("url", ["sqlite:////nowhere/at/all/tables.db", "sqlite://", "postgresql://x/y", "x"])
def test_what_cannot_be_locked_is_told_in_a_sentence(url: str) -> None:
    with (
        pytest.raises(StoreFailed, match=r"^The database (cannot be used|must be a file): .*\.$"),
        locked(url),
    ):
        pass


def test_a_game_that_was_begun_elsewhere_is_not_begun_again(tmp_path: Path) -> None:
    store, match = Store(f"sqlite:///{tmp_path}/tables.db"), Match(start())
    store.add("t", Options("friend", 1), match, BEGAN, "hash", 0.0)
    store.add_game("t", 2, match, BEGAN, 0.0)
    with pytest.raises(Conflict):
        store.add_game("t", 2, match, BEGAN, 0.0)
    store.close()
