"""The keys of a table on the other player's turn: muted, all alike, and they say whose turn it is."""

from __future__ import annotations

import re

import httpx
import pytest
from playwright.sync_api import expect

from support.web.browser import until
from support.web.http_server import open_table
from support.web.visitors import Person

# A key of each game.
KEYS = {
    "nonprime-addition": "[data-key='4']",
    "number-morph": "[data-key=digit4]",
    "prime-climb": "[data-key=k4]",
    "pocket-addition": "[data-key=tile-4]",
    "prime-duel": "[data-key=keep]",
}
ASKED = ("number-morph", "prime-duel")  # on every change; the others now and then


@pytest.mark.parametrize(
    "game", [pytest.param(game, marks=[pytest.mark.prove] * (game not in ASKED)) for game in KEYS]
)
def test_a_key_that_is_pressed_out_of_turn_says_whose_turn_it_is(
    client: httpx.Client, guest: Person, game: str
) -> None:
    guest.join(open_table(client, game, opponent="friend", name="Mara").url)
    guest.says("Mara is away.")
    guest.asked.clear()
    key = guest.page.locator(KEYS[game])
    expect(key).to_have_css("border-style", "solid")
    key.click(force=True)  # it is not enabled, as a browser sees it
    guest.says("Mara is to move.", ".message")
    assert guest.view()["turn"] == 1
    assert not [request.url for request in guest.asked]  # so nobody else hears of it


def test_a_move_that_is_typed_too_early_is_kept(client: httpx.Client, guest: Person) -> None:
    mara = open_table(client, "prime-climb", opponent="friend", name="Mara")
    guest.join(mara.url)
    guest.says("Mara is away.")
    guest.type(6)
    guest.says("Mara is to move.", ".message")
    mara.now("move", move="4")
    guest.says("Your turn")
    expect(guest.page.locator("#typed")).to_have_value("6")
    guest.page.click("[data-key=play-typed]")
    guest.says("0 + 6 = 6", ".message")


# A page out of sight, which notes what it would sound and show.
OUT_OF_SIGHT = """() => {
  Object.defineProperty(document, "hidden", { get: () => true });
  window.alerts = [];
  const node = () => ({ connect: (to) => to ?? node(), start: () => alerts.push("tone"), stop() {},
    frequency: {}, gain: { setValueAtTime() {}, exponentialRampToValueAtTime() {} } });
  window.AudioContext = class {
    currentTime = 0; createOscillator = node; createGain = node; async resume() {} };
  window.Notification = class {
    constructor(title, { body }) { alerts.push(`${title}: ${body}`); }
    static get permission() { return window.permission; }
    static requestPermission = async () => {};
  };
}"""


def test_the_title_says_whose_turn_it_is_and_what_was_asked_for_tells_it(
    client: httpx.Client, guest: Person
) -> None:
    page, seat = guest.page, open_table(client, "prime-climb", opponent="friend", name="Mara")
    guest.join(seat.url)
    expect(page).to_have_title("Prime Climb · Prime Parlor")
    page.evaluate(OUT_OF_SIGHT)
    page.click(".acts >> text=Alerts")
    page.evaluate("() => { [window.Sound, window.AudioContext] = [AudioContext, undefined]; }")
    page.click("[data-key=alert-sound]")
    expect(page.locator("dialog .refusal")).to_have_text(re.compile("plays no sound"))
    expect(page.locator("[data-key=alert-sound]")).not_to_be_checked()
    page.evaluate("() => { window.AudioContext = window.Sound; }")
    page.check("[data-key=alert-sound]")
    page.evaluate(
        "Storage.prototype.getItem = Storage.prototype.setItem = null"
    )  # as if it were switched off
    page.evaluate("window.permission = 'denied'")
    page.click("[data-key=alert-notification]")
    expect(page.locator("dialog .refusal")).to_have_text(re.compile("does not allow notifications"))
    expect(page.locator("[data-key=alert-notification]")).not_to_be_checked()
    page.evaluate("window.permission = 'granted'")
    page.check("[data-key=alert-notification]")
    expect(page.locator("dialog .refusal")).to_be_empty()
    page.click("dialog[open] >> text=Close")
    page.evaluate("window.alerts = []")
    seat.now("move", move="4")
    expect(page).to_have_title("Your turn – Prime Climb")
    until(page, "window.alerts.length === 3")  # the module that tells it is loaded on demand
    assert page.evaluate("window.alerts") == ["Your turn: Prime Climb", "tone", "tone"]
    guest.play(6)
    expect(page).to_have_title("Prime Climb · Prime Parlor")
