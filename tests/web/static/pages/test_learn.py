"""The rule books in a browser: their pictures are shown, and everything can be reached on a phone."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from primeparlor.games import GAMES, game_of
from support.web.browser import until
from support.web.visitors import Person

SCROLLERS = "[...document.querySelectorAll('.book :is(pre, table, .picture)')]"
WIDE = f"{SCROLLERS}.filter((one) => one.scrollWidth > one.clientWidth)"

INK = "getComputedStyle(document.documentElement).getPropertyValue('--p1')"


def test_a_book_fits_a_phone_and_the_keyboard_scrolls_what_is_wide(host: Person) -> None:
    page = host.page
    for name in GAMES.ours:
        assert game_of(GAMES[name]).why, f"{name} has no why.md: docs/add-a-game.md tells what stands in it"
        page.set_viewport_size({"width": 320, "height": 800})
        page.goto(f"/learn/{name}")
        page.wait_for_selector(".margin")
        contents = page.get_by_role("navigation", name="Contents")
        assert not page.locator(".picture img").is_visible()  # who wins is not told unasked
        contents.get_by_text("Who wins, and why").click()
        picture = page.locator(".picture img")
        picture.scroll_into_view_if_needed()
        until(page, "document.querySelector('.picture img').naturalWidth > 0")
        assert page.evaluate("document.documentElement.scrollWidth") == 320
        until(page, f"{WIDE}.length > 0")
        until(page, f"{WIDE}.every((one) => one.tabIndex === 0)")
        link = page.get_by_role("link", name=picture.get_attribute("alt"))
        assert link.get_attribute("href") == f"/games/{name}/why.svg"
        if name == "prime-climb":
            heading = page.get_by_role("heading", name="Who wins, and why")
            assert page.evaluate("location.hash") == f"#{heading.get_attribute('id')}"
            page.reload()
            expect(picture).to_be_visible()  # as for somebody with the link to this part
        page.set_viewport_size({"width": 1600, "height": 900})
        until(page, "!document.querySelector('.book [tabindex]')")


def count_pages(page: Page) -> int:
    """How many pages of paper a printer needs for this page."""
    return len(re.findall(rb"/Type */Page\b", page.pdf(format="A4")))


def test_rules_are_printed_on_a_page_and_puzzles_with_the_solutions_on_a_page_of_their_own(
    host: Person,
) -> None:
    page = host.page
    page.goto("/learn/pocket-addition")
    page.get_by_role("link", name="Puzzles on paper").wait_for()
    assert count_pages(page) == 1
    page.get_by_role("link", name="Puzzles on paper").click()
    host.says("the same sheet", ".sheet-status")
    solutions, address = page.locator(".solutions li").all_inner_texts(), page.url
    assert len(solutions) == 6
    assert count_pages(page) == 3  # four puzzles fit on one, large enough to read
    assert page.locator(".posed-on-paper [tabindex='0']").count() == 0
    light = page.evaluate(INK)
    page.emulate_media(media="print", color_scheme="dark", contrast="more")
    assert page.evaluate(INK) == light
    page.emulate_media(media="screen", color_scheme="light", contrast="no-preference")
    page.fill("[name=seed]", "12")
    page.fill("[name=puzzles]", "2")
    page.get_by_role("button", name="Make the sheet").click()
    host.says("Solutions, sheet 12", ".solutions h2")
    expect(page.locator(".posed-on-paper")).to_have_count(2)
    page.goto(address)  # as somebody else who has the address
    expect(page.locator(".solutions li")).to_have_text(solutions)
