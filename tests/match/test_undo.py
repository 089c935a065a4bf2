"""Undo is an event that goes back to the asker's own last decision (ruling A6)."""

from __future__ import annotations

from primeparlor.core import IllegalMove, Player
from primeparlor.match import LIMIT, Event, MatchError, Mistype, Settings, StaleMove, TakeBack
from support.matches import drawn, go_on, moves, refused, table


def test_ruling_a6_undo_is_an_event() -> None:
    match = table("pocket-addition", 6, 7)
    after_six = match.start.after(6)
    match.perform(TakeBack(2, 2))
    assert match.events == [Event(1, 1, 6), Event(2, 2, 7), Event(3, 2, None, undo=2)]
    assert (match.number, match.state, moves(match)) == (3, after_six, [6])
    assert match.marks == ("taken back",)
    go_on(match, 8)
    assert match.events[-1] == Event(4, 2, 8)


def test_ruling_a6_undo_goes_back_to_the_asker_s_own_last_decision() -> None:
    match = table("pocket-addition", 6, 7)
    match.perform(TakeBack(1, 2))
    assert (match.state, moves(match)) == (match.start, [])
    assert match.events[-1] == Event(3, 1, None, undo=1)


def test_ruling_a6_a_stale_move_cannot_become_valid_again() -> None:
    match = table("pocket-addition", 6)
    match.perform(TakeBack(1, 1))
    assert match.state == match.start
    assert refused(StaleMove, match.submit, 1, 6, 0)
    match.submit(1, 6, 2)
    assert match.number == 3


def test_ruling_a6_undo_again_goes_further_back() -> None:
    match = table("pocket-addition", 6, 7, 1)
    match.perform(TakeBack(1, 3))
    match.perform(TakeBack(1, 4))
    assert [event.undo for event in match.events] == [None, None, None, 3, 1]
    assert match.state == match.start
    assert refused(MatchError, match.perform, TakeBack(1, 5)) == "There is nothing to take back yet."


def test_ruling_a6_chance_after_that_point_is_void_and_drawn_afresh() -> None:
    seconds = set()
    for seed in range(40):
        match = table("prime-duel", "discard", fate=[4], seed=seed)
        before = drawn(match)[1]
        match.perform(TakeBack(1, match.number))
        assert (moves(match), match.state.chances()) == ([4], ())
        go_on(match, "discard")
        seconds.add((before, drawn(match)[-2]))
    assert any(before != after for before, after in seconds)


def test_ruling_a6_forced_moves_are_nobody_s_decision() -> None:
    match = table("prime-climb largest=1", 1, 1)
    assert [(event.who, event.move) for event in match.events] == [(1, 1), (2, "pass"), (1, 1)]
    assert match.find_last_decision([2]) is None
    assert refused(MatchError, match.perform, TakeBack(2, 3)) == "There is nothing to take back yet."
    match.perform(TakeBack(1, 3))
    assert moves(match) == [1, "pass"]
    match.perform(TakeBack(1, 4))
    assert (moves(match), match.state) == ([], match.start)


def test_ruling_a6_a_forced_discard_is_skipped() -> None:
    # Player 1 keeps 5, Player 2 passes the turn on, and Player 1's next card must be discarded
    match = table("prime-duel scores=44,0", "keep", "keep", fate=[5, 4, 3, 8, 10])
    assert [(e.who, e.move, e.forced) for e in match.events[-4:-1]] == [
        (None, 3, False),
        (1, "discard", True),
        (None, 8, False),
    ]
    match.perform(TakeBack(1, match.number))
    assert match.events[-1].undo == 2
    assert match.state == match.start.after(5)


def test_ruling_a6_never_after_the_end() -> None:
    match = table("nonprime-addition", 3, 2, settings=Settings(limit=2))
    assert match.outcome == (None, LIMIT)
    assert refused(MatchError, match.perform, TakeBack(1, 2)) == "The match is over."


def test_ruling_a6_only_where_the_table_allows_it() -> None:
    match = table("pocket-addition", 6, settings=Settings(undo=False))
    assert refused(MatchError, match.perform, TakeBack(1, 1)) == "Taking back moves is off in this game."
    assert match.number == 1


def test_ruling_a6_nothing_to_take_back_leaves_the_match_open() -> None:
    match = table("pocket-addition")
    assert refused(MatchError, match.perform, TakeBack(1, 0)) == "There is nothing to take back yet."
    go_on(match, 6)
    assert refused(MatchError, match.perform, TakeBack(2, 1)) == "There is nothing to take back yet."
    go_on(match, 7)
    assert match.number == 2


def test_an_undo_notes_the_refusals_before_it() -> None:
    match = table("pocket-addition", 6)
    match.perform(Mistype(match.state.turn, 1))
    match.perform(TakeBack(1, 1))
    assert match.events[-1] == Event(2, 1, None, undo=1)  # the refused input was Player 2's
    go_on(match, 6, 7)
    match.perform(Mistype(1, 4))
    match.perform(TakeBack(1, 4))
    assert match.events[-1] == Event(5, 1, None, undo=3, refused=1)


def test_the_last_decision_of_several_players_is_the_latest() -> None:
    match = table("pocket-addition", 6, 7)
    assert match.find_last_decision([1, 2]) == Event(2, 2, 7)
    assert match.find_last_decision([1]) == Event(1, 1, 6)
    assert match.find_last_decision([]) is None


def test_how_often_somebody_was_refused_before_an_undo_is_told_to_nobody_else() -> None:
    match = table("pocket-addition", 6, 7, 1, 2)
    assert refused(IllegalMove, match.submit, 1, 6, 4)
    match.perform(TakeBack(1, 4))
    readers: list[set[Player]] = [{1}, {2}, {1, 2}, set()]
    undo = [match.since(0, those)[-1].entry for those in readers]
    assert [event.refused for event in undo if isinstance(event, Event)] == [1, 0, 1, 0]
