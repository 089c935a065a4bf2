"""Nonprime Addition in the browser: the total, the line and the keys, and nothing that tells a prime."""

from __future__ import annotations

import re
from itertools import islice

import pytest

from primeparlor.core import Played
from primeparlor.games import NonprimeAddition
from support.games import at
from support.terminal.boards import lines_of_play
from support.web.browser import Boards

LINE: list[Played] = [(1, 8), (2, 7), (1, 8), (2, 3), (1, 6), (2, 2)]
AT_35 = at(NonprimeAddition, "total=35")
MARKS = """line => [...line.querySelectorAll(':scope > .pri')].map(mark => mark.getBBox())
  .map(box => box.x + box.width / 2)"""


@pytest.mark.parametrize("words", ["", "start=7", "smallest=5 largest=12", "total=9223372036854775000"])
def test_nothing_ahead_of_the_total_tells_of_a_prime(boards: Boards, words: str) -> None:
    for state, line in islice(lines_of_play(at(NonprimeAddition, words), seed=3), 12):
        boards.paint(state, line)
        here = boards.page.locator(".np-line.large .here").evaluate(
            "mark => mark.getBBox().x + mark.getBBox().width / 2"
        )
        assert all(x < here for x in boards.page.locator(".np-line.large").evaluate(MARKS))
        keys = boards.page.locator(".key").evaluate_all("keys => keys.map(key => key.outerHTML)")
        alike = {re.sub(r"<use[^>]*>|</use>|viewBox=\"[^\"]*\"|\d+", "", key) for key in keys}
        assert len(alike) == (0 if state.ending() else 1)


def test_keyboard_and_mouse_make_the_same_move(boards: Boards) -> None:
    boards.paint(AT_35, LINE)
    boards.page.click("[data-key='4']")
    boards.page.mouse.move(0, 0)
    boards.page.evaluate("document.activeElement.blur()")
    boards.page.keyboard.press("4")
    assert boards.held == "4"
    assert boards.page.locator(".np-line.large .hop.pre").count() == 1
    boards.page.keyboard.press("Enter")
    assert boards.played == ["4", "4"]
    boards.page.keyboard.press("Escape")
    assert boards.held == ""
    assert boards.page.locator(".hop.pre").count() == 0


def test_a_number_that_is_pointed_at_is_dotted_on_the_line(boards: Boards) -> None:
    boards.paint(AT_35, LINE)
    for key in ("hover", "focus"):
        getattr(boards.page.locator("[data-key='6']"), key)()
    assert boards.page.locator(".np-line.large .hop.pre").count() == 1
    boards.page.mouse.move(0, 0)
    boards.page.evaluate("document.activeElement.blur()")
    assert boards.page.locator(".hop.pre").count() == 0


def test_who_waits_cannot_play(boards: Boards) -> None:
    boards.paint(AT_35, LINE, yours=False)
    boards.page.click("[data-key='4']", force=True)
    boards.page.keyboard.press("Enter")
    assert boards.played == []


def test_what_the_picture_says(boards: Boards) -> None:
    boards.paint(AT_35, LINE)
    assert boards.labels(".np-total.beside") == ["Total 35. 33 + 2 = 35 = 5 × 7."]
    assert boards.labels(".np-line.small") == [
        "Number line. The total is 35. Hops: You + 8 to 24, The house + 3 to 27, You + 6 to 33, "
        "The house + 2 to 35. Primes passed: 17, 19, 23, 29, 31. Within reach: 37 to 44."
    ]
    assert boards.texts(".eq-line") == ["The house added 2. 35 is not prime."]


def test_the_end_is_drawn_large(boards: Boards) -> None:
    boards.paint(AT_35.play(6), [*LINE, (1, 6)])
    assert boards.texts(".eq-line") == ["41 is prime! The house made it, so you win."]
    assert boards.labels(".np-total.beside") == ["Total 41. 35 + 6 = 41, prime!"]
    assert boards.texts(".np-total.beside .prime") == ["prime!"]
    assert boards.page.locator(".key").count() == 0


def test_long_totals_are_exact(boards: Boards) -> None:
    boards.paint(at(NonprimeAddition, "total=9223372036854775804"))
    assert boards.texts(".np-eq") == ["9223372036854775804 = 2² × 2305843009213693951"]
    assert "Within reach: 9223372036854775806 to 9223372036854775813." in boards.labels(".np-line.large")[0]
    assert boards.texts(".key small")[0] == "…5806"
    assert boards.labels(".key")[0] == "Add 2, total 9223372036854775806"


def test_many_numbers_are_typed(boards: Boards) -> None:
    boards.paint(at(NonprimeAddition, "smallest=2 largest=99 total=35"))
    assert boards.page.locator(".key").count() == 0
    boards.page.fill("#number", "47")
    assert boards.page.locator(".np-line.large .hop.pre").count() == 1
    boards.page.keyboard.press("Enter")
    assert boards.played == ["47"]


def test_the_words(boards: Boards) -> None:
    told = boards.said(at(NonprimeAddition, "total=33"), [], 2)
    assert told["said"]["bold"] == "33 + 2 = 35"
    assert told["said"]["text"] == "You added 2. 35 = 5 × 7 is not prime."
    assert told["row"] == {
        "move": "+ 2",
        "what": "35 = 5 × 7",
        "short": "35",
        "prime": False,
        "struck": False,
        "pending": False,
    }
    told = boards.said(AT_35, LINE, 6)
    assert told["said"] == {
        "glyph": "◆",
        "bold": "35 + 6 = 41",
        "text": "41 is prime! You made it, so the house wins.",
        "kind": "prime",
    }
    assert told["row"] == {
        "move": "+ 6",
        "what": "41 ◆ prime",
        "short": "",
        "prime": False,
        "struck": False,
        "pending": False,
    }
    assert told["result"]["bold"] == "The house won: you made 41, a prime."
    refused = boards.refused(AT_35, "1")
    assert (refused["bold"], refused["text"]) == ("1 is out of range.", "Choose a whole number from 2 to 9.")


def test_the_line_is_drawn_the_same_as_if_the_whole_way_were_told(
    boards: Boards, monkeypatch: pytest.MonkeyPatch
) -> None:
    boards.page.mouse.move(0, 0)  # away from the keys: what is pointed at is drawn too
    long: list[Played] = [(1, 3), *(((2, 1)[at % 2], 2) for at in range(300))]
    for words in ("total=604", "total=604 largest=99"):
        drawn = []
        for behind in (200, 10_000):
            monkeypatch.setattr("primeparlor.games.nonprime_addition.facts.BEHIND", behind)
            boards.paint(at(NonprimeAddition, words), long)
            drawn.append(boards.page.locator("#picture").inner_html())
        assert drawn[0] == drawn[1]


def test_a_tried_key_says_so(boards: Boards) -> None:
    boards.paint(AT_35, LINE, tried=["2"], mode="puzzle")
    assert boards.labels(".key")[:2] == ["Add 2, total 37, tried", "Add 3, total 38"]
    assert boards.texts(".key .x") == ["✕"]
