"""Answers are quick: what the bench measures, apart from coverage, which would slow it several times."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from primeparlor.games import GAMES
from terminal_helpers import UNMEASURED, environment

BENCH = Path(__file__).parents[2] / "bench" / "analyse.py"


@pytest.mark.parametrize("name", GAMES)
def test_every_answer_comes_within_its_limit(name: str, tmp_path: Path) -> None:
    words = [sys.executable, str(BENCH), name]
    done = subprocess.run(
        words, env=environment(tmp_path, **UNMEASURED), capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
