"""A server that ends and comes back: the pages say so, wait, and have missed nothing."""

from __future__ import annotations

import signal

from playwright.sync_api import expect

from parlor_helpers import STREAM, Person

SAFE = "game is safe"


def test_pages_come_back_after_the_server_was_killed(host: Person, guest: Person) -> None:
    parlor = host.parlor
    url = host.open("pocket-addition", opponent="friend", name="Mara")
    guest.join(url, "Otto")
    host.says("Your turn")
    guest.sees(host.play(6))
    parlor.end(signal.SIGKILL)
    host.says(SAFE, ".requests")
    guest.type(9)
    guest.says(SAFE, ".requests")
    host.page.route(STREAM, lambda route: route.abort())  # this page stays away for longer
    parlor.start()
    expect(guest.page.locator(".requests .note")).to_have_count(0)
    guest.says("Your turn")  # the move that was not acknowledged was not made
    guest.type(8)
    guest.says("Mara is away.")
    host.from_elsewhere("move", number=2, move="5")
    guest.says("Your turn")
    guest.type(3)
    host.page.unroute(STREAM)
    host.sees(4)
    host.says("Your turn")
    assert [move.split()[-1] for move in host.page.locator(".moves .mv").all_inner_texts()] == list("6853")
    expect(host.page.locator(".requests .note")).to_have_count(0)


def test_a_request_that_was_lost_hides_no_news(host: Person, guest: Person) -> None:
    url = host.open("pocket-addition", opponent="friend", name="Mara")
    guest.join(url, "Otto")
    host.says("Your turn")
    guest.sees(host.play(6))
    host.page.locator(".acts").get_by_role("button", name="Undo").click()
    expect(guest.page.locator("[data-key=no]")).to_be_visible()
    host.parlor.end(signal.SIGKILL)
    host.says(SAFE, ".requests")
    host.context.set_offline(True)  # this page stays away for longer
    host.page.locator(".acts").get_by_role("button", name="Resign").click()
    with host.page.expect_event("requestfailed", lambda request: request.url.endswith("/resign")):
        host.page.click("[data-key=yes]")
    host.parlor.start()
    guest.page.click("[data-key=no]")
    expect(guest.page.locator("[data-key=no]")).to_have_count(0)
    host.context.set_offline(False)
    host.says("Otto declined: the move stands.", ".message")


def test_a_server_that_closes_says_goodbye(host: Person) -> None:
    host.open("prime-climb", opponent="same screen", settings={"clock": 600})
    host.play(3)
    host.says("Extra turn for Player 1")
    host.parlor.end(signal.SIGTERM)
    host.says(SAFE, ".requests")
    host.parlor.start()
    expect(host.page.locator(".requests .note")).to_have_count(0)
    host.play(1)
    host.says("Pass it to Player 2.")
