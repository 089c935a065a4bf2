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
    """Skip fsync: thousands of records are written, and other tests check that each reaches the disk."""
    monkeypatch.setattr(os, "fsync", lambda file: None)
