"""Every claim of the page has a command that exists, and the cheap ones show what is claimed."""

from __future__ import annotations

import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from primeparlor.cli import main
from support.terminal.command import parlor

ROOT = Path(__file__).parents[1]
PAGE = (ROOT / "docs" / "explanation" / "claims.md").read_text(encoding="utf-8")
ROWS = re.findall(r"^\| (.+) \| `(.+)` \|$", PAGE, re.MULTILINE)
TARGETS = re.findall(r"^([a-z]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE)
SHOWN = {
    "parlor analyse pocket-addition one=6,8 two=9 turn=2": "The player to move wins in 3 moves.",
    "parlor analyse prime-duel": "Before the draw you win 54.4 % of the time.",
    "parlor solve number-morph": "Player 1 wins 0 and Player 2 wins 143.",
    "parlor solve prime-climb": "Player 1 wins with perfect play.",
    "parlor solve pocket-addition": "Player 1 wins with perfect play.",
    "parlor solve nonprime-addition": "nobody can be forced to lose",
}


@pytest.mark.parametrize("command", [command for _, command in ROWS])
def test_the_command_of_a_claim_exists(command: str) -> None:
    program, *words = shlex.split(command)
    if program == "parlor":
        assert main.build_parser().parse_args(words)
    elif program == "make":
        assert set(words) <= set(TARGETS)
    else:
        assert program in ("pytest", "python")
        for word in words if program == "pytest" else words[:1]:
            assert (ROOT / word).exists(), word
    if program == "python" and "argparse" in (ROOT / words[0]).read_text(encoding="utf-8"):
        asked = [sys.executable, *words, "--help"]  # what stands before it must be right
        assert subprocess.run(asked, cwd=ROOT, capture_output=True).returncode == 0


@pytest.mark.parametrize(("command", "shown"), SHOWN.items())
def test_a_cheap_command_shows_what_is_claimed(command: str, shown: str, tmp_path: Path) -> None:
    assert command in [command for _, command in ROWS]
    assert shown in parlor(tmp_path, *shlex.split(command)[1:]).out


def test_every_row_is_a_claim_with_a_command() -> None:
    assert len(ROWS) == sum(line.startswith("| ") for line in PAGE.splitlines()) - 1
