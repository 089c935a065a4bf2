"""Home in a real browser: a table is set up with keys alone, choices are kept, and Play is in view."""

from __future__ import annotations

import json
from typing import Any
from urllib.parse import urlparse

import pytest
from playwright.sync_api import Page, expect

from primeparlor.coach.reasons import describe_variant
from primeparlor.coach.training.ladder import load_rungs
from primeparlor.core import capital
from primeparlor.games import GAMES, PrimeClimb
from primeparlor.notation import set_up
from support.web.browser import until
from support.web.visitors import Person

SIZES = [(1280, 800), (900, 800), (390, 844), (320, 568)]
TABS = 60  # more than home has places to stop at


@pytest.fixture
def home(diarist: Person) -> Page:
    """Home as a new visitor sees it."""
    diarist.page.goto("/")
    expect(diarist.page.locator(".pic")).to_have_count(len(GAMES.ours))
    return diarist.page


def tab_to(page: Page, selector: str) -> None:
    """Go on with the Tab key until this has the focus."""
    for _ in range(TABS):
        if page.evaluate("selector => document.activeElement.matches(selector)", selector):
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"{selector} cannot be reached with the Tab key")


def order(page: Page) -> dict[str, Any]:
    """What is sent when Play is pressed."""
    with page.expect_request("**/api/tables") as sent:
        page.locator("#play").click()
    body: dict[str, Any] = json.loads(sent.value.post_data or "")
    return body


def test_a_table_is_opened_with_the_keyboard_alone_and_found_again(home: Page) -> None:
    home.keyboard.press("Tab")
    expect(home.locator(".skip")).to_be_focused()
    tab_to(home, "input[name=game]")
    home.keyboard.press("ArrowRight")
    home.keyboard.press("ArrowRight")
    expect(home.get_by_role("heading", name="A table for Prime Climb")).to_be_visible()
    tab_to(home, "input[name=level]")
    home.keyboard.press("ArrowLeft")
    expect(home.locator("#told")).to_contain_text("three in ten")  # what a casual player is wrong about
    tab_to(home, "#play")
    home.keyboard.press("Enter")
    home.wait_for_url("**/t/*")
    kept = home.evaluate("JSON.parse(localStorage.getItem('parlor.tables'))")
    opened = urlparse(home.url).path
    assert [table["id"] for table in kept] == [opened.removeprefix("/t/")]
    home.goto("/")
    expect(home.locator(f".tables a[href='{opened}']")).to_have_text("Prime Climb: Your turn, move 1")


def test_all_that_can_be_chosen_is_asked_for_and_kept_for_next_time(home: Page) -> None:
    home.locator("input[value=pocket-addition]").check(force=True)
    home.get_by_role("button", name="Match, clock, help").click()
    home.get_by_label("Variant").select_option("Your numbers")
    home.get_by_label("Target 1 to 200").fill("21")
    home.get_by_label("Seconds per move").fill("90")
    home.get_by_role("checkbox", name="Hints").uncheck()
    home.get_by_role("radio", name="A friend, by link").check(force=True)
    home.get_by_label("Your name").fill("Mara")
    home.get_by_role("radio", name="Coin toss").check(force=True)
    asked = {
        "game": "pocket-addition",
        "rules": {"target": 21},
        "opponent": "friend",
        "side": "toss",
        "name": "Mara",
        "settings": {"clock": 90, "hints": False, "undo": True},
    }
    assert order(home) == asked
    home.wait_for_url("**/t/*")  # the house takes it
    home.goto("/")
    expect(home.locator("#setup-title")).to_have_text("A table for Pocket Addition")
    home.route("**/api/tables", lambda route: route.abort())  # one such table will do
    assert order(home) == asked
    expect(home.locator("#refused")).to_contain_text("The server cannot be reached.")
    home.get_by_label("Your name").fill("")
    assert order(home) == {**asked, "name": ""}
    assert "parlor.name" not in home.evaluate("Object.keys(localStorage)")


def test_hints_are_off_against_a_friend_unless_chosen(home: Page) -> None:
    home.route("**/api/tables", lambda route: route.abort())
    assert order(home)["settings"]["hints"] is True  # against the house
    home.get_by_role("radio", name="A friend, by link").check(force=True)
    assert order(home)["settings"]["hints"] is False
    home.get_by_role("checkbox", name="Hints for both of you").check()
    assert order(home)["settings"]["hints"] is True


def test_the_puzzle_of_the_day_is_shown_and_a_refusal_told(diarist: Person) -> None:
    home = diarist.page
    home.clock.set_fixed_time("2026-11-12T12:00:00")
    home.goto("/")
    puzzle = home.request.get("/api/today?date=2026-11-12").json()["puzzle"]
    card = home.locator(".today")
    expect(card.get_by_role("heading")).to_have_text("№ 316 = 2² × 79")
    heading = puzzle["heading"]
    expect(card).to_contain_text(
        f"{heading['game']}, {heading['variant']} {heading['stars']}, {heading['difficulty']}"
    )
    expect(card).to_contain_text(puzzle["question"])
    expect(card.locator(".postcard svg").first).to_be_attached()
    expect(card.get_by_role("link", name="Solve it")).to_have_attribute("href", "/today")
    sentence = "There are too many tables. Come back in a minute."
    answer = json.dumps({"error": {"kind": "too much", "message": sentence}})
    home.route("**/api/tables", lambda route: route.fulfill(status=429, body=answer))
    home.locator("#play").click()
    expect(home.get_by_role("alert").filter(has_text=sentence)).to_be_visible()
    expect(home.locator("#play")).to_be_enabled()


def test_a_link_leads_to_its_table_and_never_elsewhere(home: Page) -> None:
    field = home.get_by_label("Link or name of a table")
    for wrong in ("https://example.org/elsewhere", "javascript:alert(1)", "brass otter"):
        field.fill(wrong)
        field.press("Enter")
        expect(home.get_by_text("That is not a link to a table here.")).to_be_visible()
    here = home.url
    field.fill("https://example.org/t/abcd-efgh-ijkl-mnop#seat=secret")
    field.press("Enter")
    home.wait_for_url(f"{here}t/abcd-efgh-ijkl-mnop**")


def test_play_is_in_view_and_nothing_sticks_out(home: Page) -> None:
    uncovered = """() => {
      const { left, top, width, height } = document.querySelector("#play").getBoundingClientRect();
      const there = document.elementFromPoint(left + width / 2, top + height / 2);
      return top >= 0 && top + height <= innerHeight && there?.closest("#play") !== null;
    }"""
    for width, height in SIZES:
        home.set_viewport_size({"width": width, "height": height})
        until(home, uncovered)
        assert home.evaluate("document.documentElement.scrollWidth") == width


def test_a_newcomer_gets_a_lively_variant_with_a_line_on_why_and_the_book_last(home: Page) -> None:
    home.locator("input[value=prime-climb]").check(force=True)
    choice = home.get_by_label("Variant")
    expect(choice.locator("option")).to_have_text(
        ["35 steps, 1 to 4", "100 steps, 1 to 5", "The usual game", "Your numbers"]
    )
    expect(home.locator("#variant-line")).to_have_text("Small steps, a fight of twenty moves.")
    home.route("**/api/tables", lambda route: route.abort())
    assert order(home)["rules"] == {"top": 35, "largest": 4}
    choice.select_option("The usual game")
    expect(home.locator("#variant-line")).to_have_text("As in the rule book.")
    assert order(home)["rules"] == {}


def test_the_next_rung_is_one_key_away(diarist: Person) -> None:
    page, rung = diarist.page, load_rungs(PrimeClimb)[0]
    variant = capital(describe_variant(set_up(PrimeClimb, rung.words)))
    page.goto("/?game=prime-climb")
    card = page.locator("#rung")
    expect(card).to_contain_text(f"Rung 1 of 10: {rung.task}.")
    card.get_by_role("button", name="Play rung 1").click()
    page.wait_for_url("**/t/*")
    expect(page.locator(".chip")).to_have_text(["Against the house", variant, "No hints", "No undo"])
    expect(page.locator(".stake")).to_contain_text("This game counts for rung 1 of 10: win ")
    page.get_by_role("button", name="Resign").click()
    page.locator(".say").get_by_role("button", name="Resign").click()
    ending = page.locator(".ending")
    expect(ending).to_contain_text("Rung 1 of 10 is not passed yet: win ")
    expect(ending.get_by_role("button", name="Play rung 1")).to_be_visible()
    expect(page.locator(".stake")).to_be_hidden()


def test_what_is_wrong_with_a_name_is_said_beside_it_until_it_is_changed(home: Page) -> None:
    home.locator("input[name=against][value=friend]").check()
    home.locator("#name").fill("Ann\u202e")
    home.locator("#play").click()
    note = home.locator("#friend #no-name")
    expect(note).to_have_text("A name must not turn the direction of the text around it (U+202E).")
    expect(home.locator("#refused")).to_be_hidden()
    expect(home.locator("#name")).to_be_focused()
    expect(home.locator("#name")).to_have_attribute("aria-invalid", "true")
    home.locator("#name").fill("می\u200cخواهم")
    expect(note).to_be_empty()
    expect(home.locator("#name")).to_have_attribute("aria-invalid", "false")
    home.locator("#play").click()
    home.wait_for_url("**/t/*")


def test_what_a_level_is_said_to_be_fits_the_variant(home: Page) -> None:
    home.locator("input[value=prime-climb]").check(force=True)
    home.get_by_role("radio", name="Expert").check(force=True)
    expect(home.locator("#told")).not_to_contain_text("%")
    home.get_by_label("Variant").select_option("The usual game")
    expect(home.locator("#told")).to_contain_text("It misses a better move 0.8 % of the time.")
