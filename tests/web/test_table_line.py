"""The line between a table and the server: what is said of it, and one stream at a time."""

from __future__ import annotations

from playwright.sync_api import Browser, Route, expect

from parlor_helpers import STREAM, Parlor, Person, visitor

DROPPED = "The line dropped."


def test_a_request_that_failed_is_forgotten_when_the_next_one_succeeds(host: Person) -> None:
    host.loses(host.open("prime-climb", opponent="same screen"))
    host.type(4)
    host.says(DROPPED, ".requests")
    host.page.unroute("**/move")
    host.play(4)
    expect(host.page.locator(".requests")).not_to_contain_text(DROPPED)


def test_a_request_that_failed_is_forgotten_when_there_is_news(host: Person, watcher: Person) -> None:
    url = host.open("prime-climb", opponent="same screen")
    host.loses(url)
    host.type(4)
    host.says(DROPPED, ".requests")
    watcher.come(url)
    host.says("1 watching", ".head")
    expect(host.page.locator(".requests")).not_to_contain_text(DROPPED)


def test_a_request_that_was_lost_opens_no_other_stream(host: Person, guest: Person) -> None:
    """So the opponent never hears that somebody is away who is not."""
    url = host.open("prime-climb", opponent="friend", name="Mara")
    guest.join(url)
    host.says("Your turn")
    host.asked.clear()
    host.page.route("**/move", lambda route: route.abort())
    host.type(4)
    host.says("Your move was not made.", ".message")
    expect(host.page.locator(".requests")).not_to_contain_text(DROPPED)
    host.page.unroute("**/move")
    host.play(6)
    guest.says("Your turn")
    assert not [request.url for request in host.asked if "/stream" in request.url]


def test_a_stream_that_says_nothing_is_opened_anew(host: Person) -> None:
    held = list[Route]()
    host.page.route(STREAM, lambda route: route.continue_() if held else held.append(route))
    with host.page.expect_request(STREAM):
        host.open("prime-climb", opponent="same screen")
    host.page.route("**/move", lambda route: (route.fetch(), route.abort()))
    with host.page.expect_request(STREAM):
        host.type(4)
    host.says("Pass it to Player 2.")


def test_who_sits_down_while_the_stream_is_looked_after_has_one_stream(
    parlor: Parlor, browser: Browser, host: Person
) -> None:
    url = host.open("prime-climb", opponent="friend")
    with visitor(parlor, browser) as guest:
        page, looks = guest.page, list[Route]()
        page.clock.install()
        guest.come(url)
        page.route(STREAM, lambda route: route.fulfill(status=503))
        page.route(f"**/api{url.replace('/t/', '/tables/')}", lambda route: looks.append(route))
        with page.expect_request(lambda request: request.url.endswith(url[3:])):
            page.evaluate("dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))")
        page.unroute(STREAM)
        page.click("[data-key=join]")
        guest.says("is thinking")
        with page.expect_response(lambda response: response.url.endswith(url[3:])):
            looks[0].continue_()
        page.evaluate("0")  # what the page does with the answer
        guest.asked.clear()
        page.clock.run_for(60_000)
        host.says("Your turn")
        host.play(4)
        guest.says("Your turn")
        assert not [request.url for request in guest.asked if "/stream" in request.url]
