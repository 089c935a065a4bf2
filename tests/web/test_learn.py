"""The rule books in a browser: their pictures are shown, and everything can be reached on a phone."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page

from browser_helpers import until
from http_helpers import served
from primeparlor.games import GAMES

SCROLLERS = "[...document.querySelectorAll('.book :is(pre, table, .picture)')]"
WIDE = f"{SCROLLERS}.filter((one) => one.scrollWidth > one.clientWidth)"


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with served(Path(tmp_path_factory.mktemp("learn"))) as server:
        yield server.address


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    """A phone; it notes whatever the policy refuses."""
    context = browser.new_context(viewport={"width": 320, "height": 640})
    context.set_default_timeout(60_000)
    opened = context.new_page()
    faults = list[str]()
    opened.on("console", lambda told: faults.append(told.text))
    opened.on("pageerror", lambda error: faults.append(str(error)))
    yield opened
    context.close()
    assert faults == []


def test_a_book_fits_a_phone_and_the_keyboard_scrolls_what_is_wide(page: Page, address: str) -> None:
    for name in GAMES.ours:
        page.set_viewport_size({"width": 320, "height": 800})
        page.goto(f"{address}/learn/{name}")
        page.wait_for_selector(".margin")
        picture = page.locator(".picture img")
        picture.scroll_into_view_if_needed()
        until(page, "document.querySelector('.picture img').naturalWidth > 0")
        assert page.evaluate("document.documentElement.scrollWidth") == 320
        until(page, f"{WIDE}.length > 0")
        until(page, f"{WIDE}.every((one) => one.tabIndex === 0)")
        link = page.get_by_role("link", name=picture.get_attribute("alt"))
        assert link.get_attribute("href") == f"/games/{name}/why.svg"
        page.set_viewport_size({"width": 1600, "height": 900})
        until(page, "!document.querySelector('.book [tabindex]')")


def test_the_contents_of_a_book_name_its_proof(page: Page, address: str) -> None:
    page.goto(f"{address}/learn/prime-climb")
    page.get_by_role("navigation", name="Contents").get_by_text("Why the player to move wins").click()
    heading = page.get_by_role("heading", name="Why the player to move wins Prime Climb")
    assert page.evaluate("location.hash") == f"#{heading.get_attribute('id')}"
