"""The gate tries everything in a browser: where there is none, it fails instead of skipping."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from support.web.browser import launched

ROOT = Path(__file__).parents[1]


def test_the_gate_requires_a_browser(tmp_path: Path) -> None:
    """What `make` is told there, asked of a stand-in for it."""
    make = tmp_path / "make"
    make.write_text('#!/bin/sh\necho "make: $* $PARLOR_BROWSER"\n')
    make.chmod(0o755)
    place = {name: value for name, value in os.environ.items() if not name.startswith("PARLOR_")}
    place["PATH"] = f"{tmp_path}:{place['PATH']}"
    told = subprocess.run([ROOT / ".ci/run"], env=place, capture_output=True, text=True, check=True)
    made, counted = (
        [line.partition(": ")[2] for line in told.stdout.splitlines() if line.startswith(start)]
        for start in ("make: ", "Processor time of ")
    )
    quietly = "--no-print-directory"
    set_up, lint, hosts = (f"{quietly} {target} required" for target in ("setup browser", "lint", "hosts"))
    assert made == [set_up, lint, "test required", hosts]
    assert counted == ["0 min 00 s"] * 4  # set-up, lint, hosts, and all of it; `make test` counts for itself


@pytest.mark.parametrize(
    ("required", "ends"), [("required", pytest.fail.Exception), ("", pytest.skip.Exception)]
)
def test_a_missing_browser_fails_where_it_is_required(
    required: str, ends: type[BaseException], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PARLOR_BROWSER", required)
    monkeypatch.setenv("CI", "")
    monkeypatch.setattr("shutil.which", lambda name: None)
    with pytest.raises(ends, match="nothing was tried in a browser"), launched():
        pass


def test_every_skip_is_told_loudly(pytestconfig: pytest.Config) -> None:
    told = list[str]()
    skip, other = "Skipped: zsh is not installed here.", "Skipped: Chromium is not installed here."
    reports = [SimpleNamespace(longrepr=("tests/x.py", 1, reason)) for reason in (skip, other, skip)]
    reporter = SimpleNamespace(
        getreports=lambda kind: reports if kind == "skipped" else [],
        write_sep=lambda sep, text, **look: told.append(text),
    )
    settings: Any = pytestconfig.pluginmanager.get_plugin(str(ROOT / "tests" / "conftest.py"))
    settings.pytest_terminal_summary(reporter)
    assert told == [
        "TESTS SKIPPED: 2. zsh is not installed here.",
        "TESTS SKIPPED: 1. Chromium is not installed here.",
    ]


def test_no_test_opens_a_browser_of_its_own() -> None:
    """So that the rule holds for all of them."""
    found = [path.name for path in ROOT.glob("tests/**/*.py") if "sync_playwright()" in path.read_text()]
    assert sorted(found) == ["browser.py", "test_gate.py"]
