"""One turn, one transaction: what a turn holds, that it is kept once, and who sees it."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from primeparlor.core import IllegalMove, Player, State
from primeparlor.match import (
    LIMIT,
    RESIGNED,
    AnswerOffer,
    AskRematch,
    CallTime,
    Conflict,
    Event,
    Forfeit,
    Hint,
    Match,
    MatchError,
    Mistype,
    NumberedEntry,
    Outcome,
    Play,
    Refusal,
    Resign,
    Result,
    Settings,
    Sit,
    StaleMove,
    TakeBack,
    TakeHelp,
    Turn,
)
from support.games import for_seeds
from support.matches import Clock, Diary, drawn, go_on, moves, refused, some_match, table, two_of
from support.variants import NAMES, first_state

every_variant = pytest.mark.parametrize("name", NAMES)


# What a turn holds --------------------------------------------------------------------------------


def test_a_turn_goes_up_to_the_next_decision() -> None:
    match = table("prime-duel scores=47,0", fate=[5, 1, 4, 2])
    assert match.journal[:3] == match.events[:3]  # a card, the forced discard, another card
    turn = match.decide(Play(2, "keep", match.number))
    assert [type(entry) for entry in turn.entries] == [Event, Event]
    assert turn.seq == match.seq == 4


def test_a_refused_move_is_a_turn_whose_error_is_told_once_it_is_kept() -> None:
    match = table("pocket-addition", 9)
    turn = match.decide(Play(2, 9, 1))
    assert turn[:2] == (1, (Refusal(1, 2, 9, True),))
    assert isinstance(turn.error, IllegalMove)
    assert str(turn.error) == "9 has already been taken."


def test_a_move_no_record_can_hold_is_refused_without_naming_it() -> None:
    unfit: list[Any] = ["a b", "x" * 21, "é", "", -1, 10**20, 10**5000, 1.5, None, [7], True]
    for move in unfit:
        match = table("pocket-addition", 9)
        refused(IllegalMove, match.submit, 2, move, 1)
        assert match.notes == [Refusal(1, 2, None, True)]


def test_legality_is_checked_once_per_turn(monkeypatch: pytest.MonkeyPatch) -> None:
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
    match.perform(TakeHelp(match.state.turn, 1, match.number))
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


def test_a_resignation_meanwhile_is_not_part_of_the_answer() -> None:
    match = table("pocket-addition")
    turn = match.submit(1, 6, 0)
    match.perform(Resign(2, 1))
    assert match.submit(1, 6, 0) == turn == Turn(0, (Event(1, 1, 6),))


def test_only_the_same_move_of_the_same_seat_is_answered_again() -> None:
    match = table("pocket-addition", 6)
    for player, move in ((1, 7), (2, 6)):
        assert refused(StaleMove, match.submit, player, move, 0).startswith("The game has moved on")
    forced = table("prime-climb largest=1", 1)
    assert refused(StaleMove, forced.submit, 2, "pass", 1)  # the referee's, not the player's


# Two referees, one store --------------------------------------------------------------------------


def test_two_referees_draw_one_opening() -> None:
    for _ in range(5):
        here, there, diary = two_of("number-morph digits=5")
        assert here.events == there.events
        assert len(diary.turns) == 1


def test_of_two_moves_on_the_same_event_one_is_kept() -> None:
    here, there, diary = two_of("prime-duel")
    here.submit(1, "discard", 1)
    assert refused(StaleMove, there.submit, 1, "keep", 1) == "The game has moved on, so nothing was done."
    assert there.journal == here.journal
    assert len(diary.turns) == 2


def test_the_same_move_through_two_referees_is_played_once_with_one_draw() -> None:
    here, there, diary = two_of("prime-duel")
    assert here.submit(1, "discard", 1) == there.submit(1, "discard", 1)
    assert drawn(here) == drawn(there)
    assert len(diary.turns) == 2


def test_a_resignation_and_a_move_cannot_both_count() -> None:
    here, there, _ = two_of("prime-duel")
    here.perform(Resign(2, 1))
    assert refused(MatchError, there.submit, 1, "keep", 1) == "The match is over."
    assert there.outcome == here.outcome == (1, RESIGNED)
    here, there, _ = two_of("prime-duel")
    here.submit(1, "keep", 1)
    assert refused(StaleMove, there.perform, Resign(2, 1))


def test_a_referee_that_is_behind_catches_up_before_calling_a_move_stale() -> None:
    here, there, _ = two_of("pocket-addition")
    here.submit(1, 6, 0)
    there.submit(2, 7, 1)
    assert moves(there) == [6, 7]
    assert refused(StaleMove, here.submit, 2, 8, 9)
    assert here.journal == there.journal


def test_a_referee_that_is_behind_catches_up_before_refusing_anything() -> None:
    here, there, _ = two_of("pocket-addition", settings=Settings(consent=True))
    here.submit(1, 6, 0)
    here.perform(TakeBack(1, 1))
    there.perform(AnswerOffer(2, False, 1))
    there.perform(TakeHelp(2, 1, 1))
    here.perform(TakeHelp(2, 2, 1))
    there.perform(Resign(2, 1))
    here.perform(AskRematch(1, 1))
    there.perform(AskRematch(2, 1))
    here.catch_up()
    assert here.journal == there.journal
    assert here.decision.allowed == 1


def test_nobody_forfeits_for_an_earlier_player_or_after_moving() -> None:
    here, there, _ = two_of("pocket-addition", seats=("human", "cmd:two"))
    here.perform(Sit(("human", "human")))
    assert refused(MatchError, there.perform, Forfeit(2, 0)).endswith("only a program can fail.")
    assert there.journal == here.journal
    here, there, _ = two_of("pocket-addition", seats=("cmd:one", "cmd:two"))
    here.submit(1, 6, 0)
    assert refused(StaleMove, there.perform, Forfeit(1, 0))
    assert there.journal == here.journal


def test_a_failing_observer_does_not_hold_a_referee_back() -> None:
    here, there, _ = two_of("pocket-addition")

    class Deaf:
        def hear(self, kept: NumberedEntry, before: State, after: State) -> None:
            raise BrokenPipeError

    there.observers.append(Deaf())
    go_on(here, 6, 7)
    with pytest.raises(BrokenPipeError):
        there.catch_up()
    assert there.journal == here.journal


def test_a_note_in_between_makes_no_move_stale() -> None:
    here, there, diary = two_of("pocket-addition")
    here.perform(TakeHelp(1, "moves", 0))
    there.submit(1, 6, 0)
    assert there.journal == [Hint(0, 1, "moves"), Event(1, 1, 6)]
    assert here.catch_up()
    assert not here.catch_up()
    assert here.journal == there.journal
    assert len(diary.turns) == 2


def test_no_flag_falls_on_a_player_who_has_moved_elsewhere() -> None:
    here, there, _ = two_of("pocket-addition", settings=Settings(clock=10))
    there.submit(1, 6, 0)
    clock = here._clock._now
    assert isinstance(clock, Clock)
    clock.seconds += 11
    assert not here.perform(CallTime()).entries
    assert (here.journal, here.outcome, here.time_left) == (there.journal, None, 10)
    clock.seconds += 11
    assert here.perform(CallTime()).entries
    assert here.outcome == (1, "out of time")


def test_leaving_a_match_that_ended_elsewhere_notes_nothing() -> None:
    here, there, diary = two_of("pocket-addition", settings=Settings(clock=10))
    there.perform(Resign(1, 0))
    here.suspend()
    assert here.journal == there.journal
    assert len(diary.turns) == 1


def test_catching_up_tells_the_observers() -> None:
    here, there, _ = two_of("pocket-addition")
    heard: list[NumberedEntry] = []

    class Reader:
        def hear(self, kept: NumberedEntry, before: State, after: State) -> None:
            heard.append(kept)

    there.observers.append(Reader())
    go_on(here, 6, 7)
    there.catch_up()
    assert heard == [NumberedEntry(1, Event(1, 1, 6)), NumberedEntry(2, Event(2, 2, 7))]


def test_an_inconsistent_store_is_not_retried_for_ever() -> None:
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


def test_hints_and_refused_tries_are_shown_to_their_own_seat_only_until_the_end() -> None:
    match = table("pocket-addition", 6)
    match.perform(TakeHelp(2, 1, 1))
    refused(IllegalMove, match.submit, 2, 6, 1)
    go_on(match, 7)
    move = Event(2, 2, 7, refused=1)
    assert [entry for _, entry in match.since(1, [2])] == [Hint(1, 2, 1), Refusal(1, 2, 6, True), move]
    assert match.since(1, [1]) == match.since(1) == [NumberedEntry(4, move._replace(refused=0))]
    assert (match.read_entry(4, [1]), match.read_entry(4, [2])) == (move._replace(refused=0), move)
    match.perform(Resign(1, 2))
    assert [seq for seq, _ in match.since(1)] == [2, 3, 4, 5]
    assert match.since(3, [1])[0] == NumberedEntry(4, move)


def test_a_reader_gets_the_rest_in_order() -> None:
    match = table("pocket-addition", 6, 7, 8)
    assert match.since(0) == [NumberedEntry(n, event) for n, event in enumerate(match.events, 1)]
    assert match.since(2) == [NumberedEntry(3, match.events[2])]
    assert match.since(3) == match.since(99) == []


def test_observers_hear_notes_and_the_result_too() -> None:
    match = table("pocket-addition", 6)
    diary = Diary(match)
    match.perform(TakeHelp(2, "moves", 1))
    match.perform(Mistype(2, 1))
    match.perform(Resign(2, 1))
    assert [entry for how, entry in diary.notes if how == "told"] == match.journal[1:]


def tried_before(match: Match, seq: int) -> set[Player]:
    """Whose inputs were refused between the previous event and the entry with this number."""
    who: set[Player] = set()
    for entry in match.journal[: seq - 1]:
        who = set() if isinstance(entry, Event) else who | {entry.who} if isinstance(entry, Refusal) else who
    return who


@every_variant
@for_seeds(5)
def test_readers_that_reconnect_see_exactly_their_part(name: str, random: Random) -> None:
    """Two seats and a spectator keep reading from where they left off, at random moments."""
    seen: dict[tuple[Player, ...], list[NumberedEntry]] = {(1,): [], (2,): [], (): []}
    match = Match(first_state(name), now=Clock(), settings=Settings(limit=30))

    class Reconnecting:
        def hear(self, kept: NumberedEntry, before: State, after: State) -> None:
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
                assert kept.who not in seats
            if isinstance(entry, Event) and entry.refused:
                assert tried_before(match, seq) <= set(seats)
