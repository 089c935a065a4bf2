"""What a table says: whose side it shows, how it counts moves, how it writes numbers, and where to type."""

from __future__ import annotations

import httpx
import pytest
from playwright.sync_api import expect

from primeparlor.primes import is_prime
from support.web.http_server import open_table
from support.web.visitors import Person

DUEL = "prime-duel scores=17,3 deck=4,4,4,4,4,4,3,4,3,3 turn=2 card=9"
KEPT = "prime-duel scores=10,0 deck=4,4,4,4,4,4,4,4,4,3 turn=1 card=10"
QUIET = {"target": 20, "largest": 4}  # rules by which two moves do not end a duel
LAST = "pocket-addition one=1,4,6 two=5,8 turn=1"
USED = [number for number in range(11, 100) if is_prime(number) and number != 43]
FINAL = f"number-morph digits=2 number=41 used={','.join(map(str, USED))}"  # but for one prime


def test_on_one_screen_tiles_show_what_the_player_to_move_gets(host: Person, watcher: Person) -> None:
    """They are in the picture, which everybody sees."""
    url = host.open("pocket-addition", opponent="same screen", position="pocket-addition one=6 two=9 turn=2")
    watcher.come(url)
    for person in (host, watcher):
        tile = person.page.locator("[data-key=tile-5]")
        expect(tile).to_have_attribute("aria-label", "Take 5, total 14")


def test_on_one_screen_a_card_is_added_to_the_score_of_the_player_to_move(host: Person) -> None:
    host.open("prime-duel", opponent="same screen", position=DUEL)
    host.says("3 + 9 = 12", "[data-key=keep]")


def test_on_one_screen_the_stairs_are_those_of_the_player_to_move_and_then_of_the_winner(
    host: Person,
) -> None:
    host.open("prime-climb", opponent="same screen", position="prime-climb steps=4,12 turn=2")
    expect(host.page.locator("[data-key=k5]")).to_have_attribute("aria-label", "5 steps, to 17, a prime step")
    host.play(8)
    host.says("Player 2 reached", ".stair.wide .mine")
    has_the_focus_and_no_ring(host)


def has_the_focus_and_no_ring(person: Person) -> None:
    """Check the result of a game that has just ended, by a key of the keyboard or of the page."""
    result = person.page.locator("#result")
    expect(result).to_be_focused()
    expect(result).to_have_css("outline-style", "none")


# Moves ---------------------------------------------------------------------------------------------------


# How far the last number of a game of 1,234 moves sticks out of its place.
STICKS_OUT = """async () => {
  const { MoveList } = await import("/static/pages/table/parts/move_list.js");
  const list = new MoveList();
  document.querySelector(".plates").append(list.root);
  const row = { what: "1", short: "", move: "1", prime: false, struck: false, pending: false };
  const steps = Array.from({ length: 1234 }, () => ({ who: 1, turn: 1, row, forced: false }));
  list.update({ view: { first: { turn: 1 }, names: ["A", "B"], holds: [1, 2], you: 1 }, steps, over: false });
  const number = list.root.lastElementChild.firstElementChild;
  const text = document.createRange();
  text.selectNodeContents(number);
  const sticks = text.getBoundingClientRect().right - number.getBoundingClientRect().right;
  list.root.remove();
  return [number.textContent, Math.round(sticks)];
}"""


def numbers(person: Person) -> list[str]:
    """The numbers in the list of moves."""
    return person.page.locator(".moves .no").all_inner_texts()


def test_the_list_counts_moves_as_sentences_do(host: Person) -> None:
    # two prime steps, each with another turn
    host.come(host.lay("prime-climb", 2, 3, 3, 4, opponent="same screen"))
    assert numbers(host) == ["1", "2", "3", "4"]
    assert host.page.locator(".moves .tok").count() == 2  # one for each turn
    host.says("move 5")
    assert host.page.evaluate(STICKS_OUT) == ["1234", 0]
    host.play(4)
    host.page.click(".acts >> text=Undo")
    expect(host.page.locator(".message .note p")).to_have_text("Taken back. ")
    host.page.click(".acts >> text=Resign")
    host.page.click("[data-key=yes]")
    host.says("4 moves")


def test_a_card_that_had_to_be_kept_stands_with_its_move(host: Person) -> None:
    url = host.lay("prime-duel", "discard", "discard", opponent="same screen", rules=QUIET)
    host.come(url)
    assert numbers(host) == ["1", "2"]
    expect(host.page.locator(".moves li >> text=then")).to_have_count(2)
    host.from_elsewhere("resign", number=host.view()["number"])
    host.says("2 moves")
    page = host.page
    page.goto(f"{url}/review")
    expect(page.locator(".chip >> text=2 moves")).to_be_visible()
    count, line = page.locator(".steps .count"), page.locator(".stage .turn")
    page.keyboard.press("Home")
    expect(line).to_have_text("The start")
    places = ["Before move 1", "Move 1", "After move 1", "After move 1", "Move 2", "After move 2"]
    for place in places:
        page.keyboard.press("ArrowRight")
        expect(line).to_contain_text(place)
    expect(count).to_have_text("2 of 2 moves")
    expect(page.locator(".chart.wide .lab").get_by_text("2", exact=True)).to_have_count(1)


@pytest.mark.parametrize(
    ("position", "move", "told"),
    [
        (DUEL.replace("turn=2", "turn=1"), "discard", "the discarded 9"),
        (KEPT, "keep", "the 10 that was kept"),
    ],
)
def test_whoever_is_asked_for_an_undo_reads_which_move_it_is(
    client: httpx.Client, guest: Person, position: str, move: str, told: str
) -> None:
    mara = open_table(client, "prime-duel", opponent="friend", position=position, name="Mara")
    guest.join(mara.url)
    mara.now("move", move=move)
    mara.now("undo")
    guest.says(f"Mara asks to take back {told}.", ".requests")


# Numbers and fields -----------------------------------------------------------------------------------------


def test_thousands_have_a_comma_unless_the_game_is_played_with_them(host: Person) -> None:
    host.open("nonprime-addition", opponent="same screen", rules={"start": 1_000_000})
    host.says("From 1000000", ".chip >> nth=1")
    host.says("The total starts at 1000000.", ".eq-line")
    assert host.page.locator(".np-total.beside > g[transform]").count() == 1  # in one piece
    host.open("number-morph", opponent="same screen", rules={"digits": 4})
    host.says("1 of 1,061 used")


@pytest.mark.parametrize(
    ("game", "rules"), [("prime-climb", {"top": 100, "largest": 20}), ("nonprime-addition", {"largest": 50})]
)
def test_there_is_one_field_for_a_move(host: Person, game: str, rules: dict[str, int]) -> None:
    host.open(game, opponent="same screen", rules=rules)
    fields = host.page.locator("main input >> visible=true")
    expect(fields).to_have_count(1)
    host.play("+ 8")  # any form of the notation
    host.play(12)
    expect(fields).to_be_focused()
    expect(fields).to_have_value("")
    assert [step["move"] for step in host.view()["steps"]] == [8, 12]


# The end ----------------------------------------------------------------------------------------------------


def test_the_result_has_the_focus_after_steps_shown_one_by_one(mover: Person) -> None:
    mover.open("pocket-addition", opponent="same screen", position=LAST)
    mover.page.click("[data-key=tile-2]")  # then neither can but pass
    has_the_focus_and_no_ring(mover)
    assert [step["move"] for step in mover.view()["steps"]] == [2, "pass", "pass"]
    expect(mover.page.locator("[data-key=tile-7] .n")).to_have_css("opacity", "0.55")  # nobody takes it


def test_the_trail_ends_in_sight_at_a_desk_and_on_a_phone(host: Person, phone: Person) -> None:
    phone.come(host.open("number-morph", opponent="same screen", position=FINAL))
    host.from_elsewhere("move", number=0, move="43")
    for person in (host, phone):
        expect(person.page.locator("#result")).to_be_visible()
        shown = person.page.locator(".trail")
        assert shown.evaluate(
            "one => one.scrollWidth > one.clientWidth || one.scrollHeight > one.clientHeight"
        )
        expect(person.page.locator(".trail [aria-current]")).to_be_in_viewport(ratio=1)


# Hints between friends --------------------------------------------------------------------------------------


def test_a_friend_is_told_of_hints_before_sitting_down_and_both_see_how_many_were_used(
    host: Person, guest: Person
) -> None:
    guest.come(host.open("pocket-addition", opponent="friend"))
    for person in (host, guest):
        person.says("Hints are off at this table.", ".invitation")
    url = host.open("pocket-addition", opponent="friend", settings={"hints": True})
    guest.come(url)
    guest.says("Hints are on at this table", ".invitation")
    guest.join(url, "Ben")
    host.says("Hints for both", ".head")
    host.from_elsewhere("moves", number=0)
    host.says("1 hint", ".plate.one")
    guest.says("1 hint", ".plate.one")
    host.from_elsewhere("hint", number=0)
    guest.says("2 hints", ".plate.one")


# Taking back ------------------------------------------------------------------------------------------------


def test_what_the_first_help_costs_is_told_before_it(host: Person) -> None:
    host.come(host.lay("pocket-addition", 6, opponent="beginner"))
    host.says("Your turn")
    price = "This game counts for the ladder only without hints or undo."
    expect(host.page.locator(".ladder header span")).to_have_text(price)
    host.page.click(".acts >> text=Undo")
    host.says(price, ".say")
    host.page.click("text=Play on")
    assert len(host.view()["steps"]) >= 2
    host.page.click(".acts >> text=Undo")
    host.page.click("text=Take it back")
    host.says("Taken back.", ".message")
    expect(host.page.locator(".ladder header span")).to_have_text("one step at a time, noted in the record")
    assert host.view()["help_price"] == ""


def test_the_daily_duel_is_called_so_and_leads_back_to_today(host: Person) -> None:
    host.open("prime-duel", daily="2026-11-17")
    host.says("Daily duel", ".head")
    host.from_elsewhere("resign", number=host.view()["number"])
    expect(host.page.locator("[data-key=today]")).to_have_attribute("href", "/today")
