"""`parlor check-game`: the report on a game's folder, for its author."""

from __future__ import annotations

import json

from primeparlor import notation
from primeparlor.conformance import BETTER, Report, check
from primeparlor.games import GAMES, Game, game_of
from primeparlor.games.game import GROUP
from primeparlor.terminal.screen import Screen


def run(name: str, as_json: bool) -> int:
    """Check the game of this name; the exit code is 1 if there is something to mend."""
    name, game = _found(name)
    report = check(game, name)
    screen = Screen(plain=True)
    if as_json:
        faults = [fault._asdict() for fault in report.faults]
        screen.say(json.dumps({"game": name, **report._asdict(), "faults": faults}, indent=2))
    else:
        screen.say(*told(name, game.package, report))
    return int(bool(report.faults))


def _found(text: str) -> tuple[str, Game]:
    """The game of this name, even if it cannot be used, or the one that the text is a part of."""
    if (game := GAMES.folder(text)) is not None:
        return text, game
    try:
        state = notation.find_game(text)
    except notation.NotationError as error:
        brought = f"A package brings one by an entry point of the group {GROUP}."
        raise notation.NotationError(f"{error} {brought}") from None
    return state.name, game_of(state)


def told(name: str, package: str, report: Report) -> list[str]:
    """The report in sentences."""
    if not report.faults:
        brings = f"It brings {', '.join(['rules.py', 'text.md', *report.brings])}"
        default = "" if len(report.brings) == len(BETTER) else "; the rest is the default"
        count = report.positions or 0
        solved = f"{count:,} position{'s' * (count != 1)}, solved exactly."
        size = "Too large to be solved in this check." if report.positions is None else solved
        return [f"{name} ({package}): nothing to mend.", f"{brings}{default}.", size]
    things = "1 thing" if len(report.faults) == 1 else f"{len(report.faults)} things"
    wide = max(len(fault.file) for fault in report.faults)
    rows = [f"  {fault.file:<{wide}}  {fault.sentence}" for fault in report.faults]
    later = [] if report.complete else ["Then check again: some questions wait until these are mended."]
    return [f"{name} ({package}): {things} to mend.", *rows, *later]
