"""Players in a match: what they may do wrong, and that every match between them ends."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from typing import Any

import pytest

from primeparlor.core import Player, State
from primeparlor.games import GAMES, NonprimeAddition, PocketAddition
from primeparlor.match import (
    FAILED,
    LIMIT,
    OUT_OF_TIME,
    STRIKES,
    Match,
    MatchError,
    NumberedEntry,
    Outcome,
    Refusal,
    Resign,
    Settings,
)
from primeparlor.players import (
    SEATS,
    BuiltInPlayer,
    Chosen,
    EndpointFailed,
    NoAnswer,
    PlayerFailed,
    View,
    play_match,
    play_valid_match,
    take_turn,
)
from support.example_games import Pig, TwentyOne
from support.matches import Clock
from support.players import Stranger, fair, seated

START = PocketAddition.start()
STRANGERS = ("cmd:one", "cmd:two")
AGREED = Settings()


def meet(one: Stranger, two: Stranger, settings: Settings = AGREED, clock: Clock | None = None) -> Match:
    """A match between strangers, played to its end; both have been closed."""
    match = Match(START, STRANGERS, settings, seed=1, now=clock or Clock())
    play_match(match, [one, two])
    assert one.closed == two.closed == 1
    return match


def refused(match: Match) -> list[tuple[Player, object, bool]]:
    """Who was refused what, and whether it was a strike."""
    return [(note.who, note.move, note.strike) for note in match.notes if isinstance(note, Refusal)]


EVERY_PAIR = list(product(SEATS, SEATS))
EVERY_SEAT = EVERY_PAIR[:: len(SEATS) + 1] + EVERY_PAIR[1 :: len(SEATS) + 1]  # with its like and the next


@pytest.mark.parametrize("pairs", [EVERY_SEAT, pytest.param(EVERY_PAIR, marks=pytest.mark.prove)], ids=len)
@pytest.mark.parametrize("game", [*(GAMES[name] for name in GAMES.ours), TwentyOne, Pig])
def test_every_pair_plays_every_game_to_its_end(game: type[State], pairs: Sequence[tuple[str, str]]) -> None:
    for seed, seats in enumerate(pairs):
        outcome = play_match(Match(game.start(), seats, Settings(limit=4), seed=seed), seated(*seats))
        assert outcome is not None
        assert outcome.winner or outcome.reason == LIMIT


def test_a_match_without_people_stops_in_the_end() -> None:
    match = Match(NonprimeAddition.start(), ("perfect", "perfect"), seed=1)
    assert play_match(match, seated("perfect", "perfect")) == Outcome(None, LIMIT)
    assert match.number == 200


def test_nobody_plays_for_a_person() -> None:
    one = fair()
    with pytest.raises(MatchError, match="A person sits at this table"):
        play_match(Match(START, ("human", "random")), [one, one])
    assert one.closed


def test_a_player_is_shown_the_table() -> None:
    one, two = fair(), fair()
    match = meet(one, two, Settings(clock=9))
    first, second = one.views[0], two.views[0]
    assert (first.state, first.seat, first.moves, first.time_left) == (START, 1, START.moves(), 9)
    assert second.history == match.events[:1]


# Wrong choices -----------------------------------------------------------------------------------

NO_MOVES = [Chosen(None), Chosen(6.0), Chosen(True), Chosen([6])]  # type: ignore[arg-type]


@pytest.mark.parametrize("bad", [15, "pass", *NO_MOVES])
def test_a_choice_that_is_no_legal_move_is_a_strike_and_the_player_is_asked_again(bad: Any) -> None:
    one = Stranger(bad, bad, 6, 7)
    match = meet(one, Stranger(9, 8))
    kept = bad if isinstance(bad, int | str) else None
    assert refused(match)[:2] == [(1, kept, True)] * 2
    assert (match.events[0].move, match.events[0].refused) == (6, 2)
    assert [view.seat for view in one.views[:4]] == [1] * 4


@pytest.mark.parametrize("bad", [15, *NO_MOVES])
def test_too_many_of_them_lose_the_match(bad: Any) -> None:
    one = Stranger(6, bad)
    match = meet(one, fair())
    assert match.outcome == Outcome(2, STRIKES)
    assert len(one.views) == 1 + 3
    assert meet(Stranger(bad), fair(), Settings(strikes=1)).outcome == Outcome(2, STRIKES)


class OnlyChoosing:
    """A player in Python with nothing but what is needed."""

    def choose(self, view: View) -> Chosen:
        return Chosen(min(view.moves))


def test_a_player_in_python_needs_nothing_but_choose() -> None:
    match = Match(START, STRANGERS, Settings(clock=9))
    assert play_match(match, [OnlyChoosing(), OnlyChoosing()]) is not None


@pytest.mark.parametrize("bad", [6, "pass", None, (6,)])
def test_an_answer_that_is_not_chosen_stops_everything_and_says_what_to_return(bad: Any) -> None:
    class Careless:
        def choose(self, view: View) -> Any:
            return bad

    with pytest.raises(TypeError) as caught:
        play_match(Match(START, STRANGERS), [Careless(), OnlyChoosing()])
    told = f"choose(view) must return a Chosen, as in Chosen(move), not {bad!r}."
    assert str(caught.value) == told


def test_whoever_runs_the_players_hears_of_refusals_failures_and_notes() -> None:
    told: list[tuple[Player, str]] = []
    one, two = Stranger(15, 6, Chosen(7, "a guess")), Stranger(9, PlayerFailed("It has crashed."))
    match = Match(START, STRANGERS)
    play_match(match, [one, two], lambda *what: told.append(what))
    assert told == [
        (1, "Choose a whole number from 1 to 9."),
        (1, "a guess"),
        (2, "It has crashed."),
    ]


def test_a_player_is_told_why_its_answer_was_refused_and_only_in_this_decision() -> None:
    nothing = NoAnswer("There is no answer.")
    one = Stranger(15, nothing, Chosen(None), 6, 7)  # type: ignore[arg-type]
    match = meet(one, Stranger(9, 8), Settings(strikes=4))
    assert [view.refusal for view in one.views[:5]] == [
        "",
        "Choose a whole number from 1 to 9.",
        "There is no answer.",
        "A move must be a whole number or a word.",
        "",
    ]
    assert refused(match)[:3] == [(1, 15, True), (1, None, True), (1, None, True)]


# Failing -----------------------------------------------------------------------------------------


def test_a_player_that_fails_forfeits() -> None:
    assert meet(fair(), Stranger(PlayerFailed("gone"))).outcome == Outcome(1, FAILED)
    assert meet(Stranger(6, PlayerFailed("gone")), fair()).outcome == Outcome(2, FAILED)


def test_a_fault_of_the_service_behind_a_player_is_raised_and_nobody_loses() -> None:
    one, two = Stranger(6, EndpointFailed("It answers with status 500.")), fair()
    match = Match(START, STRANGERS)
    with pytest.raises(EndpointFailed, match="status 500"):
        play_match(match, [one, two])
    assert (match.outcome, match.number, refused(match)) == (None, 2, [])
    assert one.closed == two.closed == 1


def test_our_own_error_is_no_player_s_failure_but_all_players_are_closed() -> None:
    one, two = Stranger(ZeroDivisionError()), fair()
    match = Match(START, STRANGERS)
    with pytest.raises(ZeroDivisionError):
        play_match(match, [one, two])
    assert match.outcome is None
    assert one.closed == two.closed == 1


class Clinging(Stranger):
    """A player that cannot be closed."""

    def close(self) -> None:
        super().close()
        raise OSError("still there")


def test_a_player_that_cannot_be_closed_does_not_keep_the_others_open() -> None:
    one, two = fair(), Clinging(PlayerFailed("gone"))
    with pytest.raises(OSError, match="still there"):
        play_match(Match(START, STRANGERS), [one, two])
    assert one.closed == two.closed == 1


# Time --------------------------------------------------------------------------------------------


def test_a_stranger_who_takes_too_long_is_out_of_time() -> None:
    clock = Clock()
    slow = Stranger(6, clock=clock, takes=3)
    assert meet(slow, fair(), Settings(clock=3), clock).outcome == Outcome(2, OUT_OF_TIME)
    for does in (15, Chosen(True), PlayerFailed("No answer in time.")):
        slow = Stranger(does, clock=clock, takes=3)
        assert meet(slow, fair(), Settings(clock=3), clock).outcome == Outcome(2, OUT_OF_TIME)


def test_a_player_who_fails_in_time_forfeits() -> None:
    clock = Clock()
    broken = Stranger(PlayerFailed("gone"), clock=clock, takes=2)
    assert meet(broken, fair(), Settings(clock=3), clock).outcome == Outcome(2, FAILED)


def test_every_try_takes_from_the_time_for_the_decision() -> None:
    clock = Clock()
    slow = Stranger(15, 6, 7, clock=clock, takes=2)
    assert meet(slow, fair(), Settings(clock=3), clock).outcome == Outcome(2, OUT_OF_TIME)
    assert [view.time_left for view in slow.views] == [3, 1]


class Thinker(BuiltInPlayer):
    """A house player that thinks for an hour."""

    def __init__(self, clock: Clock) -> None:
        self.clock = clock

    def choose(self, view: View) -> Chosen:
        self.clock.seconds += 3600
        return Chosen(view.moves[0])


def test_the_house_never_loses_on_time_to_its_own_thinking() -> None:
    clock = Clock()
    match = Match(START, ("perfect", "cmd:two"), Settings(clock=3), now=clock)
    outcome = play_match(match, [Thinker(clock), fair(clock=clock, takes=1)])
    assert outcome is not None
    assert outcome.reason not in (OUT_OF_TIME, FAILED)
    assert {event.ms for event in match.events} == {0, 1000}


# While the player thought --------------------------------------------------------------------------


def test_a_move_for_a_position_that_is_gone_is_dropped_without_a_strike() -> None:
    match = Match(START, STRANGERS)

    def first(view: View) -> int:
        match.submit(1, 7, match.number)  # somebody else has moved for this seat
        return 6

    match.begin()
    take_turn(match, Stranger(first))
    assert [event.move for event in match.events] == [7]
    assert refused(match) == []
    take_turn(match, Stranger(8))  # and it goes on from there
    assert [event.move for event in match.events] == [7, 8]


def test_the_same_move_made_meanwhile_counts_once() -> None:
    match = Match(START, STRANGERS)

    def first(view: View) -> int:
        match.submit(1, 6, match.number)
        return 6

    match.begin()
    take_turn(match, Stranger(first))
    assert [event.move for event in match.events] == [6]


@pytest.mark.parametrize("failing", [False, True])
def test_a_match_that_has_ended_meanwhile_stays_as_it_is(failing: bool) -> None:
    match = Match(START, STRANGERS)

    def resigned(view: View) -> int:
        match.perform(Resign(2, match.number))
        if failing:
            raise PlayerFailed("There is nobody there any more.")
        return 6

    assert play_match(match, [Stranger(resigned), fair()]) == Outcome(1, "resigned")
    assert match.events == []


@pytest.mark.parametrize("answer", [6, 15, Chosen(True)])
def test_a_match_suspended_meanwhile_is_left(answer: Any) -> None:
    match = Match(START, STRANGERS, Settings(clock=5), now=Clock())

    def left(view: View) -> Any:
        match.suspend()
        return answer

    one = Stranger(left)
    assert play_match(match, [one, fair()]) is None
    assert (match.events, refused(match), one.closed) == ([], [], 1)


class Leaver:
    """An observer who suspends the match after this many entries."""

    def __init__(self, match: Match, entries: int) -> None:
        self.match, self.entries = match, entries
        match.observers.append(self)

    def hear(self, kept: NumberedEntry, before: State, after: State) -> None:
        if kept.seq == self.entries:
            self.match.suspend()


def test_an_observer_may_stop_the_match() -> None:
    match = Match(START, STRANGERS)
    Leaver(match, 3)
    assert play_match(match, [fair(), fair()]) is None
    assert match.number == 3


def test_an_impossible_deal_by_hand_is_reported() -> None:
    match = Match(Pig.start(), STRANGERS, fate=(3, 9))
    match.begin()
    with pytest.raises(MatchError, match="9 cannot be"):
        take_turn(match, Stranger("roll"))


# Void matches --------------------------------------------------------------------------------------


def test_a_match_at_which_an_endpoint_failed_is_void_counted_and_played_again() -> None:
    failing = [Stranger(6, EndpointFailed("First.")), Stranger(EndpointFailed("Second.")), fair()]
    others = [fair(), fair(), fair()]
    made: list[Match] = []

    def make_match() -> Match:
        made.append(Match(START, STRANGERS, seed=1))
        return made[-1]

    players = [list(pair) for pair in zip(failing, others, strict=True)]
    played = play_valid_match(make_match, lambda: players.pop(0))
    assert played.faults == ("First.", "Second.")
    assert played.match is made[2]
    assert played.outcome == played.match.outcome is not None
    assert [match.outcome for match in made[:2]] == [None, None]
    assert [one.closed for one in (*failing, *others)] == [1] * 6


@pytest.mark.parametrize("most", [0, 2])
def test_too_many_void_matches_raise_the_last_fault(most: int) -> None:
    faults = [EndpointFailed(f"Fault {number}.") for number in range(9)]
    with pytest.raises(EndpointFailed, match=rf"Fault {most}\."):
        play_valid_match(
            lambda: Match(START, STRANGERS), lambda: [Stranger(faults.pop(0)), fair()], most_void=most
        )


def test_a_match_without_a_fault_is_played_once() -> None:
    played = play_valid_match(lambda: Match(START, STRANGERS), lambda: [fair(), fair()])
    assert played.faults == ()
    assert played.outcome is not None
