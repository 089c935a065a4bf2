"""What is painted anew at a table, and when: a finger on a key stays on that key."""

from __future__ import annotations

import httpx
from playwright.sync_api import expect

from support.web.http_server import reading
from support.web.visitors import Person


def test_what_was_chosen_is_put_back_and_a_key_that_is_down_when_somebody_comes_is_still_pressed(
    host: Person, client: httpx.Client
) -> None:
    url = host.open("prime-climb", opponent="same screen")
    chosen = host.page.locator(".key[aria-pressed=true]")
    for key, count in (("4", 1), ("Escape", 0), ("4", 1)):
        host.page.keyboard.press(key)
        expect(chosen).to_have_count(count)
    host.page.keyboard.press("Escape")
    host.page.hover("[data-key=k4]")
    host.page.mouse.down()
    with reading(None, url[3:], client):
        expect(host.page.locator(".chip >> text=1 watching")).to_be_visible()
    host.page.mouse.up()
    host.says("Pass it to Player 2.")
    host.says("0 + 4 = 4", ".message")
