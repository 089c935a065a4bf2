"""The load run plays real games against a real server, and counts what they take."""

from __future__ import annotations

import sys

import pytest

import load


@pytest.mark.skipif(sys.platform != "linux", reason="the processor time of another process is read on Linux")
def test_moves_are_made_and_counted(capsys: pytest.CaptureFixture[str]) -> None:
    figures = load.main(["--quick", "--parts", "a", "--tables", "2"])
    plan = load.QUICK
    for system in (load.OURS, load.PACKED):
        measured = figures["systems"][system]
        assert measured["moves"] == 2 * plan.moves * plan.rounds
        assert min(measured[key] for key in ("processor", "answer", "stream", "per_second", "p50")) > 0
    assert f"| {load.OURS} | " in capsys.readouterr().out
