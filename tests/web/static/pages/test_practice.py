"""Today, puzzles, rush and progress in a browser, which keeps what was done."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from datetime import date
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

from primeparlor import notation
from primeparlor.coach.progress.diary import Diary
from primeparlor.coach.progress.document import GameSummary
from primeparlor.coach.summary import LOW_ACCURACY
from primeparlor.web.workers.tasks.puzzles import check_answer as judged
from support.web.browser import SETTLED, held_back, until
from support.web.visitors import Person

KEPT = "import('/static/lib/progress_db.js').then((db) => db.readStored())"
ANOTHER = "(last) => ![undefined, last].includes(document.querySelector('.posed')?.dataset.puzzle)"
SHOWN = "posed.find(({ puzzle }) => puzzle === document.querySelector('.posed').dataset.puzzle)"


@pytest.fixture
def page(diarist: Person) -> Page:
    """The page of somebody of whom nothing is kept yet."""
    return diarist.page


@pytest.fixture(scope="module")
def second(regular: Callable[[str], Person]) -> Iterator[Page]:
    """Another page in the same browser."""
    opened = regular("diarist").context.new_page()
    yield opened
    opened.close()


@pytest.fixture
def other(page: Page, second: Page) -> Iterator[Page]:
    """The same, which is left before all is forgotten."""
    yield second
    second.goto("about:blank")


def shown(page: Page, address: str) -> dict[str, Any]:
    """Go there; returns the puzzle that the page shows, as the server sent it."""
    page.goto(address)
    expect(page.locator(".turn .why")).not_to_be_empty()
    told: dict[str, Any] = page.evaluate("posed.at(-1)")
    return told["puzzle"] if "more" in told else told


def moves_of(puzzle: dict[str, Any]) -> tuple[str, str]:
    """A right answer to a puzzle, and a wrong one that is allowed."""
    state = notation.read_position(puzzle["position"])
    shown = judged(puzzle["position"], mistake=False, show=True)["answer"]
    allowed = puzzle["among"] or state.moves()
    return shown[0], next(str(move) for move in allowed if str(move) not in shown)


def play(page: Page, move: str) -> None:
    page.keyboard.press("/")
    page.keyboard.type(move)
    page.keyboard.press("Enter")


def test_today_is_tried_twice_kept_and_shared(page: Page) -> None:
    right, wrong = moves_of(shown(page, "/today"))
    play(page, wrong)
    expect(page.locator(".note.no")).to_be_visible()
    told = page.locator(".message").inner_text()
    page.click("[data-key^=of-][aria-pressed=true]")
    expect(page.locator(".message")).to_be_empty()
    play(page, wrong)
    expect(page.locator(".note.no")).to_be_visible()
    assert page.locator(".message").inner_text() == told, "the reason again"
    play(page, right)
    expect(page.locator(".note.yes")).to_be_visible()
    expect(page.locator(".share-text")).to_contain_text("✕✓")
    expect(page.locator(".bigstat h2")).to_have_text("day in a row")
    page.reload()
    expect(page.locator("[data-key^=of-][aria-pressed=true]")).to_contain_text("not tried yet")
    [day] = page.evaluate(SETTLED, "days").values()
    assert day["puzzle"]["tries"] == "-+"


def test_three_misses_show_the_answer_and_end_the_day(page: Page) -> None:
    puzzle = shown(page, "/today")
    right, _ = moves_of(puzzle)
    note, taken = page.locator(".note.no"), page.locator(".posed [aria-label$=', tried']")
    expect(page.locator(".side")).to_contain_text("You have three tries.")
    misses = [str(move) for move in notation.read_position(puzzle["position"]).moves() if str(move) != right]
    for count, (move, told) in enumerate(zip(misses, ("two tries left", "one try left"), strict=False), 1):
        play(page, move)
        expect(note).to_contain_text(told)
        expect(taken).to_have_count(count)
    play(page, misses[2])
    expect(note).to_contain_text(f"That was your last try. The answer is {right}.")
    expect(page.locator("[data-key=show]")).to_have_count(0)
    expect(page.locator(".share-text")).to_contain_text("✕✕✕")
    assert [day["puzzle"]["tries"] for day in page.evaluate(SETTLED, "days").values()] == ["---"]
    page.click(f"[data-key=of-{puzzle['game']}]")
    expect(page.locator(f"[data-key=of-{puzzle['game']}]")).to_contain_text("answer shown")
    expect(page.locator("[data-key=next]")).to_be_visible()


def test_a_variant_is_named_the_rules_are_at_hand_and_the_answer_is_asked_for_twice(page: Page) -> None:
    page.clock.set_fixed_time("2026-11-18T12:00:00")
    page.goto("/today")
    question, rules = page.locator(".posed .turn"), page.locator("[data-key=rules]")
    expect(question).to_contain_text("Find the only right move.")
    expect(question).to_contain_text("Pocket Addition, exactly 20 ")
    expect(rules).to_have_attribute("href", "/learn/pocket-addition")
    page.click("[data-key=show]")
    expect(page.get_by_text("Then today counts as missed.")).to_be_visible()
    page.click("text=Keep trying")
    expect(page.locator("[data-key=show]")).to_be_visible()
    expect(page.locator(".posed .stage")).to_be_focused()
    assert page.evaluate(KEPT)["progress"].get("days") is None
    page.click("[data-key=of-prime-duel]")
    expect(rules).to_have_attribute("href", "/learn/prime-duel")
    expect(question).not_to_contain_text("Variant")


def test_what_was_just_solved_does_not_come_next(page: Page) -> None:
    puzzle, held = shown(page, "/today"), list[Route]()
    page.route("**/api/progress", lambda route: held.append(route))  # so nothing is kept yet
    play(page, moves_of(puzzle)[0])
    following, solved = page.locator("[data-key=next]"), page.locator(f"[data-key=of-{puzzle['game']}]")
    expect(following).to_be_focused()
    expect(solved).to_contain_text("solved")
    assert following.inner_text().removeprefix("Next: ") not in solved.inner_text()
    solved.click()
    expect(page.locator("[data-key=show]")).to_have_count(0)
    following.press("Enter")
    until(page, ANOTHER, puzzle["puzzle"])


def test_hints_in_two_tabs_do_not_give_the_answer_away(page: Page, other: Page) -> None:
    """The second tab tells the hints of the first, though it would leave out by now what was tried there."""
    _, wrong = moves_of(shown(page, "/today"))
    shown(other, "/today")
    clue = page.locator(".clues li")
    for count in (1, 2):
        page.click("[data-key=hint]")
        expect(clue).to_have_count(count)
    told = clue.all_text_contents()
    play(page, wrong)
    expect(page.locator(".posed [aria-label$=', tried']")).to_have_count(1)
    for count in (1, 2):
        other.click("[data-key=hint]")
        expect(other.locator(".clues li")).to_have_text(told[:count])


def test_hints_of_the_day_are_open_again_in_another_tab_and_after_a_reload(page: Page, other: Page) -> None:
    """In the same words, which leave out what was tried; where nothing was kept, they are made anew."""
    puzzle = shown(page, "/today")
    _, wrong = moves_of(puzzle)
    shown(other, "/today")  # which knows nothing of what is done here
    play(page, wrong)
    tried, clue = page.locator(".posed [aria-label$=', tried']"), page.locator(".clues li")
    expect(tried).to_have_count(1)
    with page.expect_request(lambda request: '"hinted"' in (request.post_data or "")):
        page.click("[data-key=hint]")
    expect(clue).to_have_count(1)
    expect(page.locator("[data-key=hint]")).to_have_text("Another hint")
    assert page.evaluate(SETTLED, "days")
    told = str(clue.text_content())
    page.click("[data-key^=of-][aria-pressed=false] >> nth=0")
    expect(clue).to_have_count(0)
    page.click(f"[data-key=of-{puzzle['game']}]")
    expect(clue).to_have_text(told)
    expect(tried).to_have_count(1)
    other.click("[data-key=hint]")
    expect(other.locator(".clues li")).to_have_text(told)
    other.reload()
    expect(other.locator(".clues li")).to_have_text(told)
    expect(other.locator(".posed [aria-label$=', tried']")).to_have_count(1)
    page.reload()
    expect(clue).to_have_text(told)
    expect(tried).to_have_count(1)
    page.goto("/stored")
    page.once("dialog", lambda dialog: dialog.accept())
    page.click("[aria-label='Delete: What you tried today, and the hints you opened']")
    expect(page.locator("#kept")).to_contain_text("Your progress")
    expect(page.locator("#kept")).not_to_contain_text("What you tried today")
    nonsense = json.dumps({"day": "2026-11-17", "puzzles": [3]})
    page.evaluate("(text) => localStorage.setItem('parlor.told', text)", nonsense)
    page.goto("/today")
    expect(clue).to_have_count(1)
    expect(clue).not_to_have_text(told)
    expect(tried).to_have_count(0)


def test_what_was_opened_before_midnight_counts_for_its_day(page: Page) -> None:
    page.clock.set_fixed_time("2026-11-17T23:59:00")
    page.goto("/today")
    page.locator("[data-key=hint]").wait_for()
    held = list[Route]()
    page.route("**/api/progress", lambda route: route.continue_() if held else held.append(route))
    with page.expect_request("**/api/progress"):
        page.click("[data-key=hint]")
    page.clock.set_fixed_time("2026-11-18T00:01:00")
    page.click("[data-key=show]")
    held_back(page, held).continue_()
    assert page.evaluate(SETTLED, "days")  # and so the page is drawn anew, but for its question
    page.click("text=Show it")
    expect(page.locator("[data-key=next]")).to_be_visible()
    [(day, done)] = page.evaluate(SETTLED, "days").items()
    assert (day, done["puzzle"]["tries"]) == ("2026-11-17", "?")
    page.locator("[data-key=next]").press("Enter")
    expect(page.locator(".posed .stage")).to_be_focused()


def test_what_is_missed_waits_nothing_moves_below_a_finger_and_enter_goes_on(page: Page) -> None:
    missed = shown(page, "/puzzle/pocket-addition")
    play(page, moves_of(missed)[1])
    expect(page.locator(".note.no")).to_be_visible()
    assert list(page.evaluate(SETTLED, "cards")) == [missed["position"]]
    page.click("[data-key=Skip]")
    expect(page.locator(".note.no")).to_have_count(0)
    puzzle = next_puzzle(page, missed["puzzle"])
    while puzzle["line"]:  # it would go on after its first answer
        page.click("[data-key=Skip]")
        puzzle = next_puzzle(page, puzzle["puzzle"])
    hint = page.locator("[data-key=hint]")
    expect(hint).to_have_text("A hint")
    place = "button => [button.getBoundingClientRect().x, button.getBoundingClientRect().y]"
    before = hint.evaluate(place)
    hint.click()
    expect(page.locator(".clues li")).to_have_count(1)
    expect(hint).to_have_text("Another hint")
    assert hint.evaluate(place) == before
    expect(hint).to_be_focused()
    page.route("**/hint", lambda route: route.fulfill(json={"text": "That is all.", "all": True}))
    hint.click()
    expect(hint).to_have_count(0)
    expect(page.locator(".posed .stage")).to_be_focused()
    play(page, moves_of(puzzle)[0])
    expect(page.get_by_role("button", name="Next puzzle")).to_be_focused()
    page.keyboard.press("Enter")
    next_puzzle(page, puzzle["puzzle"])
    expect(page.locator(".posed .stage")).to_be_focused()


def test_the_game_that_was_picked_is_in_view_on_a_phone(page: Page) -> None:
    page.set_viewport_size({"width": 390, "height": 844})
    page.goto("/rush/prime-duel")
    expect(page.locator(".pick [aria-current]")).to_be_in_viewport(ratio=0.9)


@pytest.mark.parametrize(("width", "height"), [(360, 640), (740, 360)])
def test_the_question_and_its_answers_are_in_view_together_on_a_small_phone(
    page: Page, width: int, height: int
) -> None:
    page.set_viewport_size({"width": width, "height": height})
    shown(page, "/puzzle/nonprime-addition")
    expect(page.locator(".turn .why")).to_be_in_viewport(ratio=1)
    key, bar = page.locator(".key").last.bounding_box(), page.locator(".top nav").bounding_box()
    assert key is not None
    assert bar is not None
    assert key["y"] + key["height"] <= (bar["y"] if bar["y"] > height / 2 else height)


def test_without_a_line_each_page_says_so_in_its_own_words(page: Page) -> None:
    puzzle = shown(page, "/puzzle/pocket-addition")
    page.context.set_offline(True)
    play(page, moves_of(puzzle)[0])
    expect(page.locator(".note.no")).to_have_text(re.compile("The server cannot be reached"))
    page.click("[data-key=Skip]")
    expect(page.get_by_role("alert")).to_have_text("The server cannot be reached. Try again in a moment.")
    page.context.set_offline(False)
    page.get_by_role("button", name="Try again").click()
    until(page, ANOTHER, puzzle["puzzle"])


def test_no_hint_names_what_was_tried(page: Page) -> None:
    page.goto("/stored")
    page.evaluate(
        """async (position) => {
          const { recordChanges } = await import("/static/lib/progress.js");
          const cards = { [position]: { box: 0, due: 0, day: "2026-11-12" } };
          await recordChanges({ do: "join", progress: { version: 1, cards } });
        }""",
        "nonprime-addition total=20",
    )
    page.goto("/puzzle/nonprime-addition")
    expect(page.locator(".turn .why")).to_have_text(re.compile("3"))
    expect(page.locator(".turn .origin")).to_have_text("You missed this on 12 November.")
    play(page, "3")
    expect(page.locator(".note.no")).to_be_visible()
    page.click("[data-key=hint]")
    hint = page.locator(".clues li")
    expect(hint).to_contain_text("It is ")
    expect(hint).not_to_contain_text("3")
    expect(hint).to_contain_text("5")


def next_puzzle(page: Page, last: str = "") -> dict[str, Any]:
    """Wait for another puzzle than the last; returns it as the server sent it."""
    until(page, ANOTHER, last)
    puzzle: dict[str, Any] = page.evaluate(SHOWN)
    return puzzle


def test_a_rush_ends_with_the_third_slip_and_the_slips_come_back(page: Page) -> None:
    last, slipped = "", list[str]()
    page.goto("/rush/pocket-addition")
    page.click("#start")
    for slips in range(3):
        expect(page.locator(".slips")).to_have_text(re.compile(f"{slips} of 3 slips$"))
        puzzle = next_puzzle(page, last)
        play(page, moves_of(puzzle)[1])
        last = puzzle["puzzle"]
        slipped.append(puzzle["position"])
        if slips < 2:  # what is said of it stays with its board until the player goes on
            expect(page.locator(".note.no")).to_be_visible()
            expect(page.locator("[data-key=next]")).to_be_focused()
            assert page.evaluate(SHOWN)["puzzle"] == last
            page.keyboard.press("Enter")
    expect(page.locator("h2").first).to_have_text("Three slips. 0 solved.")
    expect(page.locator(".slipped li")).to_have_count(3)
    assert sorted(page.evaluate(SETTLED, "cards")) == sorted(slipped)
    assert "rush" not in page.evaluate(KEPT)["progress"]  # nothing to be proud of


def test_a_rush_says_what_became_of_the_last_puzzle_and_keeps_the_score(page: Page) -> None:
    page.goto("/rush/pocket-addition")
    page.click("#start")
    puzzle = next_puzzle(page)
    right, _ = moves_of(puzzle)
    play(page, right)
    expect(page.locator(".note.yes")).to_contain_text(f"{right} is right.")
    until(page, ANOTHER, puzzle["puzzle"])
    expect(page.locator(".message")).to_be_empty()
    expect(page.locator(".last-puzzle")).to_contain_text(f"The last puzzle: {right} is right.")
    page.click("[data-key=stop]")
    expect(page.locator("h2").first).to_have_text("A new best! 1 solved, 0 slips.")
    assert page.evaluate(SETTLED, "rush")["pocket-addition"][0]["right"] == 1


def test_progress_goes_out_and_comes_back(page: Page, tmp_path_factory: pytest.TempPathFactory) -> None:
    page.goto("/progress")
    page.evaluate(
        """async () => {
          const { recordChanges } = await import("/static/lib/progress.js");
          await recordChanges({ do: "rushed", game: null, right: 7, slips: 1 });
        }"""
    )
    page.reload()
    expect(page.get_by_text("7 solved, 1 slip")).to_be_visible()
    with page.expect_download() as taken:
        page.click("text=Export")
    file = tmp_path_factory.mktemp("out") / "progress.json"
    taken.value.save_as(file)
    assert json.loads(file.read_text())["rush"]["all"][0]["right"] == 7
    page.evaluate("import('/static/lib/progress_db.js').then((db) => db.clearStored())")
    page.reload()
    expect(page.get_by_text("7 right")).to_have_count(0)
    page.set_input_files("#import", file)
    expect(page.locator("#told")).to_contain_text("Taken in.")
    expect(page.get_by_text("7 solved, 1 slip")).to_be_visible()
    page.context.set_offline(True)
    with page.expect_download() as taken:
        page.click("text=Export")
    assert json.loads(taken.value.path().read_text())["rush"]["all"][0]["right"] == 7
    page.context.set_offline(False)


def test_a_low_accuracy_is_explained_beside_it(page: Page, tmp_path: Path) -> None:
    played = GameSummary(1, date(2026, 11, 17), "prime-climb", True, "club", 1, False, accuracy=37)
    kept = Diary(str(tmp_path / "progress.json"))
    kept.store_games({"a.jsonl": played}, {})
    page.goto("/progress")
    page.set_input_files("#import", kept.path)
    expect(page.get_by_text(f"On average 37 of 100. {LOW_ACCURACY}")).to_be_visible()


def test_what_is_no_progress_is_refused_each_time_it_is_chosen(page: Page, tmp_path: Path) -> None:
    file = tmp_path / "progress.json"
    page.goto("/progress")
    for text in ('{"cards": 3}', '{"cards": 3}', "[]", "null", "{", json.dumps({"notes": "x" * 2_000_000})):
        file.write_text(text)
        page.evaluate("document.querySelector('#told')?.replaceChildren()")
        page.set_input_files("#import", file)
        expect(page.locator("#told")).to_contain_text(re.compile("This is (not saved progress|too large)"))
    assert page.locator(".chip").count() == 0  # nothing is counted before there is any
    assert page.locator("#import").evaluate("field => field.files.length") == 0


def test_a_change_that_cannot_be_made_holds_up_none_after_it(page: Page) -> None:
    page.goto("/stored")
    told = page.evaluate(
        """async () => {
          const { recordChanges, syncProgress } = await import("/static/lib/progress.js");
          await recordChanges({ do: "played", table: "aaaa-aaaa-aaaa-aaaa", game: 1, seat: 1 });
          await recordChanges({ do: "rushed", game: null, right: 2, slips: 0 });
          return (await syncProgress()).summary.rush;
        }"""
    )
    assert [score["right"] for score in told["all"]] == [2]
    assert page.evaluate(KEPT)["waiting"] == []


def test_two_pages_lose_nothing_of_each_other(page: Page, other: Page) -> None:
    pages = [page, other]
    for one in pages:
        one.goto("/stored")
        one.evaluate("import('/static/lib/progress.js').then((progress) => (window.progress = progress))")
    rushed = "{ do: 'rushed', game: null, right, slips: 0 }"
    begin = f"(right) => void (window.done = progress.recordChanges({rushed}))"
    for score, one in enumerate(pages * 2, 1):
        one.evaluate(begin, score)
    for one in pages:
        one.evaluate("window.done")
    kept = page.evaluate(KEPT)
    assert sorted(score["right"] for score in kept["progress"]["rush"]["all"]) == [1, 2, 3, 4]
