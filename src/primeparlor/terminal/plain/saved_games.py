"""`parlor games` and `parlor replay`: the list of saved games, what can be done with one, and its replay."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from primeparlor import notation, records
from primeparlor.core import PLAYERS, ParlorError
from primeparlor.files import escape_text
from primeparlor.match import Entry, Event, Match, NumberedEntry, Pause, Refusal, Result
from primeparlor.tables import saved_games
from primeparlor.tables.messages import is_extra_turn
from primeparlor.tables.sentences import format_note
from primeparlor.terminal.plain.input import Keyboard
from primeparlor.terminal.plain.output import Output
from primeparlor.terminal.plain.prompt import EventPrinter
from primeparlor.wording import format_unfinished, name_by_number

DELETE, LEAVING = "delete", ("", "b", "back", "q", "quit", "exit", "leave")
LONGEST = 42  # characters of the players: a program's label may be long


def print_games(as_json: bool) -> int:
    """List the saved games, the newest first."""
    listed, output = saved_games.list_games(), Output()
    if as_json:
        output.say(json.dumps(listed, indent=2))
    else:
        _print_rows(listed, output)
    return 0


def _print_rows(listed: Sequence[Mapping[str, Any]], output: Output) -> None:
    if not listed:
        output.say(saved_games.format_none_saved())
    for game in listed:
        name, players = escape_text(game["name"]), game["players"][:LONGEST]
        output.say(f"{game['number']:>3}  {name:<36}  {players:<27}  {game['how']}")


def delete_game(name: str, keyboard: Keyboard | None = None) -> int:
    """Delete the saved game of this name or number; at a terminal, ask first. Return the exit code."""
    path, keyboard, output = saved_games.find_saved(name), keyboard or Keyboard(), Output()
    named = saved_games.describe_game(path)
    if keyboard.is_terminal:
        answer = output.ask(f"Delete {named}? It cannot be brought back. (yes/no): ", keyboard)
        if notation.word(answer) not in ("yes", "y"):
            output.say("Nothing was deleted.")
            return 0
    saved_games.delete_saved(path)
    output.say(f"Deleted: {named}.")
    return 0


def run(keyboard: Keyboard, output: Output) -> int:
    """List the saved games and resume, review or delete one at a time; return the exit code."""
    while listed := saved_games.list_games():
        _print_rows(listed, output)
        output.say("", "A number resumes a game, or reviews it if it is over; delete 2 deletes game 2.", "")
        typed = output.ask("Which game? (b to go back) ", keyboard).strip()
        if typed.lower() in LEAVING:
            return 0
        output.say("")
        try:
            if code := _open_or_delete(typed, keyboard, output):
                return code
        except ParlorError as error:
            output.say(str(error))
        output.say("")
    output.say(saved_games.format_none_saved())
    return 0


def _open_or_delete(typed: str, keyboard: Keyboard, output: Output) -> int:
    """Do what was typed below the list; return the exit code."""
    command, _, name = typed.partition(" ")
    if command.lower() == DELETE and name:
        return delete_game(name.strip(), keyboard)
    path = saved_games.find_saved(typed)
    match = records.load(path).match
    if match.find_outcome() is None:
        from primeparlor.terminal.plain import play

        return play.resume(path, keyboard=keyboard)
    from primeparlor.terminal.plain import review

    review.print_review(match, output)
    return 0


def print_replay(name: str | None, as_json: bool) -> int:
    """Print a record from its first event to its last."""
    record = records.load(saved_games.find_record(name)).match
    if as_json:
        Output().say(json.dumps(_build_data(record), indent=2))
        return 0
    _ReplayPrinter(record, Output()).print_all()
    return 0


class _ReplayPrinter:
    """A record printed as at its table: each turn, then what happened in it."""

    def __init__(self, record: Match, output: Output) -> None:
        self.record, self.output = record, output
        self.copy = record.copy_start()
        self.printer = EventPrinter(self.copy, output, typed_by=PLAYERS)  # what was typed is told here

    def print_all(self) -> None:
        """Print everything from the first event to the last."""
        record, printer, say = self.record, self.printer, self.output.say
        if record.start != type(record.start).start():
            say(f"Begun from: {notation.position(record.start)}", "")
        printer.print_opening()
        self._print_turn()
        for entry in record.journal:
            self._print_entry(entry)
            if isinstance(entry, Event):
                self._print_turn()
        if (outcome := record.find_outcome()) is None:
            say(format_unfinished(name_by_number(record.state.turn)))
        elif record.outcome is None:  # cut before its result
            printer.print_outcome(outcome)

    def _print_entry(self, entry: Entry) -> None:
        """Print one entry, with what was typed."""
        before, offer = self.copy.state, self.copy.offer
        self.copy.apply_entry(entry)
        if isinstance(entry, Event) and entry.who is not None and entry.move is not None and not entry.forced:
            self.output.say(*self.printer.dialogue.typed(before, entry.move))
        if isinstance(entry, Event | Result):
            self.printer.hear(NumberedEntry(self.copy.seq, entry), before, self.copy.state)
        elif (sentence := format_note(entry, offer.kind if offer else None)) is not None:
            self.output.say(sentence)

    def _print_turn(self) -> None:
        """Print the lines above the prompt, where a player chose."""
        if self.copy.find_outcome() is None and self.copy.has_choice():
            self.output.say(
                *self.printer.dialogue.turn(self.copy.state, is_extra_turn(self.copy.line, self.copy.state))
            )


def _build_data(match: Match) -> dict[str, object]:
    """Return the whole record as JSON data, with the position after each event or at each note."""
    copy = match.copy_start()
    events = []
    for entry in match.journal:
        copy.apply_entry(entry)
        if not isinstance(entry, Result | Refusal | Pause):  # a move tells how many tries were refused
            events.append(records.format_entry(entry) | {"position": notation.position(copy.state)})
    outcome = match.find_outcome()
    return {
        "game": match.start.name,
        "rules": match.start.rules.values(),
        "seats": dict(zip(map(str, PLAYERS), match.first_seats, strict=True)),
        "names": dict(zip(map(str, PLAYERS), match.first_names, strict=True)),
        "start": notation.position(match.start),
        "events": events,
        "marks": list(match.marks),
        "result": None if outcome is None else outcome._asdict(),
    }
