"""A match as JSON lines ⇄ Match: a header, then one event a line, then the result.

Each line is on disk before anyone is told of it. A record cut at any byte loads up to its last
whole event; an illegal or inconsistent one is refused with the line and the reason. Seats are
labels: reading a record never starts a program or opens a connection.

    RecordError    the record cannot be read; names the line
    StoreError     the record cannot be written; says what is safe
"""

from __future__ import annotations

import fcntl
import json
import os
import time
from collections.abc import Iterable
from typing import Any, NamedTuple, Self

from primeparlor import notation
from primeparlor.core import ParlorError, Player
from primeparlor.match import Event, Match, Outcome, Settings

VERSION = 1
SUFFIX = ".jsonl"
LONGEST_LINE = 1 << 20


class RecordError(ParlorError):
    """A record that is not one, or does not follow the rules."""


class StoreError(ParlorError):
    """A record that cannot be kept where it should be."""


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
        "seats": list(match.seats),
        "settings": match.settings._asdict(),
        "seeded": match.seeded,
        "began": began,
    }
    if "set up" in match.marks:
        line["position"] = notation.position(match.start)
    return line


def event_line(event: Event) -> dict[str, object]:
    """One event; what is as usual is left out."""
    line: dict[str, object] = {"number": event.number, "who": event.who or "fate"}
    if event.undo is not None:
        line["undo"] = event.undo
    else:
        line["move"] = event.move
    for key, usual in (("forced", False), ("by_hand", False), ("ms", 0), ("refused", 0), ("hints", ())):
        if (value := getattr(event, key)) != usual:
            line[key] = list(value) if isinstance(value, tuple) else value
    return line


def result_line(match: Match, outcome: Outcome) -> dict[str, object]:
    """The last line; only now may it tell the seed (ruling A7)."""
    line: dict[str, object] = {"result": outcome._asdict(), "marks": list(match.marks)}
    if match.seed is not None:
        line["seed"] = match.seed
    return line


class RecordFile:
    """A record on disk that grows line by line. It is the `Store` of one match at a time."""

    def __init__(self, path: str, flags: int) -> None:
        self.path = path
        try:
            self._file = os.open(path, flags | os.O_RDWR | os.O_CLOEXEC, 0o644)
        except FileExistsError:
            raise StoreError(
                f"{path} exists. Go on with it by 'parlor resume {path}', or choose another."
            ) from None
        except OSError as error:
            raise StoreError(f"{path} cannot be opened to keep the game: {error.strerror}.") from None
        try:
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            os.close(self._file)
            raise StoreError(f"{path} is being played elsewhere.") from None
        self._size = 0

    @classmethod
    def create(cls, path: str, match: Match) -> Self:
        """A new record with its header, which must not exist yet."""
        record = cls(path, os.O_CREAT | os.O_EXCL)
        try:
            record._write(header_line(match, time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime())))
        except StoreError:
            record.close()
            os.unlink(path)
            raise
        _sync_folder(path)
        match.store = record
        return record

    @classmethod
    def reopen(cls, path: str) -> tuple[Self, Record]:
        """The match of an unfinished record, ready to go on; a cut last line is dropped."""
        record = cls(path, 0)
        try:
            read = load(path)
            os.ftruncate(record._file, read.size)
            os.lseek(record._file, read.size, os.SEEK_SET)
            record._size = read.size
            if read.size and os.pread(record._file, 1, read.size - 1) != b"\n":
                record._append(b"\n")
        except BaseException:
            record.close()
            raise
        read.match.store = record
        return record, read

    def event(self, event: Event) -> None:
        self._write(event_line(event))

    def outcome(self, match: Match, outcome: Outcome) -> None:
        self._write(result_line(match, outcome))

    def close(self) -> None:
        os.close(self._file)

    def _write(self, line: dict[str, object]) -> None:
        self._append(json.dumps(line, separators=(",", ":")).encode() + b"\n")

    def _append(self, data: bytes) -> None:
        """Write all of it through to the disk, or take back what was written."""
        try:
            rest = data
            while rest:
                rest = rest[os.write(self._file, rest) :]
            os.fsync(self._file)
        except OSError as error:
            os.ftruncate(self._file, self._size)
            os.lseek(self._file, self._size, os.SEEK_SET)
            raise StoreError(
                f"The game could not be saved: {error.strerror}. It stands in {self.path} as you last saw it."
            ) from None
        self._size += len(data)


def _sync_folder(path: str) -> None:
    """Make the name of a new file durable too."""
    folder = os.open(os.path.dirname(path) or ".", os.O_RDONLY)
    try:
        os.fsync(folder)
    finally:
        os.close(folder)


# Reading -------------------------------------------------------------------------------------


def load(path: str) -> Record:
    """The record in this file."""
    try:
        with open(path, "rb") as file:
            return read(iter(lambda: file.readline(LONGEST_LINE), b""))
    except OSError as error:
        raise RecordError(f"{path} cannot be read: {error.strerror}.") from None
    except RecordError as error:
        raise RecordError(f"{path}, {error}") from None


def read(lines: Iterable[bytes]) -> Record:
    """The record in these lines; only a last line without its line end may be incomplete."""
    match: Match | None = None
    began, size = "", 0
    for at, text in enumerate(lines, 1):
        try:
            line = _Line(text)
        except ValueError as error:
            if text.endswith(b"\n") or len(text) == LONGEST_LINE:
                raise RecordError(f"line {at}: not a line of JSON ({error})") from None
            break
        try:
            if match is None:
                match, began = _match(line), line.take("began", str)
            elif match.outcome is not None:
                raise RecordError("nothing may follow the result")
            elif "result" in line.values:
                _result(match, line)
            else:
                match.restore(_event(line))
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
            self.values = json.loads(text.decode(), object_pairs_hook=_without_doubles)
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
            raise RecordError(f"unknown key {key!r}")


def _without_doubles(pairs: list[tuple[str, object]]) -> dict[str, object]:
    values = dict(pairs)
    if len(values) < len(pairs):
        raise ValueError("a key stands twice")
    return values


def _match(line: _Line) -> Match:
    if (version := line.take("parlor", int)) != VERSION:
        raise RecordError(f"version {version} is not known; this parlor reads version {VERSION}")
    game = notation.game(line.take("game", str))
    rules = game.Rules(**line.take("rules", dict))
    if line.take("standard", bool) != (not rules.changed()):
        raise RecordError("standard does not fit the rules")
    start = game.start(rules)
    if "position" in line.values:
        start = notation.read_position(line.take("position", str))
        if type(start) is not game or start.rules is not rules:
            raise RecordError("position does not fit the game and its rules")
    seats = line.take("seats", list)
    if len(seats) != 2 or not all(type(seat) is str for seat in seats):
        raise RecordError("seats must be two names")
    return Match(start, (seats[0], seats[1]), _settings(line), seeded=line.take("seeded", bool))


def _settings(line: _Line) -> Settings:
    given = line.take("settings", dict)
    kinds = {"strikes": (int,), "limit": (int,), "clock": (int, float), "undo": (bool,), "hints": (bool,)}
    if given.keys() != kinds.keys():
        raise RecordError(f"settings must hold exactly {', '.join(kinds)}")
    for key, kind in kinds.items():
        value = given[key]
        if value is None and bool not in kind:
            continue
        if type(value) not in kind or (bool not in kind and not value > 0):
            raise RecordError(f"settings: {key} is of the wrong kind")
    return Settings(**given)


def _event(line: _Line) -> Event:
    who: Player | str = line.take("who", int, str)
    if who not in (1, 2, "fate"):
        raise RecordError("who must be 1, 2 or 'fate'")
    undo = line.take("undo", int, default=None)
    move = None if undo is not None else line.take("move", int, str)
    hints = line.take("hints", list, default=[])
    if not all(type(hint) is str for hint in hints):
        raise RecordError("hints must be a list of words")
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
        hints=tuple(hints),
    )


def _result(match: Match, line: _Line) -> None:
    result = line.take("result", dict)
    if result.keys() != {"winner", "reason"} or type(result["winner"]) not in (int, type(None)):
        raise RecordError("result must hold winner (1, 2 or null) and reason")
    match.restore_outcome(Outcome(**result))
    if tuple(line.take("marks", list)) != match.marks:
        raise RecordError(f"marks should be {list(match.marks)}")
    match.seed = line.take("seed", int, default=None)


# The saved games -----------------------------------------------------------------------------


def folder() -> str:
    """Where games are kept: PARLOR_HOME, else the user's data folder."""
    data = os.environ.get("XDG_DATA_HOME") or os.path.expanduser("~/.local/share")
    return os.environ.get("PARLOR_HOME") or os.path.join(data, "primeparlor")


def keep(match: Match) -> RecordFile:
    """A new record for this match among the saved games."""
    home = folder()
    try:
        os.makedirs(home, exist_ok=True)
    except OSError as error:
        raise StoreError(f"{home} cannot be made to keep games in: {error.strerror}.") from None
    stem = os.path.join(home, f"{time.strftime('%Y%m%d-%H%M%S')}-{match.start.name}")
    for attempt in range(1, 100):
        path = stem + (f"-{attempt}" if attempt > 1 else "") + SUFFIX
        if not os.path.exists(path):
            return RecordFile.create(path, match)
    raise StoreError(f"{home} holds too many games of this second.")


def saved() -> list[str]:
    """The saved games, the oldest first."""
    try:
        names = os.listdir(folder())
    except OSError:
        return []
    return [os.path.join(folder(), name) for name in sorted(names) if name.endswith(SUFFIX)]
