"""Who sits where: labels that can be shown, and new players, kept before they count."""

from __future__ import annotations

import pytest

from primeparlor.match import FAILED, Forfeit, Match, MatchError, Mistype, Outcome, Resign, Seating, Sit
from support.matches import Diary, go_on, refused, table
from support.variants import first_state


@pytest.mark.parametrize("seat", ["", "a\nb", "\x1b[2J", "\ud800", "x" * 1001])
def test_a_seat_has_a_name_that_can_be_shown(seat: str) -> None:
    start = first_state("prime-climb")
    for seats in ((seat, "human"), ("human", seat)):
        sentence = refused(MatchError, Match, start, seats)
        assert sentence == "A seat label must be 1 to 1000 printable characters."
    assert Match(start, ("x", "x" * 1000)).seats[0] == "x"


def test_a_program_that_comes_in_has_a_name_that_people_may_have() -> None:
    start = first_state("prime-climb")
    assert refused(MatchError, Match, start, ("human", f"agent:{'x' * 41}")).startswith(
        "A name must have at "
    )
    match = Match(start, ("agent:Ada", "human"))
    assert refused(MatchError, match.perform, Sit(("agent:⌂", "human"))).startswith(
        "A name must not contain ⌂"
    )


def test_a_program_that_comes_in_may_fail_but_is_no_person() -> None:
    match = table("prime-climb", seats=("agent:Ada", "club"))
    assert match.limit == 200
    match.perform(Forfeit(1, 0))
    assert match.outcome == Outcome(2, FAILED)


def test_new_players_may_sit_down_and_this_is_kept_before_it_counts() -> None:
    match = table("pocket-addition", 6)
    diary = Diary(match)
    match.perform(Sit(("human", "human")))
    assert diary.notes == []
    match.perform(Sit(("human", "random")))
    assert (match.seats, match.first_seats) == (("human", "random"), ("human", "human"))
    seating = Seating(1, ("human", "random"))
    assert diary.notes == [("kept", seating), ("told", seating)]
    diary.room = 0
    with pytest.raises(OSError, match="no room"):
        match.perform(Sit(("random", "random")))
    assert (match.seats, match.marks) == (("human", "random"), ("seats changed",))


def test_a_seat_taken_later_has_a_name_that_can_be_shown_too() -> None:
    match = table("pocket-addition", 6)
    assert refused(MatchError, match.perform, Sit(("human", ""))).startswith(
        "A seat label must be 1 to 1000 "
    )
    assert match.notes == []


def test_the_match_knows_who_sat_there_at_each_event() -> None:
    match = table("pocket-addition")
    for move, seats in ((5, ("a", "b")), (4, ("c", "d")), (6, ("c", "d"))):
        match.perform(Sit(seats))
        go_on(match, move)
    match.perform(Sit(("a", "d")))
    assert [match.find_seats(event.number) for event in match.events] == [("a", "b"), ("c", "d"), ("c", "d")]
    assert table("pocket-addition", 5).find_seats(1) == ("human", "human")


def test_nobody_sits_down_when_the_match_is_over() -> None:
    match = table("nonprime-addition", 2)
    assert refused(MatchError, match.perform, Sit(("human", "random"))) == "The match is over."


def test_a_new_player_has_no_strikes() -> None:
    match = table("pocket-addition", seats=("random", "human"))
    match.perform(Mistype(match.state.turn, 0))
    match.perform(Mistype(match.state.turn, 0))
    match.perform(Sit(("other", "human")))
    match.perform(Mistype(match.state.turn, 0))
    go_on(match, 5)
    assert (match.outcome, match.events[0].refused) == (None, 1)


def test_a_player_who_cannot_solve_the_game_marks_the_match_from_then_on() -> None:
    match = table("pocket-addition", 6)
    match.perform(Sit(("human", "perfect"), too_large=True))
    assert (match.too_large, match.first_too_large) == (True, False)
    assert match.marks == ("seats changed", "too large to solve")
    match.perform(Sit(("human", "human")))
    assert not match.too_large
    assert match.marks == ("seats changed", "too large to solve")


def test_the_same_players_may_find_the_game_too_large_when_they_sit_down_again() -> None:
    match = Match(first_state("pocket-addition"), ("human", "perfect"))
    match.begin()
    match.perform(Sit(("human", "perfect"), too_large=True))
    assert (match.too_large, *match.marks) == (True, "too large to solve")
    match.perform(Sit(("human", "perfect")))
    assert (match.too_large, *match.marks) == (False, "too large to solve")
    match.perform(Resign(1, match.number))
    match.perform(Sit(("human", "perfect"), too_large=True))
    assert not match.too_large


def test_it_can_be_noted_before_the_first_event() -> None:
    match = Match(first_state("pocket-addition"), ("human", "perfect"))
    assert list(match.marks) == []
    match.mark_too_large()
    assert (match.too_large, match.first_too_large) == (True, True)
    assert list(match.marks) == ["too large to solve"]
