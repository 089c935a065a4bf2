"""A real server in a process of its own, and people who come to it with a browser."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
from playwright.sync_api import Browser, Page, Request, ViewportSize, expect

from support.web.http_server import PLAIN
from support.web.registry import PATIENCE

LONG = PATIENCE * 1000  # milliseconds
DESK: ViewportSize = {"width": 1280, "height": 800}
PHONE: ViewportSize = {"width": 390, "height": 844}
STREAM = re.compile(r"/stream(\?|$)")  # the address of a table's events
EXPECTED = re.compile(r"Failed to load resource: (the server responded with a status of (4|503)|net::ERR_)")
ELSEWHERE = "ERR_NAME_NOT_RESOLVED"  # what a page is told that asks anybody but us
CLIPBOARD = ["clipboard-read", "clipboard-write"]
# Where a move is typed: at a table at which both sit, at a puzzle that is shown, in a review where one tries.
FIELD = ".at[data-shown] .typed:not([hidden]), .posed[data-puzzle] .typed, .rv .typed:not([hidden])"


# Keeps whatever a page is sent: by its stream, and as answers; puzzles apart.
HEARING = """
  window.heard = [];
  window.posed = [];
  const Real = EventSource;
  window.EventSource = class extends Real {
    addEventListener(name, does) {
      window.stream = this;
      super.addEventListener(name, (event) => (window.heard.push(event.data ?? ""), does(event)));
    }
  };
  const { json } = Response.prototype;
  Response.prototype.json = async function () {
    const text = await this.text();
    if (this.url.includes("/api/tables")) window.heard.push(text);
    if (/\\/api\\/(puzzles|today)(\\?|$)/.test(this.url)) window.posed.push(JSON.parse(text));
    return JSON.parse(text);
  };
"""


class ParlorServer:
    """`parlor serve` with its database in a folder; it can be started again at its address."""

    def __init__(self, home: Path) -> None:
        self.home, self.port = home, 0
        self.start()

    def start(self) -> None:
        """Open the server: on any free port, later on the same."""
        self.process = subprocess.Popen(
            [sys.executable, "-m", "primeparlor", "serve", "--port", str(self.port)],
            stdout=subprocess.PIPE,
            text=True,
            env=os.environ | {"PARLOR_HOME": str(self.home), "PYTHONUNBUFFERED": "1"},
        )
        assert self.process.stdout is not None
        found = re.search(r"http://[\d.]+:(\d+)", self.process.stdout.readline())
        assert found is not None
        self.address, self.port = found.group(0), int(found.group(1))

    def end(self, by: signal.Signals) -> None:
        """End the server by this signal."""
        self.process.send_signal(by)
        self.process.wait(PATIENCE)
        assert self.process.stdout is not None
        self.process.stdout.close()


@contextmanager
def opened(home: Path) -> Iterator[ParlorServer]:
    """A server until the end of the block."""
    parlor = ParlorServer(home)
    try:
        yield parlor
    finally:
        parlor.end(signal.SIGTERM if parlor.process.poll() is None else signal.SIGKILL)


class Requests:
    """The requests of a page since the list was last cleared.

    None are noted before that: to tell us of each costs a tenth of the time that a page takes to load.
    """

    def __init__(self, page: Page) -> None:
        self._page, self._noted = page, list[Request]()
        self._noting = False

    def clear(self) -> None:
        """Forget the requests so far, and note them from now on."""
        self._noted.clear()
        if not self._noting:
            self._noting = True
            self._page.on("request", self._note)

    def end(self) -> None:
        """Forget the requests, and note no more."""
        self._noted.clear()
        if self._noting:
            self._noting = False
            self._page.remove_listener("request", self._note)

    def _note(self, request: Request) -> None:
        self._noted.append(request)

    def __iter__(self) -> Iterator[Request]:
        assert self._noting, "no requests were noted: clear the list first"
        return iter(self._noted)


class Person:
    """Somebody with a browser of their own, and everything that was sent to it."""

    def __init__(self, parlor: ParlorServer, browser: Browser, **context: Any) -> None:
        self.parlor = parlor
        usual = {
            "viewport": DESK,
            "reduced_motion": "reduce",
            "base_url": parlor.address,
            "permissions": CLIPBOARD,
        }
        self.context = browser.new_context(**usual | context)
        self.context.set_default_timeout(LONG)
        self.context.add_init_script(HEARING)
        self.page = self.context.new_page()
        self._size = self.page.viewport_size
        self._wire = self.context.new_cdp_session(self.page)
        self.faults: list[str] = []  # errors of scripts and breaches of the policy
        self.asked = Requests(self.page)
        self.page.on("pageerror", lambda error: self.faults.append(str(error)))
        self.page.on("console", lambda told: self.faults.append(told.text) if told.type == "error" else None)

    def open(self, game: str, **request: Any) -> str:
        """Open a table by a program's call and go there; its address."""
        url = self.lay(game, **request)
        self.come(url)
        return url

    def lay(self, game: str, *moves: object, **request: Any) -> str:
        """Open a table by a program's call, and make these moves of both players; its address."""
        answer = self.context.request.post("/api/tables", data={"game": game, **request})
        assert answer.status == 201, answer.text()
        opened = answer.json()
        url: str = opened["url"]
        self.token: str = opened["token"]
        number: int = opened["view"]["number"]
        for move in moves:
            data = {"number": number, "move": str(move)}
            answer = self.context.request.post(
                f"/api/tables/{opened['table']}/move", data=data, headers=self._bearer
            )
            assert answer.status == 200, answer.text()
            number = answer.json()["number"]
        return url

    def come(self, url: str) -> None:
        """Go to a table and wait until it is shown."""
        self.page.goto(url)
        expect(self.page.locator(".turn")).not_to_be_empty()

    def join(self, url: str, name: str = "") -> None:
        """Sit down at a friend's table by a program's call, and go there."""
        answer = self.context.request.post(f"/api/tables/{url[3:]}/join", data={"name": name})
        assert answer.status == 200, answer.text()
        self.token = answer.json()["token"]
        self.come(url)
        self.sits()

    def sits(self) -> None:
        """Wait until the page knows that it has a seat."""
        self.page.locator("[data-key=share]:not([hidden])").wait_for(state="attached")

    def view(self) -> dict[str, Any]:
        """The table as the server tells it to this browser."""
        table = self.page.url.split("/")[4]
        view: dict[str, Any] = self.context.request.get(f"/api/tables/{table}").json()
        return view

    def from_elsewhere(self, does: str, **data: Any) -> None:
        """Do something at the table by a program that has the seat's token, behind the page's back."""
        address = f"{self.parlor.address}/api/tables/{self.page.url.split('/')[4]}/{does}"
        httpx.post(address, json=data, headers=self._bearer, timeout=PATIENCE, **PLAIN).raise_for_status()

    @property
    def _bearer(self) -> dict[str, str]:
        return {"Authorization": f"Bearer {self.token}"}

    def sees(self, number: int) -> None:
        """Wait until everything up to this event is shown."""
        self.page.locator(f'.at[data-shown="{number}"]').wait_for(state="attached")

    def type(self, move: object) -> None:
        """Type a move into the field, once there is one: before that no key is heard."""
        self.page.locator(FIELD).wait_for(state="attached")
        self.page.keyboard.press("/")
        self.page.keyboard.type(str(move))
        self.page.keyboard.press("Enter")

    def play(self, move: object) -> int:
        """Type a move and wait until it is shown; the number of the last event then."""
        self.page.locator(FIELD).wait_for(state="attached")
        shown = self.page.get_attribute(".at", "data-shown")
        self.type(move)
        later = self.page.locator(f'.at:not([data-shown="{shown}"], [data-shown=""])')
        return int(later.get_attribute("data-shown") or 0)

    def loses(self, url: str) -> None:
        """Lose every move on its way, and every look at what became of it: what is said of that stays."""
        self.page.route("**/move", lambda route: route.abort())
        self.page.route(f"**/api{url.replace('/t/', '/tables/')}", lambda route: route.abort())

    def says(self, part: str, selector: str = ".turn") -> None:
        """Wait until the turn line, or what is named, says this."""
        expect(self.page.locator(selector)).to_contain_text(part)

    @property
    def heard(self) -> str:
        """Everything that the page was sent about tables since it was loaded."""
        return "\n".join(self.page.evaluate("window.heard"))

    def go(self) -> None:
        """Leave the page and forget all: the window is as it was opened. Nothing may have gone wrong."""
        last = self.page.url
        self.context.set_offline(False)
        self.page.goto("about:blank")
        everything = {"origin": self.parlor.address, "storageTypes": "all"}
        self._wire.send("Storage.clearDataForOrigin", everything)
        self.context.clear_cookies()
        self.page.unroute_all()
        if self._size is not None and self.page.viewport_size != self._size:
            self.page.set_viewport_size(self._size)
        self.asked.end()
        wrong = self.wrong(last)
        assert not wrong, wrong

    def wrong(self, last: str) -> list[str]:
        """What has gone wrong since this was last asked, up to the last page: errors, others who were asked.

        Refusals (4xx), answers that never came and the 503 of tests are expected; a server's error is not.
        """
        found, self.faults = self.faults, []
        astray = [last] if last.startswith("chrome-error:") else []
        return [fault for fault in found if not EXPECTED.search(fault) or ELSEWHERE in fault] + astray


@contextmanager
def visitor(parlor: ParlorServer, browser: Browser, **context: Any) -> Iterator[Person]:
    """Somebody with a browser of their own, who leaves at the end of the block."""
    expect.set_options(timeout=LONG)
    person = Person(parlor, browser, **context)
    yield person
    person.context.close()
    wrong = person.wrong(person.page.url)
    assert not wrong, wrong
