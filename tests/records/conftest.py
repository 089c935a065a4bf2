"""Where the tests of records keep them."""

from __future__ import annotations

import os
from pathlib import Path

import pytest


@pytest.fixture
def path(tmp_path: Path) -> str:
    return str(tmp_path / "game.jsonl")


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("PARLOR_HOME", str(tmp_path / "home"))
    return tmp_path / "home"


@pytest.fixture
def _quick_disk(monkeypatch: pytest.MonkeyPatch) -> None:
    """Thousands of records are written; that each reaches the disk is tested elsewhere."""
    monkeypatch.setattr(os, "fsync", lambda file: None)
