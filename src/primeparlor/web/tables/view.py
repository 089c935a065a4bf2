"""What clients see of a table, as JSON data: the view, entries, the outcome and the record."""

from __future__ import annotations

from collections.abc import Collection
from typing import TYPE_CHECKING, Any, NamedTuple

from primeparlor import notation, records
from primeparlor.core import OTHER, PLAYERS, Move, Player, State
from primeparlor.games import game_of
from primeparlor.match import (
    EARLY_ENDS,
    HUMAN,
    REMATCH,
    Answer,
    Entry,
    Event,
    Hint,
    Match,
    NumberedEntry,
    Offer,
    Pause,
    Refusal,
    Result,
    Seating,
    Turn,
)
from primeparlor.records.writer import encode_lines, format_header, format_turn
from primeparlor.web.json_encoder import encode_json
from primeparlor.web.tables.presence import SPECTATOR, TableVersion

if TYPE_CHECKING:
    from primeparlor.web.tables.live import LiveTable

DRAWN = 60  # steps at the end of a line of play that come with their facts
KINDS: dict[type, str] = {
    Event: "event",
    Hint: "hint",
    Refusal: "refusal",
    Offer: "offer",
    Answer: "answer",
    Seating: "seating",
    Pause: "pause",
    Result: "result",
}

Data = dict[str, Any]


class VisibleEntry(NamedTuple):
    """One entry as a reader may see it."""

    seq: int
    data: Data


class TableView:
    """What clients see of a live table, put together once for all clients who see the same."""

    def __init__(self, table: LiveTable, actions: list[Move] | None) -> None:
        self._table, self._actions = table, actions
        self._line = LineOfPlay(table.match)
        self._views = dict[frozenset[Player], tuple[TableVersion, Data]]()
        self._encoded = dict[frozenset[Player], tuple[TableVersion, bytes]]()  # the same, as JSON

    def build(self, seats: Collection[Player]) -> Data:
        """Return the view of the table for these seats."""
        return self._cache_view(self._table.find_current_seats(seats)) | {
            "clock": self._table.clock.build_data(seats)
        }

    def encode(self, seats: Collection[Player]) -> bytes:
        """Return the same view as JSON, encoded once for all clients who see the same."""
        reader = self._table.find_current_seats(seats)
        seen, text = self._encoded.get(reader, (None, b""))
        if seen != self._table.version:
            text = encode_json(self._cache_view(reader))
            self._encoded[reader] = self._table.version, text
        return text[:-1] + b',"clock":' + encode_json(self._table.clock.build_data(reader)) + b"}"

    def list_entries(self, seq: int, seats: Collection[Player]) -> list[VisibleEntry]:
        """Return the entries after this one that these seats may see."""
        first, line = self._table.match.first_seq, self._find_line()
        entries = self._table.table.since(seq, self._table.find_current_seats(seats))
        return [format_entry(each, line if each.seq > first else None) for each in entries]

    def _cache_view(self, reader: frozenset[Player]) -> Data:
        """Return the view for this reader without the clock; it is cached until the table changes."""
        seen, view = self._views.get(reader, (None, {}))
        if seen != self._table.version:
            view = self._format_view(reader)
            self._views[reader] = self._table.version, view
        return view

    def _format_view(self, seats: frozenset[Player]) -> Data:
        table, match, state = self._table, self._table.match, self._table.match.state
        line = self._find_line()
        visible = match.since(match.first_seq, seats)
        return {
            "table": table.id,
            "game": state.name,
            "title": state.title,
            "rules": state.rules.values(),
            "variant": state.rules.changed(),
            "position": notation.position(state),
            "number": match.number,
            "seq": visible[-1].seq if visible else match.first_seq,
            "turn": state.turn,
            "first": line.first,
            "facts": line.find_facts(),
            "steps": line.list_steps(),
            "actions": self._actions,
            "seats": [self._format_seat(player) for player in PLAYERS],
            "you": state.turn if len(seats) > 1 else next(iter(seats), None),
            "holds": sorted(seats),
            "waiting": table.seat_map.waiting,
            "outcome": format_outcome(match),
            "settings": match.settings._asdict(),
            "offer": format_offer(match),
            "game_number": table.game,
            "watching": table.presence[SPECTATOR],
            "marks": list(match.marks),
            "daily": match.day,
            "thinking": table.house_player.thinking,
            **table.house_player.build_help(seats),
        }

    def _format_seat(self, player: Player) -> Data:
        table = self._table
        label, name = table.match.seats[player - 1], table.match.names[player - 1]
        [*persons] = table.seat_map.find_holders(player, table.game)
        is_house = label != HUMAN
        return {
            "player": player,
            "label": label,
            "name": name,
            "taken": is_house or persons != [2] or not table.seat_map.waiting,
            "here": is_house or any(table.presence[person] for person in persons),
            "house": is_house,
        }

    def _find_line(self) -> LineOfPlay:
        """Return the line of play of the current game: a rematch begins another."""
        if self._line.match is not self._table.match:
            self._line = LineOfPlay(self._table.match)
        return self._line


class LineOfPlay:
    """The line of play of a match as steps, without what was taken back."""

    def __init__(self, match: Match) -> None:
        self.match = match
        self.first = game_of(match.start).facts(match.start)
        self._read = 0  # entries of the journal
        self._steps: list[Data] = []  # with facts only at the end: for a long game they would take long
        self._numbered: dict[int, Data] = {}  # the same by their numbers

    def list_steps(self) -> list[Data]:
        """Return every step; only the last ones have facts."""
        self._catch_up()
        return self._steps[:]

    def find_facts(self) -> Data:
        """Return the facts of the current position, which everybody may see."""
        self._catch_up()
        facts: Data = self._steps[-1]["facts"] if self._steps else self.first
        return facts

    def find_step(self, number: int) -> Data | None:
        """Return the step of the event of this number; None if it was taken back."""
        self._catch_up()
        return self._numbered.get(number)

    def _catch_up(self) -> None:
        journal, line = self.match.journal, self.match.line
        if self._read == len(journal):
            return
        new = enumerate(journal[self._read :], self.match.first_seq + self._read + 1)
        seqs = {entry.number: seq for seq, entry in new if isinstance(entry, Event)}
        self._read = len(journal)
        standing = {event.number for event, _ in line}
        self._steps = [step for step in self._steps if step["number"] in standing]
        for at, (event, _) in enumerate(line[len(self._steps) :], len(self._steps)):
            self._steps.append(_build_step(event, seqs[event.number], self._find_state(at)))
        drawn = len(line) - DRAWN
        for at, step in enumerate(self._steps):
            if at < drawn:
                self._steps[at] = step if step["facts"] is None else step | {"facts": None}
            elif step["facts"] is None:
                self._steps[at] = step | {"facts": self._build_facts(at)}
        self._numbered = {step["number"]: step for step in self._steps}

    def _find_state(self, at: int) -> State:
        line = self.match.line
        return line[at + 1][1] if at + 1 < len(line) else self.match.state

    def _build_facts(self, at: int) -> Data:
        """Return the facts after a step."""
        state = self._find_state(at)
        played = [(event.who, event.move) for event, _ in self.match.line[: at + 1] if event.move is not None]
        return game_of(state).facts(state, played)


def format_entry(numbered: NumberedEntry, line: LineOfPlay | None) -> VisibleEntry:
    """Encode an entry for those who may see it, with its step if that was not taken back."""
    data: Data = {
        "seq": numbered.seq,
        "kind": KINDS[type(numbered.entry)],
        **records.format_entry(numbered.entry),
    }
    if line is not None and isinstance(numbered.entry, Event) and numbered.entry.undo is None:
        step = line.find_step(numbered.entry.number)
        data |= {"step": step} if step else {}
    return VisibleEntry(numbered.seq, data)


def format_outcome(match: Match) -> Data | None:
    """Return the result of the match: `how` is what the player `by` did to end it."""
    if (found := match.outcome) is None:
        return None
    ending = match.state.ending()
    if ending is not None:
        return {**found._asdict(), "how": ending.reason, "by": ending.by}
    if found.winner is None:
        return {**found._asdict(), "how": found.reason, "by": None}
    return {**found._asdict(), "how": EARLY_ENDS[found.reason].then, "by": OTHER[found.winner]}


def format_offer(match: Match) -> Data | None:
    """Return the open offer; an accepted rematch counts until the next game begins."""
    if match.offer is not None:
        return {"who": match.offer.who, "kind": match.offer.kind}
    agreed = match.outcome is not None and match.decision.allowed
    return {"who": agreed, "kind": REMATCH} if agreed else None


def encode_record(match: Match, began: str, readers: Collection[Player]) -> bytes:
    """Encode the record for these seats: during the game, without the other players' help and tries."""
    seen = {each.seq: each.entry for each in match.since(match.first_seq, readers)}
    lines = [format_header(match, began)]
    for turn in match.list_turns(match.first_seq):
        numbers = range(turn.seq + 1, turn.seq + 1 + len(turn.entries))
        entries: tuple[Entry, ...] = tuple(seen[number] for number in numbers if number in seen)
        lines += format_turn(Turn(turn.seq, entries)) if entries else ()
    return encode_lines(lines)


def _build_step(event: Event, seq: int, after: State) -> Data:
    """Build a step without its facts."""
    fields = event._asdict()
    shown = {key: fields[key] for key in ("number", "who", "move", "forced", "by_hand")}
    return {"seq": seq, **shown, "turn": after.turn, "facts": None}
