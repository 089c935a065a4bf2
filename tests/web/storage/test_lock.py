"""A database is for one server at a time. Free again at once, however that one ended: `test_server.py`."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from unittest.mock import Mock

import httpx
import pytest

from primeparlor.cli import main
from primeparlor.match import Conflict, Match
from primeparlor.web.errors import StoreFailed
from primeparlor.web.storage.database import IN_USE, lock_database
from primeparlor.web.storage.store import Store, StoredOptions
from support.web.http_server import PLAIN
from support.web.registry import start
from support.web.visitors import ParlorServer

BEGAN = "2026-01-31T18:00:00Z"


def test_a_second_server_is_told_to_use_another_database(
    parlor: ParlorServer, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("primeparlor.web.server.Server", Mock(side_effect=AssertionError("it was opened")))
    (tmp_path / "there").symlink_to(parlor.home)
    second = ["serve", "--port", "0", "--database", f"sqlite:///{tmp_path}/there/tables.db"]
    assert main.main(second) == 1
    told = IN_USE.format(f": it is open at {parlor.address}")
    assert capsys.readouterr().err == f"parlor: {told}\n"
    assert httpx.get(f"{parlor.address}/healthz", **PLAIN).status_code == 200
    with lock_database(f"sqlite:///{tmp_path}/another.db"):
        pass


def test_a_lock_is_let_go_of_after_a_failure(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path}/tables.db"
    with suppress(ZeroDivisionError), lock_database(url):
        with pytest.raises(StoreFailed, match="Another parlor serve is already using"), lock_database(url):
            pass
        raise ZeroDivisionError
    with lock_database(url):
        pass


@pytest.mark.parametrize("url", ["sqlite:////nowhere/at/all/tables.db", "sqlite://", "postgresql://x/y", "x"])
def test_what_cannot_be_locked_is_told_in_a_sentence(url: str) -> None:
    with (
        pytest.raises(StoreFailed, match=r"^The database (cannot be used|must be a file): .*\.$"),
        lock_database(url),
    ):
        pass


def test_a_game_that_was_begun_elsewhere_is_not_begun_again(tmp_path: Path) -> None:
    store, match = Store(f"sqlite:///{tmp_path}/tables.db"), Match(start())
    store.add_table("t", StoredOptions("friend", 1), match, BEGAN, "hash", 0.0)
    store.add_game("t", 2, match, BEGAN, 0.0)
    with pytest.raises(Conflict):
        store.add_game("t", 2, match, BEGAN, 0.0)
    store.close()
