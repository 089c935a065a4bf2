"""The referee plays forced moves, each an event of its own (ruling A3)."""

from __future__ import annotations

from primeparlor.match import Event
from support.matches import AGENTS, table


def test_forced_moves_and_fate_are_events_of_their_own() -> None:
    match = table("prime-duel scores=48,0", fate=[5, 1, 4])
    assert match.events == [
        Event(1, None, 5, by_hand=True),
        Event(2, 1, "discard", forced=True),
        Event(3, None, 1, by_hand=True),
        Event(4, None, 4, by_hand=True),
    ]
    assert match.state.turn == 2


def test_ruling_a3_the_referee_plays_a_forced_pass() -> None:
    match = table("prime-climb largest=1", 1)
    assert match.events == [Event(1, 1, 1), Event(2, 2, "pass", forced=True)]
    assert match.state.turn == 1


def test_ruling_a3_the_referee_plays_a_forced_discard_for_every_seat() -> None:
    match = table("prime-duel scores=0,48 turn=2", seats=AGENTS, fate=[3, 4])
    assert [event[:3] for event in match.events[:3]] == [(1, None, 3), (2, 2, "discard"), (3, None, 4)]
    assert [event.forced for event in match.events[:3]] == [False, True, False]


def test_ruling_a3_a_double_pass_is_in_the_record() -> None:
    match = table("pocket-addition target=15 one=1,2,4,7 two=3,5,6 turn=1")
    assert [(event.who, event.move, event.forced) for event in match.events] == [
        (1, "pass", True),
        (2, "pass", True),
    ]
    assert match.outcome == (2, "last to take")


def test_ruling_a3_the_only_number_is_still_a_choice() -> None:
    match = table("prime-climb top=2 largest=1", 1)
    assert [event.forced for event in match.events] == [False, True]
    assert match.state.moves() == (1,)
    assert match.outcome is None
