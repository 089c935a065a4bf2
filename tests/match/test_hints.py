"""Hints are given step by step, kept when given, and change nothing in the game."""

from __future__ import annotations

from primeparlor.match import STRIKES, Event, Hint, MatchError, Mistype, Outcome, Settings, TakeBack, TakeHelp
from support.matches import Clock, Diary, go_on, help_given, moves, refused, table


def test_a_hint_is_kept_once_when_asked_for_and_heard() -> None:
    match = table("pocket-addition", 6)
    diary = Diary(match)
    match.perform(TakeHelp(match.state.turn, 1, 1))
    match.perform(TakeHelp(match.state.turn, 1, 1))
    assert diary.notes == [("kept", Hint(1, 2, 1)), ("told", Hint(1, 2, 1))]


def test_ruling_a2_moves_on_request_count_as_a_hint() -> None:
    match = table("pocket-addition")
    match.perform(TakeHelp(match.state.turn, "moves", 0))
    match.perform(TakeHelp(match.state.turn, "moves", 0))  # given again, noted once
    go_on(match, 6)
    match.perform(TakeHelp(match.state.turn, "moves", 1))
    assert match.notes == [Hint(0, 1, "moves"), Hint(1, 2, "moves")]
    assert (help_given(match, 0), help_given(match, 1), help_given(match, 2)) == (("moves",), ("moves",), ())


def test_hints_are_given_step_by_step() -> None:
    match = table("pocket-addition")
    assert refused(MatchError, match.perform, TakeHelp(match.state.turn, 2, 0)) == "The next hint is step 1."
    match.perform(TakeHelp(match.state.turn, 1, 0))
    match.perform(TakeHelp(match.state.turn, "moves", 0))
    assert refused(MatchError, match.perform, TakeHelp(match.state.turn, 3, 0)) == "The next hint is step 2."
    match.perform(TakeHelp(match.state.turn, 2, 0))
    assert match.hint_step == 2
    assert help_given(match, 0) == (1, "moves", 2)


def test_every_decision_starts_the_hints_again() -> None:
    match = table("pocket-addition")
    for step in (1, 2, 3):
        match.perform(TakeHelp(match.state.turn, step, 0))
    go_on(match, 6)
    assert match.hint_step == 0
    match.perform(TakeHelp(match.state.turn, 1, 1))
    match.perform(TakeBack(1, 1))
    assert match.hint_step == 0
    match.perform(TakeHelp(match.state.turn, 1, 2))
    steps = [Hint(0, 1, 1), Hint(0, 1, 2), Hint(0, 1, 3)]
    assert match.journal == [
        *steps,
        Event(1, 1, 6),
        Hint(1, 2, 1),
        Event(2, 1, None, undo=1),
        Hint(2, 1, 1),
    ]


def test_there_is_no_other_hint() -> None:
    match = table("pocket-addition")
    for kind in (0, -1, 6):
        assert (
            refused(MatchError, match.perform, TakeHelp(match.state.turn, kind, 0))
            == "The next hint is step 1."
        )
    assert (
        refused(MatchError, match.perform, TakeHelp(match.state.turn, "best", 0))
        == "A hint is a step number, 'moves' or 'why'."
    )
    assert match.notes == []


def test_why_asks_about_a_move_that_somebody_chose() -> None:
    match = table("prime-climb largest=1", 1)
    match.perform(TakeHelp(match.state.turn, "why", match.number))
    match.perform(TakeBack(1, match.number))
    assert (
        refused(MatchError, match.perform, TakeHelp(match.state.turn, "why", match.number))
        == "Nobody has moved yet."
    )


def test_hints_can_be_off() -> None:
    match = table("pocket-addition", 6, settings=Settings(hints=False))
    for kind in ("moves", "why", 1):
        assert (
            refused(MatchError, match.perform, TakeHelp(match.state.turn, kind, 1))
            == "Hints are off in this game."
        )
    assert match.notes == []


def test_a_hint_makes_no_move_stale_and_is_nobody_s_decision() -> None:
    match = table("pocket-addition", 6, 7)
    match.perform(TakeHelp(match.state.turn, 1, 2))
    assert (match.number, match.find_last_decision([1, 2])) == (2, Event(2, 2, 7))
    match.perform(TakeBack(2, 2))
    assert match.events[-1] == Event(3, 2, None, undo=2)
    match.perform(TakeHelp(match.state.turn, "moves", 3))
    match.submit(2, 8, 3)
    assert (moves(match), match.marks) == ([6, 8], ("taken back",))


def test_a_hint_takes_time_and_leaves_the_strikes() -> None:
    clock = Clock()
    match = table("pocket-addition", settings=Settings(clock=10, strikes=2), now=clock)
    match.perform(Mistype(match.state.turn, 0))
    clock.seconds += 4
    match.perform(TakeHelp(match.state.turn, 1, 0))
    assert match.time_left == 6
    match.perform(Mistype(match.state.turn, 0))
    assert match.outcome == Outcome(2, STRIKES)


def test_a_hint_changes_nothing_that_a_seed_fixes() -> None:
    alone, helped = (table("prime-duel", seed=7) for _ in range(2))
    helped.perform(TakeHelp(helped.state.turn, "moves", 1))
    helped.perform(TakeHelp(helped.state.turn, 1, 1))
    assert helped.make_stream("player 1").random() == alone.make_stream("player 1").random()
    for match in (alone, helped):
        go_on(match, "discard", "discard")
    assert helped.events == alone.events


def test_the_last_entry_that_a_reader_may_see() -> None:
    match = table("pocket-addition")
    match.perform(TakeHelp(1, 1, 0))
    assert match.find_last_visible([1]) == 1
    assert match.find_last_visible([2]) == match.find_last_visible([]) == 0
    go_on(match, 6)
    assert match.find_last_visible([1]) == match.find_last_visible([2]) == match.find_last_visible([]) == 2
