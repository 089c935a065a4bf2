"""What a player has tried at a table, and what Number Morph's map makes of it."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from parlor_helpers import Person

MORPH = "number-morph number=277 used=211,271,277 turn=1"


def test_the_map_calls_only_that_not_prime_which_was_refused_as_such(host: Person) -> None:
    host.open("number-morph", opponent="same screen", position=MORPH)
    for tried in ("279", "997", "271", "279"):  # composite, no neighbour, used, again
        host.type(tried)
        host.says(tried, ".message .note.no")
    map_of = host.page.locator("svg.map")
    for _ in range(2):  # by what this page saw, and by what the server knows
        expect(map_of).to_have_attribute("aria-label", re.compile(r"Tried, not prime: 279\.$"))
        expect(map_of.locator(".try")).to_have_count(1)
        host.page.reload()
