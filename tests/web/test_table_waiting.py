"""The keys of a table on the other player's turn: muted, all alike, and they say whose turn it is."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from parlor_helpers import Person

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
    host: Person, guest: Person, game: str
) -> None:
    url = host.open(game, opponent="friend", name="Mara")
    guest.join(url)
    guest.says("Mara is thinking.")
    key = guest.page.locator(KEYS[game])
    expect(key).to_have_css("border-style", "solid")
    key.click(force=True)  # it is not enabled, as a browser sees it
    guest.says("Mara is to move.", ".message")
    assert guest.view()["turn"] == 1
    expect(host.page.locator(".message")).not_to_contain_text("to move")


def test_a_move_that_is_typed_too_early_is_kept(host: Person, guest: Person) -> None:
    url = host.open("prime-climb", opponent="friend", name="Mara")
    guest.join(url)
    guest.says("Mara is thinking.")
    guest.type(6)
    guest.says("Mara is to move.", ".message")
    host.says("Your turn")
    host.play(4)
    guest.says("Your turn")
    expect(guest.page.locator("#typed")).to_have_value("6")
    guest.page.click("[data-key=play-typed]")
    guest.says("0 + 6 = 6", ".message")
