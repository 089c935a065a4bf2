"""Helpers for tests of the screen: visits by keys and clicks, what is shown as plain text, saved games."""

from __future__ import annotations

import asyncio
import os
import threading
from collections.abc import Awaitable, Callable
from typing import Any, TypeVar

from textual._context import visible_screen_stack
from textual.pilot import Pilot
from textual.strip import Strip
from textual.widget import Widget

from primeparlor.core import Move, State
from primeparlor.match import HUMAN, Match, Settings
from primeparlor.notation import read_position
from primeparlor.players import Chosen, View
from primeparlor.tables.setup import open_table
from primeparlor.tables.table import Table, create_players
from primeparlor.terminal.drawing.palette import LOOKS
from primeparlor.terminal.tui.app import ParlorApp
from primeparlor.terminal.tui.base import ParlorScreen
from primeparlor.terminal.tui.screens.home import HomeScreen
from primeparlor.terminal.tui.screens.table.screen import TableScreen
from primeparlor.terminal.tui.theme import LateAnswerFilter, TerminalLook
from primeparlor.terminal.tui.widgets.painted_widget import PaintedWidget
from support.matches import Clock
from support.tui import idle  # noqa: F401 – lets Textual's pilot wait for what it means to wait for

R = TypeVar("R", bound=ParlorScreen)
Visit = Callable[[ParlorApp, "Pilot[int]"], Awaitable[None]]
Script = Callable[[ParlorApp, "Pilot[int]", R], Awaitable[None]]
SMALL, NORMAL, WIDE = (60, 24), (100, 32), (140, 40)
THREE_SIZES = [SMALL, NORMAL, WIDE]
SOME_SIZES = [(60, 20), (92, 30), WIDE]
EVERY_SIZE = [(60, 20), SMALL, (80, 24), (92, 30), NORMAL, WIDE, (200, 60)]
PATIENCE = float(os.environ.get("PARLOR_PATIENCE", "120"))  # seconds; the machine may be busy


# Coming in ---------------------------------------------------------------------------------------


def visit(
    script: Visit,
    size: tuple[int, int] = NORMAL,
    first: Callable[[], ParlorScreen] = HomeScreen,
    **options: Any,
) -> None:
    """Enter this room and do this there, with no pauses."""

    async def go() -> None:
        app = ParlorApp(first, pace=0, **options)
        async with app.run_test(size=size) as pilot:
            await pilot.pause()
            await script(app, pilot)

    asyncio.run(go())


async def enter(app: ParlorApp, pilot: Pilot[int], room: R, ready: Callable[[R], object]) -> None:
    """Go into this room, and wait until it is ready."""
    await app.push_screen(room)
    await until(pilot, lambda: ready(room))


def entered(room: R, ready: Callable[[R], object], script: Script[R], size: tuple[int, int] = NORMAL) -> None:
    """Go from home into this room, and do this there once it is ready."""

    async def go(app: ParlorApp, pilot: Pilot[int]) -> None:
        await enter(app, pilot, room, ready)
        await script(app, pilot, room)

    visit(go, size)


def may_choose(room: TableScreen) -> bool:
    """Whether a person here is to move, and no help is being worked out."""
    return room.is_your_turn() and not room.helping


def table_room(
    start: State | str,
    seats: tuple[str, str] = (HUMAN, HUMAN),
    settings: Settings = Settings(),  # noqa: B008 – immutable
    **options: Any,
) -> TableScreen:
    """A table for this start, with no pauses."""
    state = read_position(start) if isinstance(start, str) else start
    return TableScreen(open_table(state, seats, settings, **options), pace=0)


def timed_room(start: str, seats: tuple[str, str], seconds: float, clock: Clock) -> TableScreen:
    """A table with so many seconds for a move, which pass only when told to."""
    match = Match(read_position(start), seats, Settings(clock=seconds), now=clock)
    return TableScreen(Table(match, create_players(match, seats)), pace=0)


class House:
    """A house player that makes these moves, else the first there is; it waits until it may go."""

    own = True

    def __init__(self, *moves: Move) -> None:
        self.go, self.moves = threading.Event(), list(moves)

    def choose(self, view: View) -> Chosen:
        self.go.wait()
        return Chosen(self.moves.pop(0) if self.moves else view.moves[0])

    def close(self) -> None:
        self.go.set()


def found(look: str = "dark", ascii_only: bool = False) -> TerminalLook:
    """The look that a test asks for."""
    return TerminalLook(LOOKS[look], ascii_only, LateAnswerFilter(owed=False))


def save(position: str, *moves: Move, seats: tuple[str, str] = (HUMAN, HUMAN), **options: Any) -> str:
    """The path of a saved game with these moves, each by the player to move."""
    table = open_table(read_position(position), seats, **options)
    path = table.create_record()
    table.match.begin()
    for move in moves:
        table.match.submit(table.match.state.turn, move, table.match.number)
    table.leave()
    table.close()
    return path


# Doing and waiting -------------------------------------------------------------------------------


async def until(pilot: Pilot[int], fact: Callable[[], object]) -> None:
    """Wait until this is so, and until the screen shows what came of it."""
    try:
        async with asyncio.timeout(PATIENCE):
            while not fact():
                await pilot.pause(0.01)
        await pilot.pause()
    except TimeoutError:
        raise AssertionError(f"it did not come to be:\n{text_of(pilot.app)}") from None  # type: ignore[arg-type]


async def pressed(app: ParlorApp, pilot: Pilot[int], *keys: str) -> str:
    """What is shown after these keys."""
    for key in keys:
        await pilot.press(key)
    await pilot.pause()
    return text_of(app)


async def resized(app: ParlorApp, pilot: Pilot[int], size: tuple[int, int]) -> str:
    """What is shown in a window of this size."""
    await pilot.resize_terminal(*size)
    await until(pilot, lambda: app.screen.size == size and app.size == size)
    await pilot.pause()
    return text_of(app)


async def clicked(app: ParlorApp, pilot: Pilot[int], text: str) -> str:
    """What is shown after a click on the first place that shows this text."""
    for y, row in enumerate(text_of(app).splitlines()):
        if (x := row.find(text)) >= 0:
            await pilot.click(offset=(x, y))
            await pilot.pause()
            return text_of(app)
    raise AssertionError(f"{text!r} is not shown:\n{text_of(app)}")


async def clicked_key(app: ParlorApp, pilot: Pilot[int], key: str) -> str:
    """What is shown after a click in the middle of this key."""
    for picture in app.screen.query(PaintedWidget):
        picture.render_line(0)
        for hit in picture.hits:
            if hit.key == key and picture.size.width:
                return await _click(app, pilot, picture, hit.x + hit.width // 2, hit.y + hit.height // 2)
    told = f"nothing to click for {key!r}: a board's keys(), or c.hit() in its paint(), makes it one"
    raise AssertionError(f"{told}\n{text_of(app)}")


async def _click(app: ParlorApp, pilot: Pilot[int], picture: PaintedWidget, x: int, y: int) -> str:
    await pilot.click(picture, offset=(x, y))
    await pilot.pause()
    return text_of(app)


# What is shown -----------------------------------------------------------------------------------


def text_of(app: ParlorApp) -> str:
    """Everything the screen shows, row by row; nothing of the screens below it."""
    return "\n".join(strip.text.rstrip() for strip in strips_of(app))


def strips_of(app: ParlorApp) -> list[Strip]:
    """The rows of the screen as Textual puts them together from its widgets."""
    screen, compositor = app.screen, app.screen._compositor
    for widget in (screen, *screen.walk_children(Widget)):
        widget._styles_cache.clear()  # what is asked for is what is to be shown next
    visible_screen_stack.set([])
    strips = compositor.render_strips()
    screen._styles_cache.clear()  # it has been drawn without what lies below it
    return strips


def words(text: str) -> str:
    """All words in one line, as if no frame, line or row stood between them."""
    return " ".join("".join(" " if sign in "│┃─" else sign for sign in text).split())


def last_row(app: ParlorApp) -> str:
    """The foot of the screen."""
    return text_of(app).splitlines()[-1]


def framed(text: str) -> None:
    """Check that nothing leaves its frame: every row of a sheet ends where its first one does."""
    rows = [row for row in text.splitlines() if row.strip()]
    left, width = len(rows[0]) - len(rows[0].lstrip()), len(rows[0])
    assert rows[0].strip().startswith("┌"), text
    for row in rows[1:-1]:
        assert row[left] in "│├", row
        assert len(row) == width, row
        assert row[-1] in "│┤", row
