"""What a table says: whose side it shows, how it counts moves, how it writes numbers, and where to type."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, ViewportSize, expect

from parlor_helpers import DESK, PHONE, Parlor, Person, visitor
from primeparlor.primes import is_prime

# Positions in which Player 2 is to move, a key, and what it says of Player 2.
SECOND = {
    "prime-climb": ("prime-climb steps=7,0 turn=2", "[data-key=k5]", "5 steps, to 5, a prime step"),
    "pocket-addition": ("pocket-addition one=6 two=9 turn=2", "[data-key=tile-5]", "Take 5, total 14"),
}
DUEL = "prime-duel scores=17,3 deck=4,4,4,4,4,4,3,4,3,3 turn=2 card=9"
QUIET = {"target": 20, "largest": 4}  # rules by which two moves do not end a duel
LAST = "pocket-addition one=1,4,6 two=5,8 turn=1"
USED = [number for number in range(11, 100) if is_prime(number) and number != 43]
FINAL = f"number-morph digits=2 number=41 used={','.join(map(str, USED))}"  # but for one prime


@pytest.mark.parametrize("game", SECOND)
def test_on_one_screen_keys_show_where_the_player_to_move_gets(
    host: Person, watcher: Person, game: str
) -> None:
    position, key, label = SECOND[game]
    url = host.open(game, opponent="same screen", position=position)
    expect(host.page.locator(key)).to_have_attribute("aria-label", label)
    if game == "pocket-addition":  # whose keys are in the picture, which everybody sees
        watcher.come(url)
        expect(watcher.page.locator(key)).to_have_attribute("aria-label", label)


def test_on_one_screen_a_card_is_added_to_the_score_of_the_player_to_move(host: Person) -> None:
    host.open("prime-duel", opponent="same screen", position=DUEL)
    host.says("3 + 9 = 12", "[data-key=keep]")


def test_when_it_is_over_the_stairs_show_the_winner(host: Person) -> None:
    host.open("prime-climb", opponent="same screen", position="prime-climb steps=4,12 turn=2")
    host.play(8)
    host.says("Player 2 reached", ".stair.wide .mine")


# Moves ---------------------------------------------------------------------------------------------------


def numbers(person: Person) -> list[str]:
    """The numbers in the list of moves."""
    return person.page.locator(".moves .no").all_inner_texts()


def test_the_list_counts_moves_as_sentences_do(host: Person) -> None:
    host.open("prime-climb", opponent="same screen")
    for steps in (2, 3, 3, 4):  # two prime steps, each with another turn
        host.play(steps)
    assert numbers(host) == ["1", "2", "3", "4"]
    assert host.page.locator(".moves .tok").count() == 2  # one for each turn
    host.says("move 5")
    host.page.click(".acts >> text=Resign")
    host.page.click("[data-key=yes]")
    host.says("4 moves")


def test_a_card_that_had_to_be_kept_stands_with_its_move(host: Person) -> None:
    url = host.open("prime-duel", opponent="same screen", rules=QUIET)
    for _ in range(2):
        host.play("discard")
    assert numbers(host) == ["1", "2"]
    expect(host.page.locator(".moves li >> text=then")).to_have_count(2)
    host.page.click(".acts >> text=Resign")
    host.page.click("[data-key=yes]")
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


def test_whoever_is_asked_for_an_undo_reads_which_move_it_is(host: Person, guest: Person) -> None:
    url = host.open("prime-duel", opponent="friend", position=DUEL.replace("turn=2", "turn=1"), name="Mara")
    guest.join(url)
    host.says("Your turn")
    host.play("discard")
    host.page.click(".acts >> text=Undo")
    guest.says("Mara asks to take back the discarded 9.", ".requests")


# Numbers and fields -----------------------------------------------------------------------------------------


def test_thousands_have_a_comma_unless_the_game_is_played_with_them(host: Person) -> None:
    host.open("nonprime-addition", opponent="same screen", rules={"start": 1_000_000})
    host.says("start 1,000,000", ".chip >> nth=1")
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


@pytest.mark.parametrize("keyboard", [False, True])
def test_the_result_has_the_focus_and_no_ring(host: Person, keyboard: bool) -> None:
    host.open("prime-climb", opponent="same screen", position="prime-climb steps=12,4 turn=1")
    if keyboard:
        host.play(8)
    else:
        host.page.click("[data-key=k8]")
    result = host.page.locator("#result")
    expect(result).to_be_focused()
    expect(result).to_have_css("outline-style", "none")


def test_the_result_has_the_focus_after_steps_shown_one_by_one(parlor: Parlor, browser: Browser) -> None:
    with visitor(parlor, browser, reduced_motion="no-preference") as person:
        person.open("pocket-addition", opponent="same screen", position=LAST)
        person.page.click("[data-key=tile-2]")  # then neither can but pass
        expect(person.page.locator("#result")).to_be_focused()
        assert [step["move"] for step in person.view()["steps"]] == [2, "pass", "pass"]
        expect(person.page.locator("[data-key=tile-7] .n")).to_have_css("opacity", "0.55")  # nobody takes it


@pytest.mark.parametrize("size", [DESK, PHONE])
def test_the_trail_ends_in_sight(parlor: Parlor, browser: Browser, size: ViewportSize) -> None:
    with visitor(parlor, browser, viewport=size) as person:
        person.open("number-morph", opponent="same screen", position=FINAL)
        person.from_elsewhere("move", number=0, move="43")
        expect(person.page.locator("#result")).to_be_visible()
        shown = person.page.locator(".trail")
        assert shown.evaluate(
            "one => one.scrollWidth > one.clientWidth || one.scrollHeight > one.clientHeight"
        )
        expect(person.page.locator(".trail [aria-current]")).to_be_in_viewport(ratio=1)


# Taking back ------------------------------------------------------------------------------------------------


def test_who_takes_back_is_told_what_it_costs(host: Person) -> None:
    host.open("pocket-addition", opponent="beginner")
    host.play(6)
    host.says("Your turn")
    host.page.click(".acts >> text=Undo")
    host.says(
        "Taken back. If you win this game, it will not count as beating the beginner level.", ".message"
    )
    host.open("pocket-addition", opponent="same screen")
    host.play(6)
    host.page.click(".acts >> text=Undo")
    expect(host.page.locator(".message .note p")).to_have_text("Taken back. ")


def test_the_daily_duel_is_called_so_and_leads_back_to_today(host: Person) -> None:
    host.open("prime-duel", daily="2026-11-17")
    host.says("Daily duel", ".head")
    host.from_elsewhere("resign", number=host.view()["number"])
    expect(host.page.locator("[data-key=today]")).to_have_attribute("href", "/today")
