"""What clients see of a table, as JSON: the view, the update, entries, the outcome and the record.

A *view* is the whole table as its reader may see it. An *update* leaves out what cannot change and what its
reader has already: its size does not depend on the length of the game. Both are put together from parts, each
of them encoded once for all readers who see the same.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import TYPE_CHECKING, Any, NamedTuple

from primeparlor import notation, records
from primeparlor.core import OTHER, PLAYERS, Move, Player
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
from primeparlor.tables.sentences import find_note
from primeparlor.web.json_encoder import encode_json
from primeparlor.web.tables.line_of_play import DRAWN, LineOfPlay
from primeparlor.web.tables.presence import SPECTATOR, TableVersion

if TYPE_CHECKING:
    from primeparlor.web.tables.live import LiveTable

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
    step: bytes | None = None  # of an event that was not taken back

    @property
    def text(self) -> bytes:
        """The entry as JSON."""
        fields = _encode_fields(self.data)
        return b"{%b}" % (fields if self.step is None else b'%b,"step":%b' % (fields, self.step))


class Snapshot(NamedTuple):
    """A reader's part of a version of a table, encoded; the steps and the running time are not in it."""

    seq: int  # of the last entry that this reader may see
    steady: bytes
    presence: bytes  # what changes when somebody comes or goes


class TableView:
    """What clients see of a live table, put together once for all clients who see the same."""

    def __init__(self, table: LiveTable, actions: list[Move] | None) -> None:
        self._table, self._actions = table, actions
        self._line = LineOfPlay(table.match)
        self._version: TableVersion | None = None  # of all that is cached here
        self._shared = b""
        self._presence = b""
        self._snapshots = dict[frozenset[Player], Snapshot]()
        self._news = dict[int | None, bytes]()  # by the entry after which it is new; None is the whole view
        self._constants: tuple[Match, bytes] | None = None

    def encode(self, seats: Collection[Player]) -> bytes:
        """Return the whole view of the table for these seats."""
        return self._encode_text(self._table.find_current_seats(seats), None)

    def encode_update(self, seats: Collection[Player], after: int, game: int | None = None) -> bytes | None:
        """Return what is new since the entry of this number; None if the reader needs the whole view.

        One game's last entry is the next one's beginning: name the game if the reader has seen it begin.
        """
        match = self._table.match
        begun = after > match.first_seq or (after == match.first_seq and game == self._table.game)
        if not begun or not match.seq - DRAWN <= after <= match.seq:
            return None
        return self._encode_text(self._table.find_current_seats(seats), after)

    def encode_answer(self, seats: Collection[Player], number: int) -> bytes:
        """Return what is new since the event of this number; the whole view if another game has begun."""
        after = self._find_line().find_seq(number)
        return self._encode_text(self._table.find_current_seats(seats), after)

    def find_snapshot(self, seats: Collection[Player]) -> Snapshot:
        """Return these seats' part of the present version."""
        reader = self._table.find_current_seats(seats)
        self._drop_outdated()
        found = self._snapshots.get(reader)
        if found is None:
            own = self._format_own(reader)
            steady = b"%b,%b" % (self._shared, _encode_fields(own))
            found = self._snapshots[reader] = Snapshot(own["seq"], steady, self._presence)
        return found

    def list_entries(
        self, seq: int, seats: Collection[Player], most: int | None = None
    ) -> list[VisibleEntry]:
        """Return the entries after this one that these seats may see, or the first of them."""
        first, line = self._table.match.first_seq, self._find_line()
        entries = self._table.table.since(seq, self._table.find_current_seats(seats))
        return [format_entry(each, line if each.seq > first else None) for each in entries[:most]]

    # Parts ----------------------------------------------------------------------------------------------

    def _encode_text(self, reader: frozenset[Player], after: int | None) -> bytes:
        """Return the update after this entry, or the whole view, with the running time."""
        snapshot = self.find_snapshot(reader)
        if after not in self._news:
            self._news[after] = self._encode_whole() if after is None else self._encode_new(after)
        clock = encode_json(self._table.clock.build_data(reader))
        return b'{%b,%b,%b,"clock":%b}' % (self._news[after], snapshot.steady, snapshot.presence, clock)

    def _encode_whole(self) -> bytes:
        line = self._find_line()
        parts = self._find_constants(), line.encode_facts(), line.encode_steps()
        return b'%b,"facts":%b,"steps":%b' % parts

    def _encode_new(self, after: int) -> bytes:
        line = self._find_line()
        kept = line.count_kept(after)
        shortened = kept == len(line) and line.was_shortened(after)
        facts = line.encode_facts() if shortened else b"null"
        return b'"after":%d,"kept":%d,"steps":%b,"facts":%b' % (after, kept, line.encode_steps(kept), facts)

    def _drop_outdated(self) -> None:
        """Drop what was encoded of an earlier version, and encode what all readers share."""
        if self._version != (version := self._table.version):
            self._version = version
            self._snapshots.clear()
            self._news.clear()
            self._shared = _encode_fields(self._format_shared())
            self._presence = _encode_fields(self._format_presence())

    def _find_constants(self) -> bytes:
        """Return what does not change during a game."""
        match = self._table.match
        if self._constants is None or self._constants[0] is not match:
            fields = _encode_fields(self._format_constants(match))
            self._constants = match, b'%b,"first":%b' % (fields, self._find_line().first)
        return self._constants[1]

    def _find_line(self) -> LineOfPlay:
        """Return the line of play of the current game: a rematch begins another."""
        if self._line.match is not self._table.match:
            self._line = LineOfPlay(self._table.match)
        return self._line

    # Fields ---------------------------------------------------------------------------------------------

    def _format_constants(self, match: Match) -> Data:
        start = match.start
        return {
            "table": self._table.id,
            "game": start.name,
            "title": start.title,
            "rules": start.rules.values(),
            "variant": start.rules.changed(),
            "actions": self._actions,
            "settings": match.settings._asdict(),
            "daily": match.day,
        }

    def _format_shared(self) -> Data:
        table, match = self._table, self._table.match
        return {
            "game_number": table.game,
            "position": notation.position(match.state),
            "number": match.number,
            "turn": match.state.turn,
            "waiting": table.seat_map.waiting,
            "outcome": format_outcome(match),
            "offer": format_offer(match),
            "marks": list(match.marks),
        }

    def _format_presence(self) -> Data:
        return {
            "seats": [self._format_seat(player) for player in PLAYERS],
            "watching": self._table.presence[SPECTATOR],
            "thinking": self._table.house_player.thinking,
        }

    def _format_own(self, reader: frozenset[Player]) -> Data:
        turn = self._table.match.state.turn
        return {
            "seq": self._table.match.find_last_visible(reader),
            "you": turn if len(reader) > 1 else next(iter(reader), None),
            "holds": sorted(reader),
            **self._table.house_player.build_help(reader),
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
            "note": find_note(table.match, label),
        }


def format_entry(numbered: NumberedEntry, line: LineOfPlay | None) -> VisibleEntry:
    """Format an entry for those who may see it, with its step if that was not taken back."""
    seq, entry = numbered
    data: Data = {"seq": seq, "kind": KINDS[type(entry)], **records.format_entry(entry)}
    if line is None or not isinstance(entry, Event) or entry.undo is not None:
        return VisibleEntry(seq, data)
    return VisibleEntry(seq, data, line.find_step(entry.number))


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


def _encode_fields(data: Data) -> bytes:
    """Encode the fields of an object without its braces."""
    return encode_json(data)[1:-1]
