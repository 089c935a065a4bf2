"""What the lines of a record say: strictly the documented form, both ways."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from typing import Any, NamedTuple

from primeparlor import notation
from primeparlor.core import PLAYERS, Move, ParlorError, Player
from primeparlor.match import Entry, Event, Hint, Match, Outcome, Seating, Settings

VERSION = 1
LONGEST_LINE = 1 << 20


class RecordError(ParlorError):
    """A record that is not one, or does not follow the rules."""


class Record(NamedTuple):
    """A match read back, and how many bytes of the file were whole."""

    match: Match
    began: str
    size: int


# Writing -------------------------------------------------------------------------------------


def header_line(match: Match, began: str) -> dict[str, object]:
    """The first line: everything agreed before the first event."""
    rules = match.start.rules
    line: dict[str, object] = {
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
    return line


def entry_line(entry: Entry) -> dict[str, object]:
    """One event or note; what is as usual is left out."""
    if isinstance(entry, Hint):
        return {"after": entry.after, "who": entry.who, "hint": entry.kind}
    if isinstance(entry, Seating):
        return {"after": entry.after, "seats": list(entry.seats)}
    line: dict[str, object] = {"number": entry.number, "who": entry.who or "fate"}
    if entry.undo is not None:
        line["undo"] = entry.undo
    else:
        line["move"] = entry.move
    for key, usual in (("forced", False), ("by_hand", False), ("ms", 0), ("refused", 0)):
        if (value := getattr(entry, key)) != usual:
            line[key] = value
    return line


def result_line(match: Match, outcome: Outcome) -> dict[str, object]:
    """The last line; only now may it tell the seed (ruling A7)."""
    line: dict[str, object] = {"result": outcome._asdict(), "marks": list(match.marks)}
    if match.seed is not None:
        line["seed"] = match.seed
    return line


def lines(match: Match, began: str) -> list[dict[str, object]]:
    """The whole record of a match as it stands."""
    result = [] if match.outcome is None else [result_line(match, match.outcome)]
    return [header_line(match, began), *map(entry_line, match.journal), *result]


# Reading -------------------------------------------------------------------------------------


def read(lines: Iterable[bytes]) -> Record:
    """The record in these lines; only a last line without its line end may be incomplete."""
    match: Match | None = None
    began, size = "", 0
    for at, text in enumerate(lines, 1):
        try:
            line = _Line(text)
        except ValueError as error:
            if text.endswith(b"\n") or len(text) >= LONGEST_LINE:
                raise RecordError(f"line {at}: not a line of JSON ({error})") from None
            break
        try:
            if match is None:
                match, began = _match(line), _began(line)
            elif match.outcome is not None:
                raise RecordError("nothing may follow the result")
            elif "result" in line.values:
                _result(match, line)
            else:
                match.restore(_entry(line))
            line.check_empty()
        except ParlorError as error:
            raise RecordError(f"line {at}: {error}") from None
        size += len(text)
    if match is None:
        raise RecordError("line 1: the header is missing or cut, so there is nothing to load")
    return Record(match, began, size)


class _Line:
    """One JSON object; each reader takes its keys, and none may be left over."""

    def __init__(self, text: bytes) -> None:
        try:
            self.values = json.loads(
                text.decode(), object_pairs_hook=_without_doubles, parse_constant=_not_a_number
            )
        except json.JSONDecodeError as error:
            raise ValueError(f"{error.msg} at column {error.colno}") from None
        except RecursionError:
            raise ValueError("nested too deeply") from None
        if not isinstance(self.values, dict):
            raise ValueError("not an object")

    def take(self, key: str, *types: type, default: Any = ...) -> Any:
        if key not in self.values and default is not ...:
            return default
        value = self.values.pop(key, None)
        if type(value) not in types:
            raise RecordError(f"{key} is missing or of the wrong kind")
        return value

    def check_empty(self) -> None:
        for key in self.values:
            raise RecordError(f"unknown key {key[:40]!r}")


def _without_doubles(pairs: list[tuple[str, object]]) -> dict[str, object]:
    values = dict(pairs)
    if len(values) < len(pairs):
        raise ValueError("a key stands twice")
    return values


def _not_a_number(text: str) -> None:
    raise ValueError(f"{text} is no number")


def _began(line: _Line) -> str:
    began: str = line.take("began", str)
    if not re.fullmatch(r"[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}Z", began):
        raise RecordError("began must be a time as in 2026-01-31T18:00:00Z")
    return began


def _match(line: _Line) -> Match:
    if (version := line.take("parlor", int)) != VERSION:
        raise RecordError(f"version {version} is not known; this parlor reads version {VERSION}")
    game = notation.game(line.take("game", str))
    numbers = line.take("rules", dict)
    if numbers.keys() != game.Rules.numbers.keys() or None in numbers.values():
        raise RecordError(f"rules must hold exactly {', '.join(game.Rules.numbers)}")
    rules = game.Rules(**numbers)
    if line.take("standard", bool) != (not rules.changed()):
        raise RecordError("standard does not fit the rules")
    start = game.start(rules)
    if "position" in line.values:
        start = notation.read_position(line.take("position", str))
        if type(start) is not game or start.rules is not rules:
            raise RecordError("position does not fit the game and its rules")
    return Match(start, _seats(line), _settings(line), seeded=line.take("seeded", bool))


def _seats(line: _Line) -> tuple[str, str]:
    seats = line.take("seats", list)
    if len(seats) != 2 or not all(type(seat) is str for seat in seats):
        raise RecordError("seats must be two names")
    return seats[0], seats[1]


def _settings(line: _Line) -> Settings:
    given = line.take("settings", dict)
    kinds = {"strikes": (int,), "limit": (int,), "clock": (int, float), "undo": (bool,), "hints": (bool,)}
    if given.keys() != kinds.keys():
        raise RecordError(f"settings must hold exactly {', '.join(kinds)}")
    for key, kind in kinds.items():
        value = given[key]
        if value is None and bool not in kind:
            continue
        if type(value) not in kind:
            raise RecordError(f"settings: {key} is of the wrong kind")
    return Settings(**given)


def _entry(line: _Line) -> Entry:
    if "hint" in line.values:
        return _hint(line)
    if "seats" in line.values:
        return Seating(line.take("after", int), _seats(line))
    return _event(line)


def _event(line: _Line) -> Event:
    who: Player | str = line.take("who", int, str)
    if who not in (1, 2, "fate"):
        raise RecordError("who must be 1, 2 or 'fate'")
    undo = line.take("undo", int, default=None)
    move = None if undo is not None else _move(line)
    ms, refused = (line.take(key, int, default=0) for key in ("ms", "refused"))
    if ms < 0 or refused < 0:
        raise RecordError("ms and refused cannot be negative")
    return Event(
        number=line.take("number", int),
        who=None if isinstance(who, str) else who,
        move=move,
        undo=undo,
        forced=line.take("forced", bool, default=False),
        by_hand=line.take("by_hand", bool, default=False),
        ms=ms,
        refused=refused,
    )


def _hint(line: _Line) -> Hint:
    who: Player = line.take("who", int)
    if who not in PLAYERS:
        raise RecordError("who must be 1 or 2")
    return Hint(line.take("after", int), who, line.take("hint", int, str))


def _move(line: _Line) -> Move:
    """A move short enough to be shown; whether it is legal is asked by the referee."""
    move: Move = line.take("move", int, str)
    plain = move.isascii() and move.isalpha() if isinstance(move, str) else move >= 0
    if not plain or len(str(move)) > 20:
        raise RecordError("move must be a whole number or a word")
    return move


def _result(match: Match, line: _Line) -> None:
    result = line.take("result", dict)
    kinds = {key: type(value) for key, value in result.items()}
    if kinds not in ({"winner": int, "reason": str}, {"winner": type(None), "reason": str}):
        raise RecordError("result must hold winner (1, 2 or null) and reason")
    match.restore_outcome(Outcome(**result))
    if tuple(line.take("marks", list)) != match.marks:
        raise RecordError(f"marks should be {list(match.marks)}")
    match.seed = line.take("seed", int, default=None)
    if match.seed is not None and not match.seeded:
        raise RecordError("the match was not seeded, so it has no seed")
