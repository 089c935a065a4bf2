"""The saved games: the list, and a replay of one."""

from __future__ import annotations

import json
import os

from primeparlor import notation, records
from primeparlor.core import PLAYERS
from primeparlor.match import Event, Match
from primeparlor.terminal.keyboard import Keyboard
from primeparlor.terminal.play import saved_game
from primeparlor.terminal.screen import Screen
from primeparlor.terminal.teller import Teller, summary


def games(as_json: bool) -> int:
    """List the saved games, the newest first."""
    entries = [_entry(at, path) for at, path in enumerate(reversed(records.saved()), 1)]
    screen = Screen(plain=True)
    if as_json:
        screen.say(json.dumps(entries, indent=2))
    elif not entries:
        screen.say("No games are saved yet. Begin one with 'parlor play GAME'.")
    for entry in entries if not as_json else []:
        screen.say(f"{entry['number']:>3}  {entry['name']:<42}  {entry['standing']}")
    return 0


def _entry(number: int, path: str) -> dict[str, object]:
    """What the list says about one record; a broken one says what is wrong with it."""
    name = os.path.basename(path).removesuffix(records.SUFFIX)
    entry: dict[str, object] = {"number": number, "name": name, "path": path}
    try:
        match = records.load(path).match
    except records.RecordError as error:
        return entry | {"standing": f"cannot be read: {str(error).removeprefix(path + ', ')}"}
    outcome = match.ended()
    standing = summary(outcome) if outcome else f"unfinished, Player {match.state.turn} to move"
    rules = match.start.rules.changed()
    variant = " ".join(f"{key}={value}" for key, value in rules.items())
    return entry | {
        "game": match.start.name,
        "rules": rules,
        "seats": list(match.seats),
        "standing": f"{standing} [{variant}]" if variant else standing,
        "result": None if outcome is None else outcome._asdict(),
    }


def replay(name: str | None, as_json: bool, plain: bool) -> int:
    """Show a record from its first event to its last."""
    record = records.load(saved_game(name)).match
    if as_json:
        Screen(plain=True).say(json.dumps(_as_data(record), indent=2))
        return 0
    screen, keyboard = Screen(plain), Keyboard()
    copy = record.anew()
    teller = Teller(copy, screen, typed_by=())
    teller.opening()
    step_by_step = screen.colour and keyboard.is_terminal
    for entry in record.journal:
        before = copy.state
        copy.restore(entry)
        if not isinstance(entry, Event):
            teller.note(entry)
            continue
        teller.event(entry, before, copy.state)
        if step_by_step and entry is not record.events[-1]:
            teller.draw()
            screen.prompt("Enter for the next event, q to leave: ")
            if not _goes_on(keyboard, screen):
                return 0
    if (outcome := record.ended()) is not None:
        copy.restore_outcome(outcome)
        teller.outcome(outcome)
    else:
        screen.say(f"The game is unfinished: Player {record.state.turn} to move.")
    return 0


def _goes_on(keyboard: Keyboard, screen: Screen) -> bool:
    try:
        return notation.word(keyboard.line()) not in ("q", "quit")
    except EOFError:
        screen.say("")
        return False


def _as_data(match: Match) -> dict[str, object]:
    """The whole record with the position after each event, or at each hint."""
    copy = match.anew()
    events = []
    for entry in match.journal:
        copy.restore(entry)
        events.append(records.entry_line(entry) | {"position": notation.position(copy.state)})
    outcome = match.ended()
    return {
        "game": match.start.name,
        "rules": match.start.rules.values(),
        "seats": dict(zip(map(str, PLAYERS), match.first_seats, strict=True)),
        "start": notation.position(match.start),
        "events": events,
        "marks": list(match.marks),
        "result": None if outcome is None else outcome._asdict(),
    }
