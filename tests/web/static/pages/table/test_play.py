"""The table in real browsers: every game to its end, friends, spectators, and everything people ask for."""

from __future__ import annotations

import re

import httpx
import pytest
from playwright.sync_api import Browser, Page, ViewportSize, expect

from primeparlor import notation
from primeparlor.core import Move, State
from primeparlor.primes import is_prime
from support.web.browser import until
from support.web.http_server import join_table, open_table, reading, two_friends
from support.web.visitors import DESK, PHONE, ParlorServer, Person, visitor

# The end of each game: a position, and the moves from there; Player 1 has opened the table.
USED = ",".join(str(number) for number in range(11, 100) if is_prime(number) and number not in (41, 61))
LAST: dict[str, tuple[str, list[Move]]] = {
    "nonprime-addition": ("nonprime-addition total=26", [6, 5]),
    "number-morph": (f"number-morph digits=2 number=67 used={USED}", [61, 41]),
    "prime-climb": ("prime-climb steps=9,12 turn=1", [6, 8]),
    "pocket-addition": ("pocket-addition one=6 two=9", [8, 5, 1]),
    # only fours are left in the deck
    "prime-duel": ("prime-duel target=9 scores=5,0 deck=0,0,0,3,0,0,0,0,0,0 turn=2 card=4", ["keep", "keep"]),
}

PLAIN_HTTP = """() => {
  window.clipboard = navigator.clipboard;
  Object.defineProperty(navigator, "clipboard", { value: undefined });
}"""

MORPH = "number-morph number=277 used=211,271,277 turn=1"


def is_over(person: Person) -> None:
    """Check that the game is over for this person: the result has the focus, and nothing is left to play."""
    page, view = person.page, person.view()
    expect(page.locator("#result")).to_be_focused()
    expect(page.locator("text=Review this game")).to_be_visible()
    assert page.locator(".keys, .ladder, .acts").locator("visible=true").count() == 0
    won = view["outcome"]["winner"] == view["you"]
    assert bool(re.match("You w[io]n", page.inner_text("#result"))) == won


def asks_above_the_dock(person: Person) -> None:
    """Check that a question on a phone is above the dock, and that who plays can share the table."""
    page = person.page
    page.set_viewport_size(PHONE)
    page.get_by_role("button", name="More").click()
    sheet = page.locator("dialog[aria-label=More]")
    expect(sheet.get_by_role("button", name="Share")).to_be_visible()
    sheet.get_by_role("button", name="Resign").click()
    expect(page.locator("[data-key=yes]")).to_be_visible()
    lower, upper = "one => one.getBoundingClientRect().bottom", "one => one.getBoundingClientRect().top"
    assert page.locator("[data-key=yes]").evaluate(lower) <= page.locator(".dock").evaluate(upper)
    page.click("[data-key=no]")
    page.set_viewport_size(DESK)


@pytest.mark.parametrize("game", LAST)
def test_every_game_is_played_to_its_end(host: Person, client: httpx.Client, game: str) -> None:
    position, moves = LAST[game]
    friend = join_table(client, host.open(game, opponent="friend", position=position)[3:])
    host.sees(friend.view()["number"])
    asks_above_the_dock(host)
    for move in moves:
        if (view := friend.view())["turn"] == friend.player:
            friend.now("move", move=str(move))
            host.sees(friend.view()["number"])
        else:
            host.sees(view["number"])
            host.play(move)
    is_over(host)


TOGETHER = ("pocket-addition",)  # on every change; the others now and then


@pytest.mark.parametrize(
    "game", [pytest.param(game, marks=[pytest.mark.prove] * (game not in TOGETHER)) for game in LAST]
)
def test_two_people_play_to_the_end(host: Person, guest: Person, game: str) -> None:
    """Each move is typed by who is to move, and seen by both."""
    position, moves = LAST[game]
    guest.join(host.open(game, opponent="friend", position=position, name="Otto"), "Mara")
    host.sees(host.view()["number"])
    for move in moves:
        mover, other = (host, guest) if host.view()["turn"] == 1 else (guest, host)
        other.sees(mover.play(move))
    for person in (host, guest):
        is_over(person)


def hurried(state: State) -> Move:
    """A move that ends the game if there is one, else the last."""
    moves = state.moves()
    return next((move for move in moves if state.after(move).ending()), moves[-1])


def test_one_plays_against_the_house_with_keys_alone(host: Person) -> None:
    host.open("prime-climb", opponent="beginner", position="prime-climb steps=9,0 turn=1")
    while (view := host.view())["outcome"] is None:
        if view["turn"] == 1:
            host.sees(view["number"])
            host.page.keyboard.press(str(hurried(notation.read_position(view["position"]))))
            host.page.keyboard.press("Enter")
        expect(host.page.locator(f'.at:not([data-shown="{view["number"]}"])')).to_be_attached()
    expect(host.page.locator("#result")).to_be_focused()
    host.page.keyboard.press("Tab")
    expect(host.page.locator("[data-key=review]")).to_be_focused()
    host.page.keyboard.press("Tab")
    host.page.keyboard.press("Enter")  # rematch: the house sits where we sat
    expect(host.page.locator(".series-place >> text=Game 2")).to_be_visible()
    assert (host.view()["game_number"], host.view()["you"]) == (2, 2)


def test_a_friend_sees_the_table_first_and_sits_down_by_joining(host: Person, guest: Person) -> None:
    url = host.open("pocket-addition", opponent="friend", name="Mara")
    host.page.click("[data-key=copy-invite]")
    host.says("Copied ✓", "[data-key=copy-invite]")
    link = host.page.evaluate("navigator.clipboard.readText()")
    assert link == host.parlor.address + url
    expect(host.page.locator("[data-key=watch]")).to_be_hidden()  # Share has it, with what it is for
    guest.come(link)
    for person, key in ((guest, "watch"), (host, "copy-invite")):
        person.page.evaluate(PLAIN_HTTP)
        person.page.evaluate("clipboard.writeText('old')")
        person.page.click(f"[data-key={key}]")
        until(person.page, "async (link) => (await clipboard.readText()) === link", link)
        expect(person.page.locator(f"[data-key={key}]")).to_be_focused()
    guest.page.evaluate("document.execCommand = () => false")
    guest.page.click("[data-key=watch]")
    guest.says("Not copied", "[data-key=watch]")
    guest.says("Mara invites you to Pocket Addition. Sit down?", ".invitation h2")
    guest.page.click("text=Just watch")
    guest.says("You are watching.", ".invitation")
    assert host.view()["waiting"]
    guest.page.click("text=Sit down after all")
    guest.page.fill("#name", "Otto")
    guest.page.click("[data-key=join]")
    guest.says("Mara is thinking.")
    host.says("Your turn")
    host.says("Otto", "aside")


def test_a_spectator_sees_all_and_can_do_nothing(client: httpx.Client, watcher: Person) -> None:
    host, _ = two_friends(client, "number-morph", opponent="friend", position=MORPH)
    with reading(host, host.table, client):
        watcher.come(host.url)
        watcher.says("You are watching.")
    share = "dialog[aria-label=More] >> button:has-text('Share')"
    expect(watcher.page.locator(share)).to_have_attribute("hidden", "")
    expect(watcher.page.locator(".keys, .typed, .ladder, .acts").locator("visible=true")).to_have_count(0)
    host.now("move", move="227")
    watcher.sees(host.view()["number"])
    watcher.says("227", ".moves")
    answer = watcher.context.request.post(f"/api/tables/{host.table}/resign", data={"number": 1})
    assert answer.status == 401


def test_hints_and_tries_are_told_to_nobody_else(client: httpx.Client, guest: Person) -> None:
    agreed = {"hints": True}
    host = open_table(client, "number-morph", opponent="friend", position=MORPH, settings=agreed)
    guest.join(host.url)
    assert host.now("move", move="279").status_code == 422
    hint = host.now("hint").json()["hints"][0]
    host.now("move", move="227")
    guest.says("Your turn")
    heard = " ".join([guest.heard, *words(guest.page)])
    assert "227" in heard
    assert "279" not in heard
    assert hint not in heard


def test_number_morph_tells_no_prime_that_was_not_played(host: Person) -> None:
    host.open("number-morph", opponent="same screen", position=MORPH)
    for tried in (279, 297, 211):
        host.type(tried)
        host.says(str(tried), ".note.no")
    host.play(227)
    sent = " ".join(
        [re.sub(r'"(ms|left)": ?[\d.]+', "", host.heard), *words(host.page)]
    )  # times tell nothing
    found = set(map(int, re.findall(r"(?<![\w.#-])\d{3}(?![\w.-])", sent)))
    assert {one for one in found if is_prime(one)} == set(host.view()["facts"]["used"])


def words(page: Page) -> list[str]:
    """All that the page says, to eyes or ears."""
    spoken = "all => all.flatMap(one => [one.getAttribute('aria-label'), one.title, one.dataset?.key])"
    found = page.locator("main *").evaluate_all(spoken)
    return [page.inner_text("main"), *filter(None, found)]


def test_undo_by_consent_resigning_and_a_rematch_with_seats_swapped(host: Person, guest: Person) -> None:
    url = host.open("pocket-addition", opponent="friend", name="Mara")
    guest.join(url, "Otto")
    host.says("Your turn")
    host.type(6)
    guest.says("Mara took the 6", ".message")
    with host.page.expect_response("**/undo"):
        host.page.click(".acts >> text=Undo")
    guest.says("Mara asks to take back the last move, 6.", ".requests")
    with guest.page.expect_response("**/answer"):
        guest.page.click("text=Decline")
    host.says("Otto declined: the move stands.", ".message")
    expect(guest.page.locator("[data-key=no]")).to_have_count(0)
    expect(guest.page.locator(".message")).not_to_contain_text("declined")  # who did so knows
    host.page.click(".acts >> text=Undo")
    guest.page.click("text=Allow")
    host.says("Taken back.", ".message")
    host.says("Your turn")
    host.page.click(".acts >> text=Resign")
    host.says("Give this game to Otto?", ".requests")
    host.page.click("text=Play on")
    assert host.view()["outcome"] is None
    host.page.click(".acts >> text=Resign")
    host.page.click("[data-key=yes]")
    host.says("You resigned.")
    guest.says("Mara resigned.")
    guest.page.click("text=Again, seats swapped")
    host.says("Otto asks for another game with seats swapped.", ".requests")
    words = host.page.locator(".requests .note .grow").bounding_box()
    assert words is not None
    assert words["width"] > 3 * words["height"]  # sentences stand in lines, not in a column
    host.page.click("text=Play again")
    guest.says("Your turn")
    guest.says("You are Player 1 now.", ".message")


def test_a_private_link_takes_the_seat_to_another_device(host: Person, guest: Person) -> None:
    host.open("prime-climb", opponent="same screen")
    host.page.click("[data-key=share]")
    host.page.click("[data-key=private]")
    link = host.page.input_value("#private-link")
    assert "#seat=" in link
    guest.asked.clear()
    guest.come(link)
    assert guest.page.url == link.split("#")[0]
    assert guest.view()["holds"] == [1, 2]
    guest.type(4)
    host.says("Pass it to Player 2.")
    tokens = link.split("#seat=")[1]
    assert not [request.url for request in guest.asked if tokens in request.url]


def test_a_double_click_is_one_move_and_a_late_page_catches_up(host: Person) -> None:
    host.open("prime-climb", opponent="same screen")
    host.page.dblclick("[aria-label*='4'] >> nth=0")
    host.says("Pass it to Player 2.")
    assert len(host.view()["steps"]) == 1
    host.page.evaluate("window.stream.close()")  # and so it hears nothing any more
    number = host.view()["number"]
    host.sees(number)
    host.from_elsewhere("move", number=number, move="6")
    host.type(8)
    host.sees(number + 1)
    host.says("moved on", ".message")


def test_steps_that_come_together_are_shown_one_by_one(timed: Person) -> None:
    page = timed.page
    page.emulate_media(reduced_motion="no-preference")
    start = "pocket-addition one=1,5 two=6,8 turn=1 passes=0"
    timed.open("pocket-addition", opponent="same screen", position=start)
    page.clock.pause_at(page.evaluate("Date.now() / 1000 + 60"))
    for number in (4, 3):  # after each, Player 2 cannot but pass
        timed.type(number)
        timed.says(f"took the {number}", ".message")
        assert page.get_attribute(".at", "data-shown") == ""
        if number == 4:
            page.clock.run_for(800)
            timed.says(f"took the {number}", ".message")
            page.clock.run_for(200)
        else:
            page.keyboard.press("Shift")  # any key: the rest comes at once
        timed.says("pass", ".message")
        page.clock.run_for(1_000)


# A phone, a short one, one held sideways, and a desk's page at twice its size.
SMALL = (PHONE, *(ViewportSize(width=w, height=h) for w, h in ((360, 640), (740, 360), (640, 400))))


def test_a_phone_has_everything_within_reach(parlor: ParlorServer, browser: Browser) -> None:
    with visitor(parlor, browser, viewport=PHONE, has_touch=True, is_mobile=True) as person:
        for game in LAST:
            person.open(game, opponent="same screen", settings={"clock": 3600})
            for size in SMALL:
                person.page.set_viewport_size(size)
                assert person.page.evaluate("document.documentElement.scrollWidth") <= size["width"], (
                    game,
                    size,
                )
                dock = person.page.locator(".dock").bounding_box() or {"y": size["height"]}
                key = person.page.locator("main :is(.key, .tile)").last.bounding_box()
                assert key is not None
                assert key["y"] + key["height"] <= dock["y"], (game, size)
        person.page.set_viewport_size({"width": 320, "height": 640})
        assert person.page.evaluate("document.documentElement.scrollWidth") <= 320
        cut = "all => all.filter((one) => one.scrollWidth > one.clientWidth).map((one) => one.textContent)"
        assert person.page.locator(".strip b").evaluate_all(cut) == []
        person.page.tap(".dock >> text=More")
        person.page.tap("dialog >> text=Resign")
        person.page.tap("[data-key=yes]")
        person.says("resigned.")


def test_what_only_players_need_is_loaded_again_if_it_did_not_come(host: Person) -> None:
    url = host.lay("prime-climb", opponent="same screen")
    host.page.route("**/parts/tips.js*", lambda route: route.abort(), times=1)
    with host.page.expect_event("requestfailed"):
        host.come(url)
    host.play(4)
    expect(host.page.locator(".stake")).to_have_count(1)
