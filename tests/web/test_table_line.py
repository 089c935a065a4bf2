"""The line between a table and the server: what is said of it, and one stream at a time."""

from __future__ import annotations

from playwright.sync_api import expect

from parlor_helpers import Person

DROPPED = "The line dropped."


def test_a_request_that_failed_is_forgotten_when_the_next_one_succeeds(host: Person) -> None:
    host.open("prime-climb", opponent="same screen")
    host.page.route("**/move", lambda route: route.abort())
    host.type(4)
    host.says(DROPPED, ".requests")
    host.page.unroute("**/move")
    host.play(4)
    expect(host.page.locator(".requests")).not_to_contain_text(DROPPED)


def test_a_request_that_failed_is_forgotten_when_there_is_news(host: Person, watcher: Person) -> None:
    url = host.open("prime-climb", opponent="same screen")
    host.page.route("**/move", lambda route: route.abort())
    host.type(4)
    host.says(DROPPED, ".requests")
    watcher.come(url)
    host.says("1 watching", ".head")
    expect(host.page.locator(".requests")).not_to_contain_text(DROPPED)
