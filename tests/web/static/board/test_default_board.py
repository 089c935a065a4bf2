"""Games of other packages in the browser: with rules and a text alone they are hung and played."""

from __future__ import annotations

from collections.abc import Iterator
from typing import cast

import pytest
from playwright.sync_api import Browser, expect

from primeparlor.games import GAMES, game
from primeparlor.web.site.pages import Site
from support.web import http_server
from support.web.http_server import Served, served
from support.web.visitors import ParlorServer, Person, visitor

EXAMPLES = {"pig": "parlor_pig", "twenty-one": "parlor_twenty_one"}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A server in whose house the examples are installed."""
    with pytest.MonkeyPatch.context() as patch:
        brought = [game.Brought(name, package) for name, package in EXAMPLES.items()]
        patch.setattr(GAMES, "_others", brought)
        patch.setattr(http_server, "SITE", Site())
        with served(tmp_path_factory.mktemp("default")) as one:
            yield one


@pytest.fixture(scope="module")
def someone(browser: Browser, server: Served) -> Iterator[Person]:
    with visitor(cast(ParlorServer, server), browser) as one:  # who needs no more of it than its address
        yield one


@pytest.fixture
def person(someone: Person) -> Iterator[Person]:
    yield someone
    someone.go()


def test_they_hang_on_the_wall(person: Person) -> None:
    person.page.goto("/")
    expect(person.page.locator(".pic")).to_have_count(len(GAMES.ours) + len(EXAMPLES))
    expect(person.page.get_by_text("Twenty-One").first).to_be_visible()


def test_twenty_one_is_played_to_its_end_with_keys_and_tried_again_in_the_review(person: Person) -> None:
    page = person.page
    table = person.open("twenty-one", opponent="same screen")
    expect(page.locator(".keys [data-key]")).to_have_count(3)
    expect(page.locator(".figure").first).to_contain_text("total")
    for total in range(3, 22, 3):
        page.click("[data-key=move-3]")
        label = page.locator(".figure [role=img]").first
        expect(label).to_have_attribute("aria-label", f"Total {total}")
    expect(page.locator("#result")).to_contain_text("won")
    page.goto(f"{table}/review")
    page.click("[data-key=try]")
    page.click("[data-key=move-1]")
    expect(page.locator(".message .note")).to_be_visible()


def test_pig_shows_its_scores_and_words_as_keys(person: Person) -> None:
    person.open("pig", opponent="same screen")
    expect(person.page.locator(".bar")).to_have_count(2)
    person.page.click("[data-key=move-roll]")
    expect(person.page.locator(".message .note")).to_be_visible()


def test_with_many_moves_it_is_typed_on_a_phone_too_and_tried_again_in_the_review(person: Person) -> None:
    page = person.page
    page.set_viewport_size({"width": 390, "height": 844})
    table = person.open("twenty-one", opponent="same screen", rules={"largest": 20})
    field = page.locator("#typed")
    for move, total in (("5", 5), ("1", 6), ("15", 21)):
        expect(field).to_be_visible()
        field.fill(move)
        page.keyboard.press("Enter")
        label = page.locator(".figure [role=img]").first
        expect(label).to_have_attribute("aria-label", f"Total {total}")
    expect(page.locator("#result")).to_contain_text("won")
    page.goto(f"{table}/review")
    page.click("[data-key=try]")
    expect(field).to_be_visible()
    field.fill("16")
    page.keyboard.press("Enter")
    expect(page.locator(".message .note")).to_be_visible()
