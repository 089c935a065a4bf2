"""Prime Duel in the browser: two keys that say where they lead, and nothing of the deck but its counts."""

from __future__ import annotations

import pytest

from primeparlor.games import PrimeDuel
from support.games import at
from support.web.browser import Boards

DRAWN = at(PrimeDuel, "scores=31,38 deck=1,1,3,3,1,2,2,4,2,0 turn=1 card=10")


def test_keys_say_the_new_score(boards: Boards) -> None:
    boards.paint(DRAWN)
    keep, discard = boards.texts(".key.choice small")
    assert keep == "31 + 10 = 41 ◆ go again"
    assert discard == "The next card counts"
    past = at(PrimeDuel, "scores=45,38 deck=1,1,3,3,1,2,2,4,2,0 turn=1 card=10")
    boards.paint(past)
    assert boards.texts(".key.choice small") == ["45 + 10 passes 50", "It must go"]
    assert boards.refused(past, "keep")["bold"] == "45 + 10 = 55"


def test_keys_letters_and_clicks_make_the_same_choice(boards: Boards) -> None:
    boards.paint(DRAWN)
    boards.page.click("[data-key=keep]")
    for letter in "ky":
        boards.page.keyboard.press(letter)
    boards.page.click("[data-key=discard]")
    for letter in "dn":
        boards.page.keyboard.press(letter)
    assert boards.played == ["keep"] * 3 + ["discard"] * 3


def test_nothing_is_chosen_while_the_other_moves(boards: Boards) -> None:
    boards.paint(DRAWN, yours=False)
    boards.page.click("[data-key=keep]", force=True)
    boards.page.keyboard.press("k")
    assert boards.played == []


def test_the_deck_is_shown_by_its_counts(boards: Boards) -> None:
    boards.paint(DRAWN)
    assert boards.texts(".left .vh")[:4] == ["1: 1 left", "2: 1 left", "3: 3 left", "4: 3 left"]
    assert boards.texts(".pile-l") == ["19 face down"]
    assert boards.labels(".cardface") == ["Card drawn: 10"]


@pytest.mark.parametrize("words", ["target=100 largest=12 copies=8", "target=2 largest=2 copies=1"])
def test_variants_fit(boards: Boards, words: str) -> None:
    state = at(PrimeDuel, words).after(1)
    boards.paint(state)
    assert boards.page.locator(".left li").count() == state.rules.largest
    assert boards.page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_what_is_said_of_moves(boards: Boards) -> None:
    kept = boards.said(DRAWN, [], "keep")
    assert kept["said"]["bold"] == "31 + 10 = 41"
    assert kept["said"]["text"] == "You kept the 10. A prime, so you draw again."
    assert kept["row"] == {
        "move": "kept 10",
        "what": "41",
        "short": "",
        "prime": True,
        "struck": False,
        "pending": False,
    }
    gone = boards.said(DRAWN, [], "discard")
    assert gone["row"] == {
        "move": "10",
        "what": "discarded",
        "short": "",
        "prime": False,
        "struck": True,
        "pending": False,
    }
    empty = at(PrimeDuel, "scores=31,38 deck=0,0,0,0,0,0,0,0,0,0 turn=1")
    assert "all 40 cards were shuffled" in boards.said(empty, [], 8)["said"]["text"]
    assert boards.said(empty, [], 8)["said"]["bold"] == "You drew an 8."
    won = boards.said(at(PrimeDuel, "scores=40,49 deck=4,4,4,4,4,4,4,4,4,3 turn=1 card=10"), [], "keep")
    assert won["result"]["bold"] == "You won, 50 to 49."
    assert won["result"]["text"] == "The house was 1 point short."


def test_the_end_is_drawn_large(boards: Boards) -> None:
    boards.paint(at(PrimeDuel, "scores=40,49 deck=4,4,4,4,4,4,4,4,4,3 turn=1 card=10").play("keep"))
    assert boards.labels(".reached [role=img]") == ["50"]
    assert boards.texts(".reached p") == ["exactly"]
    boards.paint(DRAWN, over=True)  # resigned: nobody has 50
    assert boards.page.locator(".reached").count() == 0
