"""Deciding an act changes nothing, whatever the act is and whether it is allowed."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest

from primeparlor.core import PLAYERS
from primeparlor.match import (
    Act,
    AnswerOffer,
    AskHelp,
    AskRematch,
    Begin,
    CallTime,
    Event,
    Fate,
    Forfeit,
    Match,
    MatchError,
    Mistype,
    Outcome,
    OutOfTime,
    Play,
    Resign,
    Result,
    Settings,
    Sit,
    Stop,
    Suspend,
    TakeBack,
    TakeHelp,
    Turn,
)
from primeparlor.match.decisions import DECISIONS
from support.matches import Clock, every_variant, some_match, table, view
from support.variants import first_state


def list_acts(match: Match, number: int) -> Iterator[Act]:
    """Acts of every kind at the event of this number, allowed and refused ones."""
    last = [event.move for event in match.events[-1:] if event.move is not None]
    for player in PLAYERS:
        for move in (*last, *match.state.moves()[:2], 10**9, "x" * 30):
            yield Play(player, move, number)
        yield Mistype(player, number)
        yield TakeBack(player, number)
        yield AskRematch(player, number)
        yield AnswerOffer(player, True, number)
        yield AnswerOffer(player, False, number)
        yield Resign(player, number)
        yield Forfeit(player, number)
        for kind in ("moves", "why", match.hint_step + 1, "best"):
            yield AskHelp(player, kind, number)
            yield TakeHelp(player, kind, number)
    yield AskHelp(match.state.turn, None, number)
    yield Sit(match.seats)
    yield Sit(("human", "club"), ("Mara", ""))
    yield Sit(("", "club"))
    yield Begin()
    yield CallTime()
    yield Stop()
    yield Suspend()


def decided(match: Match, act: Act) -> tuple[bool, object]:
    """Whether the act is allowed, and its turn or the refusal, with the errors as text."""
    try:
        turn = match.decide(act)
    except MatchError as error:
        return False, repr(error)
    return True, (turn.seq, turn.entries, repr(turn.error), turn.running)


def observed(match: Match) -> dict[str, object]:
    """Everything that can be asked of a match."""
    decision = vars(match.decision) | {"help": list(match.decision.help)}
    return view(match) | {
        "journal": list(match.journal),
        "line": list(match.line),
        "events": list(match.events),
        "dealt": list(match.dealt),
        "numbers": (match.number, match.seq, match.moves_made, match.limit, match.seed, match.fate.seed),
        "moment": (match.due, match.suspended, match.ms, match.time_left),
        "decision": decision,
    }


def check_all(match: Match) -> set[type[Act]]:
    """The kinds of acts that are allowed now; deciding any act twice gives the same and changes nothing."""
    match.fate, allowed = Fate(3), set()
    before = observed(match)
    for number in (match.number, match.number - 1):
        for act in list_acts(match, number):
            is_allowed, turn = decided(match, act)
            assert decided(match, act) == (is_allowed, turn)
            assert observed(match) == before, act
            allowed |= {type(act)} if is_allowed else set()
    return allowed


def test_the_referee_decides_every_kind_of_act() -> None:
    assert {type(act) for act in list_acts(table("pocket-addition"), 0)} == set(DECISIONS)


@every_variant
def test_deciding_changes_nothing(name: str) -> None:
    for seed in range(3):
        settings = Settings(limit=60, clock=100)
        match = some_match(first_state(name), Random(seed), settings=settings, fate=())
        check_all(match)
        if match.outcome is None:
            match.perform(Play(match.state.turn, match.state.moves()[0], match.number))
            check_all(match)


def test_deciding_changes_nothing_at_any_moment() -> None:
    clock = Clock()
    fresh = Match(first_state("prime-duel"), settings=Settings(clock=10), fate=[4, 7], now=clock)
    assert check_all(fresh) == {Sit, Begin, CallTime, Suspend}
    agreed = Settings(clock=10, consent=True)
    match = table("pocket-addition", 6, seats=("human", "human"), settings=agreed, now=clock)
    everything = set(DECISIONS) - {AskRematch, AnswerOffer, Forfeit}
    assert check_all(match) == everything
    match.perform(TakeBack(1, 1))
    assert check_all(match) == everything | {AnswerOffer}
    clock.seconds += 11
    assert check_all(match) == set(DECISIONS) - {AskRematch}  # each is too late, which ends the match
    match.perform(CallTime())
    assert match.outcome == Outcome(1, "out of time")
    assert check_all(match) == {Play, AskRematch, Sit, Begin, CallTime, Suspend}  # the move is a repeated one
    match = table("pocket-addition", 6)
    match.suspend()
    assert check_all(match) == {Play, Sit, CallTime, Suspend}


def test_a_decided_turn_is_what_is_played() -> None:
    match = table("prime-duel", seed=3)
    turn = match.decide(Play(1, "discard", 1))
    assert match.submit(1, "discard", 1) == turn
    assert match.decide(Play(1, "discard", 1)) == turn  # the same move again
    match.apply_turns(turn)  # it was applied before
    assert match.journal == [match.events[0], *turn.entries]


def test_the_end_of_the_time_is_a_turn_and_an_error_only_for_who_came_too_late() -> None:
    clock = Clock()
    match = table("pocket-addition", settings=Settings(clock=10), now=clock)
    assert match.decide(CallTime()) == Turn(0, ())
    clock.seconds += 10
    late = Result(Outcome(2, "out of time"))
    assert match.decide(CallTime()) == match.decide(Suspend()) == Turn(0, (late,))
    turn = match.decide(Play(1, 6, 0))
    assert turn.entries == (late,)
    assert isinstance(turn.error, OutOfTime)
    with pytest.raises(OutOfTime):
        match.submit(1, 6, 0)
    assert match.journal == [late]


def test_a_match_runs_from_its_beginning_until_it_is_left() -> None:
    match = Match(first_state("pocket-addition"), settings=Settings(clock=10), now=Clock())
    assert match.perform(Begin()) == Turn(0, (), running=True)
    match.submit(1, 6, 0)
    assert match.perform(Begin()) == Turn(1, (), running=True)  # again: nothing happens
    assert match.journal == [Event(1, 1, 6)]
    turn = match.perform(Suspend())
    assert (len(turn.entries), turn.running) == (1, False)
    assert (match.suspended, match.due, match.time_left) == (True, False, None)
