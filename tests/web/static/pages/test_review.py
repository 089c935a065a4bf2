"""The review in a real browser: the chart, the deciding moment tried before it is told, records."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from playwright.sync_api import Route, expect

from support.web.browser import held_back
from support.web.visitors import Person

GIVEN_AWAY = [6, 9, 8, 5, 1]  # a game of Pocket Addition


def finished(person: Person) -> str:
    """A game of Pocket Addition that was given away: the address of its review."""
    return f"{person.lay('pocket-addition', *GIVEN_AWAY, opponent='same screen')}/review"


def test_a_mistake_can_be_tried_again_before_better_moves_are_named(host: Person) -> None:
    page = host.page
    page.goto(finished(host))
    chart = page.get_by_role("img", name="winning chance over").first
    expect(chart).to_be_visible()
    place = page.locator(".steps .count")
    before = place.inner_text()
    page.keyboard.press("ArrowLeft")
    expect(place).not_to_have_text(before)
    page.keyboard.press("Home")
    page.keyboard.press("ArrowRight")  # Player 2 has nothing yet
    expect(page.locator("[data-key=tile-5]")).to_have_attribute("aria-label", "Take 5, total 5")
    page.keyboard.press("End")
    expect(place).to_have_text("5 of 5 moves")
    expect(page.locator(".graded li")).to_have_count(5)
    [told] = [text for text in host.heard.split("\n") if '"rows"' in text]
    assert all(not row["better"] and not row["reason"] for row in json.loads(told)["rows"])
    assert page.locator(".better").count() == 0
    page.click("[data-key=try]")
    page.keyboard.press("9")
    page.keyboard.press("Enter")
    expect(page.locator(".message .note")).to_be_visible()
    page.click("[data-key=tile-1]")
    host.says("1: ", ".message")
    page.keyboard.press("2")
    page.keyboard.press("Enter")  # for what was chosen last, not for the tile that was clicked
    host.says("2: ", ".message")
    held = list[Route]()
    page.route("**/api/judge", lambda route: held.append(route))
    with page.expect_request("**/api/judge"):
        page.click("[data-key=tile-3]")
    page.click("[data-key=stop]")
    expect(page.locator("#board")).to_be_focused()
    with page.expect_response("**/api/judge"):
        held_back(page, held).continue_()
    page.evaluate("() => fetch('/healthz').then((answer) => answer.text())")  # by then it has arrived
    expect(page.locator(".message")).to_be_empty()
    page.click("[data-key=reveal]")
    expect(page.locator(".rv .better").first).to_be_visible()
    expect(page.locator("#moment")).to_be_focused()


def test_estimates_are_replaced_by_exact_values_where_the_reader_is(host: Person) -> None:
    page, held = host.page, list[Route]()
    position = "prime-duel scores=30,31 deck=2,2,2,2,2,2,1,1,1,1 card=4"
    url = host.lay("prime-duel", "keep", opponent="same screen", position=position)
    address, bearer = f"/api/tables/{url[3:]}", {"Authorization": f"Bearer {host.token}"}
    number = host.context.request.get(address).json()["number"]
    host.context.request.post(f"{address}/resign", data={"number": number}, headers=bearer)
    page.route(re.compile("exact=1"), lambda route: held.append(route))
    with page.expect_request(re.compile("exact=1")):
        page.goto(f"{url}/review")
    line = page.locator(".exactness")
    expect(line).to_have_text("All choices are graded by estimates. The server is working out more …")
    expect(page.locator(".graded li")).to_contain_text("too close to call")
    page.keyboard.press("Home")
    place = page.locator(".steps .count").inner_text()
    held_back(page, held).continue_()
    expect(line).to_be_hidden()
    expect(page.locator(".graded li")).not_to_contain_text("too close to call")
    expect(page.locator(".steps .count")).to_have_text(place)
    assert page.locator(".better").count() == 0
    page.click("[data-key=better]")
    expect(page.locator("[data-key=better]")).to_have_attribute("aria-pressed", "true")


def test_a_move_that_lost_at_once_says_so_and_then_what_held_out_longest(host: Person) -> None:
    page = host.page
    page.goto(f"{host.lay('pocket-addition', 5, 6, 2, 9, opponent='same screen')}/review")
    row = page.locator(".graded li").nth(2)
    expect(row).to_contain_text("loses at once")
    expect(row).not_to_contain_text("held out")
    page.click("[data-key=better]")
    expect(row).to_contain_text("The 2 leaves Player 2 the 9: 6 + 9 = 15. 9 would have held out longest.")


# Where each name stands in the charts of a game with these values: its letters, or its piece alone.
NAMED = """async ([names, values]) => {
  const { chart } = await import("/static/pages/review/chart.js");
  const steps = values.slice(1).map((_, at) => ({ who: 1 + (at % 2), move: 1 }));
  const drawn = chart({ names, values, steps, rows: [], you: null, turning: null }, 0);
  return drawn.map((svg) => names.map((name, at) => {
    const label = [...svg.querySelectorAll(`text.p${at + 1}`)][0];
    return label ? Number(label.getAttribute("x")) : null;
  }));
}"""


def test_names_in_the_chart_stand_in_their_own_areas(host: Person) -> None:
    host.page.goto("/stored")
    first, second = 46 + 24, 46 + 24 + 752 / 2  # at the left, and after the second of four moves
    lost = 46 + 24 + 752 * 2 / 5  # where certain values last until the next one, the final one as well
    names = ["Player 1", "Player 2"]
    wide, narrow = host.page.evaluate(NAMED, [names, [1, 1, 0, 0, 0]])
    assert wide == pytest.approx([first, lost])
    assert narrow == pytest.approx([first, 46 + 24 + 288 * 2 / 5])
    assert host.page.evaluate(NAMED, [names, [1, 1, 1, 1, 0]])[0] == pytest.approx(
        [first, 46 + 24 + 752 * 4 / 5]
    )
    assert host.page.evaluate(NAMED, [names, [1, 1, 1, 1, 1]])[0] == [first, None]
    assert host.page.evaluate(NAMED, [names, [0.5, 0.5, 0.4, 0.3, 0.0]])[0] == [first, first]
    assert host.page.evaluate(NAMED, [names, [1.0, 0.95, 0.6, 0.2, 0.0]])[0] == [first, second]


def test_a_game_goes_on_from_a_mistake_against_the_house(host: Person) -> None:
    host.page.goto(finished(host))
    host.page.click("[data-key=show-moment]")
    host.page.click("[data-key=again]")
    host.page.wait_for_url("**/t/*")
    host.says("Your turn")
    assert host.view()["seats"][2 - host.view()["you"]]["house"]


def test_a_record_is_exported_and_reviewed_again(host: Person, tmp_path: Path) -> None:
    page = host.page
    page.goto(finished(host))
    headline = page.inner_text("h1")
    with page.expect_download() as download:
        page.click("text=Export record")
    record = tmp_path / download.value.suggested_filename
    download.value.save_as(record)
    assert record.suffix == ".jsonl"
    page.goto("/review")
    page.set_input_files("#record", record)
    expect(page.locator("h1")).to_have_text(headline)
    page.goto("/review")
    page.set_input_files("#record", {"name": "no.jsonl", "mimeType": "text/plain", "buffer": b"no record\n"})
    told, why = page.locator(".wrong p").first, page.locator(".wrong p").last
    expect(told).to_contain_text("This file is not the record of a game, or it is damaged. Choose a file")
    expect(why).to_contain_text("Why it cannot be read: Line 1: not a line of JSON")
    expect(page.locator("#record")).to_have_js_property("value", "")  # the same file can be chosen again
    page.evaluate("() => { Blob.prototype.text = () => Promise.reject(new Error('gone')); }")
    page.set_input_files("#record", record)
    host.says("This file could not be read. Choose it again.", ".wrong")


def test_there_is_no_review_while_the_game_is_on(host: Person) -> None:
    url = host.lay("prime-climb", opponent="same screen")
    host.page.goto(f"{url}/review")
    expect(host.page.locator("h1")).to_have_text("No review yet")
    expect(host.page.locator("main")).to_contain_text("not over")


def test_an_unfinished_record_without_a_mistake_says_that_nobody_has_won(host: Person) -> None:
    url = host.lay("prime-climb", opponent="same screen")
    record = host.page.request.get(f"/api{url.replace('/t/', '/tables/')}/record").body()
    host.page.goto("/review")
    host.page.set_input_files("#record", {"name": "one.jsonl", "mimeType": "text/plain", "buffer": record})
    expect(host.page.locator("#moment")).to_have_text("Nobody has won yet.")


OTHER_CLOCKS = [(100_000, 86_400), (30, 30), (None, None)]


@pytest.mark.parametrize(
    ("clock", "here"), [(0.5, 1), *(pytest.param(*each, marks=pytest.mark.prove) for each in OTHER_CLOCKS)]
)
def test_a_terminals_clock_is_set_to_what_a_table_here_takes(
    clock: float | None, here: float | None, host: Person
) -> None:
    page = host.page
    url = finished(host)
    first, rest = page.request.get(f"/api{url.replace('/t/', '/tables/')[:-7]}/record").text().split("\n", 1)
    told = json.loads(first)
    told["settings"]["clock"] = clock
    told["seats"] = ["human", "random"]  # who plays at a terminal, and not here
    quick = re.sub(r'"ms": ?\d+', '"ms": 1', rest)  # no move took longer than the clock allows
    record = f"{json.dumps(told)}\n{quick}".encode()
    page.goto("/review")
    page.set_input_files("#record", {"name": "one.jsonl", "mimeType": "text/plain", "buffer": record})
    page.click("[data-key=show-moment]")
    page.click("[data-key=again]")
    page.wait_for_url("**/t/*")
    assert host.view()["settings"]["clock"] == here


def test_without_a_line_a_review_says_so_in_its_own_words(host: Person) -> None:
    page, reachable = host.page, [True]  # requests pass here from the start: one might overtake a new route
    page.route("**/api/**", lambda route: route.continue_() if reachable[0] else route.abort())
    page.goto(finished(host))
    page.click("[data-key=try]")
    reachable[0] = False
    page.keyboard.press("9")
    page.keyboard.press("Enter")
    host.says("The server cannot be reached.", ".message")
    page.click("[data-key=better]")
    host.says("The server cannot be reached.", ".message")
    page.reload()
    host.says("The server cannot be reached.", "main")
    reachable[0] = True
    page.click("[data-key=retry]")
    expect(page.locator(".chart").first).to_be_visible()


@pytest.mark.parametrize(
    ("game", "moves", "rail"),
    [("nonprime-addition", [2], "hidden"), ("pocket-addition", GIVEN_AWAY, "visible")],
)
def test_the_rail_hangs_above_a_review_only_where_it_is_no_crib(
    game: str, moves: list[int], rail: str, host: Person
) -> None:
    host.page.goto(f"{host.lay(game, *moves, opponent='same screen')}/review")
    expect(host.page.locator(".picture")).to_be_visible()
    expect(host.page.locator(".rail")).to_have_css("visibility", rail)
