"""Takes the pictures of the page in the browser: `make pictures`, then `python docs/pages.py [NAME …]`.

A server of its own is started, tables are laid where there is something to see, and Debian's Chromium looks
at every page, with fonts of our own: `docs/pictures/browser-*.png`.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

import font_sets
from playwright.sync_api import Browser, Page, sync_playwright

PICTURES = Path(__file__).parent / "pictures"
PREVIEW = Path(__file__).parents[1] / "src/primeparlor/web/static/img/preview.png"  # of links to the page
DESK, PHONE = (1280, 800), (390, 844)
BROWSERS = ("chromium-headless-shell", "chromium", "chromium-browser")
FLAGS = ["--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking"]
OPEN = """async (order) => {
  const headers = { "Content-Type": "application/json" };
  const answer = await fetch("/api/tables", { method: "POST", headers, body: JSON.stringify(order) });
  return (await answer.json()).table;
}"""


class Shot(NamedTuple):
    """One picture: a page, or a table laid at a position."""

    path: str = ""
    game: str = ""
    position: str = ""
    order: dict[str, Any] = {}
    moves: Sequence[str] = ()
    size: tuple[int, int] = DESK
    theme: str = "light"
    seen: str = "#main h1"  # is there when the picture can be taken


SHOTS = {
    "home": Shot("/", seen=".pic svg"),
    "home-dark": Shot("/", theme="dark", seen=".pic svg"),
    "home-phone": Shot("/", size=PHONE, seen=".pic svg"),
    "nonprime-addition": Shot(game="nonprime-addition", position="total=26 turn=1"),
    "number-morph": Shot(game="number-morph", position="number=223 used=211,241,271,277,227,223 turn=1"),
    "prime-climb": Shot(game="prime-climb", position="steps=7,8 turn=1", moves=["1"], seen=".note.no"),
    "pocket-addition": Shot(
        game="pocket-addition", position="one=7,2 two=8,6 turn=1", moves=["9"], seen=".note.no"
    ),
    "prime-duel": Shot(
        game="prime-duel", position="scores=31,38 deck=1,1,3,3,1,2,2,4,2,1 turn=1 card=10", theme="dark"
    ),
    "prime-duel-phone": Shot(
        game="prime-duel", position="scores=31,38 deck=1,1,3,3,1,2,2,4,2,1 turn=1 card=10", size=PHONE
    ),
    "invitation": Shot(game="pocket-addition", order={"opponent": "friend", "name": "Mara"}, seen="#invite"),
    "end": Shot(game="nonprime-addition", position="total=38 turn=1", moves=["3"], seen="#result"),
    "today": Shot("/today", seen=".picture > *"),
    "puzzle": Shot("/puzzle/pocket-addition", seen=".picture > *"),
    "rush": Shot("/rush", seen="#start"),
    "review": Shot(game="nonprime-addition", position="total=38 turn=1", moves=["3"], seen=".graded"),
    "progress": Shot("/progress", seen=".streak"),
    "learn": Shot("/learn/prime-climb", seen=".book"),
}


@contextmanager
def server() -> Iterator[str]:
    """The address of a server of our own, with nothing on its tables."""
    parlor = Path(sys.executable).parent / "parlor"
    with tempfile.TemporaryDirectory() as home:
        process = subprocess.Popen(
            [parlor, "serve", "--port", "0"],
            env=os.environ | {"PARLOR_HOME": home},
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
        )
        try:
            assert process.stdout is not None
            found = re.search(r"http://\S+", process.stdout.readline())
            assert found is not None, "the server says where it is"
            yield found[0]
        finally:
            process.terminate()
            process.wait()


def take(browser: Browser, address: str, name: str, shot: Shot) -> None:
    """Take one picture."""
    width, height = shot.size
    context = browser.new_context(
        viewport={"width": width, "height": height},
        color_scheme="dark" if shot.theme == "dark" else "light",
        reduced_motion="reduce",
        locale="en-GB",
    )
    page = context.new_page()
    page.goto(f"{address}{shot.path or '/stored'}")
    if shot.game:
        _sit_down(page, address, shot)
    page.wait_for_selector(shot.seen, state="attached")
    page.wait_for_load_state("networkidle") if shot.path else page.wait_for_timeout(300)
    page.screenshot(path=PICTURES / f"browser-{name}.png")
    context.close()


# What a small picture shows of home: the wall alone.
BARE = """() => {
  for (const part of document.querySelectorAll(".side3, .foot, .top nav, .theme, .sel")) part.remove();
  document.querySelector(".pic :checked").checked = false;
  document.body.style.zoom = 1.3;
}"""


def take_preview(browser: Browser, address: str) -> None:
    """Take the picture that stands beside a link to the page, in the size that others ask for."""
    page = browser.new_page(viewport={"width": 1200, "height": 630}, reduced_motion="reduce")
    page.goto(address)
    page.wait_for_selector(".pic svg", state="attached")
    page.wait_for_load_state("networkidle")
    page.evaluate(BARE)
    page.screenshot(path=PREVIEW)
    page.close()


def _sit_down(page: Page, address: str, shot: Shot) -> None:
    """Lay the table, sit down, and play."""
    position = {"position": f"{shot.game} {shot.position}"} if shot.position else {}
    order = {"game": shot.game, "opponent": "club", "side": 1, **position, **shot.order}
    table = page.evaluate(OPEN, order)
    page.goto(f"{address}/t/{table}")
    page.wait_for_selector(".picture > *", state="attached")
    for move in shot.moves:
        page.keyboard.press("/")
        page.keyboard.type(move)
        page.keyboard.press("Enter")
    if shot.seen == ".graded":
        page.click("[data-key=review]")


def main(names: Sequence[str]) -> None:
    """Take these pictures, or all of them."""
    found = next(filter(None, map(shutil.which, BROWSERS)), None)
    if found is None or font_sets.PICTURED.missing:
        sys.exit("Run make pictures first: it brings a browser and fonts.")
    with font_sets.only(font_sets.PICTURED) as fonts, server() as address, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=found, args=FLAGS, env=fonts)
        if not names:
            take_preview(browser, address)
        for name in names or SHOTS:
            take(browser, address, name, SHOTS[name])
            print(f"docs/pictures/browser-{name}.png")
        browser.close()


if __name__ == "__main__":
    main(sys.argv[1:])
