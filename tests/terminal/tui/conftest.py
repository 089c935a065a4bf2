"""Every test of the screen has saved games and choices of its own."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from support.installed_games import only_the_rota


@pytest.fixture(autouse=True)
def _home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PARLOR_HOME", str(tmp_path / "home"))


@pytest.fixture
def _rota() -> Iterator[None]:
    with only_the_rota():
        yield
