"""A match from its first move to its result: whose turn it is, what is stale, and what always holds."""

from __future__ import annotations

from random import Random

import pytest

from primeparlor.match import (
    CallTime,
    Event,
    Match,
    MatchError,
    Mistype,
    NotYourTurn,
    Outcome,
    Play,
    Resign,
    Settings,
    Sit,
    StaleMove,
    TakeBack,
    TakeHelp,
)
from support.games import for_seeds
from support.matches import every_variant, go_on, moves, refused, some_match, table, view
from support.variants import first_state


def test_a_match_from_the_first_move_to_the_result() -> None:
    match = table("nonprime-addition", 3, 2, 4, 4, 4)
    assert match.events == [
        Event(1, 1, 3),
        Event(2, 2, 2),
        Event(3, 1, 4),
        Event(4, 2, 4),
        Event(5, 1, 4),
    ]
    assert match.outcome is None
    go_on(match, 5)
    assert match.outcome == match.find_outcome() == Outcome(1, "made a prime")
    assert match.state.ending() == (1, "made a prime", 2)
    assert match.marks == ()
    assert match.history == match.events


def test_nothing_is_accepted_after_the_end() -> None:
    match = table("nonprime-addition", 2)
    assert match.outcome == (2, "made a prime")
    for act in (Play(1, 2, 1), Mistype(1, 1), TakeBack(1, 1), Resign(1, 1), TakeHelp(1, "moves", 1)):
        assert refused(MatchError, match.perform, act) == "The match is over."
    assert not match.perform(CallTime()).entries
    match.begin()
    assert (match.number, match.outcome) == (1, (2, "made a prime"))


def test_nothing_is_accepted_before_the_match_begins() -> None:
    match = Match(first_state("prime-duel"))
    sentence = "Nobody can move yet: begin the match first."
    assert refused(MatchError, match.submit, 1, 7, 0) == sentence  # nobody chooses a card of fate's
    assert refused(MatchError, match.perform, Resign(1, 0)) == sentence
    assert match.events == []
    assert match.time_left is None
    assert not match.perform(CallTime()).entries


def test_a_match_that_begins_over_ends_at_once() -> None:
    match = table("nonprime-addition total=13 turn=2")
    assert (match.events, match.outcome, match.marks) == ([], (2, "made a prime"), ("set up",))


def test_ruling_a1_player_1_moves_first() -> None:
    match = table("nonprime-addition", seats=("ann", "bob"))
    assert (match.state.turn, match.seats) == (1, ("ann", "bob"))
    assert refused(NotYourTurn, match.submit, 2, 3, 0) == "It is Player 1's turn."
    assert Match(first_state("nonprime-addition")).seats == ("human", "human")


def test_it_is_one_player_s_turn() -> None:
    match = table("pocket-addition", 6)
    assert refused(NotYourTurn, match.submit, 1, 7, 1) == "It is Player 2's turn."
    go_on(match, 7)
    assert refused(NotYourTurn, match.submit, 2, 8, 2) == "It is Player 1's turn."
    assert moves(match) == [6, 7]


def test_an_extra_turn_is_the_same_player_s() -> None:
    match = table("prime-climb", 2)
    assert refused(NotYourTurn, match.submit, 2, 1, 1) == "It is Player 1's turn."
    match.submit(1, 1, 1)
    assert [event.who for event in match.events] == [1, 1]


@pytest.mark.parametrize("number", [0, 2, -1])
def test_a_stale_event_number_is_refused(number: int) -> None:
    match = table("pocket-addition", 6)
    sentence = "The game has moved on, so nothing was done."
    for act in (Play(2, 7, number), Mistype(2, number), TakeBack(1, number), Resign(2, number)):
        assert refused(StaleMove, match.perform, act) == sentence
    assert refused(StaleMove, match.perform, TakeHelp(2, "moves", number)) == sentence
    assert (match.number, match.outcome, moves(match)) == (1, None, [6])
    go_on(match, 7)
    assert match.events[-1] == Event(2, 2, 7)  # nothing stale was counted as refused
    assert match.notes == []


def test_ruling_a5_a_variant_is_played_by_its_own_numbers() -> None:
    match = table("prime-climb top=7 largest=2", 2, 1, 2, 2)
    assert match.outcome == (1, "reached 7")
    assert match.start.rules.changed() == {"top": 7, "largest": 2}
    assert match.marks == ()  # a variant is no set-up position


def test_replaying_the_journal_repeats_the_match() -> None:
    match = table("prime-duel", "keep", fate=[7, 10], seed=3, settings=Settings(strikes=2))
    match.perform(TakeHelp(match.state.turn, 1, match.number))
    match.perform(Sit(("human", "random")))
    again = match.copy_start()
    for entry in match.journal:
        again.restore(entry)
    assert view(again) == view(match)


@every_variant
@for_seeds(5)
def test_a_match_always_waits_for_a_decision_or_is_over(name: str, random: Random) -> None:
    match = some_match(first_state(name), random, settings=Settings(strikes=3, limit=40))
    assert [entry for entry in match.journal if isinstance(entry, Event)] == match.events
    assert [event.number for event in match.events] == [*range(1, match.number + 1)]
    state = match.start
    for event in match.history:
        assert event.move is not None
        assert event.who == (None if state.chances() else state.turn)
        assert event.forced == (state.forced() is not None)
        state = state.play(event.move)
    assert state == match.state
    if match.outcome is None:
        assert not state.ending()
        assert state.moves()
        assert state.forced() is None
    assert ("taken back" in match.marks) == any(event.undo for event in match.events)
