"""What is written is read back."""

from __future__ import annotations

import json
import os
import re
import shutil
import sys
import time
from contextlib import closing
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

import pytest

from primeparlor.core import State
from primeparlor.match import (
    HUMAN,
    STRIKES,
    Conflict,
    Event,
    Hint,
    Match,
    Mistype,
    NumberedEntry,
    Offer,
    Outcome,
    Resign,
    Settings,
    Sit,
    StaleMove,
    TakeBack,
    Turn,
)
from primeparlor.records import (
    RecordFile,
    StoreError,
    format_entry,
    format_record,
    load,
    read,
    rebuild,
)
from support.games import for_seeds
from support.matches import (
    BEGAN,
    Clock,
    as_bytes,
    drawn,
    go_on,
    help_given,
    play_out,
    read_bytes,
    some_match,
    table,
    view,
)
from support.records import GOOD, KEPT, MISSING, changed, fits, helped, kept, lines_of
from support.variants import NAMES, first_state

OLD = sorted(KEPT.glob("*.jsonl"))
UNFINISHED = [record for record in OLD if b'"result"' not in record.read_bytes().splitlines()[-1]]

# Written and read back ---------------------------------------------------------------------------


def test_a_record_is_a_header_its_events_and_the_result(path: str) -> None:
    before = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime())
    file, match = kept(path, "prime-duel", "keep", seats=("ann", "bob"), fate=[7, 10])
    helped(match, "moves")
    match.perform(Mistype(1, match.number))
    match.perform(TakeBack(1, match.number))
    helped(match, 1, 2)
    match.perform(Resign(2, match.number))
    file.close()
    header, *events, result = lines_of(path)
    assert before <= header.pop("began") <= time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime())
    assert header == {
        "parlor": 2,
        "game": "prime-duel",
        "rules": {"target": 50, "largest": 10, "copies": 4},
        "standard": True,
        "seats": ["ann", "bob"],
        "settings": {
            "strikes": None,
            "limit": None,
            "clock": None,
            "undo": True,
            "hints": True,
            "consent": False,
        },
        "seeded": False,
    }
    assert events == [
        {"number": 1, "who": "fate", "move": 7, "by_hand": True},
        {"number": 2, "who": 1, "move": "keep", "more": True},
        {"number": 3, "who": "fate", "move": 10, "by_hand": True},
        {"after": 3, "who": 1, "hint": "moves"},
        {"after": 3, "who": 1, "refusal": None, "strike": True},
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
    file, match = kept(path, "prime-climb largest=1", settings=Settings(clock=60), now=clock)
    clock.seconds += 1.25
    go_on(match, 1)
    file.close()
    header, *events = lines_of(path)
    assert (header["standard"], header["rules"]) == (False, {"top": 20, "largest": 1})
    assert header["settings"]["clock"] == 60
    assert events == [
        {"number": 1, "who": 1, "move": 1, "ms": 1250, "more": True},
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


@pytest.mark.parametrize("name", NAMES)
@for_seeds(8)
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
    assert view(rebuild(format_record(match, BEGAN)).match) == view(match)
    assert as_bytes(again.match) == data
    for line in data.splitlines():
        assert fits(json.loads(line))


@pytest.mark.usefixtures("_quick_disk")
@pytest.mark.parametrize("name", NAMES)
def test_a_file_holds_what_the_match_holds(name: str, path: str) -> None:
    """Saved turn by turn, the file equals one written at the end."""
    for seed in range(4):
        match = Match(first_state(name), seed=seed, now=Clock())
        with closing(RecordFile.create(f"{path}{seed}", match)) as file:
            some_match(match.start, Random(seed), match)
        record = load(file.path)
        data = Path(file.path).read_bytes()
        assert data == as_bytes(match, record.began) == as_bytes(record.match, record.began)
        assert view(record.match) == view(match)
        assert record.size == len(data)


@pytest.mark.parametrize("name", GOOD)
def test_every_kind_of_line_is_read_back_equal(name: str, path: str) -> None:
    match = GOOD[name]()
    RecordFile.create(path, match, BEGAN).close()
    again = load(path)
    assert view(again.match) == view(match)
    assert (again.match.names, again.match.seq) == (match.names, match.seq)
    assert again.match.number == match.number
    assert Path(path).read_bytes() == as_bytes(match) == as_bytes(again.match)
    record = format_record(match, BEGAN)
    rebuilt = rebuild(record)
    assert as_bytes(rebuilt.match) == as_bytes(match)
    assert (rebuilt.began, rebuilt.size) == (BEGAN, len(record))
    assert record == lines_of(path)  # not changed by reading
    for line in lines_of(path):
        assert fits(line)


@pytest.mark.no_cover  # whole matches, move by move
@pytest.mark.parametrize("record", OLD, ids=lambda record: record.stem)
def test_an_old_record_is_read_and_written_as_it_stands(record: Path) -> None:
    """Up to what a crash has left at its end."""
    match, began, size = load(str(record))
    data = record.read_bytes()[:size]
    assert as_bytes(match, began).rstrip(b"\n") == data.rstrip(b"\n")
    assert view(read_bytes(data).match) == view(match)
    for line in data.splitlines():
        assert fits(json.loads(line))


@pytest.mark.parametrize("record", UNFINISHED, ids=lambda record: record.stem)
def test_an_old_record_that_is_unfinished_can_be_resumed(record: Path, path: str) -> None:
    """It stays as it is until the first turn is saved."""
    shutil.copyfile(record, path)
    file, found = RecordFile.reopen(path)
    assert Path(path).read_bytes() == record.read_bytes()
    found.match.begin()
    if found.match.outcome is None:
        go_on(found.match, found.match.state.moves()[0])
    file.close()
    data = Path(path).read_bytes()
    assert data.startswith(record.read_bytes()[: found.size])
    assert len(data) > found.size
    assert view(load(path).match) == view(found.match)


def test_a_store_tells_what_it_has_kept_since(path: str) -> None:
    file, match = kept(path, "prime-duel target=7 largest=3 copies=2", "keep", "keep", fate=[1, 2, 3])
    helped(match, 1)
    kept_turns = file.since(0)
    assert [turn.seq for turn in kept_turns] == [0, 1, 3, 5]
    assert [entry for turn in kept_turns for entry in turn.entries] == match.journal
    for turn in kept_turns:
        assert file.since(turn.seq) == [other for other in kept_turns if other.seq >= turn.seq]
    assert file.since(match.seq) == []
    file.close()
    with pytest.raises(StoreError, match="Bad file descriptor"):
        file.since(0)


def test_a_store_keeps_counting_after_earlier_matches_at_its_table(path: str) -> None:
    file, match = kept(path, "pocket-addition", 6, number=57, seq=80)
    assert file.since(80) == file.since(0) == [Turn(80, tuple(match.journal))]
    file.close()
    file, record = RecordFile.reopen(path)
    record.match.begin()
    go_on(record.match, 4)
    assert file.since(81) == [Turn(81, (Event(59, 2, 4),))]
    file.close()


def test_a_turn_decided_before_another_was_kept_is_decided_again(path: str) -> None:
    """The match takes in the other turn and decides again."""
    file, match = kept(path, "pocket-addition", 6)
    turn = Turn(1, (Event(2, 2, 7),))  # as another process decides it
    file.append(turn)
    with pytest.raises(Conflict, match=r"^The last entry saved is 2, but this turn follows entry 1\.$"):
        file.append(turn)
    with pytest.raises(StaleMove):
        match.submit(2, 8, 1)
    assert match.events == load(path).match.events
    file.close()


def test_a_match_that_has_begun_can_be_recorded_later(path: str) -> None:
    match = table("pocket-addition", 6, 7)
    file = RecordFile.create(path, match)
    go_on(match, 1)
    assert view(load(path).match) == view(match)
    match.perform(Resign(1, 3))
    file.close()
    copy = path + "2"
    RecordFile.create(copy, match).close()
    assert view(load(copy).match) == view(match)


def test_each_turn_is_on_disk_before_it_is_told(path: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """By one write and one call of fsync, whatever follows from a move."""
    file, match = kept(path, "prime-duel target=7 largest=3 copies=2", fate=[1, 2, 3, 1, 3])
    calls: list[str] = []
    real = {name: getattr(os, name) for name in ("pwrite", "fsync")}

    class Listener:
        def hear(self, told: NumberedEntry, before: State, after: State) -> None:
            calls.append(str(format_entry(told.entry)))

    def noted(name: str, *given: Any) -> Any:
        calls.append(name)
        return real[name](*given)

    for name in real:
        monkeypatch.setattr(os, name, partial(noted, name))
    match.observers.append(Listener())
    for _ in range(3):
        del calls[:]
        size = os.path.getsize(path)
        go_on(match, "keep")
        lines = [json.loads(line) for line in Path(path).read_bytes()[size:].splitlines()]
        assert len(lines) > 1
        assert calls == ["pwrite", "fsync", *(str(changed(line, "more", MISSING)) for line in lines)]
    file.close()


def test_a_hint_is_on_disk_before_it_is_given(path: str, monkeypatch: pytest.MonkeyPatch) -> None:
    file, match = kept(path, "pocket-addition")
    synced: list[bytes] = []
    real = os.fsync

    def fsync(file: int) -> None:
        real(file)
        synced.append(Path(path).read_bytes().splitlines()[-1])

    monkeypatch.setattr(os, "fsync", fsync)
    helped(match, 1)
    assert synced == [b'{"after":0,"who":1,"hint":1}']
    helped(match, 1)  # once is enough
    assert len(synced) == 1
    file.close()


def test_a_resumed_match_goes_on_with_the_next_step(path: str) -> None:
    file, match = kept(path, "pocket-addition", 6)
    helped(match, 1, "moves", 2)
    file.close()
    file, record = RecordFile.reopen(path)
    record.match.begin()
    assert record.match.hint_step == 2
    go_on(helped(record.match, "moves", 3), 7)
    file.close()
    hints = [Hint(1, 2, kind) for kind in (1, "moves", 2, 3)]
    assert load(path).match.notes == hints
    assert help_given(load(path).match, 1) == (1, "moves", 2, 3)


def test_a_restart_forgets_no_time_no_strike_and_no_offer(path: str) -> None:
    clock = Clock()
    settings = Settings(strikes=2, clock=60, consent=True)
    file, match = kept(path, "pocket-addition", 6, settings=settings, now=clock)
    match.perform(Mistype(2, 1))
    clock.seconds += 10
    match.perform(TakeBack(1, 1))
    match.suspend()
    file.close()
    file, record = RecordFile.reopen(path)
    match = record.match
    match.begin()
    assert match.time_left is not None
    assert match.time_left <= 50
    assert match.offer == Offer(1, 1, "undo")
    match.perform(Mistype(2, 1))
    file.close()
    assert load(path).match.outcome == Outcome(1, STRIKES)


def test_a_match_that_ends_by_a_resignation_keeps_the_hints_before_it(path: str) -> None:
    file, match = kept(path, "pocket-addition", 6)
    helped(match, 1)
    match.perform(Resign(2, 1))
    file.close()
    assert [*lines_of(path)[2], *lines_of(path)[3]] == ["after", "who", "hint", "result", "marks"]
    assert view(load(path).match) == view(match)


def test_a_record_being_played_can_be_read(path: str) -> None:
    file, match = kept(path, "pocket-addition", 6)
    assert load(path).match.events == match.events
    go_on(match, 7)
    assert load(path).match.events == match.events
    file.close()


@pytest.mark.no_cover  # all by the same few lines
def test_tens_of_thousands_of_hints_can_be_read() -> None:
    """It took half a minute when each hint was compared with all before it."""
    header, event, *_ = as_bytes(table("pocket-addition", 6)).splitlines(keepends=True)
    hints = (b'{"after":1,"who":2,"hint":%d}\n' % step for step in range(1, 20_001))
    assert read([header, event, *hints]).match.hint_step == 20_000


# The seed, and cards to come ---------------------------------------------------------------------


def test_ruling_a7_the_seed_is_told_only_in_the_result(path: str) -> None:
    seed = 918273645
    file, match = kept(path, "prime-duel", "discard", "keep", seed=seed)
    assert str(seed) not in Path(path).read_text()
    assert lines_of(path)[0]["seeded"] is True
    match.perform(Resign(1, match.number))
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
    record.match.perform(Resign(1, record.match.number))
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


# Seats are labels --------------------------------------------------------------------------------


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
    record.match.perform(Resign(1, record.match.number))
    file.close()
    load(path)
    watching = False
    assert record.match.seats == seats
    assert not trap.exists()
    started = re.compile(r"(socket|subprocess|ctypes|os\.(exec|fork|spawn|system|posix_spawn)|pickle|exec$)")
    assert not [event for event in events if started.match(event)]
    assert view(load(path).match) == view(record.match)
    assert match.outcome is None


def test_a_game_too_large_to_solve_says_so_in_its_header_and_where_somebody_sits_down() -> None:
    match = table("pocket-addition", seats=(HUMAN, "perfect"), too_large=True)
    header, *_ = as_bytes(match).splitlines()
    assert json.loads(header)["too_large"] is True
    assert match.marks == ("too large to solve",)
    go_on(match, 6)
    match.perform(Sit((HUMAN, HUMAN)))
    assert not match.too_large
    match.perform(Sit((HUMAN, "perfect"), too_large=True))
    again = read_bytes(as_bytes(match)).match
    assert (again.too_large, again.first_too_large, again.marks) == (True, True, match.marks)
    assert match.copy_start().marks == ("too large to solve",)
    match.perform(Sit((HUMAN, "perfect")))  # what is left of it can be solved
    assert not read_bytes(as_bytes(match)).match.too_large
    assert "too_large" not in json.loads(as_bytes(table("pocket-addition")).splitlines()[0])
