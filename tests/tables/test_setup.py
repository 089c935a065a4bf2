"""Opening a table: who plays, and what is agreed on."""

from __future__ import annotations

import pytest

from primeparlor.core import ParlorError
from primeparlor.games import PocketAddition, PrimeDuel
from primeparlor.match import Event, MatchError, Settings
from primeparlor.notation import NotationError
from primeparlor.players import Chosen, View, seats
from primeparlor.tables.setup import open_table, set_up, set_up_variant

# Who plays -------------------------------------------------------------------------------------------


def test_a_table_is_opened_as_asked_for() -> None:
    settings = Settings(clock=60, consent=True)
    names = ("", "Ann")
    table = open_table(PocketAddition.start(), ("random", "human"), settings, names=names, seed=5)
    match = table.match
    assert (match.seats, match.names, match.settings, match.seed) == (
        ("random", "human"),
        names,
        settings,
        5,
    )
    assert table.people == [2]
    assert not table.is_person_to_move()
    assert (table.record, match.store) == (None, None)  # kept nowhere unless that is asked for


@pytest.mark.parametrize(
    ("seat", "name", "error", "told"),
    [
        ("nobody", "", ParlorError, "There is no player 'nobody'."),
        ("random", "Ann", MatchError, "Only people can choose a name."),
        ("human", "A\x1b[2J", MatchError, "A name must be 1 to 40 printable characters."),
    ],
)
def test_who_cannot_sit_down(seat: str, name: str, error: type[ParlorError], told: str) -> None:
    with pytest.raises(error) as caught:
        open_table(PocketAddition.start(), ("human", seat), names=("", name))
    assert str(caught.value).startswith(told)


class Program:
    """A player that holds resources."""

    own, closed = False, False

    def choose(self, view: View) -> Chosen:
        raise NotImplementedError

    def close(self) -> None:
        self.closed = True


def test_players_are_sent_home_if_the_table_cannot_be_opened(monkeypatch: pytest.MonkeyPatch) -> None:
    program = Program()
    kinds = (seats.PlayerKind("program", lambda _: program), *seats.KINDS)
    monkeypatch.setattr(seats, "KINDS", kinds)
    with pytest.raises(ParlorError, match="There is no player 'nobody'"):
        open_table(PocketAddition.start(), ("program", "nobody"))
    assert program.closed


def test_a_position_is_set_up_where_something_is_left_to_play() -> None:
    assert set_up(PocketAddition, ["one=6", "two=9"]).turn == 1
    with pytest.raises(NotationError, match="This game is already over: there is nothing left to play"):
        set_up(PocketAddition, ["one=6,9", "two=8", "turn=2"])


def test_a_variant_is_made_of_rules_alone() -> None:
    assert set_up_variant(PocketAddition, ["target=21"]) == set_up(PocketAddition, ["target=21"])
    with pytest.raises(NotationError, match=r"'one=6' .* \(rules: target, largest\)\."):
        set_up_variant(PocketAddition, ["target=21", "one=6"])


def test_what_is_dealt_by_hand_comes_first() -> None:
    match = open_table(PrimeDuel.start(), fate="7, 10").match
    match.begin()
    assert match.history == [Event(1, None, 7, by_hand=True)]
    with pytest.raises(NotationError, match="11 cannot be drawn: the cards are 1 to 10"):
        open_table(PrimeDuel.start(), fate="11")
