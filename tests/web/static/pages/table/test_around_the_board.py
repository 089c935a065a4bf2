"""What stands around a board, in a real browser: the rail, requests, the turn line, the ladder, the end."""

from __future__ import annotations

from typing import Any

import httpx
import pytest
from playwright.sync_api import Browser, Error, Page, Route, expect

from primeparlor.games import GAMES
from support.web.browser import OTHER_NAME, held_back, until
from support.web.http_server import Served, join_table, open_table
from support.web.visitors import Person

RAIL = "rail.svg"
QUIET = ("nonprime-addition", "number-morph")  # a rail of primes would play these
AREA = """(one) => {
  const { x, y, width, height } = one.getBoundingClientRect();
  return { x, y, width, height };
}"""

NOTED = """() => {
  const turn = document.querySelector(".turn");
  window.told = [];
  const noted = new MutationObserver(() => window.told.push(turn.textContent));
  noted.observe(turn, { childList: true, subtree: true });
}"""

FAILING = """() => {  // notes when a request has failed, and what the page does then is done
  const real = fetch;
  window.fetch = (...asked) => {
    const answer = real(...asked);
    answer.catch(() => setTimeout(() => (window.failed = true)));
    return answer;
  };
}"""


def area(page: Page, selector: str) -> Any:
    """Where this is on the screen, without scrolling there."""
    return page.locator(selector).first.evaluate(AREA)


# The rail -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "game",
    [
        game if game in ("nonprime-addition", "prime-climb") else pytest.param(game, marks=pytest.mark.prove)
        for game in GAMES.ours
    ],
)
def test_the_rail_waits_for_the_boards_consent(host: Person, game: str) -> None:
    held: list[Route] = []
    host.asked.clear()
    host.page.route(
        "**/api/games", lambda route: held.append(route)
    )  # the board is not known before this is answered
    answer = host.context.request.post("/api/tables", data={"game": game, "opponent": "same screen"})
    with host.page.expect_request("**/api/games"):
        host.page.goto(answer.json()["url"])
    expect(host.page.locator(".rail")).to_have_css("visibility", "hidden")
    for route in held:
        route.continue_()
    expect(host.page.locator(".turn")).not_to_be_empty()
    shown = "hidden" if game in QUIET else "visible"
    expect(host.page.locator(".rail")).to_have_css("visibility", shown)
    fetched = [request.url for request in host.asked if request.url.endswith(RAIL)]
    assert bool(fetched) == (game not in QUIET)


def test_a_puzzle_of_primes_has_no_rail_either(host: Person) -> None:
    host.asked.clear()
    host.page.goto("/puzzle/number-morph")
    expect(host.page.locator(".picture > *").first).to_be_visible()
    expect(host.page.locator(".rail")).to_have_css("visibility", "hidden")
    assert not [request.url for request in host.asked if request.url.endswith(RAIL)]
    host.page.goto("/")
    expect(host.page.locator(".rail")).to_have_css("visibility", "visible")


# Questions and requests ---------------------------------------------------------------------------------


def test_a_request_on_a_phone_comes_into_sight(client: httpx.Client, phone: Person) -> None:
    mara = open_table(client, "nonprime-addition", opponent="friend", name="Mara")
    phone.page.set_viewport_size({"width": 844, "height": 390})
    phone.join(mara.url, "Ines")
    expect(phone.page.locator(".strip .on")).to_be_in_viewport(ratio=1)  # who plays, and the clock
    phone.page.set_viewport_size({"width": 320, "height": 640})
    mara.now("move", move="5")
    phone.says("Your turn")
    phone.loses(mara.url)
    phone.page.keyboard.press("4")
    phone.page.keyboard.press("Enter")
    phone.says("The line dropped.", ".requests")
    assert phone.page.evaluate("scrollY") == 0, "the keys stay where they are: nothing is asked"
    mara.now("undo")
    expect(phone.page.locator("[data-key=yes]")).to_be_visible()
    yes, dock = area(phone.page, "[data-key=yes]"), area(phone.page, ".dock")
    assert yes["y"] + yes["height"] <= dock["y"]


def test_a_first_game_is_explained_once_and_its_rules_are_at_hand(
    diarist: Person, client: httpx.Client
) -> None:
    page = diarist.page
    tip = page.locator(".tip")
    for first in (True, False):
        opened = client.post("/api/tables", json={"game": "prime-climb", "opponent": "same screen"}).json()
        client.cookies.clear()
        page.goto(f"/t/{opened['table']}#seat={opened['token']}")
        until(page, "() => document.querySelector('.keys-place .key') !== null")
        if first:
            expect(tip).to_contain_text("Choose how many steps to climb.")
            page.locator(".keys-place button").nth(2).click()  # to a prime step
            expect(tip).to_contain_text("That goes on for as long as you land on prime steps")
            tip.get_by_role("button", name="Got it").click()
        expect(tip).to_be_hidden()
    page.get_by_role("button", name="Rules").click()
    sheet = page.get_by_role("dialog", name="How to play")
    expect(sheet.locator("li")).to_have_count(4)
    expect(sheet).to_contain_text("Whoever lands on Step 20 wins at once.")
    expect(sheet.get_by_role("link", name="The whole rule book")).to_have_attribute(
        "href", "/learn/prime-climb"
    )


def test_a_link_that_leads_nobody_here_says_so(host: Person) -> None:
    host.open("nonprime-addition", opponent="friend")
    host.says("works on this computer only", ".invitation .only-here")
    host.page.locator(".head").get_by_role("button", name="Share").click()
    host.page.click("[data-key=private]")
    link = host.page.locator("#private-link").input_value()
    host.says("open this page at your computer's network address", "dialog[open] .only-here")  # once
    host.come(link.replace("127.0.0.1", "0.0.0.0"))
    host.says("works on this computer only", ".invitation .only-here")
    host.faults[:] = [fault for fault in host.faults if "origin was untrustworthy" not in fault]


def test_under_another_name_of_this_machine_the_code_of_a_link_is_loaded_when_it_is_shown(
    server: Served, browser: Browser
) -> None:
    """A browser trusts such a page less: it is no secure context."""
    seat = open_table(server.client, opponent="same screen")
    address = server.address.replace("127.0.0.1", OTHER_NAME)
    with browser.new_context(base_url=address) as window:
        page, asked, faults = window.new_page(), list[str](), list[Error]()
        page.on("request", lambda request: asked.append(request.url))
        page.on("pageerror", lambda fault: faults.append(fault))
        page.goto(f"{seat.url}#seat={seat.token}")
        page.locator(".head").get_by_role("button", name="Share").click()
        expect(page.locator("#table-link")).to_have_value(f"{address}{seat.url}")
        code = page.get_by_role("img", name="QR code")
        until(page, "() => document.querySelector('.qr').naturalWidth > 0")
        expect(code).to_be_visible()
        expect(page.locator(".only-here")).to_have_count(0)
        assert [url for url in asked if "qr.svg" in url] == [f"{address}{seat.url}/qr.svg"]
        assert not faults


def test_trying_again_outlives_a_declined_rematch(host: Person, client: httpx.Client) -> None:
    position = "nonprime-addition total=38"
    url = host.open("nonprime-addition", opponent="friend", name="Mara", position=position)
    ines = join_table(client, url[3:], "Ines")
    host.says("Your turn")
    host.page.route("**/lib/progress.js", lambda route: route.abort())
    with host.page.expect_event("requestfailed", lambda request: request.url.endswith("/lib/progress.js")):
        host.play(3)
    again = host.page.locator("[data-key=again]")
    expect(again).to_be_visible()
    ines.now("rematch")
    host.says("asks for another game", ".requests")
    asked, fact = area(host.page, ".requests .note"), area(host.page, ".facts-row > :first-child .note")
    assert asked["y"] == fact["y"], "the request stands beside the fact"
    host.page.click("[data-key=no]")
    expect(host.page.locator(".requests .note")).to_have_count(0)
    with host.page.expect_response("**/rematch"):
        host.page.click("[data-key=rematch]")
    ines.now("answer", allow=False)
    host.says("declined", ".message")
    expect(again).to_be_visible()


# The turn line and the ladder ---------------------------------------------------------------------------


def test_a_forced_pass_is_told_as_one(mover: Person) -> None:
    position = "pocket-addition one=9 two=8,6 turn=1"
    mover.open("pocket-addition", opponent="same screen", position=position)
    mover.page.evaluate(NOTED)
    mover.play(1)
    mover.says("Player 1 moves again.")
    told = mover.page.evaluate("window.told")
    assert any("Forced" in text and "Nothing fits, so Player 2 passes." in text for text in told)
    assert not any("Pass it to" in text for text in told)


def test_the_house_is_seen_to_think_and_each_hint_is_announced_alone(host: Person) -> None:
    held: list[Route] = []
    host.open("prime-climb", opponent="same screen")
    host.page.route("**/hint", lambda route: held.append(route))
    hint, opened = host.page.locator("[data-key=hint]"), host.page.locator(".ladder li.open")
    with host.page.expect_request("**/hint"):
        hint.click()
    expect(hint).to_contain_text("The house is thinking …")
    hint.click(force=True)  # it is not enabled, as a browser sees it
    expect(host.page.locator("[data-key=why]")).to_have_attribute("aria-disabled", "true")
    held_back(host.page, held).continue_()
    expect(hint).to_contain_text("Next step: how many are good?")
    assert len(held) == 1
    host.page.unroute("**/hint")
    said = host.page.locator(".ladder [role=status]").first
    expect(said).to_have_text(opened.inner_text().split("\n")[-1])
    first = said.inner_text()
    hint.click()
    expect(opened).to_have_count(2)
    expect(said).not_to_have_text(first)
    expect(host.page.locator(".ladder ol")).not_to_have_attribute("aria-live", "polite")


def test_a_hint_that_takes_long_is_in_nobody_s_way(host: Person) -> None:
    held: list[Route] = []
    host.come(host.lay("prime-climb", 4, opponent="same screen"))
    host.page.route("**/hint", lambda route: held.append(route))
    with host.page.expect_request("**/hint"):
        host.page.click("[data-key=hint]")
    host.page.click(".acts >> text=Undo")
    host.says("Taken back.", ".message")
    held_back(host.page, held).continue_()
    host.says("The game has moved on, so nothing was done.", ".message")


def test_a_move_that_is_not_answered_is_told_unless_it_was_made(host: Person) -> None:
    page, held = host.page, list[Route]()
    host.open("prime-climb", opponent="same screen")
    page.evaluate(FAILING)
    page.route("**/move", lambda route: held.append(route))
    for at, (move, told) in enumerate(((4, "0 + 4 = 4"), (6, "0 + 6 = 6"))):
        number = host.view()["number"]
        with page.expect_request("**/move"):
            host.type(move)
        expect(page.locator(".key[aria-busy]")).to_have_attribute(
            "data-key", f"k{move}"
        )  # heard, and not made
        assert page.get_attribute(".at", "data-shown") == str(number)
        if move == 6:
            held_back(page, held, at).abort()
            expect(page.locator(".key[aria-busy]")).to_have_count(0)
            host.says("Your move was not made.", ".message")
            expect(page.locator(".requests .note")).to_have_count(0)  # the line was well all the time
        host.from_elsewhere("move", number=number, move=str(move))
        host.sees(number + 1)
        if move == 4:
            held_back(page, held, at).abort()
            until(page, "() => window.failed")
        expect(page.locator(".message")).to_contain_text(told)
        expect(page.locator(".requests .note")).to_have_count(0)
    page.unroute("**/move")
    host.play(4)
    assert len(host.view()["steps"]) == 3


def test_a_move_that_was_refused_without_an_answer_is_not_asked_for_again(host: Person) -> None:
    host.open("number-morph", opponent="same screen")
    number = host.view()["facts"]["number"]
    host.page.route("**/move", lambda route: (route.fetch(), route.abort()))
    host.type(number - number % 10 + 4)  # even, and so no prime
    host.says("Your move was refused. Choose another one.", ".message")


# The review ---------------------------------------------------------------------------------------------


def test_the_review_of_a_game_that_was_given_away(host: Person) -> None:
    """With its first move; everything that this page says of it."""
    page, position = host.page, "nonprime-addition total=38"
    settings = {"hints": False, "undo": False, "clock": 600}
    url = host.lay("nonprime-addition", 3, opponent="same screen", position=position, settings=settings)
    page.goto(f"{url}/review")

    # A choice says how many moves were safe, and the words of a step are kept apart.
    expect(page.locator(".graded li")).to_have_count(1)
    expect(page.locator(".graded li")).to_contain_text("of 8 moves are safe")
    expect(page.locator(".o3 .turn .why b")).to_have_text("38 + 3 = 41")

    # Each name stands in its own area of the chart.
    names = page.locator("svg.chart.wide text.p1, svg.chart.wide text.p2")
    expect(names).to_have_text(["Player 2", "Player 1"])
    high, low = (one["y"] for one in names.evaluate_all(f"(all) => all.map({AREA})"))
    assert high < low

    # What was found is no wrong try.
    page.click("[data-key=try]")
    for number, heading in ((9, "Your try"), (2, "Found it.")):  # 38 + 9 = 47 is prime, 40 is not
        page.click(f".keys [data-key='{number}']")
        host.says(heading, ".o3 .turn")
    expect(page.locator(".o3 .key .x")).to_have_count(1)

    # Another try keeps the settings of the table.
    page.click("[data-key=show-moment]")
    page.click("[data-key=again]")
    page.wait_for_url("**/t/*")
    host.says("Your turn")
    assert host.view()["settings"].items() >= settings.items()
