"""Names of players: what somebody may be called, and what sentences call them."""

from __future__ import annotations

import pytest

from primeparlor.core import ParlorError
from primeparlor.games import PocketAddition
from primeparlor.match import HUMAN, Match
from primeparlor.tables.names import build_names, check_name

OURS = [
    "you",
    "You",
    "YOU",
    " you ",
    "the house",
    "The  House",
    "player 1",
    "Player 2",
    "ｙｏｕ",
    "you\u3164",
]


@pytest.mark.parametrize("name", OURS)
def test_the_words_of_the_house_are_nobodys_name(name: str) -> None:
    with pytest.raises(ParlorError, match=r'^The parlor uses ".+" itself\. Choose another name\.$'):
        check_name(name)


@pytest.mark.parametrize("name", ["\u3164", "\u2800 \u2800", "\uffa0", "\u0301", "\ufe0f"])
def test_a_name_shows_something(name: str) -> None:
    with pytest.raises(ParlorError, match="must show something"):
        check_name(name)


@pytest.mark.parametrize(
    ("name", "kept"),
    [
        ("", ""),
        ("  ", ""),
        (" Ann ", "Ann"),
        ("Youri", "Youri"),
        ("Player 3", "Player 3"),
        ("✌️", "✌️"),
        ("é", "é"),
    ],
)
def test_other_names_are_taken_as_they_are(name: str, kept: str) -> None:
    assert check_name(name) == kept


@pytest.mark.parametrize("name", ["a\tb", "a" * 41])
def test_a_name_is_short_and_printable(name: str) -> None:
    with pytest.raises(ParlorError, match="at most 40 printable characters"):
        check_name(name)


@pytest.mark.parametrize(
    ("label", "name"), [("beginner", "the house"), ("Bot", "Player 2"), ("cmd:bot", "Player 2")]
)
def test_only_the_levels_are_the_house(label: str, name: str) -> None:
    assert build_names(Match(PocketAddition.start(), (HUMAN, label), names=("Ann", ""))) == ["Ann", name]


def test_a_name_that_is_ours_is_shown_as_a_number_and_the_reader_is_you() -> None:
    match = Match(PocketAddition.start(), names=("the house", "Mara"))
    assert build_names(match) == ["Player 1", "Mara"]
    assert build_names(match, you=2) == ["Player 1", "you"]
