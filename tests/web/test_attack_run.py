"""The attack as a program: a small one breaks no promise, and a long one does not either."""

from __future__ import annotations

import sys

import pytest

import attack


@pytest.mark.skipif(sys.platform != "linux", reason="the workers of another process are found on Linux")
@pytest.mark.parametrize(
    "words", [["--quick", "--parts", "races,privacy"], pytest.param(["--long"], marks=pytest.mark.prove)]
)
def test_an_attack_breaks_no_promise(words: list[str]) -> None:
    report = attack.main(words)
    assert report.checks
    assert report.broken == []
