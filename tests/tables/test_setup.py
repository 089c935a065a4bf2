"""A new table: its players and settings, the toss of the coin, and what is dealt by hand."""

from __future__ import annotations

import pytest

from primeparlor.core import ParlorError, State
from primeparlor.games import PocketAddition, PrimeDuel
from primeparlor.match import Event, MatchError, Settings
from primeparlor.notation import NotationError
from primeparlor.players import Chosen, View, seats
from primeparlor.tables import setup
from primeparlor.tables.sentences import format_level, format_substitution, format_terms
from primeparlor.tables.setup import Toss, open_table, read_fate, set_up, set_up_variant, toss_seats
from support.example_games import Pig, TwentyOne
from support.too_large import limit_positions

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
        (
            "human",
            "A\x1b[2J",
            MatchError,
            "A name must not contain control characters or line breaks (U+001B).",
        ),
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


# The toss --------------------------------------------------------------------------------------------


def test_the_coin_is_told_and_moves_seats_and_names() -> None:
    tosses = {toss_seats(("human", "club"), ("Ann", ""), seed) for seed in range(9)}
    assert tosses == {
        Toss(("human", "club"), ("Ann", ""), "Tails: Ann begins."),
        Toss(("club", "human"), ("", "Ann"), "Heads: the house begins."),
    }
    assert toss_seats(("human", "human"), seed=0).sentence in [
        f"{side}: whoever called it begins." for side in ("Heads", "Tails")
    ]
    assert {toss_seats(("human", "club"), seed=seed).sentence for seed in range(9)} == {
        "Heads: the house begins.",
        "Tails: you begin.",
    }
    assert {toss_seats(("human", "cmd:bot"), seed=seed).sentence for seed in range(9)} == {
        "Heads: the program begins.",
        "Tails: you begin.",
    }
    assert {toss_seats(("random", "club"), seed=seed).sentence for seed in range(9)} == {
        "Heads: club begins.",
        "Tails: random begins.",
    }
    assert {toss_seats(("human", "club")).seats[0] for _ in range(64)} == {"human", "club"}


def test_in_a_position_of_player_2_it_is_player_2_who_begins() -> None:
    told = {
        (toss := toss_seats(("human", "club"), seed=seed, turn=2)).sentence: toss.seats for seed in range(9)
    }
    assert told == {"Heads: you begin.": ("club", "human"), "Tails: the house begins.": ("human", "club")}


# Dealt by hand -----------------------------------------------------------------------------------------


def test_what_can_be_dealt_by_hand() -> None:
    assert read_fate(Pig.start(), "4 5, 1") == [4, 5, 1]
    assert read_fate(Pig.start(), "1 " * 40) == [1] * 40
    assert read_fate(TwentyOne.start(), "") == []


@pytest.mark.parametrize(
    ("start", "text", "told"),
    [
        (Pig.start(), "4 7", "7 cannot be rolled: only 1 to 6 can be rolled there."),
        (Pig.start(), "four", "four cannot be rolled: only 1 to 6 can be rolled there."),
        (Pig.start(), "\x1b" * 30, f"{'?' * 20}… cannot be rolled"),
        (
            Pig.start(Pig.Rules(sides=20)),
            "21",
            "21 cannot be rolled: only 1 to 20 can be rolled there.",
        ),
        (
            TwentyOne.start(),
            "3",
            "Nothing is drawn in this game of Twenty-One: leave out --fate.",
        ),
        (
            Pig.start(Pig.Rules(target=2)),
            "2 2",
            "Only one outcome is rolled in this game of Pig, but --fate gives 2.",
        ),
        (
            Pig.start(),
            "6 " * 8,
            "Only 7 outcomes are rolled in this game of Pig, but --fate gives 8.",
        ),
    ],
)
def test_what_cannot_be_dealt_by_hand(start: State, text: str, told: str) -> None:
    with pytest.raises(NotationError) as caught:
        read_fate(start, text)
    assert str(caught.value).startswith(told)


def test_a_game_without_an_end_is_not_walked_for_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(setup, "LONGEST_WALK", 3)
    with pytest.raises(NotationError, match="Nothing is drawn in this game"):
        read_fate(TwentyOne.start(), "3")


def test_a_table_says_before_the_game_that_perfect_is_not(monkeypatch: pytest.MonkeyPatch) -> None:
    limit_positions(monkeypatch)
    table = open_table(TwentyOne.start(), ("human", "perfect"))
    told = "Perfect plays as expert here: too large to solve."
    assert format_terms(table.match) == ["Player 1: you. Player 2: perfect.", told]
    assert table.match.marks == ("too large to solve",)
    assert [format_level(table.match, label) for label in table.match.seats] == ["human", "perfect as expert"]
    assert format_substitution(table.create_rematch().match) == told
    small = open_table(PocketAddition.start(), ("human", "perfect"))
    assert format_substitution(small.match) == ""
    assert [format_level(small.match, label) for label in small.match.seats] == ["human", "perfect"]
