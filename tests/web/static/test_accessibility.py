"""Every page as many kinds of people get it: by screen reader, light and dark, narrow and wide, far away.

Each page is loaded once, as by somebody who was never here, and looked at in all these ways.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, Literal, TypeAlias
from urllib.parse import urlparse

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, ViewportSize, expect

from primeparlor import notation
from primeparlor.core import Move, State
from primeparlor.games import GAMES
from support.web.browser import missing
from support.web.http_server import Seat, Served, join_table, open_table
from support.web.layout import FEW_WIDTHS, WIDTHS, check_layout, layout_faults

Theme: TypeAlias = Literal["light", "dark"]
AXE = Path(__file__).parents[3] / ".venv/npm/node_modules/axe-core/axe.min.js"
SIZES: tuple[ViewportSize, ViewportSize] = ({"width": 1280, "height": 800}, {"width": 390, "height": 844})
FIRST_LOAD = 102_000  # bytes; a finished game with its map, alerts, keys and a link preview takes most
EVENTS = 2_000  # bytes of it for a table's events: a stream is not listed while it is open
FORGOTTEN = "cookies,local_storage,indexeddb,cache_storage,service_workers"
STATUS = "HTTP/1.1 200 OK\r\n\r\n"
BOARD = ".picture > * >> nth=0"
LONG = 60_000  # milliseconds
USED = (  # primes of a long game
    "149,191,197,199,211,241,263,271,281,283,311,317,337,347,359,379,389,397,449,479,541,641,683,727,797,811,"
    "821,823,827,863,883,911,941,971,991"
)
NEARLY_OVER = [  # positions that one move ends
    "nonprime-addition total=35",
    f"number-morph number=359 used={USED} turn=1",
    "prime-climb steps=13,8 turn=1",
    "pocket-addition one=6,8 two=9,5 turn=1",
    "prime-duel scores=40,49 deck=4,4,4,4,4,4,4,4,4,3 turn=1 card=10",
]
LARGE = {  # rules that make a board full
    "nonprime-addition": {"start": 1_000_000, "largest": 99},
    "number-morph": {"digits": 5},
    "prime-climb": {"top": 1000, "largest": 99},
    "pocket-addition": {"target": 200, "largest": 14},
    "prime-duel": {"target": 100, "largest": 12, "copies": 8},
}

# What axe looks for: everything, and in the other theme, which changes nothing else, what colours may spoil.
EVERYTHING: dict[str, Any] = {}
COLOURS = {"runOnly": {"type": "rule", "values": ["color-contrast", "link-in-text-block"]}}
THEMES: tuple[Theme, Theme] = ("light", "dark")
Shown: TypeAlias = tuple[ViewportSize, Theme, dict[str, Any]]
SHOWN: list[Shown] = [(SIZES[0], "light", EVERYTHING), (SIZES[0], "dark", COLOURS)]
SHOWN_OTHERWISE: list[Shown] = [(SIZES[0], "light", EVERYTHING), (SIZES[1], "dark", EVERYTHING)]
RUN = """async (asked) => {
  const { violations } = await axe.run(document, { resultTypes: ["violations"], ...asked });
  const told = ({ id, nodes }) => [id, ...nodes.map(({ target, html }) => `${target} ${html}`)].join("\\n  ");
  return violations.map(told);
}"""
DRAWN = "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"
LOADED = """() => performance.getEntries().filter((one) => "encodedBodySize" in one)
  .map((one) => [one.name, one.encodedBodySize])"""


Visit: TypeAlias = Callable[
    ["Looking"], Iterator[str]
]  # comes to a page, and names each state of it to look at


# Tables -------------------------------------------------------------------------------------------------


def hurried(state: State) -> Move:
    """A move that ends the game if there is one, else the last."""
    return next((move for move in state.moves() if state.after(move).ending()), state.moves()[-1])


def unhurried(state: State) -> Move:
    """The first move that does not end the game."""
    return next(move for move in state.moves() if not state.after(move).ending())


def played(seat: Seat, choose: Callable[[State], Move], moves: int) -> None:
    """Play so many moves on one screen, unless the game is over before."""
    for _ in range(moves):
        view = seat.view()
        if view["outcome"] is not None:
            return
        move = choose(notation.read_position(view["position"]))
        assert seat.post("move", number=view["number"], move=str(move)).status_code == 200


def plain(path: str, whole: str) -> Visit:
    """A page that is looked at as it comes."""

    def visit(looking: Looking) -> Iterator[str]:
        looking.visit(path, whole)
        yield "as it comes"

    return visit


def in_play(game: str) -> Visit:
    def visit(looking: Looking) -> Iterator[str]:
        seat = open_table(looking.client, game, opponent="same screen", settings={"clock": 3600})
        played(seat, unhurried, 2)
        assert seat.now("hint").status_code == 200
        looking.visit(f"/t/{seat.table}", BOARD, seat)
        yield "in play"
        if game == "prime-climb":
            looking.page.click("[data-key=share] >> visible=true")
            yield "sharing"

    return visit


def over(position: str) -> Visit:
    def visit(looking: Looking) -> Iterator[str]:
        game = position.split()[0]
        seat = open_table(looking.client, game, opponent="same screen", position=position)
        played(seat, hurried, 1)
        looking.visit(f"/t/{seat.table}", "[data-key=again]", seat)
        yield "over"

    return visit


def reviewed(looking: Looking) -> Iterator[str]:
    seat = open_table(looking.client, opponent="same screen")
    played(seat, hurried, 100)
    looking.visit(f"/t/{seat.table}/review", ".chart >> visible=true", seat)
    yield "as it comes"


def invited(looking: Looking) -> Iterator[str]:
    looking.visit(f"/t/{open_table(looking.client, name='Mara').table}", "[data-key=join]")
    yield "invited"


def inviting(looking: Looking) -> Iterator[str]:
    """A table that waits for a friend, who comes, and wants to take a move back."""
    host = open_table(looking.client, "pocket-addition", name="Mara")
    looking.visit(f"/t/{host.table}", "[data-key=copy-invite]", host)
    yield "inviting"
    guest = join_table(looking.client, host.table, "Ines")
    host.now("move", move="6")
    guest.now("move", move="7")
    assert guest.now("undo").status_code == 200
    looking.page.locator("[data-key=yes]").wait_for()
    yield "asked to take back"


def listed(looking: Looking) -> Iterator[str]:
    """My games: to go on, of a match, and over; and none of them any more."""
    looking.visit("/games", "h2")
    names: dict[str, Any] = {"name": "Ann", "other_name": "Ben", "first_to": 3}
    seats = [open_table(looking.client, opponent="same screen", **more) for more in (names, {}, {})]
    assert seats[2].now("resign").status_code == 200
    kept = json.dumps([{"id": seat.table, "seat": None} for seat in seats])
    looking.page.evaluate("kept => localStorage.setItem('parlor.tables', kept)", kept)
    looking.page.reload()
    looking.page.locator("#finished").wait_for()
    yield "with games"
    for _ in seats:
        looking.page.get_by_role("button", name="Remove").first.click()
    expect(looking.page.get_by_role("heading", name="No games yet")).to_be_visible()
    yield "all removed"


def rush(looking: Looking) -> Iterator[str]:
    looking.visit("/rush/prime-climb", "#start")
    yield "before it"
    looking.page.click("#start")
    looking.page.locator(".posed[data-puzzle]").wait_for()
    yield "under way"


VISITS: dict[str, Visit] = {
    "home": plain("/", "#today svg >> nth=0"),
    "invited": invited,
    "inviting": inviting,
    "review": reviewed,
    "my games": listed,
    "open a record": plain("/review", "h1"),
    "today": plain("/today", ".side .card >> nth=0"),
    "puzzle": plain("/puzzle/pocket-addition", ".side .card >> nth=0"),
    "rush of all games": plain("/rush", "#start"),
    "rush": rush,
    "progress": plain("/progress", ".side .card >> nth=0"),
    "learn": plain("/learn", ".books svg >> nth=4"),
    "a rule book": plain("/learn/number-morph", ".margin svg >> nth=0"),
    "stored": plain("/stored", "#kept li >> nth=0"),
    "lost": plain("/nowhere", "h1"),
    **{f"{game} in play": in_play(game) for game in GAMES},
    **{f"{position.split()[0]} over": over(position) for position in NEARLY_OVER},
}

# Pages that others in this list cover.
ALIKE = ("rush of all games", "nonprime-addition over", "prime-climb over", "pocket-addition over")
# Pages whose layout differs most on a phone.
OTHERWISE = (
    "home",
    "inviting",
    "review",
    "today",
    "rush",
    "my games",
    "prime-climb in play",
    "prime-duel over",
    "progress",
    "a rule book",
    "stored",
)


# Pages ----------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def axe() -> str:
    """The source of axe, which looks for what keeps people out. What playwright runs is under no policy."""
    if not AXE.exists():
        missing("axe")
    return AXE.read_text(encoding="utf-8")


class Looking:
    """A browser that forgets all but the files it has before each page, and notes what goes wrong."""

    def __init__(self, server: Served, context: BrowserContext) -> None:
        context.set_default_timeout(LONG)
        self.server, self.client, self.context = server, server.client, context
        self.page = context.new_page()
        self.faults = list[str]()
        self.page.on("pageerror", lambda error: self.faults.append(str(error)))
        self.page.on("console", lambda told: self.faults.append(told.text) if told.type == "error" else None)
        self._wire = context.new_cdp_session(self.page)
        self._bodies, self._heads = dict[str, int](), dict[str, int]()

    def visit(self, path: str, whole: str, seat: Seat | None = None) -> None:
        """Load a page as somebody does who was never here, until this is to be seen; with a seat, if any."""
        self.page.goto("about:blank")
        self._wire.send(
            "Storage.clearDataForOrigin", {"origin": self.server.address, "storageTypes": FORGOTTEN}
        )
        if seat is not None:
            where = f"{self.server.address}/api/tables/{seat.table}"
            self.context.add_cookies([{"name": "seat", "value": seat.token, "url": where}])
        self.page.set_viewport_size(SIZES[0])
        self.page.emulate_media(color_scheme="light", forced_colors="none", reduced_motion="reduce")
        self.faults.clear()
        self.page.goto(self.server.address + path)
        self.page.locator(whole).wait_for()

    def loaded(self) -> dict[str, int]:
        """What the page has loaded, and how many bytes that is for somebody who has nothing of it yet.

        A file that is here already counts with the size it had when it came.
        """
        sizes = dict[str, int]()
        for url, size in self.page.evaluate(LOADED):
            self._bodies[url] = max(size, self._bodies.get(url, 0))
            sizes[url] = self._bodies[url] + self._head(url)
        return sizes

    def _head(self, url: str) -> int:
        """The size of the headers that come with an answer of this kind."""
        kind = urlparse(url).path.split("/")[1]
        if kind not in self._heads:
            headers = self.client.get(url).headers.raw
            self._heads[kind] = len(STATUS) + sum(len(name) + len(value) + 4 for name, value in headers)
        return self._heads[kind]


@pytest.fixture(scope="module")
def looking(server: Served, browser: Browser) -> Iterator[Looking]:
    with browser.new_context() as context:
        yield Looking(server, context)


def violations(page: Page, asked: dict[str, Any] = EVERYTHING) -> list[str]:
    """What axe finds wrong, perhaps by some of its rules only."""
    found: list[str] = page.evaluate(RUN, asked)
    return found


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=pytest.mark.prove) if name in ALIKE else name for name in VISITS]
)
def test_every_page_is_for_everybody(looking: Looking, axe: str, name: str) -> None:
    page, seen = looking.page, list[str]()
    for state in VISITS[name](looking):
        if not seen:
            check_load(looking)
            page.evaluate(axe)
        seen.append(state)
        check_with_axe(page, SHOWN_OTHERWISE if name in OTHERWISE else SHOWN, state)
        check_layout(page, state, WIDTHS if name in OTHERWISE else FEW_WIDTHS)
        assert page.evaluate("document.getAnimations().length") == 0, state
    assert seen
    check_forced_colours(page)
    assert [fault for fault in looking.faults if name != "lost" or "status of 404" not in fault] == []


def check_load(looking: Looking) -> None:
    """All of it comes from here, and fast over a slow line."""
    sizes, address = looking.loaded(), looking.server.address
    assert [url for url in sizes if not url.startswith((address, "data:"))] == []
    assert len(sizes) > 10
    assert sum(sizes.values()) < FIRST_LOAD - EVENTS, json.dumps(sizes, indent=1)


def check_with_axe(page: Page, shown: Sequence[Shown], state: str) -> None:
    """Nothing keeps anybody out, where the page is shown so."""
    for size, theme, rules in shown:
        page.set_viewport_size(size)
        page.emulate_media(color_scheme=theme)
        page.evaluate(DRAWN)
        assert page.evaluate(f"matchMedia('(prefers-color-scheme: {theme})').matches")
        assert violations(page, rules) == [], (state, theme, size)


def check_forced_colours(page: Page) -> None:
    """Something is to be seen in the few colours that somebody else has chosen."""
    page.emulate_media(forced_colors="active", color_scheme="light")
    expect(page.locator("h1")).to_be_visible(timeout=LONG)


@pytest.mark.prove
@pytest.mark.parametrize("name", VISITS)
def test_no_page_keeps_anybody_out_at_any_size_in_any_theme(looking: Looking, axe: str, name: str) -> None:
    shown = [(size, theme, EVERYTHING) for size in SIZES for theme in THEMES]
    seen = list[str]()
    for state in VISITS[name](looking):
        if not seen:
            looking.page.evaluate(axe)
        seen.append(state)
        check_with_axe(looking.page, shown, state)
        check_forced_colours(looking.page)
        looking.page.emulate_media(forced_colors="none")
        check_layout(looking.page, state)
    assert seen


@pytest.mark.parametrize("game", GAMES)
def test_the_largest_boards_fit_as_well(looking: Looking, game: str) -> None:
    assert game in LARGE, f"say in LARGE, above, which rules make a board of {game} full"
    seat = open_table(looking.client, game, opponent="same screen", rules=LARGE[game])
    looking.visit(f"/t/{seat.table}", BOARD, seat)
    check_layout(looking.page, "a large board")
    assert looking.faults == []


@pytest.mark.parametrize("name", ALIKE)
def test_other_ends_of_games_fit_as_well(looking: Looking, name: str) -> None:
    for state in VISITS[name](looking):
        check_layout(looking.page, state, FEW_WIDTHS)
    assert looking.faults == []


def test_axe_sees_what_is_wrong(looking: Looking, axe: str) -> None:
    """The policy lets it run, and it does find something."""
    looking.visit("/stored", "#kept li >> nth=0")
    looking.page.evaluate("document.querySelector('main').append(document.createElement('button'))")
    looking.page.evaluate(axe)
    assert [each.split()[0] for each in violations(looking.page)] == ["button-name"]


# A thing that spoils a rule book's last lines, and what is found then.
SPOILING = [
    ("p", "width: 999px", "pixels wide"),
    ("p", "width: 50px; overflow-x: auto; white-space: nowrap", "scrolls sideways"),
    ("p", "width: 50px; overflow-x: hidden; white-space: nowrap", "sticks out of"),
    ("p", "width: 50px; border: 1px solid; white-space: nowrap", "sticks out of"),
    ("p", "margin-top: -30px", "over"),
    ("button", "display: block; width: 99%; height: 99px; margin-top: -99px", "over"),
    ("button", "height: 30px; width: 99px", "pixels to press"),
]
SPOIL = """([tag, look]) => {
  const one = document.createElement(tag);
  one.textContent = "Something to be read";
  one.style.cssText = look;
  document.querySelector(".book").append(one);
}"""


def test_every_fault_of_a_layout_is_seen(looking: Looking) -> None:
    looking.visit("/stored", "#kept li >> nth=0")
    looking.page.set_viewport_size(SIZES[1])
    for tag, look, told in SPOILING:
        assert layout_faults(looking.page) == []
        looking.page.evaluate(SPOIL, [tag, look])
        assert [fault for fault in layout_faults(looking.page) if told in fault] != [], look
        looking.page.evaluate("document.querySelector('.book').lastChild.remove()")
