"""Offers between players, the names they choose, and programs that fail."""

from __future__ import annotations

from typing import Any

import pytest

from primeparlor.core import OTHER
from primeparlor.match import (
    FAILED,
    STRIKES,
    Answer,
    AnswerOffer,
    AskRematch,
    Event,
    Forfeit,
    Match,
    MatchError,
    Mistype,
    NumberedEntry,
    Offer,
    Outcome,
    OutOfTime,
    Seating,
    Settings,
    Sit,
    StaleMove,
    TakeBack,
    Turn,
)
from primeparlor.match.name_rules import explain_refusal
from support.matches import Clock, go_on, moves, refused, table, view
from support.variants import first_state

# Offers -------------------------------------------------------------------------------------------


def asking(*given: Any, **options: Any) -> Match:
    """A table of people who ask each other before they take a move back."""
    return table("pocket-addition", *given, **{"settings": Settings(consent=True)} | options)


def test_ruling_a6_a_person_is_asked_before_a_move_is_taken_back() -> None:
    match = asking(6)
    assert match.needs_consent(1)
    assert match.perform(TakeBack(1, 1)).entries == (Offer(1, 1, "undo"),)
    assert match.perform(TakeBack(1, 1)).entries == ()  # asked once
    assert (moves(match), match.offer) == ([6], Offer(1, 1, "undo"))
    assert match.perform(AnswerOffer(2, True, 1)).entries == (Answer(1, 2, True), Event(2, 1, None, undo=1))
    assert (moves(match), match.offer, match.marks) == ([], None, ("taken back",))


def test_an_undo_can_be_declined() -> None:
    match = asking(6)
    match.perform(TakeBack(1, 1))
    match.perform(AnswerOffer(2, False, 1))
    assert (moves(match), match.offer) == ([6], None)
    match.perform(TakeBack(1, 1))  # and asked for again
    assert match.offer == Offer(1, 1, "undo")


def test_an_offer_lapses_with_the_next_move() -> None:
    match = asking(6)
    match.perform(TakeBack(1, 1))
    go_on(match, 7)
    assert match.offer is None
    nothing = "There is nothing to answer: your opponent has not asked for anything."
    assert refused(MatchError, match.perform, AnswerOffer(2, True, 2)) == nothing
    assert refused(StaleMove, match.perform, AnswerOffer(2, True, 1))


def test_nobody_answers_their_own_offer() -> None:
    match = asking(6)
    match.perform(TakeBack(1, 1))
    nothing = "There is nothing to answer: your opponent has not asked for anything."
    assert refused(MatchError, match.perform, AnswerOffer(1, True, 1)) == nothing
    assert refused(MatchError, match.perform, TakeBack(2, 1)) == "The last offer has not been answered yet."


def test_neither_the_house_nor_a_player_at_the_same_keyboard_is_asked() -> None:
    house = asking(6, seats=("human", "club"))
    assert not house.needs_consent(1)
    assert house.perform(TakeBack(1, 1)).entries == (Event(2, 1, None, undo=1),)
    together = table("pocket-addition", 6)
    assert together.perform(TakeBack(1, 1)).entries == (Event(2, 1, None, undo=1),)


def test_nothing_is_offered_that_cannot_be_done() -> None:
    match = asking()
    assert refused(MatchError, match.perform, TakeBack(1, 0)) == "There is nothing to take back yet."
    off = asking(6, settings=Settings(consent=True, undo=False))
    assert refused(MatchError, off.perform, TakeBack(1, 1)) == "Taking back moves is off in this game."
    assert match.notes == off.notes == []


def test_a_record_with_a_needless_or_untimely_offer_is_refused() -> None:
    offer = Offer(1, 1, "undo")
    together = table("pocket-addition", 6)
    assert (
        refused(MatchError, together.restore, offer)
        == "Player 1 does not need to ask before taking back a move"
    )
    over = table("nonprime-addition", 2, settings=Settings(consent=True))
    assert refused(MatchError, over.restore, offer) == "The match is over."
    fate_due = Match(first_state("prime-duel"), settings=Settings(consent=True))
    fate_due.restore(Event(1, None, 7))
    fate_due.restore(Event(2, 1, "discard"))
    early = Offer(2, 1, "undo")
    assert refused(MatchError, fate_due.restore, early) == "Player 1 cannot ask for anything here"


def test_an_allowed_undo_draws_afresh_in_the_same_turn() -> None:
    match = table("prime-duel", "discard", fate=[4, 7, 9], settings=Settings(consent=True))
    match.perform(TakeBack(1, match.number))
    turn = match.perform(AnswerOffer(2, True, match.number))
    assert [type(entry) for entry in turn.entries] == [Answer, Event]
    assert moves(match) == [4]


def test_a_late_answer_is_refused() -> None:
    clock = Clock()
    match = asking(6, settings=Settings(consent=True, clock=10), now=clock)
    match.perform(TakeBack(1, 1))
    clock.seconds += 10
    assert refused(OutOfTime, match.perform, AnswerOffer(2, True, 1)) == "Player 2 is out of time."


def test_a_rematch_is_asked_for_and_allowed() -> None:
    match = table("nonprime-addition", 2)
    assert match.perform(AskRematch(1, 1)).entries == (Offer(1, 1, "rematch"),)
    assert match.perform(AskRematch(1, 1)).entries == ()
    assert match.perform(AskRematch(2, 1)).entries == (Answer(1, 2, True),)
    assert (match.offer, match.decision.allowed) == (None, 1)
    assert (
        match.perform(AskRematch(1, 1)).entries == match.perform(AskRematch(2, 1)).entries == ()
    )  # it is agreed on
    assert (
        refused(MatchError, match.restore, Offer(1, 2, "rematch")) == "You have already agreed on a rematch."
    )
    match = table("nonprime-addition", 2)
    match.perform(AskRematch(2, 1))
    match.perform(AnswerOffer(1, False, 1))
    assert (match.offer, match.decision.allowed) == (None, None)


def test_a_rematch_can_be_asked_for_only_after_the_end() -> None:
    sentence = "The game is not over yet. You can offer a rematch when it is."
    assert refused(MatchError, table("nonprime-addition", 3).perform, AskRematch(1, 1)) == sentence
    match = asking(6)
    match.perform(TakeBack(1, 1))
    assert refused(MatchError, match.perform, AskRematch(2, 1)) == sentence
    assert match.offer == Offer(1, 1, "undo")
    assert refused(StaleMove, table("nonprime-addition", 2).perform, AskRematch(1, 0))


def test_event_and_sequence_numbers_go_on_through_a_rematch() -> None:
    first = table("nonprime-addition", 3, 2, 2)
    second = table("nonprime-addition", number=first.number, seq=first.seq)
    assert refused(StaleMove, second.submit, 1, 3, 0)
    go_on(second, 3, 2)
    assert [event.number for event in second.events] == [4, 5]
    assert second.find_event(5) == Event(5, 2, 2)
    assert second.submit(2, 2, 4) == Turn(first.seq + 1, (Event(5, 2, 2),))
    second.perform(TakeBack(2, 5))
    assert second.events[-1] == Event(6, 2, None, undo=5)
    assert second.since(first.seq + 1) == [NumberedEntry(first.seq + n, second.events[n - 1]) for n in (2, 3)]
    assert second.since(1) == second.since(first.seq)
    copy = second.copy_start()
    for entry in second.journal:
        copy.restore(entry)
    assert view(copy) == view(second)


# Names --------------------------------------------------------------------------------------------


def test_people_may_choose_a_name() -> None:
    match = table("pocket-addition", 6, names=("Ann", ""))
    match.perform(Sit(("human", "human"), ("Ann", "Børge Ω")))
    assert (match.names, match.first_names) == (("Ann", "Børge Ω"), ("Ann", ""))
    assert match.notes == [Seating(1, ("human", "human"), ("Ann", "Børge Ω"))]
    assert not match.marks  # the same kinds of players sit there
    match.perform(Sit(("human", "club"), ("Ann", "")))
    assert "seats changed" in match.marks


def test_choosing_a_name_does_not_make_a_new_player() -> None:
    match = table("pocket-addition", 6, settings=Settings(strikes=2))
    match.perform(Mistype(2, 1))
    match.perform(Sit(("human", "human"), ("", "Bo")))
    match.perform(Mistype(2, 1))
    assert match.outcome == Outcome(1, STRIKES)


@pytest.mark.parametrize("name", ["x" * 41, "a\nb", "\x1b[2J", "\u202e", "   ", "\ud800"])
def test_a_name_can_be_shown(name: str) -> None:
    sentence = explain_refusal(name)
    assert refused(MatchError, lambda: table("pocket-addition", names=(name, ""))) == sentence
    match = table("pocket-addition", 6)
    assert refused(MatchError, match.perform, Sit(("human", "human"), ("", name))) == sentence
    assert match.notes == []


def test_machines_choose_no_name() -> None:
    sentence = "Only people can choose a name."
    assert refused(
        MatchError, lambda: table("pocket-addition", seats=("human", "club"), names=("", "Bo"))
    ) == (sentence)


# A dead agent -------------------------------------------------------------------------------------


@pytest.mark.parametrize("player", [1, 2])
def test_ruling_a4_a_dead_agent_forfeits(player: Any) -> None:
    match = table("pocket-addition", 6, seats=("cmd:one", "cmd:two"))
    match.perform(Forfeit(player, 1))
    assert match.outcome == (OTHER[player], FAILED)
    assert FAILED == "failed"


def test_ruling_a4_a_person_does_not_fail() -> None:
    match = table("pocket-addition", 6, seats=("human", "cmd:two"))
    sentence = "Player 1 cannot forfeit this way: only a program can fail."
    assert refused(MatchError, match.perform, Forfeit(1, 1)) == sentence
    match.perform(Forfeit(2, 1))
    assert match.outcome == (1, FAILED)
