"""Records of version 1: always readable, and rewritten as version 2 once play goes on."""

from __future__ import annotations

import errno
import fcntl
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from match_helpers import as_bytes, go_on, read_bytes, view
from primeparlor.match import STRIKES, Event, Match, Outcome, Refusal, Result
from primeparlor.records import RecordBusy, RecordFile, StoreError
from records_helpers import FULL, MISSING, changed, dumped, good_lines, refused


@pytest.fixture
def old(path: str) -> str:
    """A record of version 1 that can be resumed."""
    Path(path).write_bytes(dumped(as_version_1("seated")))
    return path


def gone_on_with(path: str) -> tuple[RecordFile, Match]:
    """The match after one more turn."""
    file, record = RecordFile.reopen(path)
    record.match.begin()
    if record.match.outcome is None:
        go_on(record.match, record.match.state.moves()[0])
    return file, record.match


def as_before(lines: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Lines of version 2 as version 1 would have them."""
    header, *rest = (changed(line, "more", MISSING) for line in lines)
    header = changed(header | {"parlor": 1}, "settings.consent", MISSING)
    return [header, *(line for line in rest if "refusal" not in line)]


def as_version_1(name: str) -> list[dict[str, Any]]:
    """The lines of one of the good records as version 1 has them."""
    return as_before(good_lines(name))


# What version 1 only counts -----------------------------------------------------------------------


def test_refused_inputs_become_entries_of_their_own() -> None:
    lines = as_version_1("clumsy")
    assert read_bytes(dumped(lines)).match.journal == [
        Refusal(0, 1, None, strike=True),
        Event(1, 1, 3, refused=1),
    ]


def test_a_person_s_tries_are_no_strikes_where_the_book_allows_them() -> None:
    lines = as_version_1("trying")
    lines[2]["refused"] = 3  # two strikes would have ended the match
    match = read_bytes(dumped(lines)).match
    assert match.journal[1:] == [Refusal(1, 1, None, strike=False)] * 3 + [Event(2, 1, 271, refused=3)]


def test_refused_inputs_before_an_undo_are_those_of_the_player_to_move() -> None:
    lines = as_version_1("undone")
    lines[3]["refused"] = 2
    journal = read_bytes(dumped(lines)).match.journal
    assert journal[2:] == [Refusal(2, 1, None, strike=True)] * 2 + [Event(3, 2, None, undo=2, refused=2)]


def test_strikes_that_ended_the_match_become_entries_too() -> None:
    match = read_bytes(dumped(as_version_1("struck"))).match
    assert match.journal == [Refusal(0, 1, None, strike=True)] * 3 + [Result(Outcome(2, STRIKES))]


@pytest.mark.parametrize("name", ["duel", "forced"])
def test_only_decisions_are_refused(name: str) -> None:
    lines = as_version_1(name)
    at = 1 if name == "duel" else 2
    lines[at]["refused"] = 1
    sentence = f"line {at + 1}: only a player's own decision can have a time or refusals"
    assert refused(read_bytes, dumped(lines)) == sentence


@pytest.mark.parametrize(("name", "at", "count"), [("seated", 3, 3), ("clumsy", 1, 2)])
def test_refusals_that_would_have_ended_the_match_are_refused(name: str, at: int, count: int) -> None:
    lines = as_version_1(name)
    lines[at]["refused"] = count
    sentence = f"line {at + 1}: that many refused inputs in a row would have ended the match"
    assert refused(read_bytes, dumped(lines)) == sentence
    lines[at]["refused"] = count - 1
    assert read_bytes(dumped(lines)).match.events[-1].refused == count - 1


def test_without_strikes_nobody_ends_by_them() -> None:
    lines = [*as_version_1("set up"), {"result": {"winner": 1, "reason": STRIKES}, "marks": ["set up"]}]
    assert refused(read_bytes, dumped(lines)).startswith("line 3: the match cannot have ended with winner 1")


def test_more_refusals_than_anybody_makes_are_refused() -> None:
    """One short line must not fill the memory."""
    lines = as_version_1("helped")
    lines[1]["refused"] = 100_001
    sentence = "line 2: more than 100000 refused inputs are too many to resume"
    assert refused(read_bytes, dumped(lines)) == sentence
    struck = as_version_1("struck")
    struck[0]["settings"]["strikes"] = 10**9
    assert refused(read_bytes, dumped(struck)) == sentence


@pytest.mark.parametrize(
    ("name", "at", "key", "value"),
    [
        ("helped", 2, "ms", 5),
        ("helped", 2, "more", True),
        ("seated", 2, "names", ["", ""]),
        ("duel", 0, "names", ["", ""]),
        ("duel", 0, "day", "2026-11-17"),
        ("duel", 0, "after", {"number": 1, "seq": 1}),
        ("duel", 2, "refusal", 4),
        ("duel", 2, "strike", True),
        ("duel", 2, "pause", 4),
        ("duel", 2, "offer", "undo"),
        ("duel", 2, "answer", True),
    ],
)
def test_version_1_does_not_know_what_came_later(name: str, at: int, key: str, value: object) -> None:
    lines = as_version_1(name)
    lines[at][key] = value
    assert refused(read_bytes, dumped(lines)) == f"line {at + 1}: unknown key {key!r}"


# The new file takes the place of the old one ------------------------------------------------------------


def test_the_new_file_is_like_the_old_one(old: str, tmp_path: Path) -> None:
    os.chmod(old, 0o640)
    link = str(tmp_path / "link.jsonl")
    os.symlink(old, link)
    file, match = gone_on_with(link)
    assert os.readlink(link) == old
    assert os.stat(old).st_mode & 0o777 == 0o640
    assert not os.get_inheritable(file._file)
    assert file.since(0)[-1].entries == tuple(match.journal[-1:])
    go_on(match, match.state.moves()[0])
    file.close()
    assert Path(old).read_bytes() == as_bytes(match, file.began)


def test_the_lock_holds_while_the_file_is_replaced(old: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Another process may open the old file before it is replaced, and lock it once we have let go."""
    file, record = RecordFile.reopen(old)
    record.match.begin()
    real, locked = fcntl.flock, list[int]()

    def flock(number: int, how: int) -> None:
        locked.append(os.fstat(number).st_ino)
        if len(locked) == 1:
            go_on(record.match, record.match.state.moves()[0])
        real(number, how)

    monkeypatch.setattr(fcntl, "flock", flock)
    with pytest.raises(RecordBusy):
        RecordFile.reopen(old)
    first, new, again = locked  # the other's old file, our new one, the other's second try
    assert new == again == os.stat(old).st_ino != first
    file.close()
    RecordFile.reopen(old)[0].close()


def test_a_record_deleted_before_it_is_locked_is_not_resumed(
    old: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(fcntl, "flock", lambda file, how: os.unlink(old))
    with pytest.raises(StoreError, match="No such file or directory"):
        RecordFile.reopen(old)


def denied(*given: object, **named: object) -> None:
    raise OSError(errno.EACCES, "Permission denied")


def no_new_files(real: Callable[..., int]) -> Callable[..., int]:
    def opened(path: str, flags: int, *mode: int) -> int:
        if flags & os.O_CREAT:
            raise FULL
        return real(path, flags, *mode)

    return opened


def full(real: Callable[..., int]) -> Callable[..., int]:
    def written(file: int, data: bytes, at: int) -> int:
        real(file, data[:99], at)
        raise FULL

    return written


FAILURES: list[tuple[Any, str, Callable[..., Any]]] = [
    (os, "open", no_new_files),
    (os, "pwrite", full),
    (os, "fsync", lambda real: denied),
    (os, "fchmod", lambda real: denied),
    (os, "replace", lambda real: denied),
    (fcntl, "flock", lambda real: denied),
]


@pytest.mark.parametrize(("module", "name", "broken"), FAILURES, ids=lambda value: str(value)[:9])
def test_what_cannot_be_replaced_stays_as_it_is(
    old: str, monkeypatch: pytest.MonkeyPatch, module: Any, name: str, broken: Callable[..., Any]
) -> None:
    data = Path(old).read_bytes()
    file, record = RecordFile.reopen(old)
    record.match.begin()
    before = view(record.match)
    with monkeypatch.context() as patch:
        patch.setattr(module, name, broken(getattr(module, name)))
        with pytest.raises(StoreError, match=r"^The game could not be saved: .* as you last saw it\.$"):
            go_on(record.match, record.match.state.moves()[0])
    assert view(record.match) == before
    assert Path(old).read_bytes() == data
    assert os.listdir(os.path.dirname(old)) == [os.path.basename(old)]
    go_on(record.match, record.match.state.moves()[0])
    file.close()
    assert Path(old).read_bytes() == as_bytes(record.match, record.began)


def test_a_rename_that_cannot_be_synced_keeps_nothing_of_the_turn(
    old: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    file, record = RecordFile.reopen(old)
    record.match.begin()
    data, real = as_bytes(record.match, record.began), os.fsync

    def fsync(number: int) -> None:
        if os.path.isdir(f"/proc/self/fd/{number}"):
            raise OSError(errno.EIO, "Input/output error")
        real(number)

    with monkeypatch.context() as patch:
        patch.setattr(os, "fsync", fsync)
        with pytest.raises(StoreError, match="could not be saved"):
            go_on(record.match, record.match.state.moves()[0])
    assert Path(old).read_bytes() == data
    go_on(record.match, record.match.state.moves()[0])
    file.close()
    assert Path(old).read_bytes() == as_bytes(record.match, record.began)


def test_an_unwritable_folder_is_reported_before_anybody_moves(
    old: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    data = Path(old).read_bytes()
    monkeypatch.setattr(os, "access", lambda path, mode: False)
    with pytest.raises(StoreError, match=r"must be rewritten, but nothing can be written in .*Copy it"):
        RecordFile.reopen(old)
    assert Path(old).read_bytes() == data
