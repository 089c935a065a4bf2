"""`parlor games` and `parlor replay`: the list of saved games, and the replay of one."""

from __future__ import annotations

import json
from typing import Any

from primeparlor import notation, records
from primeparlor.core import PLAYERS
from primeparlor.files import shown
from primeparlor.match import Entry, Event, Kept, Match, Pause, Refusal, Result
from primeparlor.tables import saved_games
from primeparlor.tables.sentences import noted, seated
from primeparlor.terminal.plain.output import Output
from primeparlor.terminal.plain.teller import Teller
from primeparlor.terminal.turns import is_extra_turn


def games(as_json: bool) -> int:
    """List the saved games, the newest first."""
    listed, output = saved_games.games(), Output()
    if as_json:
        output.say(json.dumps(listed, indent=2))
    elif not listed:
        output.say(saved_games.NONE_SAVED)
    for game in listed if not as_json else []:
        output.say(
            f"{game['number']:>3}  {shown(game['name']):<36}  {_players(game):<15}  {game['standing']}"
        )
    return 0


def _players(game: dict[str, Any]) -> str:
    """Return the names of the players if they can be read; a program's long label is cut."""
    return ", ".join(
        seated(*who)[:20] for who in zip(game.get("seats", ()), game.get("names", ()), strict=True)
    )


def replay(name: str | None, as_json: bool) -> int:
    """Print a record from its first event to its last."""
    record = records.load(saved_games.find(name)).match
    if as_json:
        Output().say(json.dumps(_as_data(record), indent=2))
        return 0
    _Replay(record, Output()).tell()
    return 0


class _Replay:
    """A record printed as at its table: each turn, then what happened in it."""

    def __init__(self, record: Match, output: Output) -> None:
        self.record, self.output = record, output
        self.copy = record.anew()
        self.teller = Teller(self.copy, output, typed_by=PLAYERS)  # what was typed is told here

    def tell(self) -> None:
        """Print everything from the first event to the last."""
        record, teller, say = self.record, self.teller, self.output.say
        if record.start != type(record.start).start():
            say(f"Begun from: {notation.position(record.start)}", "")
        teller.opening()
        self._turn()
        for entry in record.journal:
            self._tell(entry)
            if isinstance(entry, Event):
                self._turn()
        if (outcome := record.ended()) is None:
            say(f"The game is unfinished: Player {record.state.turn} to move.")
        elif record.outcome is None:  # cut before its result
            teller.outcome(outcome)

    def _tell(self, entry: Entry) -> None:
        """Print one entry, with what was typed."""
        before, offer = self.copy.state, self.copy.offer
        self.copy.take(entry)
        if isinstance(entry, Event) and entry.who is not None and entry.move is not None and not entry.forced:
            self.output.say(*self.teller.dialogue.typed(before, entry.move))
        if isinstance(entry, Event | Result):
            self.teller.hear(Kept(self.copy.seq, entry), before, self.copy.state)
        elif (told := noted(entry, offer.kind if offer else None)) is not None:
            self.output.say(told)

    def _turn(self) -> None:
        """Print the lines above the prompt, where a player chose."""
        if self.copy.ended() is None and self.copy.player_chooses():
            self.output.say(
                *self.teller.dialogue.turn(self.copy.state, is_extra_turn(self.copy.line, self.copy.state))
            )


def _as_data(match: Match) -> dict[str, object]:
    """Return the whole record as JSON data, with the position after each event or at each note."""
    copy = match.anew()
    events = []
    for entry in match.journal:
        copy.take(entry)
        if not isinstance(entry, Result | Refusal | Pause):  # a move tells how many tries were refused
            events.append(records.entry_line(entry) | {"position": notation.position(copy.state)})
    outcome = match.ended()
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
