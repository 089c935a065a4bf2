"""The line between a table and the server: what is said of it, and one stream at a time."""

from __future__ import annotations

import json

import httpx
from playwright.sync_api import Route, expect

from support.web.browser import held_back, until
from support.web.http_server import join_table, open_table, reading
from support.web.visitors import STREAM, Person

DROPPED = "The line dropped."


def followed(person: Person) -> str:
    """The address of a table whose stream has begun: all that it says shows that the line is well."""
    url = person.open("prime-climb", opponent="same screen")
    person.from_elsewhere("move", number=0, move="4")
    person.says("Pass it to Player 2.")
    return url


def deafen(person: Person) -> None:
    """Let the stream be as dead as one can be that has not noticed."""
    until(person.page, "() => Boolean(window.stream)")
    person.page.evaluate("window.stream.close()")


def test_a_request_that_failed_is_forgotten_when_there_is_news_and_when_the_next_one_succeeds(
    host: Person, client: httpx.Client
) -> None:
    url = followed(host)
    host.loses(url)
    host.type(6)
    host.says(DROPPED, ".requests")
    with reading(None, url[3:], client):
        host.says("1 watching", ".head")
        expect(host.page.locator(".requests")).not_to_contain_text(DROPPED)
    deafen(host)  # no more news
    host.type(6)
    host.says(DROPPED, ".requests")
    host.page.unroute("**/move")
    host.play(6)
    expect(host.page.locator(".requests")).not_to_contain_text(DROPPED)


def test_a_request_that_was_lost_opens_no_other_stream(host: Person, client: httpx.Client) -> None:
    """So the opponent never hears that somebody is away who is not."""
    friend = join_table(client, host.open("prime-climb", opponent="friend", name="Mara")[3:])
    host.says("Your turn")
    host.asked.clear()
    host.page.route("**/move", lambda route: route.abort())
    host.type(4)
    host.says("Your move was not made.", ".message")
    expect(host.page.locator(".requests")).not_to_contain_text(DROPPED)
    host.page.unroute("**/move")
    host.play(6)
    assert friend.view()["turn"] == friend.player
    assert not [request.url for request in host.asked if "/stream" in request.url]


def test_a_stream_that_says_nothing_is_opened_anew(host: Person) -> None:
    host.open("prime-climb", opponent="same screen")
    deafen(host)
    host.page.route("**/move", lambda route: (route.fetch(), route.abort()))
    with host.page.expect_request(STREAM):
        host.type(4)
    host.says("Pass it to Player 2.")


def test_a_stream_that_says_nothing_is_found_out_though_the_move_was_made_again(host: Person) -> None:
    url, looks = host.open("prime-climb", opponent="same screen"), list[Route]()
    deafen(host)
    host.page.route("**/move", lambda route: route.abort())
    host.page.route(f"**/api{url.replace('/t/', '/tables/')}", lambda route: looks.append(route))
    with host.page.expect_event("requestfailed"):
        host.type(4)
    host.page.unroute("**/move")
    host.play(4)
    with host.page.expect_request(STREAM):
        held_back(host.page, looks).continue_()
    host.from_elsewhere("move", number=1, move="6")
    host.says("Pass it to Player 1.")


def test_a_stream_that_lives_is_left_alone(timed: Person) -> None:
    page = timed.page
    url = timed.open("prime-climb", opponent="same screen")
    timed.play(4)
    timed.asked.clear()
    page.route("**/undo", lambda route: (route.fetch(), route.abort()))
    with page.expect_event("requestfailed"):
        page.click(".acts >> text=Undo")
    timed.says("Taken back.", ".message")  # the stream says so
    with page.expect_response(lambda response: response.url.endswith(url[3:])):
        page.clock.run_for(2000)
    for _ in range(2):
        page.evaluate("fetch('/healthz').then((answer) => answer.text())")  # by then it has arrived
        page.clock.run_for(2000)
    page.evaluate("fetch('/healthz').then((answer) => answer.text())")
    assert not [request.url for request in timed.asked if "/stream" in request.url]


def test_an_answer_is_told_though_the_stream_was_dead(host: Person, client: httpx.Client) -> None:
    friend = join_table(client, host.open("pocket-addition", opponent="friend", name="Mara")[3:], "Otto")
    host.says("Your turn")
    host.play(6)
    with host.page.expect_response("**/undo"):
        host.page.locator(".acts").get_by_role("button", name="Undo").click()
    deafen(host)
    assert friend.now("answer", allow=False).status_code == 200
    host.page.route("**/resign", lambda route: route.abort())
    host.page.locator(".acts").get_by_role("button", name="Resign").click()
    host.page.click("[data-key=yes]")
    host.says("Otto declined: the move stands.", ".message")


def test_who_sits_down_while_the_stream_is_looked_after_has_one_stream(
    timed: Person, client: httpx.Client
) -> None:
    host = open_table(client, "prime-climb", opponent="friend")
    page, looks = timed.page, list[Route]()
    timed.come(host.url)
    page.route(STREAM, lambda route: route.fulfill(status=503))
    page.route(f"**/api/tables/{host.table}", lambda route: looks.append(route))
    with page.expect_request(lambda request: request.url.endswith(host.table)):
        page.evaluate("dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))")
    page.unroute(STREAM)
    page.click("[data-key=join]")
    timed.says("is away")
    with page.expect_response(lambda response: response.url.endswith(host.table)):
        held_back(page, looks).continue_()
    page.evaluate("0")  # what the page does with the answer
    timed.asked.clear()
    page.clock.run_for(60_000)
    host.now("move", move="4")
    timed.says("Your turn")
    assert not [request.url for request in timed.asked if "/stream" in request.url]


def test_a_page_that_missed_a_step_asks_for_the_whole_table(host: Person) -> None:
    url = followed(host)
    for known in (host.view()["seq"], 0):  # a step that is not known, and one that was never there
        host.from_elsewhere("move", number=host.view()["number"], move="1" if known else "6")
        view = host.view()
        host.sees(view["number"])
        gap = view | {"after": known + 5, "kept": len(view["steps"]) + 1, "steps": [], "seq": view["seq"] + 1}
        sent = {"game_number": view["game_number"] + (known == 0)}
        with host.page.expect_request(lambda request: request.url.endswith(f"/api/tables/{url[3:]}")):
            host.page.evaluate(
                "(data) => window.stream.dispatchEvent(new MessageEvent('update', { data }))",
                json.dumps(gap | sent),
            )
        assert host.page.get_attribute(".at", "data-shown") == str(view["number"])
    host.play(2)
