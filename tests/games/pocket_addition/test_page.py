"""Pocket Addition in the browser: the pool is the keys, and each figure stands once."""

from __future__ import annotations

import pytest

from primeparlor.games import PocketAddition
from support.games import at
from support.web.browser import Boards, name_readers

MIDDLE = at(PocketAddition, "one=7,2 two=8,6 turn=1")


def test_tiles_say_what_they_make(boards: Boards) -> None:
    boards.paint(MIDDLE)
    assert boards.labels(".tile") == [
        "Take 1, total 10",
        "2, taken by you",
        "Take 3, total 12",
        "Take 4, total 13",
        "Take 5, total 14",
        "6, taken by the house",
        "7, taken by you",
        "8, taken by the house",
        "9 is too big: 9 + 9 = 18",
    ]


def test_tile_and_keyboard_make_the_same_move(boards: Boards) -> None:
    boards.paint(MIDDLE)
    boards.page.click("[data-key=tile-5]")
    boards.page.evaluate("document.activeElement.blur()")  # else Enter presses the key again
    boards.page.keyboard.press("5")
    assert boards.held == "5"
    boards.page.keyboard.press("Enter")
    assert boards.played == ["5", "5"]


def test_a_tried_tile_says_so(boards: Boards) -> None:
    boards.paint(MIDDLE, tried=["5"], mode="puzzle")
    assert boards.labels("[data-key=tile-5]") == ["Take 5, total 14, tried"]
    assert boards.texts(".tile .x") == ["✕ tried"]


def test_totals_stand_once(boards: Boards) -> None:
    boards.paint(MIDDLE)
    assert boards.labels(".pk .sum [role=img]") == ["total 9", "total 14"]
    texts = [text for text in boards.texts("#picture text") if text]
    assert "9" not in texts
    assert "14" not in texts


@pytest.mark.parametrize("words", ["target=200 largest=14", "target=1 largest=1", "target=30 largest=12"])
def test_variants_have_a_tile_for_every_number(boards: Boards, words: str) -> None:
    state = at(PocketAddition, words)
    boards.paint(state)
    assert boards.page.locator(".tile").count() == state.rules.largest


def test_what_is_said_of_moves(boards: Boards) -> None:
    taken = boards.said(MIDDLE, [], 5)
    assert taken["said"]["bold"] == "9 + 5 = 14"
    assert taken["said"]["text"] == "You took the 5: 1 to go."
    assert taken["row"] == {
        "move": "5",
        "what": "9 + 5 = 14",
        "short": "",
        "prime": False,
        "struck": False,
        "pending": False,
    }
    won = boards.said(at(PocketAddition, "one=7,2 two=8 turn=1"), [], 6)
    assert (won["result"]["bold"], won["result"]["text"]) == ("You won, 15 to 8.", "You made exactly 15.")
    passed = boards.said(at(PocketAddition, "one=1,2,4,7 two=3 turn=1"), [], "pass")
    assert passed["said"]["bold"] == "Nothing fits, so you pass."
    assert boards.refused(MIDDLE, "9")["text"].startswith("That is past 15. ")
    assert boards.refused(MIDDLE, "8")["text"] == "The house has it. Choose another number."
    misspelt = boards.refused(MIDDLE, "04")
    assert misspelt["bold"] == "'04' is not a move here."
    assert misspelt["text"] == "Type a whole number from 1 to 9."


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ("one=9,6 two=8 turn=2", ["exactly", ""]),
        ("one=9,1,3 two=8,2,4 turn=1 passes=2", ["", "is higher"]),
        ("one=9,4,1 two=8,6 turn=2 passes=2", ["took the last", ""]),
    ],
)
def test_the_end_is_drawn_large(boards: Boards, words: str, told: list[str]) -> None:
    boards.paint(at(PocketAddition, words), seats=name_readers("Ann", "Bob", you=None))
    assert boards.texts(".pk .end") == told
    boards.paint(MIDDLE, over=True)  # resigned: neither total won
    assert boards.texts(".pk .end") == []
