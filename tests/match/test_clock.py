"""Each decision has its own time, and whatever comes after the flag fell is too late."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from primeparlor.match import (
    OUT_OF_TIME,
    CallTime,
    Event,
    Match,
    Mistype,
    Outcome,
    OutOfTime,
    Resign,
    Settings,
    TakeBack,
    TakeHelp,
)
from support.matches import Clock, go_on, refused, table
from support.variants import first_state


def test_each_decision_has_its_own_time() -> None:
    clock = Clock()
    match = table("pocket-addition", settings=Settings(clock=10), now=clock)
    assert match.time_left == 10
    clock.seconds += 9.75
    assert match.time_left == 0.25
    go_on(match, 6)
    assert match.events[-1] == Event(1, 1, 6, ms=9750)
    assert match.time_left == 10
    clock.seconds += 0.0019
    go_on(match, 7)
    assert match.events[-1] == Event(2, 2, 7, ms=1)


def test_without_a_clock_time_is_noted_but_never_runs_out() -> None:
    clock = Clock()
    match = table("pocket-addition", now=clock)
    clock.seconds += 123456
    assert match.time_left is None
    assert not match.perform(CallTime()).entries
    go_on(match, 6)
    assert match.events[-1].ms == 123456000


def test_begin_starts_the_clock_once() -> None:
    clock = Clock()
    match = Match(first_state("pocket-addition"), settings=Settings(clock=10), now=clock)
    clock.seconds += 100
    match.begin()
    clock.seconds += 4
    match.begin()
    assert match.time_left == 6


def test_the_flag_falls_when_the_time_is_over() -> None:
    clock = Clock()
    match = table("pocket-addition", 6, settings=Settings(clock=10), now=clock)
    clock.seconds += 9.5
    assert not match.perform(CallTime()).entries
    clock.seconds += 0.5
    assert match.time_left == 0
    assert match.perform(CallTime()).entries
    assert match.outcome == Outcome(1, OUT_OF_TIME)
    assert OUT_OF_TIME == "out of time"
    assert not match.perform(CallTime()).entries


@pytest.mark.parametrize("act", ["submit", "wrong player", "invalid", "undo", "resign", "hint"])
def test_whatever_comes_after_the_flag_fell_is_too_late(act: str) -> None:
    clock = Clock()
    match = table("pocket-addition", 6, 7, settings=Settings(clock=10, strikes=1), now=clock)
    clock.seconds += 11
    assert match.time_left == 0
    acts: dict[str, Callable[[], object]] = {
        "submit": lambda: match.submit(1, 9, 2),
        "wrong player": lambda: match.submit(2, 9, 2),
        "invalid": lambda: match.perform(Mistype(match.state.turn, 2)),
        "undo": lambda: match.perform(TakeBack(1, 2)),
        "resign": lambda: match.perform(Resign(2, 2)),
        "hint": lambda: match.perform(TakeHelp(match.state.turn, "moves", 2)),
    }
    assert refused(OutOfTime, acts[act]) == "Player 1 is out of time."
    assert (match.outcome, match.number, match.notes) == (Outcome(2, OUT_OF_TIME), 2, [])


def test_the_clock_runs_from_the_last_thing_the_referee_did() -> None:
    clock = Clock()
    match = table("prime-duel", settings=Settings(clock=10), fate=[4, 6], now=clock)
    clock.seconds += 9
    go_on(match, "keep")
    clock.seconds += 9
    assert match.time_left == 1
    match.perform(TakeBack(1, 3))
    assert match.events[-1] == Event(4, 1, None, undo=2, ms=9000)
    assert match.time_left == 10
