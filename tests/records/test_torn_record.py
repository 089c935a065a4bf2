"""A record cut anywhere, or left by kill -9, loads up to its last whole turn."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import time
from contextlib import closing
from pathlib import Path
from random import Random

import pytest

from primeparlor.match import Match, MatchError, Resign
from primeparlor.records import (
    RecordBusy,
    RecordFile,
    format_entry,
    load,
)
from support.matches import BEGAN, Clock, as_bytes, go_on, play_out, read_bytes
from support.records import eventful, kept, live, refused
from support.variants import first_state

# Cut anywhere ------------------------------------------------------------------------------------


def whole_turns(data: bytes) -> list[int]:
    """Where the header and every turn end, without the line end: they are whole without it."""
    lines = data.splitlines(keepends=True)
    ends = [sum(map(len, lines[:at])) - 1 for at in range(1, len(lines) + 1)]
    return [end for end, line in zip(ends, lines, strict=True) if b'"more"' not in line]


@pytest.mark.no_cover  # thousands of loads; they reach no line that the other tests leave out
@pytest.mark.usefixtures("_quick_disk")
def test_a_record_cut_at_any_byte_is_read_to_its_last_whole_turn(path: str) -> None:
    match = eventful(path)
    data = Path(path).read_bytes()
    ends = whole_turns(data)
    for size in range(len(data) + 1):
        whole = [end for end in ends if end <= size]
        if not whole:
            sentence = "line 1: the header is missing or cut off, so there is nothing to load"
            assert refused(read_bytes, data[:size]) == sentence
            continue
        record = read_bytes(data[:size])
        assert data[: record.size].rstrip(b"\n") == data[: whole[-1]]
        assert record.match.journal == match.journal[: record.match.seq]
        assert (record.match.outcome is not None) == (len(whole) == len(ends))


def test_a_record_cut_in_its_header_stays_as_it_is(path: str) -> None:
    kept(path, "prime-climb")[0].close()
    data = Path(path).read_bytes()[:-2]
    Path(path).write_bytes(data)
    sentence = f"{path}, line 1: the header is missing or cut off, so there is nothing to load"
    assert refused(load, path) == refused(RecordFile.reopen, path) == sentence
    assert Path(path).read_bytes() == data


SOME_GAMES = ["prime-duel target=7 largest=3 copies=2", "prime-climb top=7 largest=2"]
LEFT_OUT = re.compile(rb',"(ms|seed)":\d+')


def lived_record(name: str, path: str) -> bytes:
    match = Match(first_state(name), seed=5, now=Clock())
    with closing(RecordFile.create(path, match, BEGAN)):
        live(match)
    return Path(path).read_bytes()


def cut_and_gone_on_with(path: str, data: bytes) -> bytes:
    """The record after resuming this cut one with its seed and the same decisions."""
    Path(path).write_bytes(data)
    file, record = RecordFile.reopen(path)
    assert Path(path).read_bytes() == data
    record.match.reseed(5)
    live(record.match)
    file.close()
    return Path(path).read_bytes()


@pytest.mark.usefixtures("_quick_disk")
@pytest.mark.parametrize("name", SOME_GAMES)
def test_a_match_cut_in_any_line_and_resumed_becomes_the_same_record(name: str, path: str) -> None:
    """Apart from the time that decisions took, and the seed itself."""
    data = lived_record(name, path)
    lines = data.splitlines(keepends=True)
    for at in range(1, len(lines)):
        whole, line = b"".join(lines[:at]), lines[at]
        again = cut_and_gone_on_with(path, whole + line[: 11 * at % len(line)])
        assert LEFT_OUT.sub(b"", again) == LEFT_OUT.sub(b"", data)


@pytest.mark.prove
@pytest.mark.usefixtures("_quick_disk")
@pytest.mark.parametrize("name", SOME_GAMES)
def test_a_match_cut_at_any_byte_and_resumed_becomes_the_same_record(name: str, path: str) -> None:
    data = lived_record(name, path)
    for size in range(data.index(b"\n"), len(data) - 1):
        again = cut_and_gone_on_with(path, data[:size])
        assert LEFT_OUT.sub(b"", again) == LEFT_OUT.sub(b"", data)


CUT = [
    b'{"number":',
    b'{"number":2,"who":2,"mo',
    b'{"number":2,"who":2,"move":7,"more":true}',
    b'{"number":2,"who":2,"move":7,"more":true}\n',
    b'{"number":2,"who":2,"move":7,"more":true}\n{"number":3,"who":1,"mo',
    b'{"number":2,"number":2,"who":NaN,"who":',
    b'{"after":1,"seats":["human","\xc3',
]


@pytest.mark.parametrize("rubbish", [b"\0" * 40, b"\xff\xfe", b" ", *CUT])
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


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        (b'{"number":2,"number":2}', "a key appears twice"),
        (b'{"number":NaN}', "NaN is not a number"),
        (b'{"number":2}}', "Extra data at column 13"),
        (b'{"number":2} hello', "Extra data at column 14"),
        (b"hello", "Expecting value at column 1"),
        (b"[1]", "not an object"),
        (b"7", "not an object"),
        (b'{"a":' + b"[" * 100_000, "nested too deeply"),
        (b'{"a":"\xff"}', "'utf-8' codec can't decode byte 0xff in position 6: invalid start byte"),
    ],
)
def test_a_last_line_that_is_whole_but_wrong_is_not_dropped(path: str, line: bytes, reason: str) -> None:
    kept(path, "pocket-addition", 6)[0].close()
    data = Path(path).read_bytes() + line
    Path(path).write_bytes(data)
    sentence = f"{path}, line 3: not a line of JSON ({reason})"
    assert refused(load, path) == refused(RecordFile.reopen, path) == sentence
    assert Path(path).read_bytes() == data


def test_a_number_too_long_to_be_read_is_not_dropped(path: str) -> None:
    kept(path, "pocket-addition", 6)[0].close()
    with open(path, "ab") as file:
        file.write(b'{"number":' + b"7" * 10_000 + b"}")
    assert refused(load, path).startswith(f"{path}, line 3: not a line of JSON (Exceeds the limit")


def test_a_line_end_that_is_missing_is_written_with_the_next_turn(path: str) -> None:
    kept(path, "pocket-addition", 6)[0].close()
    data = Path(path).read_bytes()
    Path(path).write_bytes(data[:-1])
    file, record = RecordFile.reopen(path)
    record.match.begin()
    assert Path(path).read_bytes() == data[:-1]
    go_on(record.match, 7)
    go_on(record.match, 1)
    file.close()
    assert Path(path).read_bytes() == as_bytes(record.match, record.began)


@pytest.mark.parametrize("end", [b"", b"\n", b"\r\n", b'\n{"after":1,"who":1,"of'])
def test_a_finished_record_is_reopened_finished_and_stays_as_it_is(path: str, end: bytes) -> None:
    file, _ = kept(path, "nonprime-addition", 2)
    file.close()
    data = Path(path).read_bytes().rstrip() + end
    Path(path).write_bytes(data)
    file, record = RecordFile.reopen(path)
    record.match.begin()
    with pytest.raises(MatchError, match=r"^The match is over\.$"):
        record.match.perform(Resign(1, 1))
    file.close()
    assert Path(path).read_bytes() == data


# A disk that is full, processes that die or meet -------------------------------------------------


PLAYER = """
import json, os, resource, signal, sys, time
from random import Random
from primeparlor.games import PrimeDuel
from primeparlor.match import Match, TakeBack
from primeparlor.records import RecordFile, StoreError, format_entry

class Teller:
    def hear(self, kept, before, after):
        print(kept.seq, json.dumps(format_entry(kept.entry)), flush=True)

def play(match):
    while match.outcome is None:
        if match.number % 7 == 6 and match.find_last_decision([match.state.turn]):
            match.perform(TakeBack(match.state.turn, match.number))
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


def told(match: Match) -> list[str]:
    """What an observer of this match has said."""
    return [f"{seq} {json.dumps(format_entry(entry))}" for seq, entry in match.since(0)]


# Written slowly and in small pieces, so that the end often comes within a turn.
IN_PIECES = """
real = os.pwrite
os.pwrite = lambda file, data, at: (time.sleep(0.0002), real(file, data[:7], at))[1]
match.begin()
play(match)
print("done", flush=True)
sys.stdin.read()
"""


def killed(path: str, seed: int, acknowledged: int, seconds: float = 0.0) -> int:
    """Kill a process that plays, after so many lines and seconds; returns the bytes left of a torn turn."""
    with started(path, IN_PIECES, seed) as process:
        assert process.stdout is not None
        said: list[str] = []
        while len(said) < acknowledged and "done" not in said:
            said.append(process.stdout.readline().strip())
        time.sleep(seconds)  # any moment will do
        process.send_signal(signal.SIGKILL)
        said += [line.strip() for line in process.stdout if line.endswith("\n")]
    record, size = load(path), os.path.getsize(path)
    seen = [line for line in said if line not in ("", "done")]
    assert told(record.match)[: len(seen)] == seen
    # no turn was told only in part, and at most one turn was kept but not told
    assert len(record.match.list_turns(len(seen))) <= 1
    file, record = RecordFile.reopen(path)
    play_out(record.match, Random(1), most=2000)
    file.close()
    assert load(path).match.outcome is not None
    return size - record.size


@pytest.mark.parametrize("acknowledged", [1, 5, 40])
def test_after_kill_9_everything_acknowledged_is_in_the_record(path: str, acknowledged: int) -> None:
    killed(path, acknowledged, acknowledged)


@pytest.mark.prove
def test_after_hundreds_of_kills_everything_acknowledged_is_in_the_record(path: str) -> None:
    random, torn = Random(8), 0
    for seed in range(250):
        torn += killed(f"{path}{seed}", seed, random.randrange(1, 60), random.random() / 50) > 0
    assert torn > 0


def test_when_the_disk_is_full_the_game_stands_as_last_told_and_goes_on_when_there_is_room(path: str) -> None:
    script = """
resource.setrlimit(resource.RLIMIT_FSIZE, (600, resource.RLIM_INFINITY))
match.begin()
try:
    play(match)
except StoreError as error:
    print("full:", error, flush=True)
print("size", os.path.getsize(sys.argv[1]), flush=True)
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
        f"full: The game could not be saved: File too large. {path} has it as you last saw it."
    )
    record = load(path)
    data = Path(path).read_bytes()
    assert said[at + 1] == f"size {len(b''.join(data.splitlines(keepends=True)[: at + 1]))}"
    assert told(record.match) == said[:at] + said[at + 2 :]
    assert record.match.outcome is not None


def test_two_processes_cannot_play_one_record(path: str) -> None:
    with started(path, "match.begin()\nsys.stdin.read()") as process:
        assert process.stdout is not None
        assert process.stdout.readline().startswith("1 ")
        with pytest.raises(RecordBusy) as caught:
            RecordFile.reopen(path)
        assert str(caught.value) == f"{path} is being played elsewhere."
        assert load(path).match.number == 1  # but it can be watched
        process.communicate("")
    file, _ = RecordFile.reopen(path)
    with pytest.raises(RecordBusy, match=r"is being played elsewhere\.$"):
        RecordFile.reopen(path)
    file.close()
    RecordFile.reopen(path)[0].close()
