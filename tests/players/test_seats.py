"""Seats by their labels: a visible list of kinds; a new kind needs one row."""

from __future__ import annotations

import pytest

from primeparlor.core import ParlorError
from primeparlor.games import PrimeClimb
from primeparlor.match import Match, Settings
from primeparlor.players import (
    KINDS,
    SEATS,
    PlayerKind,
    Seat,
    build_view,
    check_seat,
    create_player,
    list_completions,
    play_match,
    seats,
)
from support.matches import as_bytes, read_bytes
from support.players import Stranger, player


def test_a_person_has_no_player_object() -> None:
    assert create_player("human") is None


@pytest.mark.parametrize("label", SEATS)
def test_every_other_seat_can_be_asked(label: str) -> None:
    house = player(label)
    match = Match(PrimeClimb.start(), (label, "human"), Settings(clock=5), seed=1)
    match.begin()
    shown = build_view(match)
    assert (shown.seat, shown.moves, shown.history) == (1, match.state.moves(), [])
    assert shown.time_left is not None
    assert house.choose(shown).move in shown.moves
    assert house.own
    house.close()


@pytest.mark.parametrize("label", ["", "Perfect", "cmd:ls", "random:", "expert:1"])
def test_an_unknown_seat_is_refused_with_the_choices(label: str) -> None:
    with pytest.raises(
        ParlorError, match="Choose from: human, random, beginner, casual, club, expert, perfect"
    ):
        check_seat(label)


def test_every_kind_but_people_and_programs_is_a_seat_of_the_house() -> None:
    assert ("human", *SEATS) == tuple(kind.name for kind in KINDS if not kind.rest)


def test_nobody_creates_a_program_that_comes_in() -> None:
    assert create_player("agent:Ada") is None
    assert "agent:" not in list_completions()  # nothing can come in at a command line


@pytest.mark.parametrize("name", ["a\u202eb", "x" * 41, " ", "\n"])
def test_a_program_that_comes_in_has_a_name_that_people_may_have(name: str) -> None:
    for create in (check_seat, create_player):
        with pytest.raises(ParlorError, match="A name must"):
            create(f"agent:{name}")


def echo(seat: Seat) -> Stranger:
    """A player who says what is in its label."""
    made.append(seat)
    return Stranger(*map(int, seat.rest.split(",")))


made: list[Seat] = []
ECHO = PlayerKind("echo", echo, rest="MOVES")


@pytest.fixture
def joined(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(seats, "KINDS", (*KINDS, ECHO))
    made.clear()


@pytest.mark.usefixtures("joined")
def test_a_kind_with_more_in_its_label_needs_one_row() -> None:
    assert check_seat("echo:3,4") == "echo:3,4"
    assert list_completions()[-1] == "echo:"
    for label in ("echo", "echo:", "Echo:3"):
        with pytest.raises(ParlorError, match=r"random, .*, perfect, .*, echo:MOVES\.$"):
            check_seat(label)
    labels = ("echo:3,5,7", "echo:2")
    match = Match(PrimeClimb.start(), labels, seed=1)
    outcome = play_match(match, [player(label) for label in labels])
    assert outcome is not None
    assert [seat.rest for seat in made] == ["3,5,7", "2"]
    assert match.events[0].move == 3


@pytest.mark.usefixtures("joined")
def test_reading_a_record_makes_no_player() -> None:
    match = Match(PrimeClimb.start(), ("echo:3", "cmd:rm -r /"), seed=1)
    match.begin()
    again = read_bytes(as_bytes(match)).match
    assert again.seats == match.seats
    assert made == []
