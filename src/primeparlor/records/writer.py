"""Formatting of a match as the lines of a record, in the documented form. Usual values are left out."""

from __future__ import annotations

import json
from collections.abc import Iterable

from primeparlor import notation
from primeparlor.match import (
    Answer,
    Entry,
    Event,
    Hint,
    Match,
    Note,
    Offer,
    Pause,
    Result,
    Seating,
    Turn,
)

VERSION = 2

Line = dict[str, object]
USUAL: dict[str, object] = {"forced": False, "by_hand": False, "ms": 0, "refused": 0}  # of an event


def format_record(match: Match, began: str) -> list[Line]:
    """Return the whole record of a match as it stands."""
    return [format_header(match, began), *(line for turn in match.list_turns() for line in format_turn(turn))]


def format_header(match: Match, began: str) -> Line:
    """Return the first line: everything agreed before the first event."""
    rules = match.start.rules
    line: Line = {
        "parlor": VERSION,
        "game": match.start.name,
        "rules": rules.values(),
        "standard": not rules.changed(),
        "seats": list(match.first_seats),
        "settings": match.settings._asdict(),
        "seeded": match.seeded,
        "began": began,
    }
    if "set up" in match.marks:
        line["position"] = notation.position(match.start)
    if match.first_too_large:
        line["too_large"] = True
    if match.day is not None:
        line["day"] = match.day
    if any(match.first_names):
        line["names"] = list(match.first_names)
    if match.series is not None:
        line["series"] = {**match.series._asdict(), "score": list(match.series.score)}
    if match.first_number or match.first_seq:
        line["after"] = {"number": match.first_number, "seq": match.first_seq}
    return line


def format_turn(turn: Turn) -> list[Line]:
    """Return the lines of a turn: each but the last says that more follow."""
    *before, last = turn.entries
    return [*(format_entry(entry) | {"more": True} for entry in before), format_entry(last)]


def format_entry(entry: Entry) -> Line:
    """Return one event, note or result, whatever turn it belongs to."""
    if isinstance(entry, Event):
        what = {"move": entry.move} if entry.undo is None else {"undo": entry.undo}
        rest = {key: value for key, usual in USUAL.items() if (value := getattr(entry, key)) != usual}
        return {"number": entry.number, "who": entry.who or "fate", **what, **rest}
    if isinstance(entry, Result):
        line: Line = {"result": entry.outcome._asdict(), "marks": list(entry.marks)}
        return line if entry.seed is None else line | {"seed": entry.seed}
    return {"after": entry.after} | _format_note(entry)


def encode_lines(lines: Iterable[Line]) -> bytes:
    """Encode the lines as bytes for a file."""
    return b"".join(json.dumps(line, separators=(",", ":")).encode() + b"\n" for line in lines)


def _format_note(note: Note) -> Line:
    """Return the content of a note without the event it came after."""
    if isinstance(note, Pause):
        return {"pause": note.ms}
    if isinstance(note, Seating):
        named: Line = {"names": list(note.names)} if any(note.names) else {}
        unsolved: Line = {"too_large": True} if note.too_large else {}
        return {"seats": list(note.seats)} | named | unsolved
    if isinstance(note, Offer):
        return {"who": note.who, "offer": note.kind}
    if isinstance(note, Answer):
        return {"who": note.who, "answer": note.allowed}
    time: Line = {"ms": note.ms} if note.ms else {}
    if isinstance(note, Hint):
        return {"who": note.who, "hint": note.kind} | time
    return {"who": note.who, "refusal": note.move, "strike": note.strike} | time
