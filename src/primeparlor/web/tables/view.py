"""What clients see of a table, as JSON: the view, the update, entries, the outcome and the record.

A *view* is the whole table as its reader may see it. An *update* leaves out what cannot change and what its
reader has already: its size does not depend on the length of the game. Both are put together from parts, each
of them encoded once for all readers who see the same.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from primeparlor import notation, records
from primeparlor.coach.reasons import describe_variant
from primeparlor.coach.training.ladder import counts_for_ladder
from primeparlor.core import OTHER, PLAYERS, Move, Player
from primeparlor.match import (
    HUMAN,
    REMATCH,
    UNDO,
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
    comes_in,
)
from primeparlor.records import Line
from primeparlor.records.writer import encode_lines, format_turn
from primeparlor.tables.hints import list_hint_notes
from primeparlor.tables.messages import OPEN_SEATS, format_outcome, messages_of
from primeparlor.tables.names import name_seats
from primeparlor.tables.sentences import (
    describe_offer,
    find_note,
    format_price_of_help,
    list_terms,
)
from primeparlor.tables.series_words import build_series_data, format_again
from primeparlor.tables.turn_words import list_turn_notes
from primeparlor.web.json_encoder import encode_json
from primeparlor.web.tables.presence import SPECTATOR
from primeparlor.web.tables.reader_sequence import ReaderSequence
from primeparlor.web.tables.seats import GameSeats
from primeparlor.web.tables.steps import DRAWN, StepList

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
    text: bytes  # as JSON; an event that was not taken back has its step


class Snapshot(NamedTuple):
    """A reader's part of a version of a table, encoded; the steps and the running time are not in it."""

    seq: int  # of the last entry that this reader may see, as this reader counts
    sequence: ReaderSequence
    steady: bytes
    presence: bytes  # what changes when somebody comes or goes


class TableView:
    """What clients see of a live table, put together once for all clients who see the same."""

    def __init__(self, table: LiveTable, actions: list[Move] | None) -> None:
        self._table, self._actions = table, actions
        self._steps = StepList(table.match)
        self._version = -1  # of all that is cached here
        self._changes = -1  # of the presence that is
        self._shared = self._presence = b""
        self._snapshots = dict[frozenset[Player], Snapshot]()
        self._sequences = dict[frozenset[Player], ReaderSequence]()  # by seats in the first game
        self._names = dict[Player | None, Data]()
        self._fields = dict[NumberedEntry, bytes]()  # of entries that a bot has asked for
        self._news = dict[int | None, bytes]()  # by the entry after which it is new; None is the whole view

    def encode(self, seats: frozenset[Player]) -> bytes:
        """Return the whole view of the table for these seats."""
        return self._encode_text(seats, None)

    def encode_update(self, seats: frozenset[Player], after: int, game: int | None = None) -> bytes | None:
        """Return what is new since the entry of this number; None if the reader needs the whole view.

        One game's last entry is the next one's beginning: name the game if the reader has seen it begin.
        """
        sequence, start = self.find_snapshot(seats).sequence, self._table.match.first_seq
        first = sequence.find_number(start)
        begun = after > first or (after == first and game == self._table.game)
        if not begun or not sequence.last - DRAWN <= after <= sequence.last:
            return None
        return self._encode_text(seats, start if after == first else sequence.seqs[after - 1])

    def encode_answer(self, seats: frozenset[Player], number: int) -> bytes:
        """Return what is new since the event of this number; the whole view if another game has begun."""
        self._refresh()
        return self._encode_text(seats, self._steps.seqs.get(number))

    def find_snapshot(self, seats: frozenset[Player]) -> Snapshot:
        """Return these seats' part of the present version."""
        table = self._table
        if isinstance(seats, GameSeats) and seats.game != table.game:
            seats = table.find_current_seats(seats)
        self._refresh()
        if seats not in self._snapshots:
            match, turn = table.match, table.match.state.turn
            first = seats if table.game % 2 or len(seats) != 1 else frozenset([OTHER[min(seats)]])
            if first not in self._sequences:
                self._sequences[first] = ReaderSequence(first)
            sequence = self._sequences[first]
            sequence.catch_up((*table.table.earlier, match))
            reader = next(iter(seats)) if len(seats) == 1 else None  # at one screen nobody is "You"
            priced = reader is not None and match.seats != (HUMAN, HUMAN)
            helped = seats and match.settings.hints
            own = {
                "seq": sequence.last,
                "you": turn if len(seats) > 1 else next(iter(seats), None),
                "holds": sorted(seats),
                **(self._names.get(reader) or self._find_names(reader)),
                "series": match.series and build_series_data(match, name_seats(match, reader)),
                "help_used": self._steps.help_used if helped else None,
                "help_words": self._steps.help_words if helped else ["", ""],
                "help_price": format_price_of_help(match) if priced else "",
                "climbs": priced and match.outcome is None and counts_for_ladder(match),
                **table.house_player.build_help(seats),
            }
            steady = b"%b,%b" % (self._shared, encode_json(own)[1:-1])
            self._snapshots[seats] = Snapshot(sequence.last, sequence, steady, self._presence)
        return self._snapshots[seats]

    def _find_names(self, you: Player | None) -> Data:
        """Return what a reader calls the players; names change only when somebody comes."""
        seated = name_seats(self._table.match, you)
        names = self._names[you] = {"names": seated.names, "names_inside": seated.both_inside}
        return names

    def list_entries(
        self, seq: int, seats: Collection[Player], most: int | None = None
    ) -> list[VisibleEntry]:
        """Return the entries after this reader's number, or the first of them."""
        self._refresh()
        first = self._table.match.first_seq
        current, table = self._table.find_current_seats(seats), self._table.table
        entries = self.find_snapshot(current).sequence.list_entries(
            (*table.earlier, table.match), seq, current, most
        )
        return [
            self._format_entry(number, each, each.seq > first) for number, each in enumerate(entries, seq + 1)
        ]

    # Parts ----------------------------------------------------------------------------------------------

    def _refresh(self) -> None:
        """Drop what was encoded of an earlier version, and encode what all readers share."""
        table = self._table
        if self._version == table.presence.version:
            return
        self._version = table.presence.version
        self._snapshots.clear()
        self._news.clear()
        if self._steps.match is not table.match:  # a rematch
            self._steps = StepList(table.match)
        self._steps.catch_up()
        match = table.match
        shared = {
            "game_number": table.game,
            "number": match.number,
            "turn": match.state.turn,
            "waiting": table.seat_map.waiting,
            "outcome": None if match.outcome is None else format_outcome(match.state, match.outcome),
            "offer": format_offer(match) if match.decision.offer or match.outcome else None,
            "marks": match.marks,
            "again": format_again(match) if match.outcome else "",
        }
        self._shared = encode_json(shared)[1:-1]
        if self._changes != table.presence.changes:
            self._changes = table.presence.changes
            self._names.clear()
            self._presence = encode_json(self._format_presence())[1:-1]

    def _format_entry(self, number: int, numbered: NumberedEntry, current: bool) -> VisibleEntry:
        """Format an entry of this number, with its step if it is in the current game and stands."""
        entry = numbered.entry
        if (fields := self._fields.get(numbered)) is None:
            data: Data = {"kind": KINDS[type(entry)], **records.format_entry(entry)}
            fields = self._fields[numbered] = encode_json(data)[1:-1]
        if current and isinstance(entry, Event) and (step := self._steps.find_step(entry.number)) is not None:
            fields = b'%b,"step":%b' % (fields, step)
        return VisibleEntry(number, b'{"seq":%d,%b}' % (number, fields))

    def _encode_text(self, seats: frozenset[Player], after: int | None) -> bytes:
        """Return the update after this entry, or the whole view, with the running time."""
        snapshot, table = self.find_snapshot(seats), self._table
        if after not in self._news:
            self._news[after] = self._encode_whole() if after is None else self._steps.encode_new(after)
        timed = table.match.settings.clock is not None
        clock = encode_json(table.clock.build_data(seats)) if timed else b"null"
        known = b"" if after is None else b'"after":%d,' % snapshot.sequence.find_number(after)
        news = known + self._news[after]
        return b'{%b,%b,%b,"clock":%b}' % (news, snapshot.steady, snapshot.presence, clock)

    def _encode_whole(self) -> bytes:
        fields = encode_json(self._format_constants())[1:-1]
        return b'%b,"first":%b,%b' % (fields, self._steps.first, self._steps.encode_all())

    # Fields ---------------------------------------------------------------------------------------------

    def _format_constants(self) -> Data:
        """Return what does not change during a game, and the text of the position, which can be long."""
        match, start = self._table.match, self._table.match.start
        messages = messages_of(start)
        return {
            "table": self._table.id,
            "game": start.name,
            "title": start.title,
            "rules": start.rules.values(),
            "variant": start.rules.changed(),
            "variant_words": describe_variant(start),
            "how_to_play": messages.how_to_play(start),
            "tips": messages.tips(start)._asdict(),
            "actions": self._actions,
            "settings": match.settings._asdict(),
            "daily": match.day,
            "position": notation.position(match.state),
            "turn_notes": list_turn_notes(OPEN_SEATS),
            "hint_notes": list_hint_notes(match.settings.hints),
            "terms": {
                "player": list_terms(match),
                "one_screen": list_terms(match, one_screen=True),
                "spectator": list_terms(match, watching=True),
            },
        }

    def _format_presence(self) -> Data:
        return {
            "seats": [self._format_seat(player) for player in PLAYERS],
            "watching": self._table.presence[SPECTATOR],
            "thinking": self._table.house_player.thinking,
        }

    def _format_seat(self, player: Player) -> Data:
        table = self._table
        label, name = table.match.seats[player - 1], table.match.names[player - 1]
        [*persons] = table.seat_map.find_holders(player, table.game)
        is_house = not comes_in(label)
        return {
            "player": player,
            "label": label,
            "name": name,
            "taken": is_house or persons != [2] or not table.seat_map.waiting,
            "here": is_house or any(table.presence[person] for person in persons),
            "house": is_house,
            "note": find_note(table.match, label) or (table.house_player.remark if is_house else ""),
        }


def format_offer(match: Match) -> Data | None:
    """Return the open offer; an accepted rematch counts until the next game begins."""
    if (offer := match.decision.offer) is not None:
        about = _describe_last_decision(match, offer.who) if offer.kind == UNDO else ""
        return {
            "who": offer.who,
            "kind": offer.kind,
            **describe_offer(offer.who, offer.kind, about, OPEN_SEATS),
        }
    agreed = match.outcome is not None and match.decision.allowed
    if not agreed:
        return None
    return {"who": agreed, "kind": REMATCH, **describe_offer(agreed, REMATCH, "", OPEN_SEATS)}


def _describe_last_decision(match: Match, who: Player) -> str:
    """Return what this player chose last, as in "asks to take back …"."""
    for event, before in reversed(match.line):
        if event.who == who and not event.forced and event.move is not None:
            return messages_of(before).deed(before, event.move)
    return "the last move"


def list_visible_turns(match: Match, readers: Collection[Player]) -> list[Turn]:
    """Return the turns of a record for these seats: during the game, without the others' help and tries."""
    seen = {each.seq: each.entry for each in match.since(match.first_seq, readers)}
    turns = list[Turn]()
    for turn in match.list_turns(match.first_seq):
        numbers = range(turn.seq + 1, turn.seq + 1 + len(turn.entries))
        entries: tuple[Entry, ...] = tuple(seen[number] for number in numbers if number in seen)
        turns += [Turn(turn.seq, entries)] if entries else []
    return turns


def encode_record(header: Line, turns: Sequence[Turn]) -> bytes:
    """Encode a record; the turns are values, so that this can be done in a thread."""
    return encode_lines([header, *(line for turn in turns for line in format_turn(turn))])
