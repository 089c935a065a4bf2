"""The answer to Join is lost: the page asks again, and the seat is still this browser's own."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import ExitStack
from functools import partial

import httpx
import pytest
from playwright.sync_api import Route, expect

from primeparlor.match.name_rules import HOUSE_SIGN
from support.web.browser import until
from support.web.http_server import PLAIN, error, open_table, reading
from support.web.registry import PATIENCE
from support.web.visitors import Person

SLOWER = [1000, 2000, 4000, 8000]  # milliseconds


def losing(person: Person, times: int, half: str = "") -> Callable[[Route], None]:
    """Let the server do what is asked, but never answer, so many times; or break off after this."""
    lost = list[None]()

    def handle(route: Route) -> None:
        if len(lost) == times:
            route.continue_()
            return
        lost.append(None)
        sent = {"Content-Type": "application/json", "Origin": person.parlor.address}
        body = route.request.post_data_buffer
        httpx.post(
            route.request.url, content=body, headers=sent, timeout=PATIENCE, **PLAIN
        ).raise_for_status()
        if half:
            route.fulfill(content_type="application/json", body=half)
        else:
            route.abort()

    return handle


def leave(person: Person) -> None:
    """Leave the page, and lose no more answers."""
    person.page.goto("about:blank")
    person.page.unroute_all(behavior="wait")


@pytest.mark.parametrize("come_again", [False, True])
def test_a_friend_whose_answer_was_lost_gets_the_seat(
    come_again: bool, client: httpx.Client, guest: Person
) -> None:
    url = open_table(client, "pocket-addition", opponent="friend", name="Mara").url
    guest.come(url)
    guest.page.route("**/join", losing(guest, 100 if come_again else 2))
    with guest.page.expect_event("requestfailed", lambda request: request.url.endswith("/join")):
        guest.page.click("[data-key=join]")
    taken = client.post(f"/api{url.replace('/t/', '/tables/')}/join", json={})
    assert error(taken) == (409, "taken")
    if come_again:
        leave(guest)
        guest.come(url)
    guest.sits()  # answered at last
    until(guest.page, "() => localStorage.getItem('parlor.joining') === null")
    assert guest.view()["you"] == 2


def test_who_hears_of_a_move_before_the_answer_to_join_sits_all_the_same(
    client: httpx.Client, guest: Person
) -> None:
    host = open_table(client, "pocket-addition", opponent="friend", name="Mara")
    guest.come(host.url)

    def late(route: Route) -> None:
        answer = route.fetch()
        host.post("move", number=0, move="6").raise_for_status()
        until(guest.page, "() => document.querySelector('.at').dataset.shown === '1'")
        route.fulfill(response=answer)

    guest.page.route("**/join", late)
    guest.page.click("[data-key=join]")
    guest.says("Your turn")


def test_opening_the_link_again_seats_nobody_whose_join_never_came(
    client: httpx.Client, guest: Person
) -> None:
    url = open_table(client, "pocket-addition", opponent="friend", name="Mara").url
    guest.come(url)
    guest.page.route("**/join", lambda route: route.abort())
    with guest.page.expect_event("requestfailed", lambda request: request.url.endswith("/join")):
        guest.page.click("[data-key=join]")
    leave(guest)
    guest.asked.clear()
    guest.come(url)
    until(guest.page, "() => window.stream?.readyState === 1")  # the stream is open
    guest.says("1 watching", ".head")
    guest.page.evaluate("0")  # what the page does then
    expect(guest.page.locator("[data-key=join]")).to_be_visible()
    assert not [request.url for request in guest.asked if request.url.endswith("/join")]
    guest.page.click("[data-key=join]")
    guest.sits()
    assert guest.view()["you"] == 2


def test_a_key_is_not_used_long_after_join_was_pressed(client: httpx.Client, guest: Person) -> None:
    url = open_table(client, "pocket-addition", opponent="friend", name="Mara").url
    guest.come(url)
    guest.page.route("**/join", losing(guest, 100))
    with guest.page.expect_event("requestfailed", lambda request: request.url.endswith("/join")):
        guest.page.click("[data-key=join]")
    leave(guest)
    guest.page.goto("/stored")
    guest.page.evaluate("""() => {
      const kept = JSON.parse(localStorage.getItem("parlor.joining"));
      localStorage.setItem("parlor.joining", JSON.stringify({ ...kept, when: kept.when - 6 * 60_000 }));
    }""")
    guest.asked.clear()
    guest.come(url)
    until(guest.page, "() => localStorage.getItem('parlor.joining') === null")
    assert not [request.url for request in guest.asked if request.url.endswith("/join")]


def test_a_join_that_was_not_answered_is_kept_but_not_sent_with_all_news(
    client: httpx.Client, guest: Person
) -> None:
    host = open_table(client, "pocket-addition", opponent="friend", name="Mara")
    guest.come(host.url)
    with ExitStack() as watch:
        for watching, status in ((2, 408), (3, 429)):
            guest.page.route("**/join", partial(Route.fulfill, status=status, json={}))
            guest.page.click("[data-key=join]")
            guest.says(f"The server said {status}.", ".say")
            guest.asked.clear()
            watch.enter_context(reading(None, host.table, client))
            guest.says(f"{watching} watching", ".head")
            assert not [request.url for request in guest.asked if request.url.endswith("/join")]
            assert guest.page.evaluate("localStorage.getItem('parlor.joining')") is not None


def test_a_join_that_fails_is_sent_again_more_and_more_slowly(client: httpx.Client, guest: Person) -> None:
    url = open_table(client, "pocket-addition", opponent="friend", name="Mara").url
    guest.come(url)
    guest.page.route("**/join", lambda route: route.fulfill(status=503, json={}))
    guest.page.evaluate("""() => {  // no wait takes any time, but for the longest
      window.waits = [];
      Math.random = () => 0.5;
      const real = setTimeout;
      window.setTimeout = (does, wait) => (window.waits.push(wait), real(does, wait < 8000 ? 0 : wait));
    }""")
    guest.page.click("[data-key=join]")
    until(guest.page, "() => window.waits.includes(8000)")
    assert [wait for wait in guest.page.evaluate("window.waits") if wait in SLOWER] == SLOWER


def test_an_answer_that_breaks_off_is_lost_too(client: httpx.Client, guest: Person) -> None:
    url = open_table(client, "pocket-addition", opponent="friend", name="Mara").url
    guest.come(url)
    guest.page.route("**/join", losing(guest, 1, half='{"seat": '))
    guest.page.click("[data-key=join]")
    guest.says("Mara is away.")
    until(guest.page, "() => localStorage.getItem('parlor.joining') === null")
    assert guest.view()["you"] == 2


def test_a_visitor_is_told_beside_the_name_what_is_wrong_with_it(client: httpx.Client, guest: Person) -> None:
    guest.come(open_table(client, "pocket-addition", opponent="friend", name="Mara").url)
    page = guest.page
    page.locator(".invitation #name").fill("⌂ Τhe house")
    page.click("[data-key=join]")
    note = page.locator(".invitation #no-name")
    expect(note).to_have_text("A name must not contain ⌂: it marks the house.")
    expect(page.locator(".invitation #name")).to_be_focused()
    page.locator(".invitation #name").fill("👩\u200d🚀")
    expect(note).to_be_empty()
    page.click("[data-key=join]")
    guest.sits()


def test_only_the_house_has_its_sign(client: httpx.Client, guest: Person) -> None:
    house = open_table(client, "pocket-addition", opponent="club").url
    friend = open_table(client, "pocket-addition", opponent="friend", name="Τhe house").url
    for url, signs in ((house, [HOUSE_SIGN]), (friend, [])):
        guest.come(url)
        assert [text.strip() for text in guest.page.locator(".plate .house-sign").all_inner_texts()] == signs
