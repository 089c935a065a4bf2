"""The saved games: the list, and a replay of one."""

from __future__ import annotations

import json
import os

from primeparlor import notation, records
from primeparlor.core import PLAYERS
from primeparlor.files import shown
from primeparlor.match import Event, Match
from primeparlor.terminal.keyboard import Keyboard
from primeparlor.terminal.play import saved_game
from primeparlor.terminal.screen import Screen
from primeparlor.terminal.teller import Teller, is_extra_turn, summary


def games(as_json: bool) -> int:
    """List the saved games, the newest first."""
    entries = [_entry(at, path) for at, path in enumerate(reversed(records.saved()), 1)]
    screen = Screen(plain=True)
    if as_json:
        screen.say(json.dumps(entries, indent=2))
    elif not entries:
        screen.say("No games are saved yet. Begin one with 'parlor play GAME'.")
    for entry in entries if not as_json else []:
        name = shown(str(entry["name"]))
        screen.say(f"{entry['number']:>3}  {name:<36}  {_players(entry):<15}  {entry['standing']}")
    return 0


def _players(entry: dict[str, object]) -> str:
    """Who played, if that can be read; a program's label may be as long as it likes."""
    seats = entry.get("seats")
    return ", ".join(str(seat)[:20] for seat in seats) if isinstance(seats, list) else ""


def _entry(number: int, path: str) -> dict[str, object]:
    """What the list says about one record; a broken one says what is wrong with it."""
    name = os.path.basename(path).removesuffix(records.SUFFIX)
    entry: dict[str, object] = {"number": number, "name": name, "path": path}
    try:
        match = records.load(path).match
    except records.RecordError as error:
        return entry | {"standing": f"cannot be read: {str(error).removeprefix(shown(path) + ', ')}"}
    outcome = match.ended()
    standing = summary(match, outcome) if outcome else f"unfinished, Player {match.state.turn} to move"
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
    _Replay(record, Screen(plain), Keyboard()).tell()
    return 0


class _Replay:
    """A record told as at its table: a turn when it is due, then what happened in it."""

    def __init__(self, record: Match, screen: Screen, keyboard: Keyboard) -> None:
        self.record, self.screen, self.keyboard = record, screen, keyboard
        self.copy = record.anew()
        self.teller = Teller(self.copy, screen, typed_by=PLAYERS)  # what was typed is told here
        self.step_by_step = screen.colour and keyboard.is_terminal

    def tell(self) -> None:
        """From the first event to the last, or until somebody leaves."""
        record, copy, teller, say = self.record, self.copy, self.teller, self.screen.say
        if record.start != type(record.start).start():
            say(f"Begun from: {notation.position(record.start)}", "")
        teller.opening()
        if self.step_by_step:
            teller.draw()
        self._turn()
        for entry in record.journal:
            before = copy.state
            copy.restore(entry)
            if not isinstance(entry, Event):
                teller.note(entry)
                continue
            if entry.who is not None and entry.move is not None and not entry.forced:
                say(*teller.dialogue.typed(before, entry.move))
            teller.event(entry, before, copy.state)
            if self.step_by_step and entry is not record.events[-1] and not self._goes_on():
                return
            self._turn()
        if (outcome := record.ended()) is not None:
            copy.restore_outcome(outcome)
            teller.outcome(outcome)
        else:
            say(f"The game is unfinished: Player {record.state.turn} to move.")

    def _turn(self) -> None:
        """What stood above the prompt, where somebody chose; beside a board only whose turn it was."""
        if self.copy.ended() is None and self.copy.player_chooses():
            lines = self.teller.dialogue.turn(self.copy.state, is_extra_turn(self.copy))
            self.screen.say(*lines[: 1 if self.step_by_step else None])

    def _goes_on(self) -> bool:
        """Show the board and wait."""
        self.teller.draw()
        self.screen.prompt("Enter for the next move, q to leave: ")
        try:
            return notation.word(self.keyboard.line()) not in ("q", "quit")
        except EOFError:
            self.screen.say("")
            return False


def _as_data(match: Match) -> dict[str, object]:
    """The whole record with the position after each event, or at each note."""
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
