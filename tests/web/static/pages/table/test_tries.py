"""What a player has tried at a table, and what Number Morph's map makes of it."""

from __future__ import annotations

import re

import httpx
from playwright.sync_api import expect

from support.web.http_server import join_table
from support.web.visitors import Person

MORPH = "number-morph number=277 used=211,271,277 turn=1"


def test_the_map_calls_only_that_not_prime_which_was_refused_as_such(host: Person) -> None:
    host.open("number-morph", opponent="same screen", position=MORPH)
    for tried in ("279", "997", "271", "279"):  # composite, no neighbour, used, again
        host.type(tried)
        host.says(tried, ".message .note.no")
    map_of = host.page.locator("svg.map")
    for known in ("by this page", "by the server"):
        if known == "by the server":
            host.page.reload()
        expect(map_of).to_have_attribute("aria-label", re.compile(r"Tried, not prime: 279\.$"))
        expect(map_of.locator(".try")).to_have_count(1)
        expect(host.page.locator(".key .x")).to_have_count(2)  # as the last digit, 9 and 1


def test_a_map_that_was_unfolded_is_so_after_a_reload_for_who_asked(
    host: Person, client: httpx.Client
) -> None:
    url = host.open("number-morph", opponent="friend", position=MORPH, settings={"hints": True})
    friend = join_table(client, url[3:])
    host.says("Your turn")
    unfold, title = host.page.locator("[data-key=unfold]"), host.page.locator(".map-fig summary b")
    unfold.click()
    host.page.click("[data-key=yes]")
    expect(title).to_have_text("All 143 primes")
    host.page.reload()
    for told in ("All 143 primes", "Primes used so far", "All 143 primes"):  # though nothing else changes
        expect(title).to_have_text(told)
        unfold.click()
    assert (friend.view()["moves"], friend.view()["every"]) == (None, None)
    host.play(227)
    expect(title).to_have_text("Primes used so far")  # another decision
    assert host.view()["every"] is None
