"""The page on accuracy is true: its sessions run, and its formula is the one in the code."""

from __future__ import annotations

import doctest
import re
from pathlib import Path

from primeparlor.coach.grades import accuracy

PAGE = Path(__file__).parents[2] / "docs" / "explanation" / "accuracy.md"


def test_the_sessions_run_as_shown() -> None:
    result = doctest.testfile(str(PAGE), module_relative=False, encoding="utf-8")
    assert result.attempted >= 10
    assert result.failed == 0


def test_the_formula_is_the_one_in_the_code() -> None:
    page = PAGE.read_text(encoding="utf-8")
    for name in ("accuracy", "earned"):
        (shown,) = re.findall(rf"^{name} += (.*)$", page, re.MULTILINE)
        assert shown.replace("weights", "weight") in (accuracy.__doc__ or "")
