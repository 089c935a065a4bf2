"""The focus at a table: it stays where the player is, whatever goes from there."""

from __future__ import annotations

import httpx
from playwright.sync_api import expect

from support.web.http_server import join_table, open_table
from support.web.visitors import Person

MORPH = "number-morph number=277 used=211,271,277 turn=1"


def test_the_focus_stays_on_a_tile_that_was_taken(host: Person) -> None:
    host.open("pocket-addition", opponent="same screen")
    tile = host.page.locator("[data-key=tile-6]")
    tile.focus()
    host.page.keyboard.press("Enter")
    host.says("Pass it to Player 2.")
    expect(tile).to_be_focused()
    host.page.keyboard.press("Enter")
    host.says("The 6 is taken. Player 1 has it.", ".message")


def test_the_focus_goes_back_to_what_asked_a_question(host: Person) -> None:
    host.open("number-morph", opponent="same screen", position=MORPH)
    resign = host.page.locator(".acts >> text=Resign")
    resign.click()
    expect(host.page.locator("[data-key=yes]")).to_be_focused()
    host.page.click("[data-key=no]")
    expect(resign).to_be_focused()
    unfold = host.page.locator("[data-key=unfold]")
    unfold.click()
    host.says("Show the whole map? This counts as a hint and is noted in the record.", ".requests")
    host.page.click("[data-key=yes]")
    expect(unfold).to_have_text("Hide the whole map")
    expect(unfold).to_be_focused()
    host.page.keyboard.press("2")
    expect(host.page.locator("[data-key=digit2]")).to_be_focused()
    unfold.press("Enter")  # a digit is chosen meanwhile
    expect(unfold).to_have_text("Show the whole map (hint)")
    expect(unfold).to_be_focused()


def test_the_focus_goes_to_the_hints_after_the_last_one(host: Person, client: httpx.Client) -> None:
    join_table(client, host.open("prime-climb", opponent="friend", settings={"hints": True})[3:])
    host.says("Your turn")
    hint, opened = host.page.locator("[data-key=hint]"), host.page.locator(".ladder .open")
    hint.focus()
    for count in range(1, 5):
        host.page.keyboard.press("Enter")
        expect(opened).to_have_count(count)
        expect(hint).not_to_have_attribute("aria-busy", "true")
        expect(hint).to_be_focused()
    host.page.keyboard.press("Enter")
    expect(hint).to_be_hidden()
    expect(host.page.locator("#hints")).to_be_focused()


def test_the_focus_stays_on_the_hints_on_their_turn(host: Person, client: httpx.Client) -> None:
    url = host.open("prime-climb", opponent="friend", name="Mara", settings={"hints": True})
    join_table(client, url[3:], "Otto")
    host.says("Your turn")
    host.page.focus("[data-key=hint]")
    host.from_elsewhere("move", number=host.view()["number"], move="4")
    host.says("Otto is away.")
    expect(host.page.locator("[data-key=hint]")).to_be_focused()
    host.page.keyboard.press("Enter")
    host.says("Otto is to move.", ".message")


def test_a_request_does_not_take_the_enter_that_is_meant_for_a_move(
    client: httpx.Client, guest: Person
) -> None:
    mara = open_table(client, "prime-climb", opponent="friend", name="Mara")
    guest.join(mara.url)
    mara.now("move", move="4")
    guest.says("Your turn")
    guest.page.keyboard.press("6")
    mara.now("undo")
    expect(guest.page.locator("[data-key=yes]")).to_be_visible()
    guest.page.keyboard.press("Enter")
    guest.says("Mara is away.")
    assert [step["move"] for step in guest.view()["steps"]] == [4, 6]


def test_escape_leaves_the_field_for_the_keys(host: Person) -> None:
    host.open("prime-climb", opponent="same screen")
    host.page.keyboard.press("/")
    expect(host.page.locator("#typed")).to_be_focused()
    host.page.keyboard.press("Escape")
    host.page.keyboard.press("4")
    expect(host.page.locator("#typed")).to_have_value("")
    host.page.keyboard.press("Enter")
    host.says("Pass it to Player 2.")
