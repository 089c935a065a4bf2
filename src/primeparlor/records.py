"""A match as JSON lines ⇄ Match: a header, then one event or hint a line, then the result.

Each line is on disk before anyone is told of it. A record cut at any byte loads up to its last
whole event; an illegal or inconsistent one is refused with the line and the reason. Seats are
labels: reading a record never starts a program or opens a connection.

    RecordError        the record cannot be read; names the line
    StoreError         the record cannot be written; says what is safe
    └── RecordExists   a new record would overwrite an old one
"""

from __future__ import annotations

import fcntl
import json
import os
import re
import time
from collections.abc import Iterable
from contextlib import suppress
from typing import Any, NamedTuple, Self

from primeparlor import notation
from primeparlor.core import PLAYERS, Move, ParlorError, Player
from primeparlor.match import Event, Hint, Match, Outcome, Settings

VERSION = 1
SUFFIX = ".jsonl"
LONGEST_LINE = 1 << 20


class RecordError(ParlorError):
    """A record that is not one, or does not follow the rules."""


class StoreError(ParlorError):
    """A record that cannot be kept where it should be."""


class RecordExists(StoreError):
    """The name for a new record is taken."""


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


def entry_line(entry: Event | Hint) -> dict[str, object]:
    """One event or hint; what is as usual is left out."""
    if isinstance(entry, Hint):
        return {"after": entry.after, "who": entry.who, "hint": entry.kind}
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


class RecordFile:
    """A record on disk that grows line by line. It is the `Store` of one match at a time."""

    def __init__(self, path: str, flags: int) -> None:
        self.path, self._size = path, 0
        try:
            self._file = os.open(path, flags | os.O_RDWR | os.O_CLOEXEC, 0o644)
        except FileExistsError:
            raise RecordExists(
                f"{path} exists. Go on with it by 'parlor resume {path}', or choose another."
            ) from None
        except OSError as error:
            raise StoreError(f"{path} cannot be opened to keep the game: {error.strerror}.") from None
        try:
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            self.close()
            busy = isinstance(error, BlockingIOError)
            reason = "is being played elsewhere" if busy else f"cannot be locked: {error.strerror}"
            raise StoreError(f"{path} {reason}.") from None

    @classmethod
    def create(cls, path: str, match: Match) -> Self:
        """A new record of the match so far, in a file that must not exist yet."""
        record = cls(path, os.O_CREAT | os.O_EXCL)
        began = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime())
        try:
            record._append(*lines(match, began))
            _sync_folder(path)
        except BaseException:
            record.close()
            with suppress(OSError):
                os.unlink(path)
            raise
        match.store = record
        return record

    @classmethod
    def reopen(cls, path: str) -> tuple[Self, Record]:
        """The match of a record, ready to go on; a cut last line is dropped."""
        if os.path.exists(path) and not os.path.isfile(path):
            raise StoreError(f"{path} cannot be opened to keep the game: Not a file.")
        record = cls(path, 0)
        try:
            read = load(path)
            record._size = read.size
            if os.pread(record._file, 1, read.size - 1) != b"\n":
                record._write(b"\n")
        except BaseException:
            record.close()
            raise
        read.match.store = record
        return record, read

    def event(self, event: Event) -> None:
        self._append(entry_line(event))

    def hint(self, hint: Hint) -> None:
        self._append(entry_line(hint))

    def outcome(self, match: Match, outcome: Outcome) -> None:
        self._append(result_line(match, outcome))

    def close(self) -> None:
        """Let go of the file; what is submitted after this cannot be kept."""
        file, self._file = self._file, -1
        if file >= 0:
            os.close(file)

    def _append(self, *lines: dict[str, object]) -> None:
        self._write(b"".join(json.dumps(line, separators=(",", ":")).encode() + b"\n" for line in lines))

    def _write(self, data: bytes) -> None:
        """Put all of it through to the disk, or take back what was written."""
        try:
            os.ftruncate(self._file, self._size)  # a crash or an earlier failure may have left something
            written = 0
            while written < len(data):
                written += os.pwrite(self._file, data[written:], self._size + written)
            os.fsync(self._file)
        except BaseException as error:
            with suppress(OSError):
                os.ftruncate(self._file, self._size)
            if not isinstance(error, OSError):
                raise
            standing = f" It stands in {self.path} as you last saw it." if self._size else ""
            raise StoreError(f"The game could not be saved: {error.strerror}.{standing}") from None
        self._size += len(data)


def _sync_folder(path: str) -> None:
    """Make the name of a new file or folder durable too, in a folder that can be opened."""
    try:
        folder = os.open(os.path.dirname(path) or ".", os.O_RDONLY)
    except OSError:
        return  # it may be written but not read: all that can be done is done
    try:
        os.fsync(folder)
    except OSError as error:
        raise StoreError(f"{path} could not be made to last: {error.strerror}.") from None
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
                match.restore(_hint(line) if "hint" in line.values else _event(line))
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
        if type(value) not in kind:
            raise RecordError(f"settings: {key} is of the wrong kind")
    return Settings(**given)


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


# The saved games -----------------------------------------------------------------------------


def folder() -> str:
    """Where games are kept: PARLOR_HOME, else the user's data folder."""
    data = os.environ.get("XDG_DATA_HOME") or os.path.expanduser("~/.local/share")
    return os.environ.get("PARLOR_HOME") or os.path.join(data, "primeparlor")


def keep(match: Match) -> RecordFile:
    """A new record for this match among the saved games."""
    home = folder()
    if not os.path.isdir(home):
        try:
            os.makedirs(home, exist_ok=True)
        except OSError as error:
            raise StoreError(f"{home} cannot be made to keep games in: {error.strerror}.") from None
        _sync_folder(home)
    stem = os.path.join(home, f"{time.strftime('%Y%m%d-%H%M%S', time.gmtime())}-{match.start.name}")
    for ending in ("", *(f"-{attempt:02}" for attempt in range(2, 100))):
        with suppress(RecordExists):
            return RecordFile.create(stem + ending + SUFFIX, match)
    raise StoreError(f"{home} holds too many games of this second.")


def saved() -> list[str]:
    """The saved games, the one played last at the end."""
    try:
        with os.scandir(folder()) as entries:
            games = [entry for entry in entries if entry.name.endswith(SUFFIX) and entry.is_file()]
    except FileNotFoundError:
        return []
    except OSError as error:
        raise RecordError(f"{folder()} cannot be read: {error.strerror}.") from None
    # Games may share a tick of the file system's clock; their names without the suffix are in order too.
    return [
        entry.path
        for entry in sorted(games, key=lambda entry: (entry.stat().st_mtime_ns, entry.name[: -len(SUFFIX)]))
    ]
