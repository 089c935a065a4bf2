"""Games of other packages in the browser: with rules and a text alone they are hung and played."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

import http_helpers
from http_helpers import Served, served
from primeparlor.games import GAMES, game
from primeparlor.web.pages import Shelf

LONG = 60_000
EXAMPLES = {"pig": "parlor_pig", "twenty-one": "parlor_twenty_one"}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A server in whose house the examples are installed."""
    with pytest.MonkeyPatch.context() as patch:
        brought = [game.Brought(name, package) for name, package in EXAMPLES.items()]
        patch.setattr(GAMES, "_others", brought)
        patch.setattr(http_helpers, "SHELF", Shelf())
        with served(tmp_path_factory.mktemp("default")) as one:
            yield one


@pytest.fixture(scope="module")
def page(browser: Browser, server: Served) -> Iterator[Page]:
    context = browser.new_context(base_url=server.address, reduced_motion="reduce")
    context.set_default_timeout(LONG)
    opened, faults = context.new_page(), list[str]()
    opened.on("pageerror", lambda error: faults.append(str(error)))
    yield opened
    context.close()
    assert faults == []


def sit_down(page: Page, name: str) -> None:
    """Open a table for two at one screen, as the page does."""
    page.goto("/stored")
    table = page.evaluate(
        """async (game) => {
          const { post } = await import("/static/api.js");
          return (await post("/api/tables", { game, opponent: "same screen" })).table;
        }""",
        name,
    )
    page.goto(f"/t/{table}")


def test_they_hang_on_the_wall(page: Page) -> None:
    page.goto("/")
    expect(page.locator(".pic")).to_have_count(len(GAMES.ours) + len(EXAMPLES))
    expect(page.get_by_text("Twenty-One").first).to_be_visible()


def test_twenty_one_is_played_to_its_end_with_keys(page: Page) -> None:
    sit_down(page, "twenty-one")
    keys = page.locator(".keys [data-key]")
    expect(keys).to_have_count(3)
    expect(page.locator(".figure").first).to_contain_text("total")
    for total in range(3, 22, 3):
        page.click("[data-key=move-3]")
        label = page.locator(".figure [role=img]").first
        expect(label).to_have_attribute("aria-label", f"Total {total}", timeout=LONG)
    expect(page.locator("#result")).to_contain_text("won", timeout=LONG)


def test_pig_shows_its_scores_and_words_as_keys(page: Page) -> None:
    sit_down(page, "pig")
    expect(page.locator(".bar")).to_have_count(2)
    page.click("[data-key=move-roll]")
    expect(page.locator(".message .note")).to_be_visible(timeout=LONG)
