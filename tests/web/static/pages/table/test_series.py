"""A match of several games in the page: names for both at one screen, the score in sight, the next game."""

from __future__ import annotations

from playwright.sync_api import expect

from primeparlor.games import GAMES
from support.web.visitors import Person


def test_two_at_one_screen_play_a_match_to_its_end(host: Person) -> None:
    page = host.page
    page.goto("/?game=prime-climb")
    expect(page.locator(".pic")).to_have_count(len(GAMES.ours))
    page.get_by_label("Variant").select_option("The usual game")
    page.get_by_role("radio", name="Same screen").check(force=True)
    page.get_by_role("textbox", name="Player 1").fill("Ann")
    page.get_by_role("textbox", name="Player 2").fill("the house")
    page.get_by_role("button", name="Match, clock").click()
    page.get_by_label("Variant").select_option("The usual game")
    page.get_by_role("radio", name="First to 2").check(force=True)
    page.locator("#play").click()
    expect(page.locator("#no-name-2")).to_contain_text("The parlor uses")
    expect(page.get_by_role("textbox", name="Player 2")).to_be_focused()
    page.get_by_role("textbox", name="Player 2").fill("Ben")
    page.locator("#play").click()
    page.wait_for_url("**/t/*")
    host.says("Game 1, first to 2 wins", ".series-place")
    host.says("Ann begins.")
    for move in (7, 6, 7):
        host.play(move)
    host.says("Ann leads 1–0.", ".series-score")
    expect(page.locator(".ending .btn").first).to_have_text("Game 2, seats swapped")
    page.locator(".ending .btn").first.click()
    host.says("Game 2, first to 2 wins", ".series-place")
    host.says("Seats are swapped.", ".message")
    assert [plate.count("1 game won") for plate in page.locator(".plate").all_text_contents()] == [1, 0]
    for move in (4, 7, 6, 7):
        host.play(move)
    host.says("Ann wins the match 2–0.", ".series-score")
    expect(page.locator("[data-key=rematch]")).to_have_text("Another match")
    games = page.locator(".table-games")
    games.locator("summary").click()
    expect(games.get_by_role("listitem")).to_have_count(2)
    expect(games.get_by_role("listitem").last).to_contain_text("Ann won (reached 20). Ann wins the match")
    games.get_by_role("link", name="Review: Game 1").click()
    expect(page.locator(".table-games [aria-current]")).to_have_accessible_name(
        "Review: Game 1, first to 2 wins"
    )
    page.goto("/games")
    row = page.get_by_role("region", name="Finished").get_by_role("listitem")
    expect(row).to_contain_text("Ben and AnnGame 2, first to 2 wins. Ben: 0, Ann: 2")
    row.get_by_role("button", name="Remove").click()
    expect(row).to_have_count(0)
    page.keyboard.press("Enter")  # on the button to put it back
    expect(row.get_by_role("link", name="Review: Prime Climb")).to_be_focused()
    page.goto("/")
    expect(page.locator(".tables a")).to_contain_text("Prime Climb: Ann won")
    expect(page.get_by_role("textbox", name="Player 2")).to_have_value("Ben")  # all that was chosen is kept
    expect(page.get_by_role("radio", name="First to 2")).to_be_checked()
