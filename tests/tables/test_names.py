"""Names: what somebody may be called, and what players are called in a sentence."""

from __future__ import annotations

import pytest

from primeparlor import notation
from primeparlor.core import ParlorError, Player
from primeparlor.match import HUMAN, Match
from primeparlor.match.name_rules import NameRefused, explain_refusal
from primeparlor.tables.names import build_names, check_name

START = notation.set_up(notation.game("pocket-addition"), [])

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
        ("👩\u200d🚀", "👩\u200d🚀"),
        ("می\u200cخواهم", "می\u200cخواهم"),
        ("é", "é"),
    ],
)
def test_other_names_are_taken_as_they_are(name: str, kept: str) -> None:
    assert check_name(name) == kept


def test_what_the_referee_refuses_is_refused_in_the_same_words() -> None:
    for name in ("x" * 41, "a\nb", "a\u202eb", "⌂"):
        with pytest.raises(NameRefused) as caught:
            check_name(name)
        assert str(caught.value) == explain_refusal(name) != ""


@pytest.mark.parametrize(
    ("label", "name"),
    [("beginner", "the house"), ("Bot", "Player 2"), ("cmd:bot", "the program"), ("agent:Ada", "Ada")],
)
def test_only_the_levels_are_the_house(label: str, name: str) -> None:
    assert build_names(Match(START, (HUMAN, label), names=("Ann", ""))) == ["Ann", name]


@pytest.mark.parametrize(
    ("you", "names"), [(None, ["Ann", "Player 2"]), (1, ["you", "Player 2"]), (2, ["Ann", "you"])]
)
def test_a_reader_is_you_and_a_name_of_ours_is_nobodys(you: Player | None, names: list[str]) -> None:
    assert build_names(Match(START, (HUMAN, HUMAN), names=("Ann", "The house")), you) == names


def test_without_people_nobody_is_the_house() -> None:
    assert build_names(Match(START, ("casual", "expert"))) == ["Player 1", "Player 2"]


@pytest.mark.parametrize(
    ("seats", "names"),
    [
        (("agent:Ada", "club"), ["Ada", "the house"]),
        (("agent:Ada", "agent:Bob"), ["Ada", "Bob"]),
        (("agent:Ada", "agent:Ada"), ["Player 1", "Player 2"]),
        (("agent:the house", "human"), ["Player 1", "Player 2"]),
        (("cmd:bot", "club"), ["Player 1", "Player 2"]),
    ],
)
def test_a_program_that_comes_in_is_called_by_its_name(seats: tuple[str, str], names: list[str]) -> None:
    assert build_names(Match(START, seats)) == names


def test_the_program_is_nobodys_name() -> None:
    with pytest.raises(ParlorError, match="The parlor uses"):
        check_name("The Program")
