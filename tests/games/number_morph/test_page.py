"""Number Morph in the browser: wheels, digits, trail and map, and nothing that tells an open prime."""

from __future__ import annotations

import re
from itertools import islice

import pytest

from primeparlor.core import Played
from primeparlor.games import NumberMorph
from support.games import at
from support.terminal.boards import lines_of_play
from support.web.browser import Boards

LINE: list[Played] = [(None, 211), (1, 241), (2, 271), (1, 277), (2, 227), (1, 223)]
AT_223 = at(NumberMorph, "number=223 used=211,241,271,277,227,223 turn=2")
WORDS = """all => all.flatMap(one => [...one.childNodes].filter(node => node.nodeType === Node.TEXT_NODE)
  .map(node => node.textContent).concat(one.getAttributeNames()
  .filter(name => /^(aria|data|title|value)/.test(name)).map(name => one.getAttribute(name))))"""


@pytest.mark.parametrize("words", ["", "digits=2", "digits=4"])
def test_the_page_holds_no_prime_but_those_used(boards: Boards, words: str) -> None:
    for state, line in islice(lines_of_play(at(NumberMorph, words), seed=2), 1, 9):
        assert isinstance(state, NumberMorph)
        boards.paint(state, line)
        told = " ".join(boards.page.locator("main *").evaluate_all(WORDS))
        numbers = {int(number) for number in re.findall(rf"(?<!\d)\d{{{state.rules.digits}}}(?!\d)", told)}
        assert state.number in numbers
        assert numbers <= {*state.history}
        keys = boards.page.locator(".key:not([aria-disabled])").evaluate_all(
            "keys => keys.map(key => key.outerHTML)"
        )
        assert (
            len(
                {re.sub(r"<use[^>]*>|</use>|viewBox=\"[^\"]*\"|(: \d+ is used)?\d*", "", key) for key in keys}
            )
            == 1
        )
        assert len(keys) >= 8


def test_keyboard_and_mouse_make_the_same_try(boards: Boards) -> None:
    boards.paint(AT_223, LINE)
    for key in ("ArrowLeft", "ArrowRight", "6", "Enter"):
        boards.page.keyboard.press(key)
    boards.paint(AT_223, LINE)
    for key in ("place2", "place1", "digit6"):
        boards.page.click(f"[data-key={key}]")
    assert boards.texts("[data-key=try]") == ["Try 263"]
    boards.page.click("[data-key=try]")
    assert boards.played == ["263", "263"]
    boards.page.keyboard.press("Escape")
    assert boards.held == "1:"
    assert boards.texts("[data-key=try]") == ["Pick a digit"]


def test_wheels_turn_by_arrows_edges_and_swipes(boards: Boards) -> None:
    boards.paint(AT_223, LINE)
    boards.page.focus("[data-key=place1]")
    boards.page.keyboard.press("ArrowRight")
    boards.page.keyboard.press("ArrowDown")
    assert boards.held == "2:2"
    assert boards.page.evaluate("document.activeElement.dataset.key") == "place2"
    boards.page.click("[data-key=place0]", position={"x": 40, "y": 6})
    boards.page.click("[data-key=place0]", position={"x": 40, "y": 6})
    assert boards.held == "0:9"  # 2, 1, and no 0 at the front
    box = boards.page.locator("[data-key=place2]").bounding_box()
    assert box is not None
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    boards.page.mouse.move(x, y)
    boards.page.mouse.down()
    boards.page.mouse.move(x, y - 96, steps=4)
    boards.page.mouse.up()
    assert boards.held == "2:5"


def test_what_was_tried_is_marked_and_what_cannot_be_says_why(boards: Boards) -> None:
    boards.paint(AT_223, LINE, tried=["tens 4", 213])
    assert boards.page.locator(".key:has(.x)").evaluate_all("keys => keys.map(key => key.dataset.key)") == [
        "digit1"
    ]
    assert boards.labels("[data-key=digit1]") == ["1, tried: 213"]
    boards.page.keyboard.press("ArrowLeft")
    boards.page.click("[data-key=digit0]", force=True)
    assert boards.played == ["hundreds 0"]
    boards.paint(AT_223, LINE, yours=False)
    for key in ("digit6", "place0", "try"):
        boards.page.click(f"[data-key={key}]", force=True)
    boards.page.keyboard.press("5")
    assert boards.held == ""
    assert boards.played == []


def test_the_map_unfolds_only_where_the_page_offers_it(boards: Boards) -> None:
    boards.paint(AT_223, LINE, tried=[213, 263])
    assert boards.page.locator(".map .dot").count() == 5
    assert boards.page.locator(".map .try").count() == 2
    assert boards.page.locator("[data-key=unfold]").count() == 0
    boards.paint(AT_223, LINE, unfold=True)
    boards.page.click("[data-key=unfold]")
    assert boards.played == ["unfold"]
    boards.paint(AT_223, LINE, unfold=True, primes=list(AT_223.rules.primes))
    assert boards.texts(".map-fig b") == ["All 143 primes"]
    assert boards.page.locator(".map .dot").count() == 142
    assert boards.page.locator(".map .cut").count() == 5
    boards.page.click("[data-key=unfold]")
    assert boards.texts(".map-fig b") == ["Primes used so far"]
    assert boards.page.locator(".map .dot").count() == 5


@pytest.mark.parametrize(("words", "wheels", "maps"), [("", 3, 1), ("digits=2", 2, 1), ("digits=5", 5, 0)])
def test_every_length_has_wheels_and_a_trail(boards: Boards, words: str, wheels: int, maps: int) -> None:
    *_, (state, line) = islice(lines_of_play(at(NumberMorph, words), seed=5), 4)
    boards.paint(state, line)
    assert boards.page.locator(".wheel").count() == wheels
    assert boards.page.locator(".map").count() == maps
    assert boards.texts(".trail li > span:last-child") == [str(move) for _, move in line]


def test_the_trail_tells_who_made_what(boards: Boards) -> None:
    boards.paint(AT_223, LINE)
    assert boards.texts(".trail li")[:3] == ["211", "The house: 241", "You: 271"]
    assert boards.texts(".trail u") == ["4", "7", "7", "2", "3"]
    boards.paint(AT_223)  # nobody knows who made the primes of a set-up position
    assert boards.texts(".trail li") == ["211", "227", "241", "271", "277", "223"]


def test_the_end_is_drawn_large(boards: Boards) -> None:
    *_, (state, line) = lines_of_play(at(NumberMorph, "digits=2"), seed=1)
    assert isinstance(state, NumberMorph)
    assert state.ending()
    boards.paint(state, line)
    assert boards.texts(".eq-line.end") == [f"{state.number} leaves no prime to make."]
    assert boards.page.locator("button").count() == 0
    boards.paint(NumberMorph.start(), yours=False)
    assert boards.texts(".eq-line.end") == ["The first number is being drawn."]


def test_the_words(boards: Boards) -> None:
    told = boards.said(at(NumberMorph, "number=227 used=227"), [], 223)
    assert (told["said"]["bold"], told["said"]["text"]) == ("227 → 223", "You changed the units to 3.")
    assert told["row"] == {
        "move": "223",
        "what": "units 3",
        "short": "",
        "prime": False,
        "struck": False,
        "pending": False,
    }
    told = boards.said(NumberMorph.start(), [], 211)
    assert told["said"]["bold"] == "211 is the first number."
    assert told["row"] == {
        "move": "211",
        "what": "drawn",
        "short": "",
        "prime": False,
        "struck": False,
        "pending": False,
    }


STAYS = "223 stays. Trying costs nothing."


@pytest.mark.parametrize(
    ("text", "bold", "then"),
    [
        ("213", "213 = 3 × 71", f"Not a prime, so {STAYS}"),
        ("227", "227 has been used already.", f"Each prime counts only once, so {STAYS}"),
        ("223", "That is already 223.", "Choose another digit, then try it."),
        ("hundreds 0", "023 begins with 0.", "The first digit cannot be 0, so 223 stays."),
        ("311", "311 is not 223 with one digit changed.", "223 stays."),
    ],
)
def test_refusals_show_the_arithmetic_first(boards: Boards, text: str, bold: str, then: str) -> None:
    told = boards.refused(AT_223, text)
    assert (told["bold"], told["text"]) == (bold, then)


def test_a_puzzle_that_names_its_choices_has_a_key_for_each(boards: Boards) -> None:
    boards.paint(AT_223, LINE, actions=[229, 263], tried=["229"], mode="puzzle")
    assert boards.labels(".key") == ["229, tried", "263"]
    boards.page.click("[data-key=move-263]")
    assert boards.played == ["263"]
