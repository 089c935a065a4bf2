"""What stands around a board, in a real browser: the rail, requests, the turn line, the ladder, the end."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from browser_helpers import held_back, until
from parlor_helpers import PHONE, Parlor, Person, visitor
from primeparlor.games import GAMES

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


@pytest.fixture
def phone(parlor: Parlor, browser: Browser) -> Any:
    with visitor(parlor, browser, viewport=PHONE, has_touch=True) as person:
        yield person


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


def test_a_question_on_a_phone_is_above_the_dock(phone: Person) -> None:
    page = phone.page
    for game in GAMES.ours:
        phone.open(game, opponent="same screen")
        page.get_by_role("button", name="More").click()
        page.locator("dialog.sheet").get_by_role("button", name="Resign").click()
        expect(page.locator("[data-key=yes]")).to_be_visible()
        yes, dock = area(page, "[data-key=yes]"), area(page, ".dock")
        assert yes["y"] + yes["height"] <= dock["y"], game


def test_a_request_on_a_phone_comes_into_sight(host: Person, phone: Person) -> None:
    url = host.open("nonprime-addition", opponent="friend", name="Mara")
    phone.join(url, "Ines")
    host.play(5)
    phone.says("Your turn")
    phone.page.set_viewport_size({"width": 320, "height": 640})
    phone.loses(url)
    phone.page.keyboard.press("4")
    phone.page.keyboard.press("Enter")
    phone.says("The line dropped.", ".requests")
    assert phone.page.evaluate("scrollY") == 0, "the keys stay where they are: nothing is asked"
    host.page.locator(".acts").get_by_role("button", name="Undo").click()
    expect(phone.page.locator("[data-key=yes]")).to_be_visible()
    yes, dock = area(phone.page, "[data-key=yes]"), area(phone.page, ".dock")
    assert yes["y"] + yes["height"] <= dock["y"]


def test_a_link_that_leads_nobody_here_says_so(host: Person) -> None:
    url = host.open("nonprime-addition", opponent="friend")
    host.says("works on this computer only", ".invitation .only-here")
    host.page.locator(".head").get_by_role("button", name="Share").click()
    host.page.click("[data-key=private]")
    expect(host.page.locator("#private-link")).to_be_visible()
    host.says("open this page at your computer's network address", "dialog[open] .only-here")  # once
    host.come(host.parlor.address.replace("127.0.0.1", "0.0.0.0") + url)
    expect(host.page.locator("dialog .only-here")).to_be_attached()
    host.faults[:] = [fault for fault in host.faults if "origin was untrustworthy" not in fault]


def test_an_undo_names_the_choice_that_is_taken_back(host: Person, guest: Person) -> None:
    position = "prime-duel scores=10,0 deck=4,4,4,4,4,4,4,4,4,3 turn=1 card=10"
    url = host.open("prime-duel", opponent="friend", name="Mara", position=position)
    guest.join(url, "Ines")
    host.play("keep")
    host.page.locator(".acts").get_by_role("button", name="Undo").click()
    guest.says("asks to take back the 10 that was kept.", ".requests")


def test_trying_again_outlives_a_declined_rematch(host: Person, guest: Person) -> None:
    url = host.open(
        "nonprime-addition", opponent="friend", name="Mara", position="nonprime-addition total=38"
    )
    guest.join(url, "Ines")
    host.page.route("**/diary.js", lambda route: route.abort())
    with host.page.expect_event("requestfailed", lambda request: request.url.endswith("/diary.js")):
        host.play(3)
    again = host.page.locator("[data-key=again]")
    expect(again).to_be_visible()
    host.page.click("[data-key=rematch]")
    guest.says("asks for a rematch", ".requests")
    asked, fact = area(guest.page, ".requests .note"), area(guest.page, ".facts-row > :first-child .note")
    assert asked["y"] == fact["y"], "the request stands beside the fact"
    guest.page.click("[data-key=no]")
    host.says("declined", ".message")
    expect(again).to_be_visible()


# The turn line and the ladder ---------------------------------------------------------------------------


def test_a_forced_pass_is_told_as_one(parlor: Parlor, browser: Browser) -> None:
    with visitor(parlor, browser, reduced_motion="no-preference") as person:
        position = "pocket-addition one=9 two=8,6 turn=1"
        person.open("pocket-addition", opponent="same screen", position=position)
        person.page.evaluate(NOTED)
        person.play(1)
        person.says("Player 1 moves again.")
        told = person.page.evaluate("window.told")
        assert any("Forced" in text and "Nothing fits, so Player 2 passes." in text for text in told)
        assert not any("Pass it to" in text for text in told)


def test_a_hint_is_announced_alone(host: Person) -> None:
    host.open("prime-climb", opponent="same screen")
    said = host.page.locator(".ladder [role=status]").first
    host.page.click("[data-key=hint]")
    expect(said).to_have_text(host.page.locator(".ladder li.open").inner_text().split("\n")[-1])
    first = said.inner_text()
    host.page.click("[data-key=hint]")
    expect(host.page.locator(".ladder li.open")).to_have_count(2)
    expect(said).not_to_have_text(first)
    expect(host.page.locator(".ladder ol")).not_to_have_attribute("aria-live", "polite")


def test_the_house_is_seen_to_think(host: Person) -> None:
    held: list[Route] = []
    host.page.route("**/hint", lambda route: held.append(route))
    host.open("prime-climb", opponent="same screen")
    with host.page.expect_request("**/hint"):
        host.page.click("[data-key=hint]")
    host.says("The house is thinking …", "[data-key=hint]")
    host.page.click("[data-key=hint]", force=True)  # it is not enabled, as a browser sees it
    expect(host.page.locator("[data-key=why]")).to_have_attribute("aria-disabled", "true")
    held_back(host.page, held).continue_()
    host.says("Next step: how many are good?", "[data-key=hint]")
    assert len(held) == 1


def test_a_hint_that_takes_long_is_in_nobody_s_way(host: Person) -> None:
    held: list[Route] = []
    host.page.route("**/hint", lambda route: held.append(route))
    host.open("prime-climb", opponent="same screen")
    host.play(4)
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
        if move == 6:
            held_back(page, held, at).abort()
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


@pytest.fixture
def lost(host: Person) -> Callable[..., None]:
    """Opens the review of a game that was given away with its first move."""

    def opened(**order: Any) -> None:
        position = "nonprime-addition total=38"
        url = host.open("nonprime-addition", opponent="same screen", position=position, **order)
        host.play(3)
        expect(host.page.locator("#result")).to_be_visible()
        host.page.goto(f"{url}/review")
        expect(host.page.locator(".graded li")).to_have_count(1)

    return opened


def test_each_name_stands_in_its_own_area_of_the_chart(host: Person, lost: Callable[..., None]) -> None:
    lost()
    names = host.page.locator("svg.chart.wide text.p1, svg.chart.wide text.p2")
    expect(names).to_have_text(["Player 2", "Player 1"])
    high, low = (one["y"] for one in names.evaluate_all(f"(all) => all.map({AREA})"))
    assert high < low


def test_a_choice_says_how_many_moves_were_safe(host: Person, lost: Callable[..., None]) -> None:
    lost()
    expect(host.page.locator(".graded li")).to_contain_text("of 8 moves are safe")


def test_another_try_keeps_the_settings_of_the_table(host: Person, lost: Callable[..., None]) -> None:
    lost(settings={"hints": False, "undo": False, "clock": 600})
    host.page.click("[data-key=show-moment]")
    host.page.click("[data-key=again]")
    host.page.wait_for_url("**/t/*")
    host.says("Your turn")
    settings = host.view()["settings"]
    assert (settings["hints"], settings["undo"], settings["clock"]) == (False, False, 600)


def test_the_words_of_a_step_in_the_review_are_kept_apart(host: Person, lost: Callable[..., None]) -> None:
    lost()
    why = host.page.locator(".o3 .turn .why")
    expect(why.locator("b")).to_have_text("38 + 3 = 41")


def test_what_was_found_in_a_review_is_no_wrong_try(host: Person, lost: Callable[..., None]) -> None:
    lost()
    host.page.click("[data-key=try]")
    for number, heading in ((9, "Your try"), (2, "Found it.")):  # 38 + 9 = 47 is prime, 40 is not
        host.page.click(f".keys [data-key='{number}']")
        host.says(heading, ".o3 .turn")
    expect(host.page.locator(".o3 .key .x")).to_have_count(1)
