"""The toss of the coin, and what is dealt by hand."""

from __future__ import annotations

import pytest

from primeparlor.core import State
from primeparlor.notation import NotationError
from primeparlor.tables import setup
from primeparlor.tables.setup import Toss, read_fate, toss_seats
from support.example_games import Pig, TwentyOne

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
