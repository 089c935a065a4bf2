"""The command `parlor check-game`: the report on a game's folder, for its author."""

from __future__ import annotations

import json
from typing import Any

from primeparlor import notation
from primeparlor.conformance import BETTER, Report, check_game
from primeparlor.conformance.design_report import Design, format_design, measure_design
from primeparlor.games import GAMES, Game, game_of
from primeparlor.games.game import GROUP
from primeparlor.terminal.plain.output import Output
from primeparlor.terminal.progress_bar import ProgressBar


def run(name: str, as_json: bool) -> int:
    """Check the game of this name; return exit code 1 if there is something to fix."""
    name, game = _find_game(name)
    report = check_game(game, name)
    design = None
    if not report.faults:
        with ProgressBar(game.state.title, "Playing", live=not as_json) as progress:
            design = measure_design(game.state, progress)
    output = Output()
    if as_json:
        faults = [fault._asdict() for fault in report.faults]
        output.say(
            json.dumps(
                {"game": name, **report._asdict(), "faults": faults, "design": _to_data(design)}, indent=2
            )
        )
    else:
        output.say(*format_report(name, game.package, report))
        output.say(*(format_design(game.state, design) if design else ()))
    return int(bool(report.faults))


def _to_data(design: Design | None) -> dict[str, Any] | None:
    if design is None:
        return None
    return {**design._asdict(), "levels": {played.level: played.won for played in design.levels}}


def _find_game(text: str) -> tuple[str, Game]:
    """Find the game of this name, even if it cannot be used, or the one that the text is a part of."""
    if (game := GAMES.folder(text)) is not None:
        return GAMES.find_name(text), game
    try:
        state = notation.find_game(text)
    except notation.NotationError as error:
        brought = f"A package adds a game with an entry point in the group {GROUP}."
        raise notation.NotationError(f"{error} {brought}") from None
    return state.name, game_of(state)


def format_report(name: str, package: str, report: Report) -> list[str]:
    """Format the report in sentences."""
    if not report.faults:
        brings = f"It has {', '.join(['rules.py', 'text.md', *report.brings])}"
        better = {f"{file}.py" for file in BETTER}
        default = "" if better <= {*report.brings} else "; everything else is the default"
        count = report.positions or 0
        solved = f"{count:,} position{'s' * (count != 1)}, solved exactly."
        size = "Too large to solve in this check." if report.positions is None else solved
        note = [report.note] if report.note else []
        return [f"{name} ({package}): nothing to fix.", f"{brings}{default}.", size, *note]
    things = "1 thing" if len(report.faults) == 1 else f"{len(report.faults)} things"
    wide = max(len(fault.file) for fault in report.faults)
    rows = [f"  {fault.file:<{wide}}  {fault.sentence}" for fault in report.faults]
    later = [] if report.complete else ["Then check again: some checks have to wait until these are fixed."]
    return [f"{name} ({package}): {things} to fix.", *rows, *later]
