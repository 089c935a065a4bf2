"""What the players are called on the screen."""

from __future__ import annotations

from primeparlor.terminal.tui.boards import seats_of
from support.matches import table


def test_a_record_in_which_a_person_has_our_name_calls_them_by_their_number() -> None:
    seats = seats_of(table("pocket-addition", names=("Ann", "The house")))
    assert (seats.names, seats.you) == (("Ann", "Player 2"), None)
    assert seats_of(table("pocket-addition", seats=("human", "club"))).names == ("You", "The house")
