"""Prime Climb in the browser: the stairs, their keys, and what is said of a step."""

from __future__ import annotations

import pytest

from primeparlor.games import PrimeClimb
from support.games import at
from support.web.browser import Boards

MIDDLE = at(PrimeClimb, "steps=7,8 turn=1")


def test_keys_say_where_they_lead_or_why_not(boards: Boards) -> None:
    boards.paint(MIDDLE)
    taken, *others = boards.labels(".key")
    assert taken == "1 step: Step 8 is taken"
    assert others[:3] == ["2 steps, to 9", "3 steps, to 10", "4 steps, to 11, a prime step"]
    boards.paint(at(PrimeClimb, "steps=15,3 turn=1"))
    assert boards.labels(".key")[4:6] == ["5 steps, to the top", "6 steps: too far, past the top"]


def test_key_step_and_keyboard_make_the_same_move(boards: Boards) -> None:
    boards.paint(MIDDLE)
    boards.page.click("[data-key=k4]")
    boards.page.locator(".stair.wide .can").nth(2).click()  # + 2, + 3, + 4
    boards.page.evaluate("document.activeElement.blur()")  # else Enter presses the key again
    boards.page.keyboard.press("4")
    assert boards.held == "4"
    boards.page.keyboard.press("Enter")
    assert boards.played == ["4", "4", "4"]
    boards.page.click("[data-key=k1]", force=True)  # taken: the referee says so
    assert boards.played == ["1"]


def test_steps_of_a_narrow_stair_are_pressed_where_a_finger_hits_them(boards: Boards) -> None:
    steps = boards.page.locator(".stair.narrow .hit")
    short, long = at(PrimeClimb, "steps=7,8 turn=1"), at(PrimeClimb, "top=100 largest=5 steps=33,34 turn=1")
    for width, state, played in ((640, short, ["4"]), (390, short, []), (390, long, ["4"])):
        boards.resize(width, 844)
        boards.paint(state)
        steps.nth(2).click()  # + 2, + 3, + 4
        assert boards.played == played
        box = steps.nth(2).bounding_box()
        assert box is not None
        assert (box["width"] >= 24) == bool(played)
    boards.resize(1280, 800)


def test_the_picture_says_everything_in_words(boards: Boards) -> None:
    boards.paint(MIDDLE)
    stand = "Staircase of 20 steps. You stand on 7, The house stands on 8."
    told = f"{stand} Prime steps: 2, 3, 5, 7, 11, 13, 17, 19."
    assert boards.labels("svg.stair") == [told, told]


@pytest.mark.parametrize(
    "words", ["top=100 largest=12 steps=33,51", "top=1000 largest=99 steps=1,990", "top=2"]
)
def test_a_long_stair_shows_what_is_in_reach(boards: Boards, words: str) -> None:
    state = at(PrimeClimb, words)
    boards.paint(state)
    numbers = {int(text) for text in boards.texts("svg.stair.wide .num")}
    low, high = state.steps[0] - 2, state.steps[0] + state.rules.largest
    assert all(low <= number <= high for number in numbers)
    assert boards.page.locator("svg.stair.wide .piece").count() == (4 if state.rules.top > 24 else 2)


def test_larger_numbers_are_typed(boards: Boards) -> None:
    boards.paint(at(PrimeClimb, "top=100 largest=12 steps=33,51"))
    boards.page.fill("#number", "12")
    boards.page.click("text=Climb >> nth=-1")
    assert boards.played == ["12"]
    boards.page.locator("body").click(position={"x": 5, "y": 5})
    boards.paint(at(PrimeClimb, "top=100 largest=12 steps=33,51"))
    for key in ("1", "1", "Enter"):
        boards.page.keyboard.press(key)
    assert boards.played == ["11"]


def test_what_is_said_of_moves(boards: Boards) -> None:
    prime = boards.said(at(PrimeClimb, "steps=4,8 turn=1"), [], 3)
    assert prime["said"]["bold"] == "4 + 3 = 7"
    assert prime["said"]["text"] == "A prime step, so you move again."
    assert prime["row"] == {
        "move": "3",
        "what": "Step 7",
        "short": "",
        "prime": True,
        "struck": False,
        "pending": False,
    }
    won = boards.said(at(PrimeClimb, "steps=13,8 turn=1"), [], 7)
    assert won["result"]["bold"] == "You won: first to Step 20."
    assert won["result"]["text"] == "The house was still on Step 8."
    passed = boards.said(at(PrimeClimb, "largest=1 steps=7,8 turn=1"), [], "pass")
    assert passed["said"]["text"] == "No other step is in reach, so you pass. The house is next."
    assert boards.refused(MIDDLE, "1")["bold"] == "7 + 1 = 8"
    assert boards.refused(MIDDLE, "1")["text"] == "The house stands on Step 8. Choose another number."
    assert boards.refused(at(PrimeClimb, "steps=15,3 turn=1"), "6")["text"].endswith("exactly 5 to reach it.")
    for text in ("01", "4.0"):  # on the floor nothing is in the way: it is the text that is not understood
        told = boards.refused(at(PrimeClimb, ""), text)
        assert (told["bold"], told["text"]) == (
            f"'{text}' is not a move here.",
            "Type a whole number from 1 to 9.",
        )


def test_a_tried_key_says_so(boards: Boards) -> None:
    boards.paint(MIDDLE, tried=["2", "1"], mode="puzzle")
    taken, tried, other, *_ = boards.labels(".key")
    assert (taken, tried, other) == ("1 step: Step 8 is taken", "2 steps, to 9, tried", "3 steps, to 10")
    assert boards.texts(".key .x") == ["✕"]


def test_the_end_is_drawn_large(boards: Boards) -> None:
    won = at(PrimeClimb, "steps=13,8 turn=1").play(7)
    boards.paint(won)
    assert boards.texts(".mine .end") == ["the top"] * 2
    assert boards.texts(".mine .lab") == ["The house reached"] * 2  # Player 1, seen by Player 2
    boards.paint(MIDDLE, over=True)  # resigned: nobody is at the top
    assert boards.texts(".mine .end") == []


def test_a_prime_step_glows_once(boards: Boards) -> None:
    before = at(PrimeClimb, "steps=4,8 turn=1")
    for move, glows in ((3, ["7"]), (2, [])):
        boards.travel(before, move)
        glow = ".tread.glow"
        assert boards.page.locator(glow).evaluate_all("all => all.map(one => one.dataset.step)") == glows
        told = boards.page.locator(glow).evaluate_all(
            "all => all.flatMap(one => one.getAnimations().map(each => each.effect.getTiming().iterations))"
        )
        assert told == [1] * len(glows)
    boards.travel(before, 3)
    boards.paint(before.play(3))  # it is over with the next picture
    assert boards.page.locator(".tread.glow").count() == 0
