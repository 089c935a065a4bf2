"""A puzzle on its page: what was asked about one puzzle says nothing about the next."""

from __future__ import annotations

import json

from playwright.sync_api import Browser, Page, Route, expect

from primeparlor import notation
from primeparlor.web.workers.tasks.puzzles import check_answer as judged
from support.web.browser import held_back
from support.web.visitors import ParlorServer, Person, visitor

COUNTING = """() => {
  window.listening = 0;
  const added = new Set();
  const { addEventListener } = document;
  document.addEventListener = function (name, ...rest) {
    window.listening += ["keydown", "visibilitychange"].includes(name);
    added.add(rest[0]);
    return addEventListener.call(this, name, ...rest);
  };
  const { removeEventListener } = document;
  document.removeEventListener = function (name, ...rest) {
    window.listening -= name === "visibilitychange" && added.has(rest[0]);
    return removeEventListener.call(this, name, ...rest);
  };
}"""


def test_an_answer_that_comes_after_a_skip_is_let_go(host: Person) -> None:
    page, held = host.page, list[Route]()
    page.goto("/puzzle/prime-climb")
    skip, posed = page.locator("[data-key=Skip]"), page.locator(".posed")
    for at, (button, asked) in enumerate([("Show the answer", "**/answer"), ("hint", "**/hint")]):
        skip.wait_for()
        puzzle = posed.get_attribute("data-puzzle")
        page.route(asked, lambda route: held.append(route))
        with page.expect_request(asked):
            page.click(f"[data-key='{button}']")
        skip.click()
        expect(page.locator(".posed .stage")).to_be_focused()
        expect(posed).not_to_have_attribute("data-puzzle", puzzle or "")
        expect(skip).to_be_visible()
        with page.expect_response(asked):
            held_back(page, held, at).continue_()
        arrived(page)
        expect(skip).to_be_visible()
        expect(page.locator(".message")).to_be_empty()
        expect(page.locator(".clues li")).to_have_count(0)
        expect(page.locator(".posed.wait")).to_have_count(0)


def arrived(page: Page) -> None:
    """Wait until the page has whatever was sent to it before."""
    page.evaluate("() => fetch('/healthz').then((answer) => answer.text())")


def test_a_rush_that_starts_again_listens_no_more_than_before(host: Person) -> None:
    page, listening = host.page, list[int]()
    page.goto("/rush/prime-climb")
    page.evaluate(COUNTING)
    for _ in range(3):
        page.click("#start")
        expect(page.locator(".posed .stage")).to_be_focused()
        page.locator(".posed[data-puzzle]").wait_for()
        listening.append(page.evaluate("window.listening"))
        page.click("[data-key=stop]")
        page.locator("#start").wait_for()
        listening.append(page.evaluate("window.listening"))
    assert (
        listening == [2, 1] * 3
    )  # to ? from the first rush on, and in a rush to whether the page is looked at


def test_a_rush_that_ends_before_its_puzzle_comes_asks_for_no_more(
    parlor: ParlorServer, browser: Browser
) -> None:
    with visitor(parlor, browser) as person:
        page, held = person.page, list[Route]()
        page.clock.install()
        page.goto("/rush/prime-climb")
        page.route("**/api/puzzles", lambda route: held.append(route))
        for count, comes in ((1, True), (2, False)):
            with page.expect_request("**/api/puzzles"):
                page.click("#start")
            page.click("[data-key=stop]")
            page.locator("#start").wait_for()
            with page.expect_event("requestfinished" if comes else "requestfailed"):
                last = held_back(page, held, count - 1)
                last.continue_() if comes else last.abort()
            arrived(page)
            page.clock.run_for(10_000)
            arrived(page)
            assert len(held) == count
        with page.expect_request("**/api/puzzles"):
            page.click("#start")
        held_back(page, held, 2).abort()
        person.says("The server cannot be reached.", ".message")
        page.click("[data-key=stop]")  # before it is asked for again
        page.locator("#start").wait_for()
        page.clock.run_for(10_000)
        arrived(page)
        assert len(held) == 3


def test_a_wrong_try_counts_once_and_is_told_to_who_gives_hints(host: Person) -> None:
    page = host.page
    host.asked.clear()
    page.goto("/puzzle/prime-climb")
    page.locator(".posed[data-puzzle]").wait_for()
    [puzzle] = page.evaluate("window.posed")
    right = judged(puzzle["position"], mistake=False, show=True)["answer"]
    moves = puzzle["among"] or notation.read_position(puzzle["position"]).moves()
    wrong = next(str(move) for move in moves if str(move) not in right)
    held = list[Route]()
    page.route("**/answer", lambda route: held.append(route))
    host.type(f"+{wrong}")
    expect(page.locator(".posed:not(.wait)")).to_be_visible()  # only the move that was sent looks different
    held_back(page, held).continue_()
    page.unroute("**/answer")
    expect(page.locator(f"[data-key=k{wrong}] .x")).to_be_visible()
    told = page.locator(".message").inner_text()
    page.evaluate("document.querySelector('.message').replaceChildren()")
    host.type(f"+ {wrong}")
    host.says(told.partition("\n")[0], ".message")  # the reason again
    with page.expect_request("**/hint") as asked:
        page.click("[data-key=hint]")
    assert json.loads(asked.value.post_data or "")["tried"] == [wrong]


def test_a_line_goes_on_from_move_to_move_and_from_where_it_went_wrong(host: Person) -> None:
    page, line = host.page, {"position": "prime-climb largest=4 steps=10,6 turn=1", "line": True}
    page.route("**/api/puzzles", lambda route: route.continue_(post_data=json.dumps(line)))
    page.goto("/puzzle")
    turn, message = page.locator(".posed .turn"), page.locator(".message")
    for move, asked, told in (
        ("3", "Win from here, in at most four decisions.", "Right."),
        ("1", "Win from here, in at most two decisions.", "No: it gives the win away."),
        ("4", "Win from here, in at most two decisions.", "Right."),
        ("3", "One decision is left: find the winning move.", "Right."),
    ):
        expect(turn).to_contain_text(asked)
        page.keyboard.press(move)
        page.keyboard.press("Enter")
        expect(message).to_contain_text(told)
    following = page.locator("[data-key='Next puzzle']")
    expect(following).to_be_focused()
    expect(page.locator(".posed")).to_contain_text("20")
    following.click()
    expect(turn).to_contain_text("Win from here, in at most four decisions.")
    page.keyboard.press("1")
    page.get_by_role("button", name="Show the answer").click()
    expect(turn).to_contain_text("Win from here, in at most two decisions.")
    expect(page.locator(".posed [aria-pressed=true]")).to_have_count(0)  # it was held for another
    expect(page.locator(".posed [aria-label$=', tried']")).to_have_count(1)  # when the line was played before
    for move in "43":
        page.keyboard.press(move)
        page.keyboard.press("Enter")
        expect(message).to_contain_text("Right.")
    expect(following).to_be_focused()
