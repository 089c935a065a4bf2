"""One turn, one transaction: several referees of one match, readers of its stream, restarts, offers."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import settings as examples
from hypothesis import strategies as st

from match_helpers import Clock, Diary, drawn, go_on, moves, some_match, table, view
from primeparlor.core import OTHER, IllegalMove, ParlorError, Player, State
from primeparlor.match import (
    FAILED,
    LIMIT,
    RESIGNED,
    STRIKES,
    Answer,
    Conflict,
    Event,
    Fate,
    Hint,
    Kept,
    Match,
    MatchError,
    NotYourTurn,
    Offer,
    Outcome,
    OutOfTime,
    Pause,
    Refusal,
    Result,
    Seating,
    Settings,
    StaleMove,
    Turn,
)
from variants import NAMES, first_state

every_variant = pytest.mark.parametrize("name", NAMES)


def refused(kind: type[ParlorError], act: Callable[..., object], *given: Any) -> str:
    """The sentence with which the referee refuses."""
    with pytest.raises(kind) as caught:
        act(*given)
    assert type(caught.value) is kind
    return str(caught.value)


def again(match: Match, **options: Any) -> Match:
    """The match after a restart, begun: led to where it stood by its journal."""
    copy = Match(match.start, match.first_seats, match.settings, names=match.first_names, **options)
    for entry in match.journal:
        copy.restore(entry)
    copy.begin()
    return copy


# Deciding changes nothing -------------------------------------------------------------------------


@every_variant
def test_deciding_changes_nothing(name: str) -> None:
    match = some_match(first_state(name), Random(5), settings=Settings(limit=60))
    if match.outcome is None:
        before, player, move = view(match), match.state.turn, match.state.moves()[0]
        turns = [match.decide(player, move, match.number, Fate(seed)) for seed in (1, 1, 2)]
        assert turns[0] == turns[1]
        assert view(match) == before
        match.apply(turns[2])
        assert match.journal[turns[2].seq :] == list(turns[2].entries)


def test_a_turn_goes_up_to_the_next_decision() -> None:
    match = table("prime-duel scores=47,0", fate=[5, 1, 4, 2])
    assert match.journal[:3] == match.events[:3]  # a card, the forced discard, another card
    turn = match.decide(2, "keep", match.number)
    assert [type(entry) for entry in turn.entries] == [Event, Event]
    assert turn.seq == match.seq == 4


def test_a_refused_move_is_a_turn_whose_error_is_told_once_it_is_kept() -> None:
    match = table("pocket-addition", 9)
    turn = match.decide(2, 9, 1)
    assert turn[:2] == (1, (Refusal(1, 2, 9, True),))
    assert isinstance(turn.error, IllegalMove)
    assert str(turn.error) == "9 has already been taken."


def test_what_no_record_takes_is_refused_without_a_name() -> None:
    unfit: list[Any] = ["a b", "x" * 21, "é", "", -1, 10**20, 10**5000, 1.5, None, [7], True]
    for move in unfit:
        match = table("pocket-addition", 9)
        refused(IllegalMove, match.submit, 2, move, 1)
        assert match.notes == [Refusal(1, 2, None, True)]


def test_legality_is_asked_once_on_the_way(monkeypatch: pytest.MonkeyPatch) -> None:
    match = table("prime-duel", fate=[4, 7, 9])
    Diary(match)
    asked: list[object] = []
    why_not = State.why_not

    def counted(state: State, move: object) -> str | None:
        asked.append(move)
        return why_not(state, move)

    monkeypatch.setattr(State, "why_not", counted)
    go_on(match, "discard")
    assert asked == ["discard"]


# The same move again ------------------------------------------------------------------------------


def test_a_seat_that_repeats_its_accepted_move_gets_the_same_answer() -> None:
    match = table("prime-duel", fate=[4, 7, 9])
    diary = Diary(match)
    turn = match.submit(1, "discard", 1)
    told = len(diary.notes)
    assert match.submit(1, "discard", 1) == turn
    go_on(match, "keep")
    match.hint(match.state.turn, 1, match.number)
    assert match.submit(1, "discard", 1) == turn
    assert [how for how, _ in diary.notes].count("kept") == match.seq - 1
    assert told == 2 * len(turn.entries)


def test_the_last_move_of_a_match_can_be_repeated() -> None:
    match = table("nonprime-addition")
    turn = match.submit(1, 2, 0)
    assert turn.entries == (Event(1, 1, 2), Result(Outcome(2, "made a prime")))
    assert match.submit(1, 2, 0) == turn
    match = table("nonprime-addition", settings=Settings(limit=1))
    assert match.submit(1, 3, 0) == match.submit(1, 3, 0)
    assert match.outcome == (None, LIMIT)


def test_what_ended_the_match_otherwise_is_no_part_of_the_answer() -> None:
    match = table("pocket-addition")
    turn = match.submit(1, 6, 0)
    match.resign(2, 1)
    assert match.submit(1, 6, 0) == turn == Turn(0, (Event(1, 1, 6),))


def test_only_the_same_move_of_the_same_seat_is_answered_again() -> None:
    match = table("pocket-addition", 6)
    for player, move in ((1, 7), (2, 6)):
        assert refused(StaleMove, match.submit, player, move, 0).startswith("The table has moved on")
    forced = table("prime-climb largest=1", 1)
    assert refused(StaleMove, forced.submit, 2, "pass", 1)  # the referee's, not the player's


# Two referees, one store --------------------------------------------------------------------------


def two_of(position: str, **options: Any) -> tuple[Match, Match, Diary]:
    """One match in two processes: both have taken in its opening, and share a store."""
    here, there = (Match(first_state(position), now=Clock(), **options) for _ in range(2))
    diary = Diary(here)
    there.store = diary
    here.begin()
    there.begin()
    return here, there, diary


def test_two_referees_draw_one_opening() -> None:
    for _ in range(5):
        here, there, diary = two_of("number-morph digits=5")
        assert here.events == there.events
        assert len(diary.turns) == 1


def test_of_two_moves_on_the_same_event_one_is_kept() -> None:
    here, there, diary = two_of("prime-duel")
    here.submit(1, "discard", 1)
    sentence = f"The table has moved on: this was meant for event 1, now {here.number} is the last."
    assert refused(StaleMove, there.submit, 1, "keep", 1) == sentence
    assert there.journal == here.journal
    assert len(diary.turns) == 2


def test_the_same_move_through_two_referees_is_played_once_with_one_draw() -> None:
    here, there, diary = two_of("prime-duel")
    assert here.submit(1, "discard", 1) == there.submit(1, "discard", 1)
    assert drawn(here) == drawn(there)
    assert len(diary.turns) == 2


def test_a_resignation_and_a_move_cannot_both_count() -> None:
    here, there, _ = two_of("prime-duel")
    here.resign(2, 1)
    assert refused(MatchError, there.submit, 1, "keep", 1) == "The match is over."
    assert there.outcome == here.outcome == (1, RESIGNED)
    here, there, _ = two_of("prime-duel")
    here.submit(1, "keep", 1)
    assert refused(StaleMove, there.resign, 2, 1)


def test_who_is_behind_catches_up_before_a_move_is_called_stale() -> None:
    here, there, _ = two_of("pocket-addition")
    here.submit(1, 6, 0)
    there.submit(2, 7, 1)
    assert moves(there) == [6, 7]
    assert refused(StaleMove, here.submit, 2, 8, 9)
    assert here.journal == there.journal


def test_who_is_behind_catches_up_before_anything_is_refused() -> None:
    here, there, _ = two_of("pocket-addition", settings=Settings(consent=True))
    here.submit(1, 6, 0)
    here.undo(1, 1)
    there.answer(2, False, 1)
    there.hint(2, 1, 1)
    here.hint(2, 2, 1)
    there.resign(2, 1)
    here.rematch(1, 1)
    there.rematch(2, 1)
    here.catch_up()
    assert here.journal == there.journal
    assert here.decision.allowed == 1


def test_nobody_forfeits_for_who_sat_there_before_or_has_moved() -> None:
    here, there, _ = two_of("pocket-addition", seats=("human", "cmd:two"))
    here.seat("human", "human")
    assert refused(MatchError, there.forfeit, 2).endswith("only a program fails.")
    assert there.journal == here.journal
    here, there, _ = two_of("pocket-addition", seats=("cmd:one", "cmd:two"))
    here.submit(1, 6, 0)
    assert refused(StaleMove, there.forfeit, 1, FAILED, 0)
    assert there.journal == here.journal


def test_an_observer_that_fails_does_not_keep_a_referee_behind() -> None:
    here, there, _ = two_of("pocket-addition")

    class Deaf:
        def hear(self, kept: Kept, before: State, after: State) -> None:
            raise BrokenPipeError

    there.observers.append(Deaf())
    go_on(here, 6, 7)
    with pytest.raises(BrokenPipeError):
        there.catch_up()
    assert there.journal == here.journal


def test_a_note_in_between_makes_no_move_stale() -> None:
    here, there, diary = two_of("pocket-addition")
    here.hint(1, "moves", 0)
    there.submit(1, 6, 0)
    assert there.journal == [Hint(0, 1, "moves"), Event(1, 1, 6)]
    assert here.catch_up()
    assert not here.catch_up()
    assert here.journal == there.journal
    assert len(diary.turns) == 2


def test_a_flag_falls_on_nobody_who_has_moved_elsewhere() -> None:
    here, there, _ = two_of("pocket-addition", settings=Settings(clock=10))
    there.submit(1, 6, 0)
    clock = here._clock._now
    assert isinstance(clock, Clock)
    clock.seconds += 11
    assert not here.call_time()
    assert (here.journal, here.outcome, here.time_left) == (there.journal, None, 10)
    clock.seconds += 11
    assert here.call_time()
    assert here.outcome == (1, "out of time")


def test_who_leaves_a_match_that_has_ended_elsewhere_notes_nothing() -> None:
    here, there, diary = two_of("pocket-addition", settings=Settings(clock=10))
    there.resign(1, 0)
    here.suspend()
    assert here.journal == there.journal
    assert len(diary.turns) == 1


def test_who_catches_up_tells_the_observers() -> None:
    here, there, _ = two_of("pocket-addition")
    heard: list[Kept] = []

    class Reader:
        def hear(self, kept: Kept, before: State, after: State) -> None:
            heard.append(kept)

    there.observers.append(Reader())
    go_on(here, 6, 7)
    there.catch_up()
    assert heard == [Kept(1, Event(1, 1, 6)), Kept(2, Event(2, 2, 7))]


def test_a_store_that_is_at_odds_with_itself_is_not_asked_for_ever() -> None:
    match = table("pocket-addition")

    class Torn:
        def append(self, turn: Turn) -> None:
            raise Conflict("Another was first.")

        def since(self, seq: int) -> tuple[Turn, ...]:
            return ()

    match.store = Torn()
    assert refused(Conflict, match.submit, 1, 6, 0) == "Another was first."
    assert match.journal == []


def test_without_a_store_there_is_nothing_to_catch_up_with() -> None:
    assert not table("pocket-addition").catch_up()


# The stream and its audiences ---------------------------------------------------------------------


def test_hints_and_refused_tries_are_their_own_seat_s_until_the_end() -> None:
    match = table("pocket-addition", 6)
    match.hint(2, 1, 1)
    refused(IllegalMove, match.submit, 2, 6, 1)
    go_on(match, 7)
    move = Event(2, 2, 7, refused=1)
    assert [entry for _, entry in match.since(1, [2])] == [Hint(1, 2, 1), Refusal(1, 2, 6, True), move]
    assert match.since(1, [1]) == match.since(1) == [Kept(4, move._replace(refused=0))]
    match.resign(1, 2)
    assert [seq for seq, _ in match.since(1)] == [2, 3, 4, 5]
    assert match.since(3, [1])[0] == Kept(4, move)


def test_a_reader_gets_the_rest_in_order() -> None:
    match = table("pocket-addition", 6, 7, 8)
    assert match.since(0) == [Kept(n, event) for n, event in enumerate(match.events, 1)]
    assert match.since(2) == [Kept(3, match.events[2])]
    assert match.since(3) == match.since(99) == []


def test_observers_hear_notes_and_the_result_too() -> None:
    match = table("pocket-addition", 6)
    diary = Diary(match)
    match.hint(2, "moves", 1)
    match.invalid(2, 1)
    match.resign(2, 1)
    assert [entry for how, entry in diary.notes if how == "told"] == match.journal[1:]


def tried_before(match: Match, seq: int) -> set[Player]:
    """Whose inputs were refused since the event before the entry of this number."""
    who: set[Player] = set()
    for entry in match.journal[: seq - 1]:
        who = set() if isinstance(entry, Event) else who | {entry.who} if isinstance(entry, Refusal) else who
    return who


@every_variant
@examples(max_examples=5)
@given(random=st.randoms(use_true_random=True))
def test_readers_that_reconnect_see_exactly_their_part(name: str, random: Random) -> None:
    """Two seats and a spectator read on, at random moments, from what they have seen."""
    seen: dict[tuple[Player, ...], list[Kept]] = {(1,): [], (2,): [], (): []}
    match = Match(first_state(name), now=Clock(), settings=Settings(limit=30))

    class Reconnecting:
        def hear(self, kept: Kept, before: State, after: State) -> None:
            for seats, had in seen.items():
                if random.random() < 0.5 and match.outcome is None:
                    had += match.since(had[-1].seq if had else 0, seats)

    match.observers.append(Reconnecting())
    some_match(match.start, random, match=match)
    for seats, had in seen.items():
        if match.outcome is None:
            had += match.since(had[-1].seq if had else 0, seats)
        upto = had[-1].seq if had else 0
        due = [
            kept
            for kept in enumerate(match.journal[:upto], 1)
            if not isinstance(kept[1], Hint | Refusal) or kept[1].who in seats
        ]
        assert [seq for seq, _ in had] == [seq for seq, _ in due]
        for (seq, entry), (_, kept) in zip(had, due, strict=True):
            if not isinstance(kept, Event) or entry == kept:
                assert entry == kept
            else:
                assert entry == kept._replace(refused=0)
                assert kept.who not in seats or kept.undo is not None
            if isinstance(entry, Event) and entry.refused:
                assert tried_before(match, seq) <= set(seats)


# Nothing is forgotten by a restart ----------------------------------------------------------------


def test_strikes_and_refusals_survive_a_restart() -> None:
    match = table("pocket-addition", 6, settings=Settings(strikes=3))
    match.invalid(2, 1)
    refused(IllegalMove, match.submit, 2, 6, 1)
    resumed = again(match)
    resumed.invalid(2, 1)
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
    match.hint(1, 1, 0)
    clock.seconds += 2
    match.invalid(1, 0)
    assert [note[-1] for note in match.notes] == [4000, 6000]
    assert again(match, now=clock).time_left == 4


def test_without_a_clock_leaving_notes_nothing() -> None:
    match = table("pocket-addition", 6)
    match.suspend()
    match.suspend()
    assert match.journal == [Event(1, 1, 6)]


def test_who_cannot_keep_the_time_has_left_all_the_same_and_may_try_again() -> None:
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


def test_no_millisecond_that_was_noted_is_given_back() -> None:
    match = table("pocket-addition", 6, settings=Settings(clock=10))
    match.restore(Pause(1, 1001))  # as a float this is a little less
    resumed = again(match, now=Clock())
    assert resumed.time_left == pytest.approx(8.999)
    go_on(resumed, 7)
    assert resumed.events[-1].ms == 1001


def test_time_noted_elsewhere_counts_here() -> None:
    match = table("pocket-addition", settings=Settings(clock=10), now=Clock())
    match.apply(Turn(0, (Hint(0, 1, 1, ms=4000),)))
    assert match.time_left == 6


def test_who_leaves_too_late_and_cannot_keep_it_has_left_all_the_same() -> None:
    clock = Clock()
    match = table("pocket-addition", settings=Settings(clock=10), now=clock)
    Diary(match).room = 0
    clock.seconds += 11
    with pytest.raises(OSError, match="no room"):
        match.suspend()
    assert match.suspended


def test_who_leaves_too_late_has_lost_on_time() -> None:
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
        lambda match: match.invalid(2, 1),
        lambda match: match.hint(2, 1, 1),
        lambda match: match.undo(1, 1),
        Match.suspend,
    ]
    for act in acts:
        clock = Ticking()
        match = table("pocket-addition", 6, settings=Settings(clock=10), now=clock)
        clock.seconds += 10 - 0.0045  # one reading and a little
        act(match)
        assert match.outcome is None
        assert getattr(match.journal[-1], "ms", None) == 10_000
        again(match)


def test_nobody_is_charged_for_the_decision_before() -> None:
    clock = Clock()
    match = table("pocket-addition", settings=Settings(clock=10), now=clock)
    diary = Diary(match)
    clock.seconds += 9.5
    diary.append(match.decide(1, 6, 0))  # kept, and then somebody pressed Ctrl-C
    match.suspend()
    assert match.journal == [Event(1, 1, 6, ms=9500), Pause(1, 0)]


def test_an_open_offer_survives_a_restart() -> None:
    match = table("pocket-addition", 6, settings=Settings(consent=True))
    match.undo(1, 1)
    resumed = again(match)
    assert resumed.offer == Offer(1, 1, "undo")
    resumed.answer(2, True, 1)
    assert moves(resumed) == []


# The clock stands still while the parlor computes -------------------------------------------------


def test_the_clock_stands_still_while_the_parlor_computes() -> None:
    clock = Clock()
    match = table("pocket-addition", settings=Settings(clock=10), now=clock)
    clock.seconds += 4
    with match.clock_stopped():
        clock.seconds += 100
        assert match.time_left == 6
        with match.clock_stopped():
            clock.seconds += 100
    clock.seconds += 1
    assert match.time_left == 5
    go_on(match, 6)
    assert match.events[-1].ms == 5000


def test_help_is_permitted_before_it_is_computed() -> None:
    match = table("pocket-addition", 6, settings=Settings(hints=False))
    assert refused(MatchError, match.check_help, 2, None, 1) == "Hints are off in this game."
    match = table("pocket-addition", 6)
    assert refused(NotYourTurn, match.check_help, 1, None, 1) == "It is Player 2's turn."
    assert refused(StaleMove, match.check_help, 2, 1, 0)
    match.check_help(2, 1, 1)
    match.hint(2, 1, 1)
    match.check_help(2, 1, 1)  # given before
    assert refused(MatchError, match.check_help, 2, 3, 1) == "The next step of the hints is 2."
    clock = Clock()
    match = table("pocket-addition", settings=Settings(clock=10), now=clock)
    clock.seconds += 10
    assert refused(OutOfTime, match.check_help, 1, None, 0) == "Player 1 is out of time."
    assert match.outcome == (2, "out of time")


# Offers -------------------------------------------------------------------------------------------


def asking(*given: Any, **options: Any) -> Match:
    """A table of people who ask one another before they take back."""
    return table("pocket-addition", *given, **{"settings": Settings(consent=True)} | options)


def test_ruling_a6_a_person_is_asked_before_a_move_is_taken_back() -> None:
    match = asking(6)
    assert match.needs_consent(1)
    assert match.undo(1, 1).entries == (Offer(1, 1, "undo"),)
    assert match.undo(1, 1).entries == ()  # asked once
    assert (moves(match), match.offer) == ([6], Offer(1, 1, "undo"))
    assert match.answer(2, True, 1).entries == (Answer(1, 2, True), Event(2, 1, None, undo=1))
    assert (moves(match), match.offer, match.marks) == ([], None, ("taken back",))


def test_an_undo_can_be_declined() -> None:
    match = asking(6)
    match.undo(1, 1)
    match.answer(2, False, 1)
    assert (moves(match), match.offer) == ([6], None)
    match.undo(1, 1)  # and asked for again
    assert match.offer == Offer(1, 1, "undo")


def test_an_offer_lapses_with_the_next_move() -> None:
    match = asking(6)
    match.undo(1, 1)
    go_on(match, 7)
    assert match.offer is None
    nothing = "There is nothing to answer: your opponent has asked for nothing."
    assert refused(MatchError, match.answer, 2, True, 2) == nothing
    assert refused(StaleMove, match.answer, 2, True, 1)


def test_nobody_answers_their_own_offer() -> None:
    match = asking(6)
    match.undo(1, 1)
    nothing = "There is nothing to answer: your opponent has asked for nothing."
    assert refused(MatchError, match.answer, 1, True, 1) == nothing
    assert refused(MatchError, match.undo, 2, 1) == "An offer is open: it has to be answered first."


def test_the_house_is_not_asked_and_nor_is_who_shares_the_keyboard() -> None:
    house = asking(6, seats=("human", "club"))
    assert not house.needs_consent(1)
    assert house.undo(1, 1).entries == (Event(2, 1, None, undo=1),)
    together = table("pocket-addition", 6)
    assert together.undo(1, 1).entries == (Event(2, 1, None, undo=1),)


def test_nothing_is_offered_that_cannot_be_done() -> None:
    match = asking()
    assert refused(MatchError, match.undo, 1, 0) == "There is nothing to take back yet."
    off = asking(6, settings=Settings(consent=True, undo=False))
    assert refused(MatchError, off.undo, 1, 1) == "Taking back is off in this game."
    assert match.notes == off.notes == []


def test_no_record_tells_of_an_offer_that_was_not_needed_or_came_too_late() -> None:
    offer = Offer(1, 1, "undo")
    together = table("pocket-addition", 6)
    assert refused(MatchError, together.restore, offer) == "Player 1 need not ask before taking back"
    over = table("nonprime-addition", 2, settings=Settings(consent=True))
    assert refused(MatchError, over.restore, offer) == "The match is over."
    fate_due = Match(first_state("prime-duel"), settings=Settings(consent=True))
    fate_due.restore(Event(1, None, 7))
    fate_due.restore(Event(2, 1, "discard"))
    early = Offer(2, 1, "undo")
    assert refused(MatchError, fate_due.restore, early) == "Player 1 cannot ask for anything here"


def test_an_allowed_undo_draws_afresh_in_the_same_turn() -> None:
    match = table("prime-duel", "discard", fate=[4, 7, 9], settings=Settings(consent=True))
    match.undo(1, match.number)
    turn = match.answer(2, True, match.number)
    assert [type(entry) for entry in turn.entries] == [Answer, Event]
    assert moves(match) == [4]


def test_an_answer_too_late_is_too_late() -> None:
    clock = Clock()
    match = asking(6, settings=Settings(consent=True, clock=10), now=clock)
    match.undo(1, 1)
    clock.seconds += 10
    assert refused(OutOfTime, match.answer, 2, True, 1) == "Player 2 is out of time."


def test_a_rematch_is_asked_for_and_allowed() -> None:
    match = table("nonprime-addition", 2)
    assert match.rematch(1, 1).entries == (Offer(1, 1, "rematch"),)
    assert match.rematch(1, 1).entries == ()
    assert match.rematch(2, 1).entries == (Answer(1, 2, True),)
    assert (match.offer, match.decision.allowed) == (None, 1)
    assert match.rematch(1, 1).entries == match.rematch(2, 1).entries == ()  # it is agreed on
    assert refused(MatchError, match.restore, Offer(1, 2, "rematch")) == "A rematch is agreed on already."
    match = table("nonprime-addition", 2)
    match.rematch(2, 1)
    match.answer(1, False, 1)
    assert (match.offer, match.decision.allowed) == (None, None)


def test_a_rematch_is_for_after_the_end() -> None:
    sentence = "The game is not over yet: a rematch can be offered then."
    assert refused(MatchError, table("nonprime-addition", 3).rematch, 1, 1) == sentence
    match = asking(6)
    match.undo(1, 1)
    assert refused(MatchError, match.rematch, 2, 1) == sentence
    assert match.offer == Offer(1, 1, "undo")
    assert refused(StaleMove, table("nonprime-addition", 2).rematch, 1, 0)


def test_event_and_sequence_numbers_go_on_through_a_rematch() -> None:
    first = table("nonprime-addition", 3, 2, 2)
    second = table("nonprime-addition", number=first.number, seq=first.seq)
    assert refused(StaleMove, second.submit, 1, 3, 0)
    go_on(second, 3, 2)
    assert [event.number for event in second.events] == [4, 5]
    assert second.event(5) == Event(5, 2, 2)
    assert second.submit(2, 2, 4) == Turn(first.seq + 1, (Event(5, 2, 2),))
    second.undo(2, 5)
    assert second.events[-1] == Event(6, 2, None, undo=5)
    assert second.since(first.seq + 1) == [Kept(first.seq + n, second.events[n - 1]) for n in (2, 3)]
    assert second.since(1) == second.since(first.seq)
    copy = second.anew()
    for entry in second.journal:
        copy.restore(entry)
    assert view(copy) == view(second)


# Names --------------------------------------------------------------------------------------------


def test_people_may_choose_a_name() -> None:
    match = table("pocket-addition", 6, names=("Ann", ""))
    match.seat("human", "human", ("Ann", "Børge Ω"))
    assert (match.names, match.first_names) == (("Ann", "Børge Ω"), ("Ann", ""))
    assert match.notes == [Seating(1, ("human", "human"), ("Ann", "Børge Ω"))]
    assert not match.marks  # the same kinds of players sit there
    match.seat("human", "club", ("Ann", ""))
    assert "seats changed" in match.marks


def test_to_choose_a_name_is_not_to_be_somebody_else() -> None:
    match = table("pocket-addition", 6, settings=Settings(strikes=2))
    match.invalid(2, 1)
    match.seat("human", "human", ("", "Bo"))
    match.invalid(2, 1)
    assert match.outcome == Outcome(1, STRIKES)


@pytest.mark.parametrize("name", ["x" * 41, "a\nb", "\x1b[2J", "\u202e", "   ", "\ud800"])
def test_a_name_can_be_shown(name: str) -> None:
    sentence = "A name has 1 to 40 printable characters."
    assert refused(MatchError, lambda: table("pocket-addition", names=(name, ""))) == sentence
    match = table("pocket-addition", 6)
    assert refused(MatchError, match.seat, "human", "human", ("", name)) == sentence
    assert match.notes == []


def test_machines_choose_no_name() -> None:
    sentence = "Only people choose a name."
    assert refused(
        MatchError, lambda: table("pocket-addition", seats=("human", "club"), names=("", "Bo"))
    ) == (sentence)


# A dead agent -------------------------------------------------------------------------------------


@pytest.mark.parametrize("player", [1, 2])
def test_ruling_a4_a_dead_agent_forfeits(player: Any) -> None:
    match = table("pocket-addition", 6, seats=("cmd:one", "cmd:two"))
    match.forfeit(player)
    assert match.outcome == (OTHER[player], FAILED)
    assert FAILED == "failed"


def test_ruling_a4_a_person_does_not_fail() -> None:
    match = table("pocket-addition", 6, seats=("human", "cmd:two"))
    sentence = "Player {} cannot forfeit the game like this: only a program fails."
    assert refused(MatchError, match.forfeit, 1) == sentence.format(1)
    assert refused(MatchError, match.forfeit, 2, "crashed") == sentence.format(2)
    match.forfeit(2)
    assert match.outcome == (1, FAILED)
