"""`make serve` in a fresh clone: one command opens the parlor on this machine, and tells where."""

from __future__ import annotations

import os
import re
import shutil
import signal
import sys
from pathlib import Path

import pytest

from support.installed_games import path_with
from support.terminal.command import UNMEASURED, environment
from support.web.server_process import Served, served

ROOT = Path(__file__).parents[1]
COMMAND = ["make", "serve", "SERVE=--port 0"]
OF_MAKE: dict[str, str | None] = dict.fromkeys(("MAKEFLAGS", "MAKELEVEL", "MFLAGS"))  # who runs the tests
OF_TESTS: dict[str, str | None] = dict.fromkeys(("PYTHONPATH", "NO_PROXY", "no_proxy"))  # not wanted by pip


def cloned(folder: Path) -> Path:
    """What everybody gets who clones the repository, copied without git: it may be missing, or refuse."""
    unwanted = shutil.ignore_patterns(".*", "__pycache__", "tests", "bench", "dist", "build", "mutants")
    return shutil.copytree(ROOT, folder / "clone", ignore=unwanted)


@pytest.fixture(scope="module")
def ready(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A clone as if `make` had installed everything there: with the programs that run the tests."""
    clone = cloned(tmp_path_factory.mktemp("make"))
    (clone / ".venv").mkdir()
    (clone / ".venv" / "bin").symlink_to(Path(sys.executable).parent)
    for made in ("python", "base", "web"):
        (clone / ".venv" / made).touch()
    return clone


def check_open(server: Served, end: signal.Signals) -> None:
    """It tells an address of this machine, shows the page there, and ends in order."""
    assert re.fullmatch(
        r"Prime Parlor is open at http://127\.0\.0\.1:\d+ — Ctrl-C closes it\.\n", server.told
    )
    home = server.client.get("/")
    assert (home.status_code, home.headers["content-type"]) == (200, "text/html; charset=utf-8")
    assert "<title>Prime Parlor" in home.text
    table = server.client.post("/api/tables", json={"game": "prime-climb"}).json()["table"]
    with server.client.stream("GET", f"/api/tables/{table}/stream") as stream:
        lines = stream.iter_lines()
        assert any(line == "event: view" for line in lines)
        server.end(end)
        assert any(line == "event: bye" for line in lines)
    assert server.process.stdout is not None
    assert server.process.stdout.read() == ""


@pytest.mark.parametrize("end", [signal.SIGINT, signal.SIGTERM])
def test_make_serve_opens_the_parlor_and_tells_where(
    ready: Path, tmp_path: Path, end: signal.Signals
) -> None:
    env = environment(tmp_path, PYTHONPATH=path_with(ready / "src"), **OF_MAKE, **UNMEASURED)
    with served(COMMAND, env, ready) as server:
        assert server.before == []
        check_open(server, end)


@pytest.mark.prove
def test_make_serve_needs_nothing_but_the_clone(tmp_path: Path) -> None:
    """With no `.venv` at all: pip really installs what the server needs."""
    clone = cloned(tmp_path)
    env = environment(tmp_path, HOME=os.environ.get("HOME"), **OF_TESTS, **OF_MAKE, **UNMEASURED)
    with served(COMMAND, env, clone) as server:
        assert server.before == ["Setting up .venv …\n", "Installing what the server needs …\n"]
        check_open(server, signal.SIGINT)
