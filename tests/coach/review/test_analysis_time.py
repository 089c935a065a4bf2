"""Answers are quick: checks the stored results of the bench; `make bench` measures again."""

from __future__ import annotations

import re
from pathlib import Path

from primeparlor.games import GAMES

RESULT = Path(__file__).parents[3] / "bench" / "results" / "analyse.txt"


def test_every_answer_came_within_its_limit() -> None:
    kept = RESULT.read_text(encoding="utf-8")
    rows = re.findall(r"^([a-z-]+) .* slowest +([\d.]+) ms, .*; at most (\d+)$", kept, re.MULTILINE)
    assert {name: int(limit) for name, _, limit in rows} == dict.fromkeys(GAMES, 50) | {"prime-duel": 100}
    assert all(float(slowest) < int(limit) for _, slowest, limit in rows)
