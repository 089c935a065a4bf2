"""Games of other packages in the browser: with rules and a text alone they are hung and played."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import cast

import pytest
from playwright.sync_api import Browser, expect

from primeparlor.games import GAMES, game
from primeparlor.web.site.pages import Site
from primeparlor.web.site.reloading_site import ReloadingSite
from support.game_folders import make
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
    expect(page.locator(".figure").first).to_contain_text("Total")
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


# A guest's page.js ---------------------------------------------------------------------------------

BOARD = 'import Board from "/static/board/board.js";\nexport default class extends Board {'
BROKEN = {
    "at its import": "import nothing from './nowhere.js';",
    "in its syntax": "export default class {",
    "in what it exports": "export default 5;",
    "in its constructor": f"{BOARD} constructor(game) {{ super(game); this.no.such; }} }}",
    "in paint": f"{BOARD} paint() {{ throw new Error('no paint'); }} }}",
    "where paint gives nothing": f"{BOARD} paint() {{}} }}",
    "in keys": f"{BOARD} keys() {{ throw new Error('no keys'); }} }}",
    "in its rail": f"{BOARD} get rail() {{ throw new Error('no rail'); }} }}",
    "in press": f"{BOARD} press() {{ throw new Error('no key'); }} }}",
}


@pytest.fixture(scope="module")
def guest(tmp_path_factory: pytest.TempPathFactory, browser: Browser) -> Iterator[tuple[Path, Person]]:
    """The folder of a guest that shows its moves, and somebody at a server that reads its files again."""
    with pytest.MonkeyPatch.context() as patch:
        site = tmp_path_factory.mktemp("site")
        make(
            site / "some_guest",
            "twenty-one",
            ("rules.py", "    Rules = ", "    shows_moves = True\n    Rules = "),
        )
        patch.syspath_prepend(site)
        patch.setattr(GAMES, "_others", [game.Brought("twenty-one", "some_guest")])
        patch.setattr(http_server, "SITE", ReloadingSite())
        with (
            served(tmp_path_factory.mktemp("guest")) as one,
            visitor(cast(ParlorServer, one), browser) as person,
        ):
            yield site / "some_guest", person
    for name in [name for name in sys.modules if name.partition(".")[0] == "some_guest"]:
        del sys.modules[name]


@pytest.mark.parametrize("where", BROKEN)
def test_a_page_that_fails_is_left_out_with_one_line(guest: tuple[Path, Person], where: str) -> None:
    """The server sees each without a restart."""
    folder, person = guest
    (folder / "page.js").write_text(BROKEN[where], encoding="utf-8")
    person.open("twenty-one", opponent="same screen")
    expect(person.page.locator(".figure").first).to_contain_text("Total")
    person.page.keyboard.press("3")
    person.page.keyboard.press("Enter")
    label = person.page.locator(".figure [role=img]").first
    expect(label).to_have_attribute("aria-label", "Total 3")
    faults, person.faults = person.faults, []
    told = [fault for fault in faults if "page.js of twenty-one is left out" in fault]
    assert len(told) == 1
    assert told[0].endswith("Run 'parlor check-game twenty-one' for more.")
    assert not [fault for fault in faults if "css" in fault]
    person.go()


def test_a_page_without_a_style_sheet_is_no_fault_and_a_changed_one_is_seen(
    guest: tuple[Path, Person],
) -> None:
    folder, person = guest
    for word in ("one", "two"):
        (folder / "page.js").write_text(f"{BOARD} paint() {{ return '{word}'; }} }}", encoding="utf-8")
        person.open("twenty-one", opponent="same screen")
        expect(person.page.get_by_text(word, exact=True)).to_be_visible()
    (folder / "page.js").unlink()
    person.go()


def test_keys_are_for_the_moves_that_can_be_made_here(guest: tuple[Path, Person]) -> None:
    folder, person = guest
    (folder / "page.js").unlink(missing_ok=True)
    page = person.page
    person.open("twenty-one", opponent="same screen", rules={"largest": 12})
    asked = page.locator(".keys.ask")
    expect(asked).to_have_text("Type a number from 1 to 12, then press Enter.")
    page.keyboard.press("1")
    page.keyboard.press("2")
    expect(asked).to_have_text("12? Enter plays it, Esc cancels.")
    page.keyboard.press("Enter")
    expect(page.locator(".figure [role=img]").first).to_have_attribute("aria-label", "Total 12")
    expect(page.locator(".keys [data-key]")).to_have_count(9)
    page.click("[data-key=move-7]")
    expect(page.locator(".keys [data-key]")).to_have_count(2)
    person.go()
