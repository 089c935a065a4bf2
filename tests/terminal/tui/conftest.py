"""Every test of the screen has saved games and choices of its own."""

from __future__ import annotations

from pathlib import Path

import pytest

from primeparlor.games import GAMES, ROTAS


@pytest.fixture(autouse=True)
def _home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PARLOR_HOME", str(tmp_path / "home"))


@pytest.fixture
def _rota(monkeypatch: pytest.MonkeyPatch) -> None:
    """Only the games of the rota hang on the wall: a new one changes no layout that is tested here."""
    ours = {name: package for name, package in GAMES._ours.items() if name in ROTAS[1]}
    monkeypatch.setattr(GAMES, "_ours", ours)
