"""Checks both programs as `parlor check-agent` does, in every game of the house."""

from __future__ import annotations

import shlex
import sys
from pathlib import Path

from primeparlor.conformance.agent_checks import check_agent
from primeparlor.games import GAMES

HERE = Path(__file__).resolve().parent
PROGRAMS = {"player.py": sys.executable, "player.sh": "sh"}


def main() -> int:
    """Check the programs, print what came of it, and return the exit code."""
    faults, asked = 0, 0
    for name, runner in PROGRAMS.items():
        seat = f"cmd:{shlex.join([runner, str(HERE / name)])}"
        report = check_agent(seat, [GAMES[game] for game in GAMES.ours])
        faults, asked = faults + len(report.faults), asked + report.asked
        print(f"{name}: {report.asked} questions, {len(report.faults)} faults", flush=True)
    print(f"a program in Python and one in sh: {asked} questions in all games, {faults} faults")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
