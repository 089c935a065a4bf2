"""The command `parlor check-agent`: the faults of a program that plays, for its author."""

from __future__ import annotations

import json
import os
import re
import sys
from collections.abc import Sequence

from primeparlor.conformance.agent_checks import AgentFault, AgentReport, check_agent
from primeparlor.core import State
from primeparlor.files import escape_text
from primeparlor.games import GAMES
from primeparlor.notation import find_game
from primeparlor.players import EndpointFailed, check_seat
from primeparlor.terminal.plain.output import Output
from primeparlor.terminal.progress_bar import ProgressBar
from primeparlor.wording import join_words

SECRET = re.compile(r"KEY|TOKEN|SECRET|PASS|AUTH|CREDENTIAL", re.IGNORECASE)
SHORTEST_SECRET = 4  # characters; a shorter value would hide every word that contains it


def run(seat: str, games: Sequence[str], as_json: bool) -> int:
    """Check the player of this seat in these games, or in our five.

    Return 1 if there is something to fix, or the service behind the player has failed.
    """
    check_seat(seat)
    found: list[type[State]] = [find_game(name) for name in games or GAMES.ours]
    try:
        with ProgressBar(seat, "Checking", live=not as_json) as progress:
            report = check_agent(seat, found, progress)
    except EndpointFailed as fault:  # which says nothing about the player
        print(f"parlor: {fault}", file=sys.stderr)
        return 1
    output = Output()
    if as_json:
        faults = [{**fault._asdict(), "errors": hide_secrets(fault.errors)} for fault in report.faults]
        output.say(json.dumps({**report._asdict(), "faults": faults}, indent=2))
    else:
        output.say(*format_report(report))
    return int(bool(report.faults))


def format_report(report: AgentReport) -> list[str]:
    """Format the report in sentences."""
    games = "1 game" if len(report.games) == 1 else f"{len(report.games)} games"
    asked = f"It was asked {report.asked} time{'s' * (report.asked != 1)} in {games}."
    if not report.faults:
        return [f"{report.seat}: nothing to fix.", asked]
    things = "1 thing" if len(report.faults) == 1 else f"{len(report.faults)} things"
    rows = [line for fault in report.faults for line in _format_fault(fault)]
    return [f"{report.seat}: {things} to fix.", *rows, asked]


def _format_fault(fault: AgentFault) -> list[str]:
    where = f", first at {fault.position}" if fault.position else ""
    lines = [f"  {escape_text(fault.sentence)} {fault.remedy}", f"    in {join_words(fault.games)}{where}"]
    errors = [line for line in hide_secrets(fault.errors).splitlines() if line.strip()]
    if errors:
        lines.append(f"    it wrote to standard error: {escape_text(errors[-1])}")
    return lines


def hide_secrets(text: str) -> str:
    """Replace the values of environment variables that look like secrets by their names."""
    hidden = {
        value: name
        for name, value in os.environ.items()
        if SECRET.search(name) and len(value) >= SHORTEST_SECRET
    }
    for value in sorted(hidden, key=len, reverse=True):
        text = text.replace(value, f"[{hidden[value]}]")
    return text
