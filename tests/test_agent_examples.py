"""The examples for agents are all listed, and passed with the versions they ask for when last run."""

from __future__ import annotations

import json
import re
import runpy
import sys
from pathlib import Path
from typing import Any

import pytest

FOLDER = Path(__file__).parents[1] / "examples" / "agents"
run: dict[str, Any] = runpy.run_path(str(FOLDER / "run.py"))
RESULTS = json.loads(run["RESULTS"].read_text(encoding="utf-8"))
NAMES = sorted(path.name for path in FOLDER.iterdir() if (path / "README.md").is_file())
every_example = pytest.mark.parametrize("name", NAMES)


def test_every_example_is_run() -> None:
    assert sorted(run["EXAMPLES"]) == NAMES == sorted(RESULTS)


def test_the_page_shows_the_kept_results() -> None:
    assert run["PAGE"].read_text(encoding="utf-8") == run["build_page"](RESULTS), "run make examples"


@every_example
def test_an_example_passed_when_it_was_last_run(name: str) -> None:
    assert RESULTS[name]["passed"]
    assert (FOLDER / name / run["EXAMPLES"][name].script).is_file()


@every_example
def test_the_kept_result_is_of_the_versions_asked_for(name: str) -> None:
    text = (FOLDER / name / "requirements.txt").read_text(encoding="utf-8")
    pinned = re.findall(r"^([\w.-]+)==([\w.]+)", text, re.MULTILINE)
    versions = RESULTS[name]["versions"]
    assert {package: versions[run["normalize_name"](package)] for package, _ in pinned} == dict(pinned)
    assert "primeparlor" in versions
    assert "://" not in text


@every_example
def test_a_readme_has_five_lines(name: str) -> None:
    head, *lines = filter(None, (FOLDER / name / "README.md").read_text(encoding="utf-8").splitlines())
    assert head.startswith("# ")
    assert len(lines) <= 5


def test_a_failure_is_told_and_kept(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """By an example that ends badly, in an environment that is made already."""
    folder = tmp_path / "bad"
    folder.mkdir()
    (folder / "fail.py").write_text("print('one of two moves')\nraise SystemExit(1)\n")
    names = run["run_example"].__globals__
    monkeypatch.setitem(names, "HERE", tmp_path)
    monkeypatch.setitem(names, "EXAMPLES", {"bad": run["Example"]("nothing", "fail.py")})
    monkeypatch.setitem(names, "make_environment", lambda name, environment: sys.executable)
    monkeypatch.setitem(names, "read_versions", lambda name, python: {})
    kept = run["run_example"]("bad", tmp_path)
    assert (kept["passed"], kept["result"]) == (False, "one of two moves")
    assert "| no | one of two moves |" in run["build_page"]({"bad": kept})
