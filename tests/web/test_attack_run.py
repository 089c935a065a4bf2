"""The attack as a program: a small one breaks no promise, and a long one does not either."""

from __future__ import annotations

import re
import sys
from pathlib import Path

import pytest

import attack
from server_attack.plan import LONG

KEPT = Path(attack.__file__).parent / "results" / "attack.txt"


@pytest.mark.skipif(sys.platform != "linux", reason="the workers of another process are found on Linux")
@pytest.mark.parametrize(
    "words", [["--quick", "--parts", "races,privacy"], pytest.param(["--long"], marks=pytest.mark.prove)]
)
def test_an_attack_breaks_no_promise(words: list[str]) -> None:
    report = attack.main(words)
    assert report.checks
    assert report.broken == []


def test_the_kept_run_is_a_long_one_that_broke_no_promise() -> None:
    kept = KEPT.read_text(encoding="utf-8")
    counts = {
        what: int(count.replace(",", "")) for what, count in re.findall(r"^(.+): ([\d,]+)$", kept, re.M)
    }
    assert counts["requests"] >= LONG.requests
    assert counts["racing moves"] >= LONG.races
    assert counts["kills of the server"] == LONG.kills
    assert counts["killed workers"] >= LONG.workers
    assert counts["tables opened"] >= LONG.tables
    [(held, promises)] = re.findall(r"^(\d+) of (\d+) promises kept$", kept, re.M)
    assert held == promises == str(len(re.findall(r"^pass  ", kept, re.M)))
