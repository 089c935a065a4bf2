"""Leaving suspends a match, and resigning ends it (ruling A4)."""

from __future__ import annotations

from typing import Any

import pytest

from primeparlor.core import State
from primeparlor.match import (
    RESIGNED,
    CallTime,
    MatchError,
    NumberedEntry,
    Outcome,
    Resign,
    Settings,
    TakeBack,
)
from support.matches import Clock, go_on, moves, refused, table


def test_ruling_a4_leaving_suspends_the_match() -> None:
    match = table("pocket-addition", 6)
    match.suspend()
    assert match.suspended
    assert match.outcome is None
    sentence = "The match is suspended: resume it to go on."
    assert refused(MatchError, match.submit, 2, 7, 1) == sentence
    assert refused(MatchError, match.perform, TakeBack(1, 1)) == sentence
    assert refused(MatchError, match.begin) == sentence
    assert moves(match) == [6]


def test_ruling_a4_no_flag_falls_while_a_match_is_suspended() -> None:
    clock = Clock()
    match = table("pocket-addition", settings=Settings(clock=5), now=clock)
    match.suspend()
    clock.seconds += 100
    assert not match.perform(CallTime()).entries
    assert (match.outcome, match.time_left) == (None, None)


def test_ruling_a4_a_finished_match_is_not_suspended() -> None:
    match = table("nonprime-addition", 2)
    match.suspend()
    assert not match.suspended


def test_ruling_a4_an_observer_may_leave_and_the_turn_is_whole() -> None:
    match = table("prime-duel", fate=[4, 7, 9])

    class Leaver:
        def hear(self, kept: NumberedEntry, before: State, after: State) -> None:
            match.suspend()

    match.observers.append(Leaver())
    go_on(match, "discard")
    assert moves(match) == [4, "discard", 7, 9]
    assert (match.suspended, match.outcome) == (True, None)


@pytest.mark.parametrize(("player", "winner"), [(1, 2), (2, 1)])
def test_ruling_a4_either_player_may_resign_at_any_time(player: Any, winner: int) -> None:
    match = table("pocket-addition", 6)
    match.perform(Resign(player, 1))
    assert match.outcome == match.find_outcome() == Outcome(winner, RESIGNED)  # type: ignore[arg-type]
    assert RESIGNED == "resigned"
    assert match.number == 1
