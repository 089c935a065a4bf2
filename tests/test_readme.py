"""What the README shows is what happens."""

from __future__ import annotations

import doctest
import os
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from primeparlor.cli.main import COMMANDS

README = Path(__file__).parent.parent / "README.md"
SESSIONS = re.findall(r"```console\n\$ (.+)\n((?:.*\n)*?)```", README.read_text(encoding="utf-8"))


def test_python_sessions_run_as_shown() -> None:
    result = doctest.testfile(str(README), module_relative=False)
    assert result.attempted >= 9
    assert result.failed == 0


def test_readme_and_make_say_how_to_call_the_command_afterwards() -> None:
    told = subprocess.run(
        ["make", "--dry-run", "play"], cwd=README.parent, capture_output=True, text=True, check=True
    ).stdout
    for way in (".venv/bin/parlor", "make play", "pipx install .", "uv tool install ."):
        assert way in told
        assert way in README.read_text(encoding="utf-8")


def test_each_way_in_for_agents_is_there_and_names_its_extra() -> None:
    text = README.read_text(encoding="utf-8").partition("## For agents\n")[2].partition("\n## ")[0]
    rows = [
        [cell.strip() for cell in line.split("|")[1:-1]] for line in text.splitlines() if line[:1] == "|"
    ][2:]
    extras = tomllib.loads((README.parent / "pyproject.toml").read_text("utf-8"))["project"]
    named = {cell.strip("`") for *_, cell in rows if cell}
    assert named == {"llm", "rl", "open-spiel", "mcp", "inspect", "web"}
    assert named <= set(extras["optional-dependencies"])
    assert set(re.findall(r"`parlor ([a-z-]+)", text)) == {"mcp", "play", "serve", "suite", "check-agent"}
    assert set(re.findall(r"`parlor ([a-z-]+)", text)) <= set(COMMANDS)
    for way, page in re.findall(r"\[(.+?)\]\((docs/.+?)\)", text):
        path, _, heading = page.partition("#")
        headings = re.findall(r"^#+ (.+)$", (README.parent / path).read_text("utf-8"), re.MULTILINE)
        anchors = [re.sub(r"[^\w -]", "", each.lower()).replace(" ", "-") for each in headings]
        assert not heading or heading in anchors, way


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
