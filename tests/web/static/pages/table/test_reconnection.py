"""A server that ends and comes back: the pages say so, wait, and have missed nothing."""

from __future__ import annotations

import signal
import time

import httpx
from playwright.sync_api import expect

from support.web.http_server import join_table
from support.web.visitors import STREAM, Person

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


def test_a_server_that_closes_says_goodbye_and_a_request_that_is_lost_then_hides_no_news(
    timed: Person, client: httpx.Client
) -> None:
    page, parlor = timed.page, timed.parlor
    url = timed.open("pocket-addition", opponent="friend", name="Mara", settings={"clock": 600})
    otto = join_table(client, url[3:], "Otto")
    timed.says("Your turn")
    timed.play(6)
    with page.expect_response("**/undo"):
        page.locator(".acts").get_by_role("button", name="Undo").click()
    parlor.end(signal.SIGTERM)
    timed.says(SAFE, ".requests")
    page.clock.pause_at(time.time() + 3600)  # no look by chance before the answer
    page.route(STREAM, lambda route: route.abort())  # this page stays away for longer
    page.locator(".acts").get_by_role("button", name="Resign").click()
    with page.expect_event("requestfailed", lambda request: request.url.endswith("/resign")):
        page.click("[data-key=yes]")
    parlor.start()
    assert otto.now("answer", allow=False).status_code == 200
    timed.asked.clear()
    page.clock.run_for(10_000)  # time for a look, which is of no use while the stream is lost
    page.evaluate(f"fetch('/api/tables/{url[3:]}').then((answer) => answer.json())")
    assert len([request for request in timed.asked if request.url.endswith(url[3:])]) == 1
    page.unroute(STREAM)
    page.clock.resume()
    timed.says("Otto declined: the move stands.", ".message")
    expect(page.locator(".requests .note")).to_have_count(0)
    otto.now("move", move="9")
    timed.says("Your turn")
    timed.play(8)
    timed.says("Otto is away.")
