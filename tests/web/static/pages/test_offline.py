"""What pages say when a request of theirs is lost: they stay as they were, and it can be tried again."""

from __future__ import annotations

from playwright.sync_api import expect

from support.web.browser import SETTLED, until
from support.web.visitors import Person

DROPPED = "The line dropped."
UNREACHED = "The server cannot be reached."  # where nobody is at a table
DRESSED = """(game) => [...document.styleSheets].some(
  (sheet) => sheet.href?.endsWith(`/${game}/page.css`) && sheet.cssRules.length
)"""  # whether the stylesheet of its board is here


def test_a_private_link_that_cannot_be_made_or_opened_says_so(host: Person, guest: Person) -> None:
    host.open("prime-climb", opponent="same screen")
    host.page.click("[data-key=share]")
    host.page.route("**/link", lambda route: route.abort())
    host.page.click("[data-key=private]")
    host.says(DROPPED, ".share-sheet")
    host.page.unroute("**/link")
    host.page.click("[data-key=private]")
    expect(host.page.locator("#private-link")).to_be_visible()
    guest.page.route("**/api/tables/*", lambda route: route.abort())
    guest.page.goto(host.page.input_value("#private-link"))
    guest.says(UNREACHED, "main")
    guest.page.unroute("**/api/tables/*")
    closing = {"error": {"kind": "closing", "message": "The server is closing."}}
    guest.page.route("**/seat", lambda route: route.fulfill(status=503, json=closing))
    guest.page.get_by_role("button", name="Try again").click()
    guest.says("The server is closing.", "main")
    guest.page.unroute("**/seat")
    guest.page.get_by_role("button", name="Try again").click()
    guest.says("Player 1")
    assert guest.view()["holds"] == [1, 2]  # the link was not used up
    assert "#" not in guest.page.url


def test_better_moves_that_do_not_come_are_not_called_shown(host: Person) -> None:
    page = host.page
    page.goto(f"{host.lay('pocket-addition', 6, 9, 8, 5, 1, opponent='same screen')}/review")
    better = page.locator("[data-key=better]")
    page.route("**/review?*answers=1*", lambda route: route.abort())
    better.click()
    host.says(UNREACHED, ".message")
    expect(better).to_have_attribute("aria-pressed", "false")
    page.unroute("**/review?*answers=1*")
    better.click()
    expect(better).to_have_attribute("aria-pressed", "true")
    expect(page.locator(".rv .better").first).to_be_visible()


def test_a_puzzle_of_the_day_that_does_not_come_leaves_the_other_one(diarist: Person) -> None:
    page = diarist.page
    page.route("**/api/games", lambda route: route.abort())
    page.goto("/today")
    diarist.says(UNREACHED, "main")
    page.unroute("**/api/games")
    page.get_by_role("button", name="Try again").click()
    page.locator("[data-key=hint]").wait_for()
    first, second = page.locator("[data-key^=of-]").nth(0), page.locator("[data-key^=of-]").nth(1)
    second.click()
    expect(second).to_have_attribute("aria-pressed", "true")
    page.locator("[data-key=hint]").click()
    expect(page.locator(".clues li")).to_have_count(1)
    assert page.evaluate(SETTLED, "days")
    page.evaluate("localStorage.removeItem('parlor.told')")  # so the hint is made anew
    page.reload()
    expect(first).to_have_attribute("aria-pressed", "true")
    page.route("**/hint", lambda route: route.abort())
    second.click()  # where a hint is to be told again
    diarist.says(UNREACHED, ".message")
    expect(first).to_have_attribute("aria-pressed", "true")
    page.unroute("**/hint")
    second.click()
    expect(second).to_have_attribute("aria-pressed", "true")
    expect(page.locator(".clues li")).to_have_count(1)


def test_a_board_that_does_not_come_is_not_the_default_one_unless_it_is_broken(diarist: Person) -> None:
    page = diarist.page
    page.goto("/today")
    page.locator("[data-key=hint]").wait_for()
    first, second, third, fourth = [page.locator("[data-key^=of-]").nth(nth) for nth in range(4)]
    page.context.set_offline(True)
    third.click()  # whose board is not here yet
    diarist.says(UNREACHED, ".message")
    expect(first).to_have_attribute("aria-pressed", "true")
    page.context.set_offline(False)
    third.click()
    expect(third).to_have_attribute("aria-pressed", "true")
    expect(page.locator(".picture :is(.figures, .facts)")).to_have_count(0)  # of the default board
    until(page, DRESSED, str(third.get_attribute("data-key")).removeprefix("of-"))
    page.route("**/games/*/page.js*", lambda route: route.abort(), times=1)
    second.click()  # whose board comes at the second try
    expect(second).to_have_attribute("aria-pressed", "true")
    expect(page.locator(".picture :is(.figures, .facts)")).to_have_count(0)
    page.route("**/games/*/page.js*", lambda route: route.abort())
    fourth.click()  # only its board is broken
    expect(fourth).to_have_attribute("aria-pressed", "true")
    expect(page.locator(".picture :is(.figures, .facts)")).not_to_have_count(0)
    expect(page.locator(".rail")).to_have_css("visibility", "hidden")
    assert [fault for fault in diarist.faults if "is left out" in fault]
    diarist.faults.clear()
