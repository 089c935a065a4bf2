"""Every page as many kinds of people get it: by screen reader, light and dark, narrow and wide, far away.

Each page is loaded once, into an empty browser, and looked at in all these ways.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, Literal, NamedTuple, TypeAlias

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, ViewportSize, expect

from browser_helpers import missing
from http_helpers import Seat, Served, open_table, served, two_friends
from layout_helpers import check_layout, layout_faults
from primeparlor import notation
from primeparlor.core import Move, State
from primeparlor.games import GAMES

Theme: TypeAlias = Literal["light", "dark"]
AXE = Path(__file__).parents[2] / ".venv/npm/node_modules/axe-core/axe.min.js"
SIZES: tuple[ViewportSize, ViewportSize] = ({"width": 1280, "height": 800}, {"width": 390, "height": 844})
FIRST_LOAD = 100_000  # bytes
LONG = 60_000  # milliseconds
SHORT = {"number-morph": {"digits": 2}, "prime-duel": {"target": 13}}  # rules that make a game short
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
RUN = """async (asked) => {
  const { violations } = await axe.run(document, { resultTypes: ["violations"], ...asked });
  const told = ({ id, nodes }) => [id, ...nodes.map(({ target, html }) => `${target} ${html}`)].join("\\n  ");
  return violations.map(told);
}"""
THEMES: dict[Theme, dict[str, Any]] = {"light": EVERYTHING, "dark": COLOURS}
DRAWN = "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"


class Visit(NamedTuple):
    """A page: how to come there, what shows that all of it has come, and what is opened then."""

    path: str | Callable[[Served, BrowserContext], str]
    whole: str
    then: str | None = None


# Tables -------------------------------------------------------------------------------------------------


def sat(server: Served, context: BrowserContext, seat: Seat) -> str:
    """The address of the table, at which this browser holds the seat."""
    path = f"/api/tables/{seat.table}"
    context.add_cookies([{"name": "seat", "value": seat.token, "url": server.address + path}])
    return f"/t/{seat.table}"


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
        if view["outcome"] is None:
            move = choose(notation.read_position(view["position"]))
            assert seat.post("move", number=view["number"], move=str(move)).status_code == 200


def in_play(game: str) -> Visit:
    def path(server: Served, context: BrowserContext) -> str:
        seat = open_table(server.client, game, opponent="same screen", settings={"clock": 3600})
        played(seat, unhurried, 2)
        assert seat.now("hint").status_code == 200
        return sat(server, context, seat)

    return Visit(path, ".picture > * >> nth=0")


def over(game: str, after: str = "", whole: str = "[data-key=again]") -> Visit:
    def path(server: Served, context: BrowserContext) -> str:
        seat = open_table(server.client, game, opponent="same screen", rules=SHORT.get(game, {}))
        played(seat, hurried, 100)
        assert seat.view()["outcome"] is not None
        return sat(server, context, seat) + after

    return Visit(path, whole)


def invited(server: Served, context: BrowserContext) -> str:
    return f"/t/{open_table(server.client, name='Mara').table}"


def inviting(server: Served, context: BrowserContext) -> str:
    return sat(server, context, open_table(server.client, name="Mara"))


def asked(server: Served, context: BrowserContext) -> str:
    """A table at which the friend wants to take a move back."""
    host, guest = two_friends(server.client, "pocket-addition")
    host.now("move", move="6")
    guest.now("move", move="7")
    assert guest.now("undo").status_code == 200
    return sat(server, context, host)


VISITS = {
    "home": Visit("/", "#today svg >> nth=0"),
    "invited": Visit(invited, "[data-key=join]"),
    "inviting": Visit(inviting, "[data-key=copy-invite]"),
    "asked to take back": Visit(asked, "[data-key=yes]"),
    "share": Visit(in_play("prime-climb").path, ".picture > * >> nth=0", "[data-key=share] >> visible=true"),
    "review": over("prime-climb", "/review", ".chart >> visible=true"),
    "open a record": Visit("/review", "h1"),
    "today": Visit("/today", ".side .card >> nth=0"),
    "puzzle": Visit("/puzzle/pocket-addition", ".side .card >> nth=0"),
    "rush": Visit("/rush", "#start"),
    "rush on": Visit("/rush/prime-climb", "#start", "#start"),
    "progress": Visit("/progress", ".side .card >> nth=0"),
    "learn": Visit("/learn", ".books svg >> nth=4"),
    "a rule book": Visit("/learn/number-morph", ".margin svg >> nth=0"),
    "stored": Visit("/stored", "#kept li >> nth=0"),
    "lost": Visit("/nowhere", "h1"),
    **{f"{game} in play": in_play(game) for game in GAMES},
    **{f"{game} over": over(game) for game in GAMES},
}

ALIKE = ("nonprime-addition over", "prime-climb over", "pocket-addition over")  # the other two cover this
# Pages whose layout differs most on a phone.
OTHERWISE = (
    "home",
    "inviting",
    "share",
    "review",
    "today",
    "rush on",
    "prime-climb in play",
    "prime-duel over",
    "progress",
    "a rule book",
    "stored",
)


# Pages ----------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with served(tmp_path_factory.mktemp("pages")) as found:
        yield found


@pytest.fixture(scope="module")
def axe() -> str:
    """The source of axe, which looks for what keeps people out. What playwright runs is under no policy."""
    if not AXE.exists():
        missing("axe")
    return AXE.read_text(encoding="utf-8")


class Looking:
    """A browser that is emptied before each page: what the page loads, and what goes wrong."""

    def __init__(self, server: Served, context: BrowserContext) -> None:
        context.set_default_timeout(LONG)
        self.server, self.context, self.page = server, context, context.new_page()
        self.faults, self.loaded = list[str](), dict[str, tuple[str, int]]()
        self.page.on("pageerror", lambda error: self.faults.append(str(error)))
        self.page.on("console", lambda told: self.faults.append(told.text) if told.type == "error" else None)
        self._wire = context.new_cdp_session(self.page)
        self._wire.on("Network.responseReceived", self._begun)
        self._wire.on("Network.dataReceived", self._more)
        self._wire.on("Network.loadingFinished", self._ended)
        self._wire.send("Network.enable")

    def visit(self, visit: Visit) -> None:
        """Load a page as somebody does who was never here."""
        self.page.goto("about:blank")
        self._wire.send("Network.clearBrowserCache")
        self._wire.send("Storage.clearDataForOrigin", {"origin": self.server.address, "storageTypes": "all"})
        self.page.set_viewport_size(SIZES[0])
        self.page.emulate_media(color_scheme="light", forced_colors="none", reduced_motion="reduce")
        path = visit.path if isinstance(visit.path, str) else visit.path(self.server, self.context)
        self.faults.clear()
        self.loaded.clear()
        self.page.goto(self.server.address + path)
        self.page.locator(visit.whole).wait_for()

    def _begun(self, event: Any) -> None:
        answer = event["response"]
        self.loaded[event["requestId"]] = answer["url"], answer["encodedDataLength"]

    def _more(self, event: Any) -> None:
        """More of something that may never end."""
        if (begun := self.loaded.get(event["requestId"])) is not None:
            self.loaded[event["requestId"]] = begun[0], begun[1] + event["encodedDataLength"]

    def _ended(self, event: Any) -> None:
        """All of it has come, its headers included."""
        if (begun := self.loaded.get(event["requestId"])) is not None:
            self.loaded[event["requestId"]] = begun[0], event["encodedDataLength"]


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
    visit, page = VISITS[name], looking.page
    looking.visit(visit)
    check_load(looking)
    if visit.then is not None:
        page.click(visit.then)
    check_with_axe(page, axe, SIZES if name in OTHERWISE else SIZES[:1])
    check_layout(page)
    assert page.evaluate("document.getAnimations().length") == 0
    page.emulate_media(forced_colors="active", color_scheme="light")
    expect(page.locator("h1")).to_be_visible(timeout=LONG)
    assert [fault for fault in looking.faults if name != "lost" or "status of 404" not in fault] == []


def check_load(looking: Looking) -> None:
    """All of it comes from here, and fast over a slow line."""
    address, loaded = looking.server.address, looking.loaded.values()
    assert [url for url, _ in loaded if not url.startswith((address, "data:"))] == []
    sizes = {url.removeprefix(address): size for url, size in loaded}
    assert len(sizes) > 10
    assert sum(sizes.values()) < FIRST_LOAD, json.dumps(sizes, indent=1)


def check_with_axe(page: Page, axe: str, sizes: Sequence[ViewportSize]) -> None:
    """Nothing keeps anybody out, on screens of these sizes, in either theme."""
    page.evaluate(axe)
    for size in sizes:
        page.set_viewport_size(size)
        for theme, rules in THEMES.items():
            page.emulate_media(color_scheme=theme)
            page.evaluate(DRAWN)
            assert page.evaluate(f"matchMedia('(prefers-color-scheme: {theme})').matches")
            assert violations(page, rules) == [], (theme, size)


@pytest.mark.prove
@pytest.mark.parametrize("name", [name for name in VISITS if name not in OTHERWISE])
def test_no_phone_keeps_anybody_out(looking: Looking, axe: str, name: str) -> None:
    looking.visit(VISITS[name])
    if (then := VISITS[name].then) is not None:
        looking.page.click(then)
    check_with_axe(looking.page, axe, SIZES[1:])


@pytest.mark.parametrize("game", GAMES)
def test_the_largest_boards_fit_as_well(looking: Looking, game: str) -> None:
    def path(server: Served, context: BrowserContext) -> str:
        return sat(
            server, context, open_table(server.client, game, opponent="same screen", rules=LARGE[game])
        )

    looking.visit(Visit(path, ".picture > * >> nth=0"))
    check_layout(looking.page)
    assert looking.faults == []


@pytest.mark.parametrize("name", ALIKE)
def test_other_ends_of_games_fit_as_well(looking: Looking, name: str) -> None:
    looking.visit(VISITS[name])
    check_layout(looking.page)
    assert looking.faults == []


def test_axe_sees_what_is_wrong(looking: Looking, axe: str) -> None:
    """The policy lets it run, and it does find something."""
    looking.visit(VISITS["stored"])
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
    looking.visit(VISITS["stored"])
    looking.page.set_viewport_size(SIZES[1])
    for tag, look, told in SPOILING:
        assert layout_faults(looking.page) == []
        looking.page.evaluate(SPOIL, [tag, look])
        assert [fault for fault in layout_faults(looking.page) if told in fault] != [], look
        looking.page.evaluate("document.querySelector('.book').lastChild.remove()")
