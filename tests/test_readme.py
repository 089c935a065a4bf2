"""What the README shows is what happens."""

from __future__ import annotations

import doctest
import os
import re
import subprocess
import sys
from pathlib import Path

import picture
import pytest

README = Path(__file__).parent.parent / "README.md"
SESSIONS = re.findall(r"```console\n\$ (.+)\n((?:.*\n)*?)```", README.read_text(encoding="utf-8"))


def test_python_sessions_run_as_shown() -> None:
    result = doctest.testfile(str(README), module_relative=False)
    assert result.attempted >= 9
    assert result.failed == 0


def test_there_is_a_shell_session() -> None:
    assert SESSIONS


@pytest.mark.parametrize(("command", "shown"), SESSIONS)
def test_shell_sessions_run_as_shown(command: str, shown: str, tmp_path: Path) -> None:
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    environment = os.environ | {"PARLOR_HOME": str(tmp_path), "PATH": path, "LC_ALL": "C.UTF-8"}
    run = subprocess.run(["sh", "-c", command], env=environment, capture_output=True, text=True, check=True)
    assert run.stdout == shown


def test_the_picture_is_there() -> None:
    pictures = re.findall(r"!\[.+?\]\((.+?)\)", README.read_text(encoding="utf-8"))
    assert pictures
    assert all((README.parent / picture).is_file() for picture in pictures)


@pytest.mark.parametrize("name", picture.PICTURES)
def test_the_pictures_show_what_the_terminal_shows(name: str) -> None:
    drawn = (picture.FOLDER / f"{name}.svg").read_text(encoding="utf-8")
    assert drawn == picture.svg(f"parlor play {name}", picture.screen(*picture.PICTURES[name]))
