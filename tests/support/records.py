"""Helpers for tests of records: records to look at, a disk that fails, and the sentence of a refusal."""

from __future__ import annotations

import errno
import json
import os
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from primeparlor.core import Move
from primeparlor.match import (
    AnswerOffer,
    AskRematch,
    Match,
    Mistype,
    Resign,
    Series,
    Settings,
    Sit,
    TakeBack,
    TakeHelp,
)
from primeparlor.records import RecordError, RecordFile
from support.matches import Clock, as_bytes, go_on, play_out, table
from support.variants import first_state

DOCS = Path(__file__).parents[2] / "docs" / "reference"
SCHEMA = json.loads((DOCS / "record.schema.json").read_text())
KINDS = {
    kind["$ref"].removeprefix("#/$defs/"): Draft202012Validator({"$defs": SCHEMA["$defs"], **kind})
    for kind in SCHEMA["oneOf"]
}
KEYS = {
    kind: (set(SCHEMA["$defs"][kind]["required"]), set(SCHEMA["$defs"][kind]["properties"])) for kind in KINDS
}  # those that a line must have, and those that it may have
KEPT = Path(__file__).parents[1] / "kept" / "records"

FULL = OSError(errno.ENOSPC, "No space left on device")


def kept(path: str, position: str, *moves: Move, **options: Any) -> tuple[RecordFile, Match]:
    """A match that has begun, with its record."""
    match = Match(first_state(position), **{"now": Clock()} | options)
    file = RecordFile.create(path, match)
    match.begin()
    return file, go_on(match, *moves)


def lines_of(path: str) -> list[dict[str, Any]]:
    """What the lines of the file say."""
    return [json.loads(line) for line in Path(path).read_text().splitlines()]


def fits(line: dict[str, Any]) -> bool:
    """Whether the schema allows this line, which means that exactly one of its definitions does.

    A definition is asked only if the line has the keys it must have and no other, as it would refuse it
    anyway (`test_each_definition_names_its_keys`); to ask all of them takes ten times as long.
    """
    keys = line.keys()
    asked = [KINDS[kind] for kind, (must, may) in KEYS.items() if must <= keys <= may]
    return [validator.is_valid(line) for validator in asked].count(True) == 1


def dumped(lines: list[dict[str, Any]]) -> bytes:
    """The lines as they are written in a file."""
    return b"".join(json.dumps(line).encode() + b"\n" for line in lines)


def refused(act: Callable[..., object], *given: Any) -> str:
    """The sentence that refuses the record."""
    with pytest.raises(RecordError) as caught:
        act(*given)
    return str(caught.value)


def eventful(path: str) -> Match:
    """A finished match with fate, a forced move, an undo, hints and refusals."""
    file, match = kept(path, "prime-duel target=7 largest=3 copies=2", fate=[1, 2, 3, 3, 3, 1], seed=3)
    helped(match, "moves", 1)
    match.perform(Mistype(1, match.number))
    go_on(match, "keep", "keep")  # 1 and 2, a prime: another turn
    helped(match, "why", 1, 2)
    match.perform(TakeBack(2, match.number))
    helped(match, 1)
    go_on(match, "keep", "keep")
    play_out(match, Random(2))
    file.close()
    assert any(event.forced for event in match.events)
    assert match.outcome is not None
    return match


def live(match: Match, most: int = 40) -> None:
    """Let things happen until the match is over, or until this much is kept."""
    match.begin()
    while match.outcome is None and match.seq < most:
        something(match)()


def something(match: Match) -> Callable[[], object]:
    """What happens next: a choice that depends only on how much has been kept so far."""
    random, turn, number = Random(match.seq), match.state.turn, match.number
    kind = random.choice(["move", "move", "move", "undo", "invalid", "hint", "seat"])
    if kind == "undo" and match.find_last_decision([turn]):
        return lambda: match.perform(TakeBack(turn, number))
    if kind == "invalid":
        return lambda: match.perform(Mistype(turn, number))
    if kind == "hint":
        return lambda: helped(match, match.hint_step + 1)
    others = [("human", "random"), ("random", "human"), ("random", "random")]
    if kind == "seat" and (seats := random.choice(others)) != match.seats:
        return lambda: match.perform(Sit(seats))
    move = random.choice(match.state.moves())
    return lambda: match.submit(turn, move, number)


def failing(monkeypatch: pytest.MonkeyPatch, name: str, error: BaseException, part: int = 0) -> list[int]:
    """Make a system function fail after writing `part` bytes."""
    real, calls = getattr(os, name), list[int]()

    def fail(file: int, *given: Any) -> None:
        calls.append(file)
        if part:
            real(file, given[0][:part], *given[1:])
        raise error

    monkeypatch.setattr(os, name, fail)
    return calls


# Records of all kinds: made anew each time, as a state kept here would outlive the rules of its session --

GOOD: dict[str, Callable[[], Match]] = {
    "duel": lambda: table("prime-duel", "keep", "discard", fate=[7, 10, 9, 5], seats=("ann", "bob")),
    "forced": lambda: table("prime-climb largest=1", 1, 1),
    "undone": lambda: undone(table("pocket-addition", 6, 7)),
    "set up": lambda: table("prime-climb steps=4,3", 2),
    "strict": lambda: table("pocket-addition", 6, settings=Settings(clock=2, undo=False, hints=False)),
    "seeded": lambda: resigned(table("prime-climb", 3, seed=5)),
    "daily": lambda: table("prime-duel", "keep", fate=[3, 10, 8], seed=5, day="2026-11-17"),
    "agents": lambda: table("prime-climb", 3, seats=("human", "random")),
    "over": lambda: table("nonprime-addition", 2),
    "limit": lambda: table("nonprime-addition", 3, settings=Settings(limit=1)),
    "helped": lambda: helped(table("pocket-addition", 6), "moves", 1, 2),
    "seated": lambda: go_on(seated(table("pocket-addition", 6), "human", "random"), 7),
    "clumsy": lambda: go_on(clumsy(table("prime-climb", settings=Settings(strikes=2))), 3),
    "struck": lambda: clumsy(table("prime-climb", seats=("random", "human")), 3),
    "trying": lambda: tried(table("number-morph", fate=[211], settings=Settings(strikes=2)), 212, 271),
    "timed": lambda: timed(table("prime-climb", settings=Settings(clock=60), now=Clock())),
    "asked": lambda: asked(table("prime-climb", 3, settings=Settings(consent=True), names=("Ann", ""))),
    "rematch": lambda: rematch(table("nonprime-addition", 2)),
    "second": lambda: table("prime-climb", 3, number=57, seq=80),
    "series": lambda: table("prime-climb", 3, number=57, seq=80, series=Series(3, 2, (0, 1), "the-first")),
}


def helped(match: Match, *kinds: int | str) -> Match:
    for kind in kinds:
        match.perform(TakeHelp(match.state.turn, kind, match.number))
    return match


def seated(match: Match, one: str, two: str) -> Match:
    match.perform(Sit((one, two)))
    return match


def undone(match: Match) -> Match:
    match.perform(TakeBack(2, match.number))
    return match


def resigned(match: Match) -> Match:
    match.perform(Resign(1, match.number))
    return match


def clumsy(match: Match, times: int = 1) -> Match:
    for _ in range(times):
        match.perform(Mistype(match.state.turn, match.number))
    return match


def tried(match: Match, move: Move, then: Move) -> Match:
    with pytest.raises(Exception, match="not a prime"):
        go_on(match, move)
    return go_on(match, then)


def timed(match: Match) -> Match:
    """A match left after a second of thinking and a second of asking."""
    clock = match._clock._now
    assert isinstance(clock, Clock)
    clock.seconds += 1
    helped(match, 1)
    clock.seconds += 1
    match.suspend()
    return match


def asked(match: Match) -> Match:
    """A match in which undo is asked for twice: declined, then allowed."""
    for allowed in (False, True):
        match.perform(TakeBack(1, match.number))
        match.perform(AnswerOffer(2, allowed, match.number))
    match.perform(Sit(("human", "human"), ("Ann", "Bea")))
    return match


def rematch(match: Match) -> Match:
    match.perform(AskRematch(2, match.number))
    match.perform(AskRematch(1, match.number))
    return match


def good_lines(name: str) -> list[dict[str, Any]]:
    """What the lines of one of these records say."""
    return [json.loads(line) for line in as_bytes(GOOD[name]()).splitlines()]


MISSING = object()


def changed(line: dict[str, Any], key: str, value: object) -> dict[str, Any]:
    """The line with this key set to the value; dots reach nested keys, `MISSING` removes the key."""
    first, _, rest = key.partition(".")
    if rest:
        return line | {first: changed(line[first], rest, value)}
    without = {name: old for name, old in line.items() if name != first}
    return without if value is MISSING else line | {first: value}
