"""Every event is stored before it is told, and observers hear all of it in order."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from primeparlor.core import State
from primeparlor.match import (
    STRIKES,
    Event,
    Match,
    Mistype,
    NumberedEntry,
    Outcome,
    Refusal,
    Resign,
    Result,
    Settings,
    TakeBack,
    TakeHelp,
    Turn,
)
from support.matches import Clock, Diary, drawn, go_on, moves, table
from support.variants import first_state


def test_every_event_is_kept_before_it_is_told() -> None:
    match = Match(first_state("prime-duel scores=48,0"), fate=[5, 2])
    diary = Diary(match)
    match.begin()
    facts = [*match.events, Result(Outcome(1, "reached 50"), ("set up", "dealt by hand"))]
    assert diary.notes == [(how, fact) for how in ("kept", "told") for fact in facts]
    assert len(diary.turns) == 1


def test_when_the_store_fails_nothing_is_told_and_nothing_has_changed() -> None:
    match = table("pocket-addition", 6)
    diary = Diary(match)
    diary.room = 0
    before = match.state
    with pytest.raises(OSError, match="no room"):
        match.submit(2, 7, 1)
    with pytest.raises(OSError, match="no room"):
        match.perform(TakeBack(1, 1))
    with pytest.raises(OSError, match="no room"):
        match.perform(Resign(1, 1))
    with pytest.raises(OSError, match="no room"):
        match.perform(TakeHelp(match.state.turn, 1, 1))
    assert (diary.notes, match.state, match.journal, match.outcome) == ([], before, [Event(1, 1, 6)], None)
    diary.room = None
    match.submit(2, 7, 1)
    assert diary.notes == [("kept", Event(2, 2, 7)), ("told", Event(2, 2, 7))]


def test_when_the_store_fails_the_whole_turn_can_be_submitted_again() -> None:
    clock = Clock()
    match = table("prime-duel", fate=[4, 7, 9], settings=Settings(clock=10), now=clock)
    diary = Diary(match)
    diary.room = 0
    clock.seconds += 9
    with pytest.raises(OSError, match="no room"):
        match.submit(1, "discard", 1)
    assert (moves(match), match.time_left, diary.notes) == ([4], 1, [])
    diary.room = None
    match.submit(1, "discard", 1)
    assert drawn(match) == [4, 7, 9]  # the cards dealt by hand were not lost
    assert [how for how, _ in diary.notes] == ["kept"] * 3 + ["told"] * 3
    assert match.time_left == 10


def test_the_result_is_kept_with_the_move_that_leads_to_it() -> None:
    match = table("nonprime-addition")
    diary = Diary(match)
    diary.room = 0
    with pytest.raises(OSError, match="no room"):
        match.submit(1, 2, 0)
    assert (match.find_outcome(), match.number) == (None, 0)
    diary.room = None
    match.submit(1, 2, 0)
    result = Result(Outcome(2, "made a prime"))
    assert diary.turns == [Turn(0, (Event(1, 1, 2), result))]


def test_when_a_strike_cannot_be_kept_it_does_not_count() -> None:
    match = table("pocket-addition", settings=Settings(strikes=2))
    diary = Diary(match)
    diary.room = 0
    for _ in range(3):
        with pytest.raises(OSError, match="no room"):
            match.perform(Mistype(1, 0))
    diary.room = None
    match.perform(Mistype(1, 0))
    assert match.outcome is None
    match.perform(Mistype(1, 0))
    assert match.outcome == Outcome(2, STRIKES)
    assert diary.turns[-1].entries == (Refusal(0, 1, None, True), Result(Outcome(2, STRIKES)))


def test_observers_get_the_state_before_and_after() -> None:
    match = Match(first_state("pocket-addition"))
    diary = Diary(match)
    match.begin()
    go_on(match, 6, 7)
    start = match.start
    assert diary.states == [(start, start.after(6)), (start.after(6), start.after(6).after(7))]


class Hearer:
    """Notes what it is told, then reacts to it."""

    def __init__(self, act: Callable[[], object] = lambda: None) -> None:
        self.act, self.heard = act, list[int]()

    def hear(self, kept: NumberedEntry, before: State, after: State) -> None:
        self.heard.append(kept.seq)
        self.act()


def test_a_failing_observer_splits_no_turn_and_silences_nobody() -> None:
    match = table("prime-duel", fate=[4, 7, 9])

    def fail() -> None:
        raise BrokenPipeError

    deaf, other = Hearer(fail), Hearer()
    match.observers += [deaf, other]
    with pytest.raises(BrokenPipeError):
        match.submit(1, "discard", 1)
    assert deaf.heard == other.heard == [2, 3, 4]
    match.observers.remove(deaf)
    assert moves(match) == [4, "discard", 7, 9]
    go_on(match, "keep")


def test_what_an_observer_does_is_told_in_order() -> None:
    match = table("prime-duel", fate=[4, 7, 9], settings=Settings(clock=10))
    one, two = Hearer(match.suspend), Hearer()
    match.observers += [one, two]
    match.submit(1, "discard", 1)
    assert one.heard == two.heard == [2, 3, 4, 5]


def test_an_observer_may_leave_while_it_hears() -> None:
    match = table("pocket-addition")
    leaver, other = Hearer(lambda: match.observers.remove(leaver)), Hearer()
    match.observers += [leaver, other]
    go_on(match, 6, 7)
    assert (leaver.heard, other.heard) == ([1], [1, 2])


def test_an_interrupted_telling_does_not_go_on_later() -> None:
    match = table("prime-duel", fate=[4, 7, 9])

    def interrupt() -> None:
        raise KeyboardInterrupt

    match.observers.append(Hearer(interrupt))
    with pytest.raises(KeyboardInterrupt):
        match.submit(1, "discard", 1)
    match.observers[:] = [other := Hearer()]
    go_on(match, "keep")
    assert other.heard[0] == 5
