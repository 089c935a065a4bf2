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


def sit_down(page: Page, name: str, **rules: int) -> str:
    """Open a table for two at one screen, as the page does; its address."""
    page.goto("/stored")
    table = page.evaluate(
        """async ([game, rules]) => {
          const { post } = await import("/static/api.js");
          return (await post("/api/tables", { game, rules, opponent: "same screen" })).table;
        }""",
        [name, rules],
    )
    page.goto(f"/t/{table}")
    return f"/t/{table}"


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


def test_with_many_moves_it_is_typed_on_a_phone_too_and_tried_again_in_the_review(page: Page) -> None:
    page.set_viewport_size({"width": 390, "height": 844})
    table = sit_down(page, "twenty-one", largest=20)
    field = page.locator("#typed")
    for move, total in (("5", 5), ("1", 6), ("15", 21)):
        expect(field).to_be_visible(timeout=LONG)
        field.fill(move)
        page.keyboard.press("Enter")
        label = page.locator(".figure [role=img]").first
        expect(label).to_have_attribute("aria-label", f"Total {total}", timeout=LONG)
    expect(page.locator("#result")).to_contain_text("won", timeout=LONG)
    page.goto(f"{table}/review")
    page.click("[data-key=try]")
    expect(field).to_be_visible(timeout=LONG)
    field.fill("16")
    page.keyboard.press("Enter")
    expect(page.locator(".message .note")).to_be_visible(timeout=LONG)
    page.set_viewport_size({"width": 1280, "height": 800})


def test_with_few_moves_the_review_has_keys_to_try(page: Page) -> None:
    table = sit_down(page, "twenty-one")
    for _ in range(7):
        shown = page.get_attribute(".at", "data-shown")
        page.click("[data-key=move-3]")
        page.locator(f'.at:not([data-shown="{shown}"])').wait_for(state="attached")
    page.goto(f"{table}/review")
    page.click("[data-key=try]")
    page.click("[data-key=move-1]")
    expect(page.locator(".message .note")).to_be_visible(timeout=LONG)
