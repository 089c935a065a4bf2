"""The keys of a table on the other player's turn: muted, all alike, and they say whose turn it is."""

from __future__ import annotations

import httpx
import pytest
from playwright.sync_api import expect

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
