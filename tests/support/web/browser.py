"""Helpers for tests of boards in a browser: painted from facts under our policy, without our server."""

from __future__ import annotations

import mimetypes
import os
import shutil
import time
from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, closing, contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import urlparse

import font_sets
import pytest
from pages import BROWSERS
from playwright.sync_api import Browser, Page, Route, ViewportSize, expect, sync_playwright

import primeparlor
from primeparlor import notation
from primeparlor.core import Played, Player, State
from primeparlor.match import Event, Outcome
from primeparlor.messages import Seats
from primeparlor.tables.messages import OPEN_SEATS, build_facts, build_step, format_outcome, messages_of
from primeparlor.tables.turn_words import word_turn
from primeparlor.web.errors import refuse_move, refuse_text

LONG = 60_000  # milliseconds: more than anything takes on a busy machine
expect.set_options(timeout=LONG)

HOUSE = Path(primeparlor.__file__).parent
ORIGIN = "http://boards.test"  # nobody answers there: every file comes from the folders
# What Playwright switches off, as a list of ours takes the place of its own …
USUAL = (
    "AvoidUnnecessaryBeforeUnloadCheckSync,DestroyProfileOnBrowserClose,HttpsUpgrades,"
    "HttpsFirstBalancedModeAutoEnable,LensOverlay,MediaRouter,PaintHolding,ThirdPartyStoragePartitioning,"
    "AvoidCorsURLLoaderRestartOnRedirect,OptimizationHints,NetworkTimeServiceQuerying,AimEnabled,"
    "PreconnectToSearch"
)
# … and the pages behind every window's address bar, which nobody sees: they cost more than most of ours.
ADDRESS_BAR = "WebUIOmniboxPopup,WebUIOmniboxAimPopup,WebUIOmniboxFullPopup"
OTHER_NAME = "parlor.example"  # of this machine, for the browser
FLAGS = [
    f"--disable-features={USUAL},{ADDRESS_BAR}",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--process-per-site",  # else every page that is loaded starts a process of its own
    # Everything is laid out, and nothing painted: a picture that nobody takes is a fifth of all work.
    "--force-gpu-mem-available-mb=0",
    "--js-flags=--no-opt,--no-maglev",  # no page lives long enough to be worth a better compiler
    # Nobody else can be asked.
    f"--host-resolver-rules=MAP {OTHER_NAME} 127.0.0.1, MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE 0.0.0.0",
]
POLICY = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'"
SHEETS = "".join(
    f'<link rel="stylesheet" href="/static/css/{name}.css">' for name in ("parlor", "pieces", "table")
)
SHELL = f"""<!doctype html><html lang="en"><title>Boards</title>{SHEETS}
<main><div id="picture"></div><div id="keys"></div></main></html>"""

# A part of the progress that this browser keeps, once it is there and nothing waits to be sent.
SETTLED = """async (part) => {
  const { readStored } = await import("/static/lib/progress_db.js");
  for (let looks = 0; looks < 3000; looks += 1) {
    const { progress, waiting } = await readStored();
    if (!waiting.length && progress[part]) return progress[part];
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  return null;
}"""

# What the page around a board does: it paints, keeps what is held, and notes what is played.
BENCH = """async ({ name, facts, look }) => {
  const Board = (await import(`/games/${name}/page.js`)).default;
  const { put } = await import("/static/lib/dom.js");
  const bench = (window.bench ??= { boards: {}, played: [] });
  const press = (event) => event.target.closest("input") || bench.press(event.key);
  if (!bench.press) document.addEventListener("keydown", press);
  if (!bench.boards[name]) await dressed(name);
  const board = (bench.boards[name] ??= new Board({ name }));
  const paint = () => {
    put(document.querySelector("#picture"), board.paint(facts, bench.look, []));
    put(document.querySelector("#keys"), board.keys(facts, bench.look));
  };
  const play = (text) => bench.played.push(text);
  const hold = (text) => ((bench.look.held = text), paint());
  const asked = look.unfold && { unfold: () => bench.played.push("unfold") };
  bench.look = { ...look, ...asked, play, hold };
  bench.press = (key) => board.press(key, facts, bench.look);
  paint();

  function dressed(name) {
    const link = document.createElement("link");
    Object.assign(link, { rel: "stylesheet", href: `/games/${name}/page.css` });
    document.head.append(link);
    return new Promise((resolve) => (link.onload = resolve));
  }
}"""


def safe(told: Any) -> Any:
    """What is told, with numbers that JavaScript would round as text, as the server sends them."""
    if isinstance(told, dict):
        return {name: safe(value) for name, value in told.items()}
    if isinstance(told, list | tuple):
        return [safe(value) for value in told]
    return str(told) if type(told) is int and abs(told) >= 2**53 else told


class Boards:
    """A page that paints any of our boards."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.faults: list[str] = []  # errors of scripts and breaches of the policy
        page.set_default_timeout(LONG)
        page.on("pageerror", lambda error: self.faults.append(str(error)))
        page.on("console", lambda told: self.faults.append(told.text) if told.type == "error" else None)
        page.route("**/*", self._answer)
        page.goto(f"{ORIGIN}/")

    def close(self) -> None:
        self.page.context.close()

    def _answer(self, route: Route) -> None:
        path = urlparse(route.request.url).path
        headers = {"Content-Security-Policy": POLICY}
        if path == "/":
            return route.fulfill(body=SHELL, content_type="text/html", headers=headers)
        room, name = path.strip("/").split("/", 1)
        folders = {
            "static": HOUSE / "web" / "static" / name,
            "games": HOUSE / "games" / name.replace("-", "_"),
        }
        kind = mimetypes.guess_type(name)[0]
        return route.fulfill(path=folders[room], content_type=kind, headers=headers)

    def resize(self, width: int, height: int) -> None:
        """Make the window so large, if it is not."""
        if self.page.viewport_size != (size := ViewportSize(width=width, height=height)):
            self.page.set_viewport_size(size)

    def paint(self, state: State, line: Sequence[Played] = (), **look: Any) -> None:
        """Paint this state, seen by the player to move who plays against the house."""
        facts = build_facts(messages_of(state), state, line)
        names = ("You", "The house") if state.turn == 1 else ("The house", "You")
        usual = {"held": "", "tried": [], "yours": True, "over": facts["winner"] is not None, "actions": None}
        seats = name_readers(*names, you=state.turn)
        given = {"seats": seats, "me": state.turn, "mode": "table", **usual, **look}
        self.page.evaluate(BENCH, {"name": state.name, "facts": safe(facts), "look": given})

    @property
    def played(self) -> list[str]:
        """The moves that were played since this was last asked."""
        moves: list[str] = self.page.evaluate("bench.played.splice(0)")
        return moves

    @property
    def held(self) -> str:
        """What is chosen but not played."""
        return str(self.page.evaluate("bench.look.held"))

    def texts(self, selector: str) -> list[str]:
        """The words of all these elements, shown or not."""
        return self.page.locator(selector).all_text_contents()

    def labels(self, selector: str) -> list[str]:
        """What a screen reader is told of these elements."""
        found: list[str] = self.page.locator(selector).evaluate_all(
            "all => all.map(one => one.getAttribute('aria-label'))"
        )
        return found

    def said(
        self, before: State, line: Sequence[Played], move: Any, you: Player | None = 1
    ) -> dict[str, Any]:
        """What the page says of a move, of its row in the list, and of the end."""
        step, after = self._step(before, line, move)["step"], before.after(move)
        ending = after.ending()
        outcome = ending and format_outcome(after, Outcome(ending.winner, ending.reason))
        messages = [step["said"], *([outcome["said"]] if outcome else [])]
        said, *result = self._fill(messages, you)
        return {"said": said, "row": step["row"], "result": result[0] if result else None}

    def travel(self, before: State, move: Any, **look: Any) -> None:
        """Paint what a move leads to, and let it move there."""
        self.paint(before.after(move), **look)
        travel = """({ name, step, before }) => {
          bench.motion = bench.boards[name].travel(document.querySelector("#picture"), step, before);
        }"""
        self.page.evaluate(travel, {"name": before.name, **self._step(before, [], move)})

    def _step(self, before: State, line: Sequence[Played], move: Any) -> dict[str, Any]:
        """A move as the server tells it, and the facts before it."""
        after = before.after(move)
        who = None if before.chances() else before.turn
        event = Event(1, who, move, forced=who is not None and before.forced() is not None)
        turn = word_turn([(event, before)], after, messages_of(after), OPEN_SEATS)
        facts = build_facts(messages_of(after), after, [*line, (who, move)], turn)
        step = build_step(messages_of(before), event, before, after) | {"facts": facts}
        return {"step": safe(step), "before": safe(build_facts(messages_of(before), before, line))}

    def refused(self, state: State, text: str) -> dict[str, Any]:
        """What the page says of a text that names no move, or one that the rules refuse."""
        move = notation.form_of(state).parse(state, text)
        if move is None:
            [said] = self._fill([refuse_text(state, text).said], 1)
        else:
            [said] = self._fill([refuse_move(state, move, state.why_not(move) or "").said], 1)
        return said

    def _fill(self, messages: Sequence[dict[str, Any]], you: Player | None) -> list[dict[str, Any]]:
        """Messages with the names that this reader sees."""
        fill = """async ({ messages, seats }) => {
          const { fillMessage } = await import("/static/lib/messages.js");
          return messages.map((message) => fillMessage(message, seats));
        }"""
        seats = name_readers("You", "The house", you=you)
        filled: list[dict[str, Any]] = self.page.evaluate(fill, {"messages": list(messages), "seats": seats})
        return filled


def name_readers(one: str, two: str, you: Player | None = 1) -> dict[str, Any]:
    """The names of the players as a page has them."""
    seats = Seats((one, two), you)
    return {"names": seats.names, "inside": seats.both_inside, "you": you}


def in_a_browser(browser: Browser, **context: Any) -> AbstractContextManager[Boards]:
    """Boards in a page of their own."""
    return closing(Boards(browser.new_context(**context).new_page()))


# The browser ----------------------------------------------------------------------------------------------


def missing(what: str) -> None:
    """Leave the test out: a person gets a skip, which `tests/conftest.py` makes loud; CI fails."""
    required = os.environ.get("CI") == "true" or os.environ.get("PARLOR_BROWSER") == "required"
    (pytest.fail if required else pytest.skip)(
        f"{what} is not installed here: nothing was tried in a browser. Run make browser, which says why."
    )


@contextmanager
def launched() -> Iterator[Browser]:
    """Debian's Chromium with our fonts, and where it can be had without the windows that nobody sees."""
    found = next(filter(None, map(shutil.which, BROWSERS)), None)
    if found is None:
        missing("Chromium")
    if absent := font_sets.TESTED.missing:
        missing(f"The font {absent[0]}")
    with font_sets.only(font_sets.TESTED) as fonts, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=found, args=FLAGS, env=fonts)
        try:
            yield browser
        finally:
            browser.close()


def until(page: Page, fact: str, arg: Any = None) -> None:
    """Wait until this is true in the page. Playwright's own wait evaluates text, which our policy refuses."""
    end = time.monotonic() + LONG / 1000
    while not page.evaluate(fact, arg):
        assert time.monotonic() < end, fact
        page.wait_for_timeout(20)


def held_back(page: Page, held: Sequence[Route], at: int = 0) -> Route:
    """A request that is held back, which comes a little after the news that the page has made it."""
    end = time.monotonic() + LONG / 1000
    while len(held) <= at:
        assert time.monotonic() < end, "no such request"
        page.wait_for_timeout(20)
    return held[at]
