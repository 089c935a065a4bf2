"""Keys at a table and a puzzle: they go to the board, unless what has the focus needs them."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from support.web.visitors import Person

MORPH = "number-morph number=277 used=211,271,277 turn=1"


def moves(person: Person) -> list[object]:
    """What was played at the table."""
    return [step["move"] for step in person.view()["steps"]]


def test_enter_on_a_button_presses_that_button(host: Person) -> None:
    host.open("prime-climb", opponent="same screen")
    host.page.keyboard.press("4")
    host.page.focus("[data-key=hint]")
    host.page.keyboard.press("Enter")
    expect(host.page.locator(".ladder .open")).to_have_count(1)
    assert moves(host) == []
    host.page.evaluate("document.activeElement.blur()")
    host.page.keyboard.press("Enter")  # and what was chosen is still there to be played
    host.says("Pass it to Player 2.")
    assert moves(host) == [4]


def test_the_keys_of_a_page_are_listed_on_request(host: Person, watcher: Person) -> None:
    sheet = host.page.locator("#keys-sheet")
    watcher.page.goto(host.open("number-morph", opponent="same screen", position=MORPH))
    watcher.page.locator("main .picture *").first.wait_for()
    expect(watcher.page.locator("#keys")).to_be_hidden()  # there is nothing to press
    host.page.keyboard.press("?")
    expect(sheet).to_contain_text("choose a place")
    expect(sheet).to_contain_text("type a move")
    expect(sheet).to_be_visible()
    host.page.keyboard.press("Escape")
    expect(sheet).to_be_hidden()
    host.page.focus("#typed")
    host.page.keyboard.type("?")
    expect(host.page.locator("#typed")).to_have_value("?")  # in a field it is a letter
    expect(sheet).to_be_hidden()
    host.page.click("#keys")
    expect(sheet).to_be_visible()


def test_enter_is_for_what_was_done_last(host: Person) -> None:
    host.open("nonprime-addition", opponent="same screen", position="nonprime-addition total=26")
    host.page.focus("[data-key='6']")
    host.page.keyboard.press("4")
    expect(host.page.locator("[data-key='4']")).to_be_focused()
    host.page.keyboard.press("Enter")
    host.says("26 + 4 = 30", ".message")
    host.page.keyboard.press("5")
    host.page.focus("[data-key='6']")
    host.page.keyboard.press("Enter")
    host.says("30 + 6 = 36", ".message")
    host.page.click("[data-key=hint]")
    expect(host.page.locator(".ladder .open")).to_have_count(1)
    expect(host.page.locator("[data-key=hint]")).to_have_attribute("aria-disabled", "false")
    host.page.keyboard.press("4")
    host.page.keyboard.press("Enter")
    host.says("36 + 4 = 40", ".message")


def test_arrows_scroll_the_list_that_has_the_focus_and_enter_folds_the_map_and_tries_from_a_wheel(
    host: Person,
) -> None:
    host.open("number-morph", opponent="same screen", position=MORPH)
    turn = host.page.locator("[data-key=try]")
    for place in ("#moves", ".trail"):
        host.page.focus(place)
        host.page.keyboard.press("ArrowUp")
        expect(turn).to_have_text("Pick a digit")
    host.page.keyboard.press("2")  # digits are for the board
    expect(turn).to_have_text("Try 227")
    host.page.evaluate("document.activeElement.blur()")
    host.page.keyboard.press("ArrowUp")
    expect(turn).to_have_text("Try 237")
    host.page.focus("[data-key=place1]")
    host.page.keyboard.press("2")
    host.page.focus("[data-key=map]")
    host.page.keyboard.press("Enter")
    expect(host.page.locator("svg.map")).to_be_hidden()
    assert moves(host) == []
    host.page.focus("[data-key=place1]")
    host.page.keyboard.press("Enter")
    host.says("277 → 227", ".message")


def test_enter_on_skip_skips_the_puzzle(host: Person) -> None:
    page = host.page
    page.goto("/puzzle/prime-climb")
    page.locator("[data-key=Skip]").wait_for()
    page.keyboard.press("1")
    expect(page.locator("[data-key=k1]")).to_have_attribute("aria-pressed", "true")
    page.focus("[data-key=Skip]")
    with page.expect_request(re.compile("/api/puzzles")) as asked:
        page.keyboard.press("Enter")
    assert asked.value.url.endswith("/api/puzzles")
    page.locator("[data-key=Skip]").wait_for()
