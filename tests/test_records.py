"""Records: what is written is read back; what is cut, tampered with or cannot be kept is handled."""

from __future__ import annotations

import errno
import fcntl
import json
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import settings as examples
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from match_helpers import BEGAN, Clock, as_bytes, drawn, go_on, play_out, read_bytes, some_match, table, view
from primeparlor import records
from primeparlor.core import Move
from primeparlor.match import HUMAN, RESIGNED, STRIKES, Event, Hint, Match, MatchError, Outcome, Settings
from primeparlor.records import (
    LONGEST_LINE,
    RecordError,
    RecordExists,
    RecordFile,
    StoreError,
    load,
    read,
)
from variants import NAMES, first_state

DOCS = Path(__file__).parents[1] / "docs" / "reference"
SCHEMA = json.loads((DOCS / "record.schema.json").read_text())
VALIDATOR = Draft202012Validator(SCHEMA)

every_variant = pytest.mark.parametrize("name", NAMES)
a_random = st.randoms(use_true_random=True)


@pytest.fixture
def path(tmp_path: Path) -> str:
    return str(tmp_path / "game.jsonl")


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("PARLOR_HOME", str(tmp_path / "home"))
    return tmp_path / "home"


def kept(path: str, position: str, *moves: Move, **options: Any) -> tuple[RecordFile, Match]:
    """A match that has begun, with its record."""
    match = Match(first_state(position), now=Clock(), **options)
    file = RecordFile.create(path, match)
    match.begin()
    return file, go_on(match, *moves)


def lines_of(path: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in Path(path).read_text().splitlines()]


def refused(act: Callable[..., object], *given: Any) -> str:
    with pytest.raises(RecordError) as caught:
        act(*given)
    return str(caught.value)


# Written and read back ---------------------------------------------------------------------------


def test_a_record_is_a_header_its_events_and_the_result(path: str) -> None:
    before = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime())
    file, match = kept(path, "prime-duel", "keep", seats=("ann", "bob"), fate=[7, 10])
    match.hint("moves", match.number)
    match.invalid(match.number)
    match.undo(1, match.number)
    match.hint(1, match.number)
    match.hint(2, match.number)
    match.resign(2, match.number)
    file.close()
    header, *events, result = lines_of(path)
    assert before <= header.pop("began") <= time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime())
    assert header == {
        "parlor": 1,
        "game": "prime-duel",
        "rules": {"target": 50, "largest": 10, "copies": 4},
        "standard": True,
        "seats": ["ann", "bob"],
        "settings": {"strikes": None, "limit": None, "clock": None, "undo": True, "hints": True},
        "seeded": False,
    }
    assert events == [
        {"number": 1, "who": "fate", "move": 7, "by_hand": True},
        {"number": 2, "who": 1, "move": "keep"},
        {"number": 3, "who": "fate", "move": 10, "by_hand": True},
        {"after": 3, "who": 1, "hint": "moves"},
        {"number": 4, "who": 1, "undo": 2, "refused": 1},
        {"after": 4, "who": 1, "hint": 1},
        {"after": 4, "who": 1, "hint": 2},
    ]
    assert result == {
        "result": {"winner": 1, "reason": "resigned"},
        "marks": ["dealt by hand", "taken back"],
    }


def test_time_taken_and_forced_moves_are_in_the_record(path: str) -> None:
    clock = Clock()
    match = Match(first_state("prime-climb largest=1"), settings=Settings(clock=60), now=clock)
    file = RecordFile.create(path, match)
    match.begin()
    clock.seconds += 1.25
    go_on(match, 1)
    file.close()
    header, *events = lines_of(path)
    assert (header["standard"], header["rules"]) == (False, {"top": 20, "largest": 1})
    assert header["settings"]["clock"] == 60
    assert events == [
        {"number": 1, "who": 1, "move": 1, "ms": 1250},
        {"number": 2, "who": 2, "move": "pass", "forced": True},
    ]


def test_ruling_a5_a_record_says_whether_it_is_the_book_s_game(path: str) -> None:
    for position, standard in (("prime-climb", True), ("prime-climb top=21", False)):
        header = json.loads(as_bytes(table(position)).splitlines()[0])
        assert header["standard"] is standard


def test_a_set_up_position_is_in_the_header() -> None:
    position = "prime-climb steps=7,4 turn=2"
    match = table(position, 1)
    assert json.loads(as_bytes(match).splitlines()[0])["position"] == position
    again = read_bytes(as_bytes(match)).match
    assert (again.start, again.marks, again.state) == (match.start, ("set up",), match.state)


@every_variant
@examples(max_examples=8)
@given(random=a_random)
def test_any_match_is_read_back_equal(name: str, random: Random) -> None:
    settings = Settings(
        random.choice((None, 2)), random.choice((None, 20)), random.choice((None, 0.7, 60)), True, True
    )
    seats = random.choice(((HUMAN, HUMAN), ("random", "cmd:bot")))
    seed = random.choice((None, random.getrandbits(64)))
    match = some_match(first_state(name), random, seats=seats, settings=settings, seed=seed)
    data = as_bytes(match)
    again = read_bytes(data)
    assert view(again.match) == view(match)
    assert (again.began, again.size) == (BEGAN, len(data))
    assert again.match.seed == (seed if match.outcome else None)
    assert as_bytes(again.match) == data
    for line in data.splitlines():
        VALIDATOR.validate(json.loads(line))


@every_variant
def test_a_file_holds_what_the_match_holds(name: str, path: str) -> None:
    file, match = kept(path, name)
    play_out(match, Random(4), most=30)
    file.close()
    record = load(path)
    assert Path(path).read_bytes() == as_bytes(match, record.began)
    assert view(record.match) == view(match)
    assert record.size == os.path.getsize(path)


def test_a_match_that_has_begun_can_be_recorded_later(path: str) -> None:
    match = table("pocket-addition", 6, 7)
    file = RecordFile.create(path, match)
    go_on(match, 1)
    assert view(load(path).match) == view(match)
    match.resign(1, 3)
    file.close()
    copy = path + "2"
    RecordFile.create(copy, match).close()
    assert view(load(copy).match) == view(match)


def test_each_event_is_on_disk_before_it_is_told(path: str, monkeypatch: pytest.MonkeyPatch) -> None:
    synced: list[int] = []
    real = os.fsync

    def fsync(file: int) -> None:
        real(file)
        synced.append(os.path.getsize(path))

    monkeypatch.setattr(os, "fsync", fsync)
    file, match = kept(path, "prime-duel scores=48,0", fate=[5, 2])
    file.close()
    sizes = [0]
    for line in Path(path).read_bytes().splitlines(keepends=True):
        sizes.append(sizes[-1] + len(line))
    assert synced == [sizes[1], *sizes[1:]]  # the header, the folder, then line by line
    assert match.outcome == (1, "reached 50")


def test_a_hint_is_on_disk_before_it_is_given(path: str, monkeypatch: pytest.MonkeyPatch) -> None:
    file, match = kept(path, "pocket-addition")
    synced: list[bytes] = []
    real = os.fsync

    def fsync(file: int) -> None:
        real(file)
        synced.append(Path(path).read_bytes().splitlines()[-1])

    monkeypatch.setattr(os, "fsync", fsync)
    assert match.hint(1, 0)
    assert synced == [b'{"after":0,"who":1,"hint":1}']
    assert match.hint(1, 0)  # once is enough
    assert len(synced) == 1
    file.close()


def test_a_resumed_match_goes_on_with_the_next_step(path: str) -> None:
    file, match = kept(path, "pocket-addition", 6)
    for kind in (1, "moves", 2):
        match.hint(kind, 1)
    file.close()
    file, record = RecordFile.reopen(path)
    record.match.begin()
    assert record.match.hint_step == 2
    assert record.match.hint("moves", 1)
    assert record.match.hint(3, 1)
    go_on(record.match, 7)
    file.close()
    hints = [Hint(1, 2, kind) for kind in (1, "moves", 2, 3)]
    assert load(path).match.notes == hints
    assert load(path).match.helped(1) == (1, "moves", 2, 3)


def test_a_match_that_ends_by_a_resignation_keeps_the_hints_before_it(path: str) -> None:
    file, match = kept(path, "pocket-addition", 6)
    match.hint(1, 1)
    match.resign(2, 1)
    file.close()
    assert [*lines_of(path)[2], *lines_of(path)[3]] == ["after", "who", "hint", "result", "marks"]
    assert view(load(path).match) == view(match)


def test_a_record_being_played_can_be_read(path: str) -> None:
    file, match = kept(path, "pocket-addition", 6)
    assert load(path).match.events == match.events
    go_on(match, 7)
    assert load(path).match.events == match.events
    file.close()


# The seed, and cards to come ---------------------------------------------------------------------


def test_ruling_a7_the_seed_is_told_only_in_the_result(path: str) -> None:
    seed = 918273645
    file, match = kept(path, "prime-duel", "discard", "keep", seed=seed)
    assert str(seed) not in Path(path).read_text()
    assert lines_of(path)[0]["seeded"] is True
    match.resign(1, match.number)
    file.close()
    *before, result = Path(path).read_text().splitlines()
    assert not any(str(seed) in line for line in before)
    assert json.loads(result) == {
        "result": {"winner": 2, "reason": "resigned"},
        "marks": ["seeded"],
        "seed": seed,
    }
    assert load(path).match.seed == seed


def test_ruling_a7_a_match_resumed_with_its_seed_goes_on_as_it_would_have(path: str) -> None:
    file, _ = kept(path, "prime-duel", "discard", "discard", seed=5)
    file.close()
    file, record = RecordFile.reopen(path)
    record.match.reseed(5)
    play_out(record.match, Random(1))
    file.close()
    again = table("prime-duel", seed=5)
    for event in record.match.events:
        if event.who is not None and not event.forced and event.move is not None:
            go_on(again, event.move)
    assert [event[:3] for event in again.events] == [event[:3] for event in record.match.events]
    assert (load(path).match.seed, load(path).match.outcome) == (5, again.outcome)


def test_ruling_a7_a_match_resumed_without_its_seed_has_none_to_tell(path: str) -> None:
    file, _ = kept(path, "prime-duel", seed=5)
    file.close()
    file, record = RecordFile.reopen(path)
    record.match.begin()
    record.match.resign(1, record.match.number)
    file.close()
    assert "seed" not in lines_of(path)[-1]
    assert lines_of(path)[-1]["marks"] == ["seeded"]


def test_ruling_d7_no_record_of_an_unseeded_match_holds_a_future_card() -> None:
    """One unfinished record, read many times, goes on with different cards."""
    data = as_bytes(table("prime-duel"))
    seen = set()
    for _ in range(40):
        match = read_bytes(data).match
        match.begin()
        seen.add(drawn(go_on(match, "discard"))[1])
    assert len(seen) > 3
    header, event = map(json.loads, data.splitlines())
    assert set(event) == {"number", "who", "move"}
    assert header["seeded"] is False
    assert "seed" not in header


# Seats are labels ----------------------------------------------------------------------------------


def test_a_record_never_starts_a_program_or_opens_a_connection(path: str, tmp_path: Path) -> None:
    trap = tmp_path / "trap"
    seats = (f"cmd:touch {trap}", "llm:model@http://127.0.0.1:9/v1")
    file, match = kept(path, "prime-duel", seats=seats)
    file.close()
    events: list[str] = []
    watching = True

    def hook(event: str, _: object) -> None:
        if watching:
            events.append(event)

    sys.addaudithook(hook)
    file, record = RecordFile.reopen(path)
    record.match.begin()
    record.match.resign(1, record.match.number)
    file.close()
    load(path)
    watching = False
    assert record.match.seats == seats
    assert not trap.exists()
    started = re.compile(r"(socket|subprocess|ctypes|os\.(exec|fork|spawn|system|posix_spawn)|pickle|exec$)")
    assert not [event for event in events if started.match(event)]
    assert view(load(path).match) == view(record.match)
    assert match.outcome is None


# Cut anywhere --------------------------------------------------------------------------------------


@pytest.fixture
def _quick_disk(monkeypatch: pytest.MonkeyPatch) -> None:
    """Thousands of records are written; that each reaches the disk is tested elsewhere."""
    monkeypatch.setattr(os, "fsync", lambda file: None)


def eventful(path: str) -> Match:
    """A finished match with fate, a forced move, an undo, hints and refusals."""
    file, match = kept(path, "prime-duel target=7 largest=3 copies=2", fate=[1, 2, 3, 3, 3, 1], seed=3)
    match.hint("moves", match.number)
    match.hint(1, match.number)
    match.invalid(match.number)
    go_on(match, "keep", "keep")  # 1 and 2, a prime: another turn
    match.hint("why", match.number)
    match.hint(1, match.number)
    match.hint(2, match.number)
    match.undo(2, match.number)
    match.hint(1, match.number)
    go_on(match, "keep", "keep")
    play_out(match, Random(2))
    file.close()
    assert any(event.forced for event in match.events)
    assert match.outcome is not None
    return match


@pytest.mark.no_cover  # thousands of loads; they reach no line that the other tests leave out
@pytest.mark.usefixtures("_quick_disk")
def test_a_record_cut_at_any_byte_loads_to_its_last_whole_event_and_can_be_finished(path: str) -> None:
    match = eventful(path)
    data = Path(path).read_bytes()
    ends = [at for at, byte in enumerate(data) if byte == ord("\n")]
    for size in range(len(data) + 1):
        Path(path).write_bytes(data[:size])
        whole = sum(end <= size for end in ends)  # a line is whole without its end, too
        if not whole:
            sentence = f"{path}, line 1: the header is missing or cut, so there is nothing to load"
            assert refused(load, path) == refused(RecordFile.reopen, path) == sentence
            assert Path(path).read_bytes() == data[:size]
            continue
        record = load(path)
        assert record.match.journal == match.journal[: whole - 1]
        assert (record.match.outcome is not None) == (whole == len(ends))
        assert data[: record.size].rstrip(b"\n") == b"\n".join(data.splitlines()[:whole])
        file, record = RecordFile.reopen(path)
        play_out(record.match, Random(size))
        file.close()
        finished = load(path).match
        assert finished.outcome == record.match.outcome is not None
        assert view(finished) == view(record.match)
        assert finished.journal[: whole - 1] == match.journal[: whole - 1]


@pytest.mark.parametrize("rubbish", [b"\0" * 40, b"\xff\xfe", b'{"number":', b'{"number":1,"who":1,"mo'])
def test_what_a_crash_left_at_the_end_is_dropped(path: str, rubbish: bytes) -> None:
    file, match = kept(path, "pocket-addition", 6)
    file.close()
    data = Path(path).read_bytes()
    Path(path).write_bytes(data + rubbish)
    assert load(path).size == len(data)
    file, record = RecordFile.reopen(path)
    record.match.begin()
    go_on(record.match, 7)
    file.close()
    assert Path(path).read_bytes().startswith(data + b'{"number":2,"who":2,"move":7')
    assert load(path).match.events[:1] == match.events


def test_a_whole_line_without_its_end_is_completed(path: str) -> None:
    file, match = kept(path, "pocket-addition", 6)
    file.close()
    data = Path(path).read_bytes()
    Path(path).write_bytes(data[:-1])
    file, record = RecordFile.reopen(path)
    file.close()
    assert Path(path).read_bytes() == data
    assert record.match.events == match.events


def test_a_finished_record_is_reopened_finished(path: str) -> None:
    file, _ = kept(path, "nonprime-addition", 2)
    file.close()
    data = Path(path).read_bytes()
    file, record = RecordFile.reopen(path)
    record.match.begin()
    with pytest.raises(MatchError, match=r"^The match is over\.$"):
        record.match.resign(1, 1)
    file.close()
    assert Path(path).read_bytes() == data


# A disk that is full, processes that die or meet ------------------------------------------------------

PLAYER = """
import resource, signal, sys
from random import Random
from primeparlor.games import PrimeDuel
from primeparlor.match import Match
from primeparlor.records import RecordFile, StoreError

class Teller:
    def event(self, event, before, after):
        print(event.number, event.move, event.undo, flush=True)
    def outcome(self, outcome):
        print("outcome", outcome.winner, flush=True)

def play(match):
    while match.outcome is None:
        if match.number % 7 == 6 and match.last_decision([match.state.turn]):
            match.undo(match.state.turn, match.number)
        else:
            match.submit(match.state.turn, random.choice(match.state.moves()), match.number)

random = Random(int(sys.argv[2]))
match = Match(PrimeDuel.start(), seed=int(sys.argv[2]))  # so that each game is as long as it always was
file = RecordFile.create(sys.argv[1], match)
match.observers.append(Teller())
"""


def started(path: str, script: str, seed: int = 1) -> subprocess.Popen[str]:
    words = [sys.executable, "-c", PLAYER + script, path, str(seed)]
    return subprocess.Popen(words, stdout=subprocess.PIPE, stdin=subprocess.PIPE, text=True)


def told(events: list[Event]) -> list[str]:
    return [f"{event.number} {event.move} {event.undo}" for event in events]


@pytest.mark.parametrize("acknowledged", [1, 2, 5, 17, 40])
def test_after_kill_9_everything_acknowledged_is_in_the_record(path: str, acknowledged: int) -> None:
    forever = "match.begin()\nplay(match)\nprint('done', flush=True)\nsys.stdin.read()"
    with started(path, forever, seed=acknowledged) as process:
        assert process.stdout is not None
        seen = [process.stdout.readline().strip() for _ in range(acknowledged)]
        process.send_signal(signal.SIGKILL)
        seen += [line.strip() for line in process.stdout if line.endswith("\n")]
    record = load(path)
    events = told(record.match.events)
    said = [line for line in seen if line[0].isdigit()]
    assert events[: len(said)] == said
    assert len(events) <= len(said) + 1
    file, record = RecordFile.reopen(path)
    play_out(record.match, Random(1), most=2000)
    file.close()
    assert load(path).match.outcome is not None


def test_when_the_disk_is_full_the_game_stands_as_last_told_and_goes_on_when_there_is_room(path: str) -> None:
    script = """
resource.setrlimit(resource.RLIMIT_FSIZE, (600, resource.RLIM_INFINITY))
match.begin()
try:
    play(match)
except StoreError as error:
    print("full:", error, flush=True)
size = __import__("os").path.getsize(sys.argv[1])
print("size", size, flush=True)
resource.setrlimit(resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
match.begin()
play(match)
"""
    with started(path, script) as process:
        assert process.stdout is not None
        said = process.stdout.read().splitlines()
    assert process.returncode == 0
    at = next(i for i, line in enumerate(said) if line.startswith("full:"))
    assert said[at] == (
        f"full: The game could not be saved: File too large. It stands in {path} as you last saw it."
    )
    record = load(path)
    data = Path(path).read_bytes()
    assert said[at + 1] == f"size {len(b''.join(data.splitlines(keepends=True)[: at + 1]))}"
    assert told(record.match.events) == [line for line in said if line[0].isdigit()]
    assert record.match.outcome is not None
    assert said[-1] == f"outcome {record.match.outcome.winner}"


def test_two_processes_cannot_play_one_record(path: str) -> None:
    with started(path, "match.begin()\nsys.stdin.read()") as process:
        assert process.stdout is not None
        assert process.stdout.readline().startswith("1 ")
        with pytest.raises(StoreError) as caught:
            RecordFile.reopen(path)
        assert str(caught.value) == f"{path} is being played elsewhere."
        assert load(path).match.number == 1  # but it can be watched
        process.communicate("")
    file, _ = RecordFile.reopen(path)
    with pytest.raises(StoreError, match=r"is being played elsewhere\.$"):
        RecordFile.reopen(path)
    file.close()
    RecordFile.reopen(path)[0].close()


# A store that fails --------------------------------------------------------------------------------


def failing(monkeypatch: pytest.MonkeyPatch, name: str, error: BaseException, part: int = 0) -> list[int]:
    """Let a function of the system fail; `part` bytes are written before."""
    real, calls = getattr(os, name), list[int]()

    def fail(file: int, *given: Any) -> None:
        calls.append(file)
        if part:
            real(file, given[0][:part], *given[1:])
        raise error

    monkeypatch.setattr(os, name, fail)
    return calls


FULL = OSError(errno.ENOSPC, "No space left on device")


@pytest.mark.parametrize("name", ["pwrite", "fsync", "ftruncate"])
def test_what_cannot_be_written_is_taken_back(path: str, monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    file, match = kept(path, "pocket-addition", 6)
    data = Path(path).read_bytes()
    with monkeypatch.context() as patch:
        failing(patch, name, FULL, part=9 if name == "pwrite" else 0)
        with pytest.raises(StoreError) as caught:
            match.submit(2, 7, 1)
    assert str(caught.value) == (
        f"The game could not be saved: No space left on device. It stands in {path} as you last saw it."
    )
    assert (Path(path).read_bytes(), match.number) == (data, 1)
    match.submit(2, 8, 1)
    file.close()
    assert load(path).match.events == match.events == [Event(1, 1, 6), Event(2, 2, 8)]


def test_a_hint_that_cannot_be_kept_is_not_given(path: str, monkeypatch: pytest.MonkeyPatch) -> None:
    file, match = kept(path, "pocket-addition", 6)
    data = Path(path).read_bytes()
    with monkeypatch.context() as patch:
        failing(patch, "pwrite", FULL, part=9)
        with pytest.raises(StoreError, match="No space left on device"):
            match.hint(1, 1)
    assert (Path(path).read_bytes(), match.hint_step) == (data, 0)
    assert match.hint(1, 1)
    file.close()
    assert load(path).match.notes == match.notes == [Hint(1, 2, 1)]


def test_what_cannot_even_be_taken_back_is_overwritten(path: str, monkeypatch: pytest.MonkeyPatch) -> None:
    file, match = kept(path, "pocket-addition", 6)
    real, calls = os.ftruncate, list[int]()

    def once(number: int, size: int) -> None:
        calls.append(size)
        if len(calls) > 1:
            raise OSError(errno.EIO, "Input/output error")
        real(number, size)

    match.invalid(1)
    with monkeypatch.context() as patch:
        patch.setattr(os, "ftruncate", once)
        failing(patch, "pwrite", FULL, part=40)  # longer than the line that comes next
        with pytest.raises(StoreError, match="No space left on device"):
            match.submit(2, 7, 1)
    assert len(calls) == 2
    match.hint(1, 1)
    file.close()
    assert load(path).match.journal == match.journal == [Event(1, 1, 6), Hint(1, 2, 1)]


def test_an_interrupt_while_writing_leaves_nothing_behind(path: str, monkeypatch: pytest.MonkeyPatch) -> None:
    file, match = kept(path, "pocket-addition", 6)
    data = Path(path).read_bytes()
    with monkeypatch.context() as patch:
        failing(patch, "fsync", KeyboardInterrupt())
        with pytest.raises(KeyboardInterrupt):
            match.submit(2, 7, 1)
    assert Path(path).read_bytes() == data
    assert match.number == 1
    file.close()


def test_a_write_may_take_several_attempts(path: str, monkeypatch: pytest.MonkeyPatch) -> None:
    real = os.pwrite
    monkeypatch.setattr(os, "pwrite", lambda file, data, at: real(file, data[:5], at))
    file, match = kept(path, "pocket-addition", 6, 7)
    file.close()
    assert load(path).match.events == match.events


def test_a_closed_record_keeps_nothing_more(path: str) -> None:
    file, match = kept(path, "pocket-addition", 6)
    file.close()
    file.close()
    with open(path + "2", "wb") as other:  # may be given the number of the file just closed
        with pytest.raises(StoreError, match="The game could not be saved: Bad file descriptor"):
            match.submit(2, 7, 1)
        assert os.path.getsize(other.name) == 0
    assert match.number == 1


def test_a_new_record_that_cannot_be_written_is_not_left_behind(
    path: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = Match(first_state("prime-climb"))
    failing(monkeypatch, "pwrite", FULL, part=3)
    with pytest.raises(StoreError) as caught:
        RecordFile.create(path, match)
    assert str(caught.value) == "The game could not be saved: No space left on device."
    assert not os.path.exists(path)
    assert match.store is None


def test_the_name_of_a_new_record_is_made_to_last(path: str, monkeypatch: pytest.MonkeyPatch) -> None:
    real, folders = os.fsync, list[str]()

    def fsync(file: int) -> None:
        name = os.readlink(f"/proc/self/fd/{file}")
        if os.path.isdir(name):
            folders.append(name)
            raise OSError(errno.EIO, "Input/output error")
        real(file)

    monkeypatch.setattr(os, "fsync", fsync)
    with pytest.raises(StoreError) as caught:
        RecordFile.create(path, Match(first_state("prime-climb")))
    assert str(caught.value) == f"{path} could not be made to last: Input/output error."
    assert folders == [os.path.dirname(path)]
    assert not os.path.exists(path)


def test_a_folder_that_cannot_be_opened_still_takes_a_record(
    path: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = os.open

    def no_folders(name: str, flags: int, *mode: int) -> int:
        if os.path.isdir(name):
            raise PermissionError(errno.EACCES, "Permission denied")
        return real(name, flags, *mode)

    monkeypatch.setattr(os, "open", no_folders)
    kept(path, "prime-climb")[0].close()
    assert load(path).match.number == 0


def test_a_record_may_be_named_without_a_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    kept("here.jsonl", "prime-climb")[0].close()
    assert load("here.jsonl").match.number == 0


def test_a_record_is_never_overwritten(path: str) -> None:
    Path(path).write_text("precious")
    with pytest.raises(RecordExists) as caught:
        RecordFile.create(path, Match(first_state("prime-climb")))
    assert str(caught.value) == (
        f"{path} exists. Go on with it by 'parlor resume {path}', or choose another."
    )
    assert Path(path).read_text() == "precious"


def test_a_record_that_cannot_be_opened_says_why(tmp_path: Path) -> None:
    path = str(tmp_path / "no" / "game.jsonl")
    for act in (
        lambda: RecordFile.create(path, Match(first_state("prime-climb"))),
        lambda: RecordFile.reopen(path),
    ):
        with pytest.raises(StoreError) as caught:
            act()
        assert str(caught.value) == f"{path} cannot be opened to keep the game: No such file or directory."
    for place in (str(tmp_path), "/dev/null"):
        with pytest.raises(StoreError) as caught:
            RecordFile.reopen(place)
        assert str(caught.value) == f"{place} cannot be opened to keep the game: Not a file."
    assert refused(load, path) == f"{path} cannot be read: No such file or directory."
    assert refused(load, str(tmp_path)) == f"{tmp_path} cannot be read: Is a directory."


def test_a_folder_without_locks_says_so(path: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def flock(file: int, how: int) -> None:
        assert how == fcntl.LOCK_EX | fcntl.LOCK_NB
        raise OSError(errno.ENOLCK, "No locks available")

    monkeypatch.setattr(fcntl, "flock", flock)
    with pytest.raises(StoreError) as caught:
        RecordFile.create(path, Match(first_state("prime-climb")))
    assert str(caught.value) == f"{path} cannot be locked: No locks available."


def test_a_record_that_cannot_be_reopened_is_let_go(path: str) -> None:
    kept(path, "prime-climb")[0].close()
    data = Path(path).read_bytes()
    Path(path).write_bytes(data + b"{}\n")
    for _ in range(2):  # the second would say that it is being played elsewhere
        assert refused(RecordFile.reopen, path).startswith(f"{path}, line 2: ")


def test_a_program_started_meanwhile_does_not_hold_the_record(path: str) -> None:
    file, _ = kept(path, "prime-climb")
    assert not os.get_inheritable(file._file)
    assert os.stat(path).st_mode & 0o777 == 0o644 & ~_umask()
    file.close()


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask


# The saved games ----------------------------------------------------------------------------------


def test_games_are_kept_where_the_environment_says(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", "/home/ann")
    monkeypatch.delenv("PARLOR_HOME", raising=False)
    monkeypatch.delenv("XDG_DATA_HOME", raising=False)
    assert records.folder() == "/home/ann/.local/share/primeparlor"
    monkeypatch.setenv("XDG_DATA_HOME", "/data")
    assert records.folder() == "/data/primeparlor"
    monkeypatch.setenv("PARLOR_HOME", "/games")
    assert records.folder() == "/games"


def test_saved_games_are_listed_the_oldest_first(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert records.saved() == []
    utc, clock, files = time.gmtime, Clock(), []
    monkeypatch.setattr(time, "gmtime", lambda: utc(clock()))
    for clock.seconds in [1e9] * 12 + [1e9 + 1]:
        files.append(records.keep(Match(first_state("prime-climb"))))
    (home / "notes.txt").write_text("not a game")
    assert records.saved() == [file.path for file in files]
    for file in files:
        os.utime(file.path, (1e9, 1e9))  # one tick of the clock for all
    assert records.saved() == [file.path for file in files]
    os.utime(files[0].path, (2e9, 2e9))
    assert records.saved()[-1] == files[0].path
    names = [os.path.basename(file.path) for file in files]
    assert names[:2] == ["20010909-014640-prime-climb.jsonl", "20010909-014640-prime-climb-02.jsonl"]
    assert names[-2:] == ["20010909-014640-prime-climb-12.jsonl", "20010909-014641-prime-climb.jsonl"]
    assert load(files[0].path).began == "2001-09-09T01:46:40Z"
    for file in files:
        file.close()


def test_a_second_holds_99_games(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    utc = time.gmtime
    monkeypatch.setattr(time, "gmtime", lambda: utc(0))
    home.mkdir()
    match = Match(first_state("prime-climb"))
    for at in range(1, 99):
        end = "" if at == 1 else f"-{at:02}"
        (home / f"19700101-000000-prime-climb{end}.jsonl").touch()
    last = records.keep(match)
    assert last.path.endswith("-99.jsonl")
    last.close()
    with pytest.raises(StoreError) as caught:
        records.keep(match)
    assert str(caught.value) == f"{home} holds too many games of this second."


def test_the_folder_of_the_games_is_made_and_made_to_last(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    synced: list[str] = []
    monkeypatch.setattr(os, "fsync", lambda file: synced.append(os.readlink(f"/proc/self/fd/{file}")))
    for _ in range(2):
        records.keep(Match(first_state("prime-climb"))).close()
    first, second = records.saved()
    assert synced == [str(home.parent), first, str(home), second, str(home)]


def test_a_folder_that_cannot_be_made_says_so(home: Path) -> None:
    home.write_text("a file")
    with pytest.raises(StoreError) as caught:
        records.keep(Match(first_state("prime-climb")))
    assert str(caught.value) == f"{home} cannot be made to keep games in: File exists."
    with pytest.raises(RecordError) as unread:
        records.saved()
    assert str(unread.value) == f"{home} cannot be read: Not a directory."


def test_a_folder_that_cannot_be_written_says_so(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    home.mkdir()

    def denied(name: str, flags: int, *mode: int) -> int:
        raise PermissionError(errno.EACCES, "Permission denied")

    monkeypatch.setattr(os, "open", denied)
    with pytest.raises(StoreError, match=r"cannot be opened to keep the game: Permission denied\.$"):
        records.keep(Match(first_state("prime-climb")))


# Refused with the line and the reason -----------------------------------------------------------------

# made anew each time: a state kept here would outlive the rules of its session
GOOD: dict[str, Callable[[], Match]] = {
    "duel": lambda: table("prime-duel", "keep", "discard", fate=[7, 10, 9, 5], seats=("ann", "bob")),
    "forced": lambda: table("prime-climb largest=1", 1, 1),
    "undone": lambda: undone(table("pocket-addition", 6, 7)),
    "set up": lambda: table("prime-climb steps=4,3", 2),
    "strict": lambda: table("pocket-addition", 6, settings=Settings(clock=2, undo=False, hints=False)),
    "seeded": lambda: resigned(table("prime-climb", 3, seed=5)),
    "agents": lambda: table("prime-climb", 3, seats=("human", "random")),
    "over": lambda: table("nonprime-addition", 2),
    "limit": lambda: table("nonprime-addition", 3, settings=Settings(limit=1)),
    "helped": lambda: helped(table("pocket-addition", 6), "moves", 1, 2),
    "seated": lambda: go_on(seated(table("pocket-addition", 6), "human", "random"), 7),
    "clumsy": lambda: table("prime-climb", 3, settings=Settings(strikes=2)),
    "trying": lambda: table("number-morph", 271, fate=[211], settings=Settings(strikes=2)),
    "tried": lambda: table("number-morph", 271, 277, fate=[211], seats=("human", "random")),
}


def helped(match: Match, *kinds: int | str) -> Match:
    for kind in kinds:
        match.hint(kind, match.number)
    return match


def seated(match: Match, *seats: str) -> Match:
    match.seat(*seats)
    return match


def undone(match: Match) -> Match:
    match.undo(2, match.number)
    return match


def resigned(match: Match) -> Match:
    match.resign(1, match.number)
    return match


MISSING = object()
SHAPE, SENSE = "shape", "sense"  # whether the schema can see it


def changed(line: dict[str, Any], key: str, value: object) -> dict[str, Any]:
    """The line with the value at this key, a dot leading further in; `MISSING` takes it out."""
    first, _, rest = key.partition(".")
    if rest:
        return line | {first: changed(line[first], rest, value)}
    without = {name: old for name, old in line.items() if name != first}
    return without if value is MISSING else line | {first: value}


HEADERS: list[tuple[str, str, object, str, str]] = [
    ("duel", "parlor", 2, SHAPE, "version 2 is not known; this parlor reads version 1"),
    ("duel", "parlor", True, SHAPE, "parlor is missing or of the wrong kind"),
    ("duel", "parlor", MISSING, SHAPE, "parlor is missing or of the wrong kind"),
    ("duel", "game", "pig", SENSE, "There is no game 'pig' here. If it comes in a package of its own, "
     "install that package. The games installed are: nonprime-addition, number-morph, prime-climb, "
     "pocket-addition, prime-duel."),
    ("duel", "game", 5, SHAPE, "game is missing or of the wrong kind"),
    ("duel", "rules", [], SHAPE, "rules is missing or of the wrong kind"),
    ("duel", "rules.target", MISSING, SHAPE, "rules must hold exactly target, largest, copies"),
    ("duel", "rules.\x1b[2J", 4, SHAPE, "rules must hold exactly target, largest, copies"),
    ("duel", "rules.target", None, SHAPE, "rules must hold exactly target, largest, copies"),
    ("duel", "rules.target", 101, SHAPE, "target must be a whole number from 2 to 100."),
    ("duel", "rules.target", 50.0, SENSE, "target must be a whole number from 2 to 100."),
    ("duel", "rules.target", "50", SHAPE, "target must be a whole number from 2 to 100."),
    ("duel", "rules.target", 49, SENSE, "standard does not fit the rules"),
    ("duel", "standard", False, SENSE, "standard does not fit the rules"),
    ("duel", "standard", 1, SHAPE, "standard is missing or of the wrong kind"),
    ("duel", "seats", "ann", SHAPE, "seats is missing or of the wrong kind"),
    ("duel", "seats", ["ann"], SHAPE, "seats must be two names"),
    ("duel", "seats", ["ann", "bob", "cy"], SHAPE, "seats must be two names"),
    ("duel", "seats", ["ann", 2], SHAPE, "seats must be two names"),
    ("duel", "seats", ["ann", ""], SHAPE, "A seat is named by 1 to 1000 printable characters."),
    ("duel", "seats", ["ann", "\x1b[2J"], SHAPE, "A seat is named by 1 to 1000 printable characters."),
    ("duel", "settings", None, SHAPE, "settings is missing or of the wrong kind"),
    ("duel", "settings.undo", MISSING, SHAPE,
     "settings must hold exactly strikes, limit, clock, undo, hints"),
    ("duel", "settings.komi", 6.5, SHAPE, "settings must hold exactly strikes, limit, clock, undo, hints"),
    ("duel", "settings.undo", None, SHAPE, "settings: undo is of the wrong kind"),
    ("duel", "settings.hints", 1, SHAPE, "settings: hints is of the wrong kind"),
    ("duel", "settings.strikes", True, SHAPE, "settings: strikes is of the wrong kind"),
    ("duel", "settings.strikes", 1.5, SHAPE, "settings: strikes is of the wrong kind"),
    ("duel", "settings.limit", "9", SHAPE, "settings: limit is of the wrong kind"),
    ("duel", "settings.clock", [], SHAPE, "settings: clock is of the wrong kind"),
    ("duel", "settings.clock", False, SHAPE, "settings: clock is of the wrong kind"),
    ("duel", "settings.strikes", 0, SHAPE, "strikes must be a whole number from 1 to 1000000000."),
    ("duel", "settings.limit", -1, SHAPE, "limit must be a whole number from 1 to 1000000000."),
    ("duel", "settings.clock", 0, SHAPE, "clock must be more than 0 and at most 1000000000 seconds."),
    ("duel", "settings.clock", 10**400, SHAPE, "clock must be more than 0 and at most 1000000000 seconds."),
    ("duel", "seeded", "no", SHAPE, "seeded is missing or of the wrong kind"),
    ("duel", "seed", 5, SHAPE, "unknown key 'seed'"),
    ("duel", "deck", [3, 1, 4], SHAPE, "unknown key 'deck'"),
    ("duel", "x" * 50, 1, SHAPE, f"unknown key '{'x' * 40}'"),
    ("duel", "began", 20260131, SHAPE, "began is missing or of the wrong kind"),
    ("duel", "began", "yesterday", SHAPE, "began must be a time as in 2026-01-31T18:00:00Z"),
    ("duel", "began", BEGAN + "\n", SHAPE, "began must be a time as in 2026-01-31T18:00:00Z"),
    ("set up", "position", 7, SHAPE, "position is missing or of the wrong kind"),
    ("set up", "position", "prime-duel", SENSE, "position does not fit the game and its rules"),
    ("set up", "position", "prime-climb top=21", SENSE, "position does not fit the game and its rules"),
    ("set up", "position", "prime-climb steps=4,4", SENSE, "Both players cannot stand on Step 4."),
]  # fmt: skip

EVENTS: list[tuple[str, int, str, object, str, str]] = [
    ("duel", 2, "number", 2, SENSE, "event 1 is missing"),
    ("duel", 3, "number", 1, SENSE, "event 2 is missing"),
    ("duel", 3, "number", "2", SHAPE, "number is missing or of the wrong kind"),
    ("duel", 3, "number", MISSING, SHAPE, "number is missing or of the wrong kind"),
    ("duel", 2, "who", 1, SHAPE, "Player 1 does not act here"),
    ("duel", 3, "who", "fate", SENSE, "fate does not act here"),
    ("duel", 3, "who", 2, SENSE, "Player 2 does not act here"),
    ("duel", 3, "who", 3, SHAPE, "who must be 1, 2 or 'fate'"),
    ("duel", 3, "who", "chance", SHAPE, "who must be 1, 2 or 'fate'"),
    ("duel", 3, "who", True, SHAPE, "who is missing or of the wrong kind"),
    ("duel", 2, "move", 11, SENSE, "illegal move 11: 11 cannot be drawn here."),
    ("duel", 2, "move", "keep", SENSE, "illegal move keep: Keep cannot be drawn here."),
    ("duel", 3, "move", "pass", SENSE, "illegal move pass: Answer yes to keep the card or no to discard it."),
    ("duel", 3, "move", MISSING, SHAPE, "move is missing or of the wrong kind"),
    ("duel", 3, "move", None, SHAPE, "move is missing or of the wrong kind"),
    ("duel", 2, "move", 7.0, SENSE, "move is missing or of the wrong kind"),
    ("duel", 2, "move", True, SHAPE, "move is missing or of the wrong kind"),
    ("duel", 2, "move", -1, SHAPE, "move must be a whole number or a word"),
    ("duel", 3, "move", "", SHAPE, "move must be a whole number or a word"),
    ("duel", 3, "move", "kéep", SHAPE, "move must be a whole number or a word"),
    ("duel", 3, "move", "\x1b[31m", SHAPE, "move must be a whole number or a word"),
    ("duel", 3, "move", "k" * 21, SHAPE, "move must be a whole number or a word"),
    ("duel", 2, "move", 10**20, SHAPE, "move must be a whole number or a word"),
    ("duel", 2, "move", 10**20 - 1, SENSE,
     "illegal move 99999999999999999999: 99999999999999999999 cannot be drawn here."),
    ("duel", 2, "ms", 5, SHAPE, "only a player's decision takes time and refusals"),
    ("duel", 2, "refused", 1, SHAPE, "only a player's decision takes time and refusals"),
    ("duel", 3, "ms", -1, SHAPE, "ms and refused cannot be negative"),
    ("duel", 3, "refused", -1, SHAPE, "ms and refused cannot be negative"),
    ("duel", 3, "ms", 1.5, SHAPE, "ms is missing or of the wrong kind"),
    ("duel", 3, "refused", "1", SHAPE, "refused is missing or of the wrong kind"),
    ("duel", 3, "hints", ["moves"], SHAPE, "unknown key 'hints'"),
    ("duel", 3, "hint", 1, SHAPE, "after is missing or of the wrong kind"),
    ("duel", 3, "by_hand", True, SHAPE, "only fate is dealt by hand"),
    ("duel", 3, "by_hand", 1, SHAPE, "by_hand is missing or of the wrong kind"),
    ("duel", 3, "forced", True, SENSE, "move keep is not forced"),
    ("duel", 2, "forced", True, SHAPE, "move 7 is not forced"),
    ("duel", 3, "forced", "yes", SHAPE, "forced is missing or of the wrong kind"),
    ("duel", 3, "note", "hm", SHAPE, "unknown key 'note'"),
    ("duel", 3, "undo", 2, SHAPE, "There is nothing to take back yet."),
    ("forced", 3, "forced", MISSING, SENSE, "move pass is forced"),
    ("forced", 3, "ms", 3, SHAPE, "only a player's decision takes time and refusals"),
    ("undone", 4, "undo", 1, SENSE, "Player 2's last own decision is not event 1"),
    ("undone", 4, "who", 1, SENSE, "Player 1's last own decision is not event 2"),
    ("undone", 4, "who", "fate", SHAPE, "fate cannot take back here"),
    ("undone", 4, "forced", True, SHAPE, "Player 2 cannot take back here"),
    ("undone", 4, "by_hand", True, SHAPE, "only fate is dealt by hand"),
    ("undone", 4, "undo", None, SHAPE, "undo is missing or of the wrong kind"),
    ("undone", 4, "move", 7, SHAPE, "unknown key 'move'"),
    ("strict", 2, "ms", 2001, SENSE, "the decision took longer than the clock allows"),
    ("helped", 3, "after", 0, SENSE, "this was not noted after event 1"),
    ("helped", 3, "after", 2, SENSE, "this was not noted after event 1"),
    ("helped", 3, "after", -1, SHAPE, "this was not noted after event 1"),
    ("helped", 3, "after", "1", SHAPE, "after is missing or of the wrong kind"),
    ("helped", 3, "after", MISSING, SHAPE, "after is missing or of the wrong kind"),
    ("helped", 3, "who", 1, SENSE, "Player 1 does not choose here"),
    ("helped", 3, "who", 3, SHAPE, "who must be 1 or 2"),
    ("helped", 3, "who", "fate", SHAPE, "who is missing or of the wrong kind"),
    ("helped", 3, "who", True, SHAPE, "who is missing or of the wrong kind"),
    ("helped", 3, "hint", "best", SHAPE, "A hint is a step, 'moves' or 'why'."),
    ("helped", 3, "hint", "\x1b[2J", SHAPE, "A hint is a step, 'moves' or 'why'."),
    ("helped", 3, "hint", None, SHAPE, "hint is missing or of the wrong kind"),
    ("helped", 3, "hint", True, SHAPE, "hint is missing or of the wrong kind"),
    ("helped", 3, "hint", 1.0, SENSE, "hint is missing or of the wrong kind"),
    ("helped", 3, "hint", ["moves"], SHAPE, "hint is missing or of the wrong kind"),
    ("helped", 3, "hint", 2, SENSE, "The next step of the hints is 1."),
    ("helped", 3, "hint", 0, SHAPE, "The next step of the hints is 1."),
    ("helped", 4, "hint", 10**1000, SENSE, "The next step of the hints is 1."),
    ("helped", 4, "hint", "moves", SENSE, "a hint is noted once for each decision"),
    ("helped", 5, "hint", 1, SENSE, "a hint is noted once for each decision"),
    ("helped", 5, "hint", 3, SENSE, "The next step of the hints is 2."),
    ("helped", 5, "ms", 5, SHAPE, "unknown key 'ms'"),
    ("helped", 5, "number", 2, SHAPE, "unknown key 'number'"),
    ("helped", 5, "text", "Play 9.", SHAPE, "unknown key 'text'"),
    ("seated", 3, "after", 0, SENSE, "this was not noted after event 1"),
    ("seated", 3, "after", MISSING, SHAPE, "after is missing or of the wrong kind"),
    ("seated", 3, "seats", ["human"], SHAPE, "seats must be two names"),
    ("seated", 3, "seats", ["human", "\x1b[2J"], SHAPE, "A seat is named by 1 to 1000 printable characters."),
    ("seated", 3, "seats", ["human", "human"], SENSE, "nobody else sits down here"),
    ("seated", 3, "who", 1, SHAPE, "unknown key 'who'"),
    ("seated", 4, "refused", 3, SENSE, "so many inputs refused in a row would have ended the match"),
    ("clumsy", 2, "refused", 2, SENSE, "so many inputs refused in a row would have ended the match"),
    ("tried", 4, "refused", 3, SENSE, "so many inputs refused in a row would have ended the match"),
]  # fmt: skip

RESULTS: list[tuple[str, dict[str, Any], str, str]] = [
    ("duel", {"winner": 1, "reason": "reached 50"}, SENSE, "the match did not end with 1, 'reached 50'"),
    ("duel", {"winner": None, "reason": RESIGNED}, SENSE, "the match did not end with None, 'resigned'"),
    ("duel", {"winner": 3, "reason": RESIGNED}, SHAPE, "the match did not end with 3, 'resigned'"),
    ("duel", {"winner": 1, "reason": "out of time"}, SENSE, "the match did not end with 1, 'out of time'"),
    ("duel", {"winner": 1, "reason": "x" * 50}, SENSE, f"the match did not end with 1, '{'x' * 40}'"),
    ("strict", {"winner": 2, "reason": "out of time"}, SENSE, "the match did not end with 2, 'out of time'"),
    ("forced", {"winner": 2, "reason": STRIKES}, SENSE,
     "the match did not end with 2, 'too many invalid inputs'"),
    ("agents", {"winner": 2, "reason": STRIKES}, SENSE,
     "the match did not end with 2, 'too many invalid inputs'"),
    ("over", {"winner": 1, "reason": "made a prime"}, SENSE, "the match did not end with 1, 'made a prime'"),
    ("over", {"winner": 2, "reason": RESIGNED}, SENSE, "the match did not end with 2, 'resigned'"),
    ("limit", {"winner": 1, "reason": "unfinished: move limit"}, SENSE,
     "the match did not end with 1, 'unfinished: move limit'"),
    ("duel", {"winner": True, "reason": RESIGNED}, SHAPE,
     "result must hold winner (1, 2 or null) and reason"),
    ("duel", {"winner": 1}, SHAPE, "result must hold winner (1, 2 or null) and reason"),
    ("duel", {"winner": 1, "reason": ["resigned"]}, SHAPE,
     "result must hold winner (1, 2 or null) and reason"),
    ("duel", {"winner": 1, "reason": RESIGNED, "score": 3}, SHAPE,
     "result must hold winner (1, 2 or null) and reason"),
]  # fmt: skip


def dumped(lines: list[dict[str, Any]]) -> bytes:
    return b"".join(json.dumps(line).encode() + b"\n" for line in lines)


def good_lines(name: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in as_bytes(GOOD[name]()).splitlines()]


def check(lines: list[dict[str, Any]], at: int, kind: str, sentence: str) -> None:
    assert refused(read_bytes, dumped(lines)) == f"line {at}: {sentence}"
    assert VALIDATOR.is_valid(lines[at - 1]) == (kind == SENSE)


@pytest.mark.parametrize("name", GOOD)
def test_the_records_tampered_with_below_are_good(name: str) -> None:
    assert view(read_bytes(as_bytes(GOOD[name]())).match) == view(GOOD[name]())


@pytest.mark.parametrize(("name", "key", "value", "kind", "sentence"), HEADERS)
def test_a_wrong_header_is_refused(name: str, key: str, value: object, kind: str, sentence: str) -> None:
    header, *rest = good_lines(name)
    check([changed(header, key, value), *rest], 1, kind, sentence)


@pytest.mark.parametrize(("name", "at", "key", "value", "kind", "sentence"), EVENTS)
def test_a_wrong_event_is_refused(
    name: str, at: int, key: str, value: object, kind: str, sentence: str
) -> None:
    lines = good_lines(name)
    lines[at - 1] = changed(lines[at - 1], key, value)
    check(lines, at, kind, sentence)


@pytest.mark.parametrize(
    ("name", "at", "refused"), [("seated", 4, 2), ("clumsy", 2, 1), ("trying", 3, 50), ("helped", 2, 50)]
)
def test_so_many_refusals_can_have_been(name: str, at: int, refused: int) -> None:
    """A person may try any number of digits in Number Morph, and without strikes anything."""
    lines = good_lines(name)
    lines[at - 1] = changed(lines[at - 1], "refused", refused)
    assert read_bytes(b"".join(json.dumps(line).encode() + b"\n" for line in lines)).match.events


@pytest.mark.parametrize(("name", "result", "kind", "sentence"), RESULTS)
def test_a_wrong_result_is_refused(name: str, result: dict[str, Any], kind: str, sentence: str) -> None:
    lines = [line for line in good_lines(name) if "result" not in line]
    marks = list(GOOD[name]().marks)
    check([*lines, {"result": result, "marks": marks}], len(lines) + 1, kind, sentence)


@pytest.mark.parametrize(
    ("name", "winner", "reason"),
    [
        ("duel", 1, RESIGNED),
        ("duel", 2, RESIGNED),
        ("strict", 1, "out of time"),
        ("agents", 1, STRIKES),
        ("over", 2, "made a prime"),
        ("limit", None, "unfinished: move limit"),
    ],
)
def test_a_result_that_can_be_is_taken(name: str, winner: Any, reason: str) -> None:
    lines = [line for line in good_lines(name) if "result" not in line]
    if name == "agents":  # the agent's turn, and it has three strikes
        lines[-1]["move"] = 4
    result = {"result": {"winner": winner, "reason": reason}, "marks": list(GOOD[name]().marks)}
    assert read_bytes(dumped([*lines, result])).match.outcome == Outcome(winner, reason)


def test_nobody_resigns_or_takes_back_while_fate_or_a_forced_move_is_due() -> None:
    duel = good_lines("duel")[:3]
    resigned = {"result": {"winner": 1, "reason": RESIGNED}, "marks": ["dealt by hand"]}
    check([*duel, resigned], 4, SENSE, "the match did not end with 1, 'resigned'")
    check([*duel, {"number": 3, "who": 1, "undo": 2}], 4, SENSE, "Player 1 cannot take back here")
    forced = good_lines("forced")[:2]
    check([*forced, resigned | {"marks": []}], 3, SENSE, "the match did not end with 1, 'resigned'")
    check([*forced, {"number": 2, "who": 1, "undo": 1}], 3, SENSE, "Player 1 cannot take back here")


def test_undo_is_refused_where_the_table_does_not_allow_it() -> None:
    lines = good_lines("strict")
    check([*lines, {"number": 2, "who": 1, "undo": 1}], 3, SENSE, "Taking back is off in this game.")


def test_hints_are_refused_where_the_table_does_not_allow_them() -> None:
    lines = good_lines("strict")
    check([*lines, {"after": 1, "who": 2, "hint": "moves"}], 3, SENSE, "Hints are off in this game.")


def test_nobody_is_helped_while_fate_or_a_forced_move_is_due() -> None:
    duel, forced = good_lines("duel")[:3], good_lines("forced")[:2]
    check([*duel, {"after": 2, "who": 1, "hint": 1}], 4, SENSE, "Player 1 does not choose here")
    check([*forced, {"after": 1, "who": 2, "hint": 1}], 3, SENSE, "Player 2 does not choose here")


def test_nobody_asks_why_before_a_move_was_chosen() -> None:
    header = good_lines("helped")[:1]
    check([*header, {"after": 0, "who": 1, "hint": "why"}], 2, SENSE, "No move has been chosen yet.")


def test_hints_begin_anew_after_every_event() -> None:
    lines = [*good_lines("helped"), {"number": 2, "who": 1, "undo": 1}]
    check([*lines, {"after": 2, "who": 1, "hint": 3}], 7, SENSE, "The next step of the hints is 1.")
    again = read_bytes(dumped([*lines, {"after": 2, "who": 1, "hint": 1}])).match
    assert (again.hint_step, again.marks) == (1, ("taken back",))


def test_time_within_the_clock_is_taken() -> None:
    lines = good_lines("strict")
    lines[1]["ms"] = 2000
    assert read_bytes(dumped(lines)).match.events == [Event(1, 1, 6, ms=2000)]


def test_nothing_follows_the_end() -> None:
    over, event = good_lines("over"), {"number": 2, "who": 2, "move": 4}
    check([*over, event], 4, SENSE, "nothing may follow the result")
    check([*over[:2], event], 3, SENSE, "the game is already over")
    check([*over[:2], {"after": 1, "who": 2, "hint": 1}], 3, SENSE, "the game is already over")
    check([*over, over[-1]], 4, SENSE, "nothing may follow the result")
    check([over[0], over[2]], 2, SENSE, "the match did not end with 2, 'made a prime'")


@pytest.mark.parametrize(
    ("key", "value", "kind", "sentence"),
    [
        ("marks", [], SENSE, "marks should be ['seeded']"),
        ("marks", ["seeded", "taken back"], SENSE, "marks should be ['seeded']"),
        ("marks", "seeded", SHAPE, "marks is missing or of the wrong kind"),
        ("marks", MISSING, SHAPE, "marks is missing or of the wrong kind"),
        ("seed", "5", SHAPE, "seed is missing or of the wrong kind"),
        ("number", 2, SHAPE, "unknown key 'number'"),
        ("result", None, SHAPE, "result is missing or of the wrong kind"),
    ],
)
def test_a_wrong_last_line_is_refused(key: str, value: object, kind: str, sentence: str) -> None:
    *lines, result = good_lines("seeded")
    check([*lines, changed(result, key, value)], 3, kind, sentence)


def test_only_a_seeded_match_has_a_seed() -> None:
    *lines, result = good_lines("over")
    sentence = "the match was not seeded, so it has no seed"
    check([*lines, result | {"seed": 0}], 3, SENSE, sentence)


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        (b"\n", "Expecting value at column 1"),
        (b"nonsense\n", "Expecting value at column 1"),
        (b"[1]\n", "not an object"),
        (b"7\n", "not an object"),
        (b'{"number":1,"number":1}\n', "a key stands twice"),
        (b'{"number":NaN}\n', "NaN is no number"),
        (b'{"number":-Infinity}\n', "-Infinity is no number"),
        (b"[" * 100_000 + b"\n", "nested too deeply"),
        (b'{"number":1}}\n', "Extra data at column 13"),
        (b"\xff\n", "'utf-8' codec can't decode byte 0xff in position 0: invalid start byte"),
    ],
)
def test_a_line_that_is_no_json_object_is_refused(line: bytes, reason: str) -> None:
    header = dumped(good_lines("over")[:1])
    assert refused(read_bytes, header + line) == f"line 2: not a line of JSON ({reason})"


def test_a_number_of_ten_thousand_digits_is_refused() -> None:
    header = dumped(good_lines("over")[:1])
    line = b'{"number":1,"who":1,"move":' + b"7" * 10_000 + b"}\n"
    assert refused(read_bytes, header + line).startswith("line 2: not a line of JSON (")


def test_a_line_without_end_is_refused(path: str) -> None:
    header = dumped(good_lines("over")[:1])
    Path(path).write_bytes(header + b" " * (LONGEST_LINE - 1))
    assert load(path).match.number == 0  # it may have been cut
    Path(path).write_bytes(header + b" " * LONGEST_LINE)
    assert refused(load, path) == f"{path}, line 2: not a line of JSON (Expecting value at column 1048577)"


@pytest.mark.parametrize("data", [b"", b"{", b'{"parlor":1', b"\0\0\0"])
def test_without_a_header_there_is_nothing_to_load(path: str, data: bytes) -> None:
    Path(path).write_bytes(data)
    sentence = f"{path}, line 1: the header is missing or cut, so there is nothing to load"
    assert refused(load, path) == sentence
    assert refused(read, iter([])) == "line 1: the header is missing or cut, so there is nothing to load"


def test_windows_line_ends_are_read() -> None:
    data = as_bytes(GOOD["duel"]()).replace(b"\n", b"\r\n")
    assert view(read_bytes(data).match) == view(GOOD["duel"]())


# Fuzzing -----------------------------------------------------------------------------------------------

ANY_JSON = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text(max_size=5)
    | st.sampled_from([1, 2, "fate"]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=5,
)


def read_or_refused(data: bytes) -> None:
    """What is read can be gone on with; all else is a `RecordError` that can be shown."""
    try:
        match = read_bytes(data).match
    except RecordError as error:
        sentence = str(error)
    else:
        sentence = "line 0: none"
        assert view(read_bytes(as_bytes(match)).match) == view(match)
        match.begin()
    assert sentence.startswith("line ")
    assert sentence.isprintable()
    assert len(sentence) < 300


@examples(max_examples=150)
@given(data=st.binary(max_size=200))
def test_any_bytes_are_read_or_refused(data: bytes) -> None:
    read_or_refused(data)
    read_or_refused(as_bytes(GOOD["duel"]()) + data + b"\n")


@examples(max_examples=400)
@given(name=st.sampled_from([*GOOD]), random=a_random)
def test_a_damaged_record_is_read_or_refused(name: str, random: Random) -> None:
    data = bytearray(as_bytes(GOOD[name]()))
    for _ in range(random.randrange(1, 4)):
        at, size = random.randrange(len(data)), random.randrange(4)
        data[at : at + size] = random.choice(
            [random.randbytes(size), b"", b"\n", b"0", b"9", b'"', b"null", data[: random.randrange(200)]]
        )
    read_or_refused(bytes(data))


@examples(max_examples=300)
@given(data=st.data(), name=st.sampled_from([*GOOD]))
def test_any_value_in_any_place_is_read_or_refused(data: st.DataObject, name: str) -> None:
    lines = good_lines(name)
    at = data.draw(st.integers(0, len(lines) - 1))
    line: Any = lines[at]
    while isinstance(line, dict):
        key = data.draw(st.sampled_from([*line]))
        if not isinstance(line[key], dict) or data.draw(st.booleans()):
            line[key] = data.draw(ANY_JSON)
            break
        line = line[key]
    read_or_refused(dumped(lines))


@examples(max_examples=100)
@given(random=a_random)
def test_lines_in_any_order_are_read_or_refused(random: Random) -> None:
    lines = [line for name in GOOD for line in as_bytes(GOOD[name]()).splitlines(keepends=True)]
    read_or_refused(b"".join(random.choices(lines, k=random.randrange(1, 6))))


# The documents -----------------------------------------------------------------------------------------


def test_the_schema_is_one() -> None:
    Draft202012Validator.check_schema(SCHEMA)
    assert SCHEMA["$schema"] == "https://json-schema.org/draft/2020-12/schema"


def test_the_schema_knows_the_ranges_of_every_game() -> None:
    from primeparlor.games import GAMES

    *ours, other = (case["properties"] for case in SCHEMA["$defs"]["header"]["oneOf"])
    numbers = {
        case["game"]["const"]: {
            key: (number["minimum"], number["maximum"]) for key, number in case["rules"]["properties"].items()
        }
        for case in ours
    }
    assert other["game"]["not"]["enum"] == list(numbers)
    assert numbers == {
        name: {key: (r.least, r.most_to_play or r.most) for key, r in game.Rules.numbers.items()}
        for name, game in GAMES.items()
    }


@pytest.fixture(scope="module")
def example() -> str:
    """The record that the page shows."""
    page = (DOCS / "records.md").read_text()
    blocks = re.findall(r"```json\n(.*?)```", page, re.DOTALL)
    assert len(blocks) == 1
    return str(blocks[0])


def test_the_page_s_example_is_a_real_record(example: str) -> None:
    clock = Clock()
    match = Match(
        first_state("prime-duel target=20"), ("human", "random"), Settings(clock=60), seed=19, now=clock
    )
    match.begin()
    for seconds, move in ((2.5, "keep"), (1.0, "discard"), (3.25, "keep")):
        clock.seconds += seconds
        go_on(match, move)
    clock.seconds += 0.75
    match.undo(1, match.number)
    helped(match, "moves", 1, 2)
    match.invalid(match.number)
    clock.seconds += 4.125
    go_on(match, "discard")
    while match.outcome is None:
        clock.seconds += 1
        go_on(match, match.state.moves()[0])
    assert example == as_bytes(match).decode()
    assert view(read_bytes(example.encode()).match) == view(match)


def test_the_page_explains_every_key(example: str) -> None:
    page = (DOCS / "records.md").read_text()
    header, *_ = map(json.loads, example.splitlines())
    keys = {
        *header,
        "position",
        *header["settings"],
        *Event._fields,
        *("after", "hint", "seats"),
        *Outcome._fields,
        "result",
        "marks",
        "seed",
    }
    assert {key for key in keys if f"`{key}`" not in page} == set()
    assert f"version {records.VERSION}" in page


def test_the_game_played_last_is_the_newest(home: Path) -> None:
    first, second = (records.keep(Match(first_state(name))) for name in ("prime-climb", "nonprime-addition"))
    os.utime(first.path, ns=(2 * 10**9, 2 * 10**9))
    os.utime(second.path, ns=(10**9, 10**9))
    assert records.saved() == [second.path, first.path]
    first.close()
    second.close()
