"""The clock at a table in a browser: it only ever runs down, whatever is painted meanwhile."""

from __future__ import annotations

import httpx
from playwright.sync_api import expect

from support.web.browser import until
from support.web.http_server import reading
from support.web.visitors import Person

FACE = ".plate.on time"
WIDTH = "face => face.getBoundingClientRect().width"


def left(person: Person) -> int:
    """The seconds that the clock shows."""
    return int((person.page.get_attribute(FACE, "datetime") or "")[2:-1])


def test_the_clock_runs_on_when_something_is_painted_anew_until_the_flag_falls(
    timed: Person, client: httpx.Client
) -> None:
    page = timed.page
    url = timed.open("prime-climb", opponent="same screen", settings={"clock": 200})
    until(page, "() => window.stream?.readyState === 1")  # else the page looks again when its time flies
    page.clock.pause_at(page.evaluate("Date.now() / 1000 + 60"))
    page.clock.run_for(50_000)
    before = left(timed)
    page.keyboard.press("4")
    expect(page.locator("[data-key=k4]")).to_have_attribute("aria-pressed", "true")
    assert left(timed) == before
    with reading(None, url[3:], client):
        expect(page.locator(".chip >> text=1 watching")).to_be_visible()
        assert before - 1 <= left(timed) <= before  # the last tick was up to a quarter of a second ago
        page.clock.run_for(1000 * (left(timed) - 61))
    expect(page.locator(".chip >> text=watching")).to_have_count(0)  # painted anew between two ticks
    page.clock.run_for(1_500)  # a tick, and the frame in which it is announced
    expect(page.locator("text=1 minute left.")).to_be_attached()
    page.clock.run_for(30_000)
    expect(page.locator("text=30 seconds left.")).to_be_attached()
    expect(page.locator(FACE)).not_to_have_class("clock low")
    width = page.locator(FACE).evaluate(WIDTH)
    page.clock.run_for(20_500)
    expect(page.locator("text=10 seconds left.")).to_be_attached()
    expect(page.locator(FACE)).to_have_class("clock low")
    expect(page.locator(FACE)).to_contain_text(" left")
    assert page.locator(FACE).evaluate(WIDTH) == width  # so that no key moves
    timed.open("prime-climb", opponent="same screen", settings={"clock": 1})
    timed.says("Player 1 ran out of time.")
