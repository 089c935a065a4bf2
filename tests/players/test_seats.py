"""Seats by their labels."""

from __future__ import annotations

import pytest

from primeparlor.core import ParlorError
from primeparlor.games import PrimeClimb
from primeparlor.match import Match, Settings
from primeparlor.players import SEATS, check_seat, chooser, view


def test_a_person_is_nobody_to_ask() -> None:
    assert chooser("human") is None


@pytest.mark.parametrize("label", SEATS)
def test_every_other_seat_can_be_asked(label: str) -> None:
    player = chooser(label)
    assert player is not None
    match = Match(PrimeClimb.start(), (label, "human"), Settings(clock=5), seed=1)
    match.begin()
    shown = view(match)
    assert (shown.seat, shown.moves, shown.history) == (1, match.state.moves(), [])
    assert shown.time_left is not None
    assert player.choose(shown) in shown.moves


@pytest.mark.parametrize("label", ["", "Perfect", "cmd:ls", "llm:x@http://y"])
def test_an_unknown_seat_is_refused_with_the_choices(label: str) -> None:
    with pytest.raises(
        ParlorError, match="Seats are: human, random, beginner, casual, club, expert, perfect"
    ):
        check_seat(label)
