"""What the players are called on the screen."""

from __future__ import annotations

import pytest

from primeparlor.terminal.tui.boards import seats_of
from support.matches import table


def test_a_record_in_which_a_person_has_our_name_calls_them_by_their_number() -> None:
    seats = seats_of(table("pocket-addition", names=("Ann", "The house")))
    assert (seats.names, seats.you) == (("Ann", "Player 2"), None)
    assert seats_of(table("pocket-addition", seats=("human", "club"))).names == ("You", "The house")


@pytest.mark.parametrize(
    ("seats", "names"),
    [
        (("human", "agent:Ada"), ("You", "Ada")),
        (("agent:Ada", "club"), ("Ada", "The house")),
        (("agent:Ada", "agent:Ada"), ("Player 1", "Player 2")),
        (("agent:you", "agent:Ada"), ("Player 1", "Ada")),
        (("human", "cmd:bot"), ("You", "The program")),
        (("cmd:bot", "club"), ("Player 1", "Player 2")),
    ],
)
def test_programs_are_not_the_house(seats: tuple[str, str], names: tuple[str, str]) -> None:
    assert seats_of(table("pocket-addition", seats=seats)).names == names
