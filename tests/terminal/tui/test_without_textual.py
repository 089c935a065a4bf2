"""Where the screen is impossible or not wanted: plain lines, without importing Textual."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from primeparlor.terminal.mode import NO_TEXTUAL
from support.terminal.command import UNMEASURED, environment, moves_made
from support.terminal.pseudo_terminal import Shell

# Makes Textual impossible to import, as if it were not installed.
MISSING = """\
import sys

def without(find):
    return lambda name, *rest: None if name.partition(".")[0] == "textual" else find(name, *rest)

class Finder:
    def __init__(self, finder):
        self.find_spec = without(finder.find_spec)
        self.invalidate_caches = getattr(finder, "invalidate_caches", lambda: None)
        if hasattr(finder, "find_distributions"):
            self.find_distributions = finder.find_distributions

sys.meta_path[:] = [Finder(finder) for finder in sys.meta_path]
"""
ALONE = """\
import sys
from primeparlor.cli.main import main
for words in {commands}:
    assert main(words) == 0, words
print("imported:", sorted(name for name in sys.modules if name.partition(".")[0] == "textual"))
"""


def test_without_textual_there_are_plain_lines_and_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "sitecustomize.py").write_text(MISSING)
    shell = Shell(tmp_path, {"PYTHONPATH": str(tmp_path), **UNMEASURED})
    shell.type("parlor play prime-climb\r")
    shell.until("(1-9):")
    assert NO_TEXTUAL in "".join(shell.lines)  # which may be wrapped
    assert not shell.drawing
    shell.type("4\rquit\r")
    shell.until_prompt()
    assert moves_made(tmp_path) == [4]
    shell.close()


@pytest.mark.parametrize(
    "commands",
    [
        [["--help"], ["play", "--help"], ["games", "--json"], ["analyse", "prime-climb", "--json"]],
        [["play", "prime-climb", "--plain"], ["resume", "--plain"], ["replay"], ["rules", "prime-climb"]],
        [["play", "prime-climb"], ["resume"], ["puzzle", "prime-climb", "--seed", "1"], []],
        [["check-game", "prime-climb"]],
    ],
    ids=["told", "plain", "pipe", "checked"],
)
def test_textual_is_imported_for_the_screen_only(commands: list[list[str]], tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-c", ALONE.format(commands=commands)],
        input="3\n",  # one move, so that the game is kept
        capture_output=True,
        text=True,
        env=environment(tmp_path, **UNMEASURED),
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.endswith("imported: []\n")
