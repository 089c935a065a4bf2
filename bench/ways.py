"""The way of a move: which of our functions it passes through, in the terminal and in the browser.

python bench/ways.py

In the terminal: from the line that was read to the record on disk, in a game in plain lines with a record. On
the screen: a number key of one of two friends at one keyboard, in a game with a record, from the key event to
the painted widgets; what draws the widgets that have changed is counted apart, and how often each is painted.
In the browser: a friend's move at a table where both friends have an open stream, from the request's arrival
at the application to the last write of an answer or a stream; all threads and tasks count. Each way is taken
before it is measured, so that nothing is imported or made for the first time. A comprehension counts as part
of its function, a coroutine as one call however often it goes on. The last lines name what is computed more
than once from the same arguments.
"""

from __future__ import annotations

import asyncio
import io
import json
import os
import pty
import re
import sys
import tempfile
import threading
from collections import Counter
from collections.abc import Callable
from contextlib import redirect_stderr, redirect_stdout
from inspect import CO_ASYNC_GENERATOR, CO_COROUTINE, CO_GENERATOR
from types import FrameType
from typing import Any

import primeparlor
from primeparlor.games import GAMES
from primeparlor.match import HUMAN
from primeparlor.tables.setup import open_table
from primeparlor.terminal.open_table import NewTableOptions
from primeparlor.terminal.plain.input import Keyboard
from primeparlor.terminal.plain.play import play
from primeparlor.web.app import build_app
from primeparlor.web.storage.store import Store
from primeparlor.web.tables.registry import TableRegistry
from primeparlor.web.workers.pool import WorkerPool

OURS = os.path.dirname(primeparlor.__file__ or "") + os.sep
GAME, MOVES = "nonprime-addition", ("3", "5", "6")  # the last one in the browser, the second in the terminal
SIZE = (100, 32)  # of the screen
QUIET = 0.3  # seconds without a write after which the way is at its end
INNER = ("<genexpr>", "<listcomp>", "<dictcomp>", "<setcomp>")  # part of the function around them
# What depends on nothing but its arguments, by the names of the functions, wherever they are.
FACTS = {
    "rules asked": r"\.(moves|ending|chances|forced|why_not)$",
    "text parsed": r"(^|\.)parse$",
    "facts of a position": r"(^|\.|_)facts$",
    "view built": r"(^|\.|_)(build|build_\w*view|build_update|build_steps?)$",
    "JSON encoded": r"^encode$",
    "token hashed": r"(^|\.)hash_token$",
}
Function = tuple[str, str]  # file and name
JSON: Function = ("", "encode")  # not ours, but counted as a fact
ENCODER = (json.encoder.__file__, "iterencode")


class Way:
    """The functions that were entered while it was watched, in order."""

    def __init__(self) -> None:
        self.watching = False
        self.entered: list[tuple[Function, str]] = []  # with the arguments of what is computed
        self._frames = dict[int, FrameType]()  # of coroutines and generators, which are entered again

    def __call__(self, frame: FrameType, event: str, arg: object) -> None:
        """Note a function that is entered: this is the profile function of every thread."""
        if not self.watching:
            return
        if event == "c_call" and getattr(arg, "__name__", "") == "to_json":  # pydantic's
            self.entered.append((JSON, str(len(self.entered))))
        elif event == "call" and (frame.f_code.co_filename, frame.f_code.co_name) == ENCODER:
            self.entered.append((JSON, repr(frame.f_locals["o"])))
        elif event == "call" and frame.f_code.co_filename.startswith(OURS):
            self._enter(frame)

    def _enter(self, frame: FrameType) -> None:
        """Note a function of ours, with its arguments if it computes a fact."""
        code, arguments = frame.f_code, ""
        if code.co_name in INNER or self._frames.get(id(frame)) is frame:
            return
        if code.co_flags & (CO_GENERATOR | CO_COROUTINE | CO_ASYNC_GENERATOR):
            self._frames[id(frame)] = frame
        if any(re.search(pattern, code.co_qualname) for pattern in FACTS.values()):
            names = code.co_varnames[: code.co_argcount + code.co_kwonlyargcount]
            arguments = repr([frame.f_locals.get(each) for each in names])
        self.entered.append(((code.co_filename.removeprefix(OURS), code.co_qualname), arguments))

    def print_out(self, title: str, end: int | None = None) -> None:
        """Print what was entered, up to this point."""
        entered = self.entered[:end]
        calls = Counter(function for function, _ in entered if function != JSON)
        files = {file for file, _ in calls}
        print(f"{title}: {len(calls)} functions in {len(files)} files, {calls.total()} calls")
        for (file, name), count in calls.items():
            print(f"  {count:4} {file} {name}")
        for fact, pattern in FACTS.items():
            found = Counter(each for each in entered if re.search(pattern, each[0][1]))
            again = sorted({name for ((_, name), _), count in found.items() if count > 1})
            if found:
                print(
                    f"  {fact + ':':21} {found.total():3}, again for nothing {found.total() - len(found)}",
                    *again,
                )
        print()


# In the terminal -----------------------------------------------------------------------------------


def type_move(folder: str) -> None:
    """Type moves at a terminal and print the way of the second one."""
    way, reads = Way(), 0
    to_disk = to_prompt = 0

    def watch(frame: FrameType, event: str, arg: object) -> None:
        nonlocal reads, to_disk, to_prompt
        if event == "c_return" and arg is os.read:
            reads += 1
            way.watching = reads == 2
        elif event == "c_call" and arg is os.read and reads == 2:
            way.watching, to_prompt = False, len(way.entered)
        elif event == "c_return" and arg is os.fsync and way.watching and not to_disk:
            to_disk = len(way.entered)
        way(frame, event, arg)

    keys, terminal = pty.openpty()
    os.write(keys, "".join(f"{line}\n" for line in (*MOVES[:2], "q")).encode())
    with redirect_stdout(io.StringIO()), redirect_stderr(io.StringIO()):
        sys.setprofile(watch)
        try:
            record = os.path.join(folder, "game.jsonl")
            play(GAMES[GAME].start(), options=NewTableOptions(record=record), keyboard=Keyboard(terminal))
        finally:
            sys.setprofile(None)
    way.print_out("A typed move, from the line to the record on disk", to_disk)
    way.print_out("The same, up to the next prompt", to_prompt)


# On the screen -------------------------------------------------------------------------------------


async def press_key(folder: str, way: Way) -> None:
    """Play moves with number keys at a table on the screen and print the way of the last one."""
    from primeparlor.terminal.tui.app import ParlorApp
    from primeparlor.terminal.tui.screens.table.screen import TableScreen
    from primeparlor.terminal.tui.widgets.painted_widget import PaintedWidget

    table = open_table(GAMES[GAME].start(), (HUMAN, HUMAN))
    table.create_record(os.path.join(folder, "screen.jsonl"))
    screen = TableScreen(table, pace=0)
    app, paint, painted = ParlorApp(lambda: screen, pace=0), PaintedWidget.paint, Counter[str]()
    pictures = Way()

    def count(widget: PaintedWidget, canvas: Any) -> None:
        painted[widget.id or ""] += 1
        before, way.entered = way.entered, pictures.entered
        paint(widget, canvas)
        way.entered = before

    async with app.run_test(size=SIZE) as pilot:
        await pilot.pause(QUIET)
        for number, move in enumerate(MOVES):
            way.watching = number + 1 == len(MOVES)
            if way.watching:
                PaintedWidget.paint = count  # type: ignore[assignment, method-assign]
            await pilot.press(move)
            await pilot.pause(QUIET)
        way.watching = False
        PaintedWidget.paint = paint  # type: ignore[method-assign]
    table.close()
    way.print_out("A key, until the screen is painted")
    pictures.print_out("The painters of the widgets that it changes")
    print("Painted:", ", ".join(f"{name} {count}" for name, count in sorted(painted.items())), end="\n\n")


# In the browser ------------------------------------------------------------------------------------


class Browser:
    """One browser: it sends requests straight to the application, with its cookie."""

    def __init__(self, app: Any, wrote: Callable[[], None]) -> None:
        self.app, self.wrote = app, wrote
        self.cookie = ""

    async def send(self, method: str, path: str, data: object = None) -> Any:
        """The JSON of the answer; a stream never ends, and is only counted."""
        body, answer = b"" if data is None else json.dumps(data).encode(), b""
        waiting = [{"type": "http.request", "body": body, "more_body": False}]

        async def receive() -> dict[str, Any]:
            return waiting.pop() if waiting else await asyncio.Future()

        async def send(message: dict[str, Any]) -> None:
            nonlocal answer
            self.wrote()
            answer += message.get("body", b"")
            for name, value in message.get("headers", ()):
                if name == b"set-cookie":
                    self.cookie = value.decode().partition(";")[0]

        headers = {"host": "127.0.0.1", "origin": "http://127.0.0.1", "content-type": "application/json"}
        headers |= {"cookie": self.cookie} if self.cookie else {}
        scope = {
            "type": "http",
            "asgi": {"version": "3.0"},
            "http_version": "1.1",
            "method": method,
            "scheme": "http",
            "path": path,
            "raw_path": path.encode(),
            "query_string": b"",
            "root_path": "",
            "headers": [(name.encode(), value.encode()) for name, value in headers.items()],
            "client": ("127.0.0.1", 40000),
            "server": ("127.0.0.1", 80),
            "state": {},
        }
        await self.app(scope, receive, send)
        return json.loads(answer)


async def click_move(folder: str, way: Way) -> None:
    """Play moves at a table of two friends and print the way of the last one."""
    registry = TableRegistry(Store(f"sqlite:///{folder}/tables.db"), WorkerPool())
    app, last = build_app(registry), 0

    def wrote() -> None:
        nonlocal last
        last = len(way.entered)

    host, guest = Browser(app, wrote), Browser(app, wrote)
    opened = await host.send(
        "POST", "/api/tables", {"game": GAME, "opponent": "friend", "side": 1, "name": "Ann"}
    )
    table = f"/api/tables/{opened['table']}"
    await guest.send("POST", f"{table}/join", {"name": "Bo"})
    streams = [asyncio.create_task(each.send("GET", f"{table}/stream")) for each in (host, guest)]
    await asyncio.sleep(QUIET)
    for number, move in enumerate(MOVES):
        way.watching = number + 1 == len(MOVES)
        await (guest if number % 2 else host).send("POST", f"{table}/move", {"number": number, "move": move})
        await asyncio.sleep(QUIET)
    way.watching = False
    for stream in streams:
        stream.cancel()
    await asyncio.gather(*streams, return_exceptions=True)
    await registry.close()
    way.print_out("A click, from the request to both streams", last)


def main() -> None:
    """Print all ways."""
    with tempfile.TemporaryDirectory() as folder:
        type_move(folder)
        for take in (press_key, click_move):
            way = Way()
            threading.setprofile(way)  # for every thread that begins from here on
            sys.setprofile(way)
            try:
                asyncio.run(take(folder, way))
            finally:
                sys.setprofile(None)
                threading.setprofile(None)


if __name__ == "__main__":
    main()
