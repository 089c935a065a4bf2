"""The clock at a table in a browser: it only ever runs down, whatever is painted meanwhile."""

from __future__ import annotations

from playwright.sync_api import Browser, expect

from parlor_helpers import Parlor, Person, visitor

FACE = ".plate.on time"


def left(person: Person) -> int:
    """The seconds that the clock shows."""
    return int((person.page.get_attribute(FACE, "datetime") or "")[2:-1])


def test_the_clock_runs_on_when_something_is_painted_anew(parlor: Parlor, browser: Browser) -> None:
    with visitor(parlor, browser) as person, visitor(parlor, browser) as watcher:
        person.page.clock.install()
        url = person.open("prime-climb", opponent="same screen", settings={"clock": 600})
        person.page.clock.pause_at(person.page.evaluate("Date.now() / 1000 + 60"))
        person.page.clock.run_for(100_000)
        before = left(person)
        person.page.keyboard.press("4")
        expect(person.page.locator("[data-key=k4]")).to_have_attribute("aria-pressed", "true")
        assert left(person) == before
        watcher.come(url)
        expect(person.page.locator(".chip >> text=1 watching")).to_be_visible()
        assert before - 1 <= left(person) <= before  # the last tick was up to a quarter of a second ago
        person.page.clock.run_for(1000 * (left(person) - 61))
        watcher.page.goto("about:blank")  # painted anew between two ticks
        expect(person.page.locator(".chip >> text=watching")).to_have_count(0)
        person.page.clock.run_for(1_000)
        expect(person.page.locator("text=1 minute left.")).to_be_attached()
