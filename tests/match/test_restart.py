"""A restart forgets nothing, and the clock counts only what it should."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import ExitStack

import pytest

from primeparlor.core import IllegalMove
from primeparlor.match import (
    STRIKES,
    AnswerOffer,
    AskHelp,
    Event,
    Hint,
    Match,
    MatchError,
    Mistype,
    NotYourTurn,
    Offer,
    Outcome,
    OutOfTime,
    Pause,
    Play,
    Settings,
    StaleMove,
    TakeBack,
    TakeHelp,
    Turn,
)
from support.matches import Clock, Diary, again, go_on, moves, refused, table

# A restart forgets nothing ------------------------------------------------------------------------


def test_strikes_and_refusals_survive_a_restart() -> None:
    match = table("pocket-addition", 6, settings=Settings(strikes=3))
    match.perform(Mistype(2, 1))
    refused(IllegalMove, match.submit, 2, 6, 1)
    resumed = again(match)
    resumed.perform(Mistype(2, 1))
    assert resumed.outcome == Outcome(1, STRIKES)
    resumed = again(match)
    go_on(resumed, 7)
    assert resumed.events[-1].refused == 2


def test_the_time_of_a_decision_survives_a_restart() -> None:
    clock = Clock()
    match = table("pocket-addition", 6, settings=Settings(clock=10), now=clock)
    clock.seconds += 4
    match.suspend()
    assert match.journal[-1] == Pause(1, 4000)
    clock.seconds += 1000
    resumed = again(match, now=clock)
    assert resumed.time_left == 6
    clock.seconds += 3
    go_on(resumed, 7)
    assert resumed.events[-1].ms == 7000
    assert resumed.time_left == 10


def test_a_crash_loses_no_time_that_was_noted() -> None:
    clock = Clock()
    match = table("pocket-addition", settings=Settings(clock=10), now=clock)
    clock.seconds += 4
    match.perform(TakeHelp(1, 1, 0))
    clock.seconds += 2
    match.perform(Mistype(1, 0))
    assert [note[-1] for note in match.notes] == [4000, 6000]
    assert again(match, now=clock).time_left == 4


def test_without_a_clock_leaving_notes_nothing() -> None:
    match = table("pocket-addition", 6)
    match.suspend()
    match.suspend()
    assert match.journal == [Event(1, 1, 6)]


def test_leaving_works_even_if_the_time_cannot_be_saved_and_can_be_retried() -> None:
    clock = Clock()
    match = table("pocket-addition", settings=Settings(clock=10), now=clock)
    diary = Diary(match)
    diary.room = 0
    clock.seconds += 4
    with pytest.raises(OSError, match="no room"):
        match.suspend()
    assert match.suspended
    clock.seconds += 100
    diary.room = None
    match.suspend()
    match.suspend()
    assert match.journal == [Pause(0, 4000)]


def test_no_noted_millisecond_is_given_back() -> None:
    match = table("pocket-addition", 6, settings=Settings(clock=10))
    match.restore(Pause(1, 1001))  # as a float this is a little less
    resumed = again(match, now=Clock())
    assert resumed.time_left == pytest.approx(8.999)
    go_on(resumed, 7)
    assert resumed.events[-1].ms == 1001


def test_time_noted_elsewhere_counts_here() -> None:
    match = table("pocket-addition", settings=Settings(clock=10), now=Clock())
    match.apply_turns(Turn(0, (Hint(0, 1, 1, ms=4000),)))
    assert match.time_left == 6


def test_leaving_too_late_works_even_if_it_cannot_be_saved() -> None:
    clock = Clock()
    match = table("pocket-addition", settings=Settings(clock=10), now=clock)
    Diary(match).room = 0
    clock.seconds += 11
    with pytest.raises(OSError, match="no room"):
        match.suspend()
    assert match.suspended


def test_leaving_too_late_loses_on_time() -> None:
    clock = Clock()
    match = table("pocket-addition", settings=Settings(clock=10), now=clock)
    clock.seconds += 11
    match.suspend()
    assert (match.outcome, match.suspended, match.notes) == ((2, "out of time"), False, [])


def test_no_decision_takes_longer_than_the_clock_allows_however_often_it_is_read() -> None:
    class Ticking(Clock):
        def __call__(self) -> float:
            self.seconds += 0.004
            return self.seconds

    acts: list[Callable[[Match], object]] = [
        lambda match: match.submit(2, 7, 1),
        lambda match: match.perform(Mistype(2, 1)),
        lambda match: match.perform(TakeHelp(2, 1, 1)),
        lambda match: match.perform(TakeBack(1, 1)),
        Match.suspend,
    ]
    for act in acts:
        clock = Ticking()
        match = table("pocket-addition", 6, settings=Settings(clock=10), now=clock)
        clock.seconds += 10 - 0.0045  # one reading and a little
        act(match)
        assert match.outcome is None
        assert 9_999 <= getattr(match.journal[-1], "ms", 0) <= 10_000
        again(match)


def test_nobody_is_charged_for_the_decision_before() -> None:
    clock = Clock()
    match = table("pocket-addition", settings=Settings(clock=10), now=clock)
    diary = Diary(match)
    clock.seconds += 9.5
    diary.append(match.decide(Play(1, 6, 0)))  # kept, and then somebody pressed Ctrl-C
    match.suspend()
    assert match.journal == [Event(1, 1, 6, ms=9500), Pause(1, 0)]


def test_an_open_offer_survives_a_restart() -> None:
    match = table("pocket-addition", 6, settings=Settings(consent=True))
    match.perform(TakeBack(1, 1))
    resumed = again(match)
    assert resumed.offer == Offer(1, 1, "undo")
    resumed.perform(AnswerOffer(2, True, 1))
    assert moves(resumed) == []


# The clock stands still while the parlor computes -------------------------------------------------


def test_the_clock_stands_still_while_the_parlor_computes() -> None:
    clock = Clock()
    match = table("pocket-addition", settings=Settings(clock=10), now=clock)
    clock.seconds += 4
    with match.pause_clock():
        clock.seconds += 100
        assert match.time_left == 6
        with match.pause_clock():
            clock.seconds += 100
    clock.seconds += 1
    assert match.time_left == 5
    go_on(match, 6)
    assert match.events[-1].ms == 5000


def test_help_is_permitted_before_it_is_computed() -> None:
    match = table("pocket-addition", 6, settings=Settings(hints=False))
    assert refused(MatchError, match.perform, AskHelp(2, None, 1)) == "Hints are off in this game."
    match = table("pocket-addition", 6)
    assert refused(NotYourTurn, match.perform, AskHelp(1, None, 1)) == "It is Player 2's turn."
    assert refused(StaleMove, match.perform, AskHelp(2, 1, 0))
    match.perform(AskHelp(2, 1, 1))
    match.perform(TakeHelp(2, 1, 1))
    match.perform(AskHelp(2, 1, 1))  # given before
    assert refused(MatchError, match.perform, AskHelp(2, 3, 1)) == "The next hint is step 2."
    clock = Clock()
    match = table("pocket-addition", settings=Settings(clock=10), now=clock)
    clock.seconds += 10
    assert refused(OutOfTime, match.perform, AskHelp(1, None, 0)) == "Player 1 is out of time."
    assert match.outcome == (2, "out of time")


def test_a_clock_held_by_several_goes_on_after_the_last_of_them_even_if_started_meanwhile() -> None:
    clock = Clock()
    match = table("pocket-addition", settings=Settings(clock=10), now=clock)
    clock.seconds += 2
    with ExitStack() as first, ExitStack() as second:
        first.enter_context(match.pause_clock())
        second.enter_context(match.pause_clock())
        clock.seconds += 100
        first.close()
        clock.seconds += 100
        assert match.time_left == 8
        match.submit(1, 6, match.number)  # the next decision starts the clock
        clock.seconds += 100
        assert match.time_left == 10
    clock.seconds += 3
    assert match.time_left == 7
