"""Reading of a record: every line is checked as if it were played now, unless this program just wrote it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import NamedTuple

from primeparlor import notation
from primeparlor.core import ParlorError
from primeparlor.match import Entry, Match, Series, Settings
from primeparlor.records.entries import read_entry, read_names, read_pair, read_too_large
from primeparlor.records.line import JsonLine, RecordError, is_truncated
from primeparlor.records.writer import VERSION, Line

MOST_BEFORE = 10**9  # events and entries of the matches before this one at its table


class Record(NamedTuple):
    """A match read back, and how long its record was."""

    match: Match
    began: str
    size: int  # in bytes, up to the last whole turn; of a record that was never a file, in lines


def read(lines: Iterable[bytes]) -> Record:
    """Parse the lines of a record; only its last turn may be incomplete, and then it is dropped."""
    reader: _Reader | None = None
    size = whole = 0
    for at, text in enumerate(lines, 1):
        try:
            line = JsonLine.parse(text)
        except ValueError as error:
            if is_truncated(text):
                break
            raise RecordError(f"line {at}: not a line of JSON ({error})") from None
        size += len(text)
        if reader is None:
            reader, whole = _Reader(line), size
        elif reader.read_line(at, line):
            whole = size
    if reader is None:
        raise RecordError("line 1: the header is missing or cut off, so there is nothing to load")
    return Record(reader.match, reader.began, whole)


def rebuild(lines: Sequence[Line]) -> Record:
    """Return the record that `format_record` has formatted as these lines; the referee checks none of it.

    So it is only for what this program wrote itself and nobody else could change since.
    """
    header, *rest = (JsonLine({**line}) for line in lines)
    match = _read_match(header)
    for line in rest:
        match.apply_entry(read_entry(line))
    return Record(match, _read_began(header), len(lines))


class _Reader:
    """Reads line by line. A turn counts once it is complete."""

    def __init__(self, header: JsonLine) -> None:
        with _with_line_number(1):
            _check_version(header)
            self.match = _read_match(header)
            self.began = _read_began(header)
            header.check_empty()
        self._turn: list[tuple[int, Entry]] = []

    def read_line(self, at: int, line: JsonLine) -> bool:
        """Read one more line; whether it completes a turn."""
        with _with_line_number(at):
            more = _read_more(line)
            self._turn.append((at, read_entry(line)))
            line.check_empty()
        if more:
            return False
        before = self.match.seq
        for number, entry in self._turn:
            with _with_line_number(number):
                self.match.restore(entry)
        with _with_line_number(at):
            self._check_turn(before)
        self._turn.clear()
        return True

    def _check_turn(self, before: int) -> None:
        """Raise unless the lines read together are exactly one complete turn."""
        if len(self.match.list_turns(before)) > 1:
            raise RecordError("this line belongs to a different turn than the one before it")
        if self.match.outcome is None and self.match.decision.allowed:
            raise RecordError("the undo that this allows is missing")


@contextmanager
def _with_line_number(at: int) -> Iterator[None]:
    """Add the line number to any error raised meanwhile."""
    try:
        yield
    except ParlorError as error:
        raise RecordError(f"line {at}: {error}") from None


def _read_more(line: JsonLine) -> bool:
    """Return True if the next line belongs to the same turn."""
    more: bool | None = line.take("more", bool, default=None)
    if more is False:
        raise RecordError("more must be true or left out")
    return more is not None


# The header --------------------------------------------------------------------------------------


def _check_version(line: JsonLine) -> None:
    version: int = line.take("parlor", int)
    if version < VERSION:
        raise RecordError(
            f"version {version} is from before the first release and is no longer read; "
            "move the file away and start a new game"
        )
    if version > VERSION:
        raise RecordError(f"version {version} is unknown; this parlor reads version {VERSION}")


def _read_match(line: JsonLine) -> Match:
    game = notation.game(line.take("game", str))
    numbers = line.take("rules", dict)
    if numbers.keys() != game.Rules.numbers.keys() or None in numbers.values():
        raise RecordError(f"rules must hold exactly {', '.join(game.Rules.numbers)}")
    rules = game.Rules(**numbers)
    if line.take("standard", bool) != (not rules.changed()):
        raise RecordError("standard does not match the rules")
    start = game.start(rules)
    if "position" in line:
        start = notation.read_position(line.take("position", str))
        if type(start) is not game or start.rules is not rules:
            raise RecordError("position does not match the game and its rules")
    settings = _read_settings(line)
    seats, seeded = read_pair(line, "seats"), line.take("seeded", bool)
    (number, seq), day = _read_before(line), _read_day(line)
    return Match(
        start,
        seats,
        settings,
        names=read_names(line),
        seeded=seeded,
        day=day,
        too_large=read_too_large(line),
        series=_read_series(line),
        number=number,
        seq=seq,
    )


def _read_began(line: JsonLine) -> str:
    began: str = line.take("began", str)
    if not re.fullmatch(r"[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}Z", began):
        raise RecordError("began must be a time such as 2026-01-31T18:00:00Z")
    return began


def _read_day(line: JsonLine) -> str | None:
    """Parse the day whose outcomes are dealt; most matches have none."""
    day: str | None = line.take("day", str, default=None)
    if day is not None and not re.fullmatch(r"[0-9]{4}-[0-9]{2}-[0-9]{2}", day):
        raise RecordError("day must be a date such as 2026-01-31")
    return day


def _read_settings(line: JsonLine) -> Settings:
    given = line.take("settings", dict)
    kinds = {
        "strikes": (int,),
        "limit": (int,),
        "clock": (int, float),
        "undo": (bool,),
        "hints": (bool,),
        "consent": (bool,),
    }
    if given.keys() != kinds.keys():
        raise RecordError(f"settings must hold exactly {', '.join(kinds)}")
    for key, kind in kinds.items():
        value = given[key]
        if value is None and bool not in kind:
            continue
        if type(value) not in kind:
            raise RecordError(f"settings: {key} has the wrong type")
    return Settings(**given)


def _read_series(line: JsonLine) -> Series | None:
    """Parse the place of this game among several; most games are played alone."""
    match line.take("series", dict, default=None):
        case None:
            return None
        case {
            "first_to": int() | None as goal,
            "game": int(game),
            "score": [int(one), int(two)],
            "first": str(first),
            **rest,
        } if not rest and bool not in map(type, (goal, game, one, two)):
            return Series(goal, game, (one, two), first)
    raise RecordError("series must hold first_to, game, score and first")


def _read_before(line: JsonLine) -> tuple[int, int]:
    """Parse the last event and entry numbers before this match; both 0 unless it is a rematch."""
    before = line.take("after", dict, default={"number": 0, "seq": 0})
    if {key: type(value) for key, value in before.items()} != {"number": int, "seq": int}:
        raise RecordError("after must hold number and seq")
    number, seq = before["number"], before["seq"]
    if not 0 <= number <= seq <= MOST_BEFORE:
        raise RecordError(f"after: number must be from 0 to seq, and seq at most {MOST_BEFORE}")
    return number, seq
