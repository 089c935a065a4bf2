"""A move limit leaves a match unfinished (ruling A4), and a match without people has one (ruling N1)."""

from __future__ import annotations

from primeparlor.match import FULL, LIMIT, OUT_OF_TIME, MatchError, Outcome, Settings, Sit, Stop, TakeBack
from support.matches import Clock, as_bytes, go_on, moves, read_bytes, refused, table


def test_ruling_a4_a_move_limit_leaves_the_match_unfinished() -> None:
    match = table("nonprime-addition", 3, 2, settings=Settings(limit=3))
    assert match.outcome is None
    go_on(match, 2)
    assert match.outcome == Outcome(None, LIMIT)
    assert LIMIT == "unfinished: move limit"


def test_the_limit_counts_moves_and_not_fate() -> None:
    match = table("prime-duel", "keep", fate=[4, 6, 8], settings=Settings(limit=2))
    assert (moves(match), match.outcome) == ([4, "keep", 6], None)
    go_on(match, "discard")
    assert (moves(match), match.outcome) == ([4, "keep", 6, "discard"], (None, LIMIT))


def test_the_limit_counts_forced_moves_and_forgets_what_is_taken_back() -> None:
    match = table("prime-climb largest=1", 1, settings=Settings(limit=4))  # a pass follows
    go_on(match, 1)
    match.perform(TakeBack(1, 3))
    match.perform(TakeBack(1, 4))
    go_on(match, 1, 1)
    assert match.outcome is None
    go_on(match, 1)
    assert match.outcome == Outcome(None, LIMIT)


def test_an_end_by_the_rules_takes_precedence_over_the_limit() -> None:
    match = table("nonprime-addition", 2, settings=Settings(limit=1))
    assert match.outcome == (2, "made a prime")


def test_ruling_n1_a_match_without_people_has_a_limit() -> None:
    machines = ("random", "random")
    assert table("nonprime-addition").limit is None
    assert table("nonprime-addition", seats=("random", "human")).limit is None
    assert table("nonprime-addition", seats=machines).limit == 200
    assert table("nonprime-addition", seats=machines, settings=Settings(limit=7)).limit == 7
    match = table("nonprime-addition", 3, 6)
    match.perform(Sit(machines))
    assert match.limit == 202
    match.perform(Sit(("human", "random")))
    assert match.limit is None


def test_a_full_table_leaves_the_match_unfinished() -> None:
    match = table("nonprime-addition", 3)
    match.perform(Stop())
    assert match.outcome == Outcome(None, FULL)
    assert [len(turn.entries) for turn in match.list_turns()] == [1, 1]  # the end is a turn of its own
    assert read_bytes(as_bytes(match)).match.outcome == match.outcome
    assert refused(MatchError, match.perform, Stop()) == "The match is over."


def test_time_that_has_run_out_comes_before_a_full_table() -> None:
    clock = Clock()
    match = table("nonprime-addition", 3, settings=Settings(clock=5), now=clock)
    clock.seconds += 6
    match.perform(Stop())
    assert match.outcome == Outcome(1, OUT_OF_TIME)
