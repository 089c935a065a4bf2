"""Tests walk the games of the house, whatever other packages bring where they run."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from primeparlor.games import GAMES
from support.game_folders import install
from support.installed_games import path_with
from test_examples import brought

ROOT = Path(__file__).parents[1]


def seen(environment: dict[str, str]) -> list[str]:
    """The names of all games in a process with this environment."""
    listing = "from primeparlor.games import GAMES; print(*GAMES.names)"
    words = [sys.executable, "-c", listing]
    return subprocess.run(words, env=environment, capture_output=True, text=True, check=True).stdout.split()


def test_no_guest_is_seen() -> None:
    """Neither here nor in a process that a test starts."""
    assert list(GAMES) == list(GAMES.ours)
    assert seen({**os.environ}) == list(GAMES.ours)


def test_no_guest_is_seen_where_some_are_installed(tmp_path: Path) -> None:
    site = brought(tmp_path, "pig", "twenty-one")
    install(site, "broken", "no_such_package")
    environment = os.environ | {"PYTHONPATH": path_with(site)}
    assert seen(environment) == [*GAMES.ours, "broken", "pig", "twenty-one"]
    alone = [
        sys.executable,
        "-m",
        "pytest",
        "-p",
        "no:cacheprovider",
        f"{__file__}::{test_no_guest_is_seen.__name__}",
    ]
    done = subprocess.run(alone, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)
    assert "1 passed" in done.stdout, done.stdout + done.stderr
