"""What is painted anew at a table, and when: a finger on a key stays on that key."""

from __future__ import annotations

from playwright.sync_api import expect

from parlor_helpers import Person

MORPH = "number-morph number=277 used=211,271,277 turn=1"


def test_a_key_that_is_down_when_somebody_comes_is_still_pressed(host: Person, watcher: Person) -> None:
    url = host.open("prime-climb", opponent="same screen")
    host.page.hover("[data-key=k4]")
    host.page.mouse.down()
    watcher.come(url)
    expect(host.page.locator(".chip >> text=1 watching")).to_be_visible()
    host.page.mouse.up()
    host.says("Pass it to Player 2.")
    host.says("0 + 4 = 4", ".message")


def test_a_map_is_folded_and_unfolded_though_nothing_else_changes(host: Person) -> None:
    host.open("number-morph", opponent="same screen", position=MORPH)
    unfold, title = host.page.locator("[data-key=unfold]"), host.page.locator(".map-fig summary b")
    unfold.click()
    host.page.click("[data-key=yes]")
    for told in ("All 143 primes", "Your map so far", "All 143 primes"):
        expect(title).to_have_text(told)
        unfold.click()


def test_what_was_chosen_is_put_back(host: Person) -> None:
    host.open("prime-climb", opponent="same screen")
    chosen = host.page.locator(".key[aria-pressed=true]")
    for key, count in (("4", 1), ("Escape", 0), ("4", 1)):
        host.page.keyboard.press(key)
        expect(chosen).to_have_count(count)
