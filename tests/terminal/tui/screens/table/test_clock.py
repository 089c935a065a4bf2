"""What waits: the clock while moves are shown or nothing can be, and a table laid in a window too small."""

from __future__ import annotations

import threading
from typing import Any

import pytest
from textual.pilot import Pilot

from primeparlor.match import HUMAN, Match, Settings
from primeparlor.notation import read_position
from primeparlor.records import list_saved
from primeparlor.tables import setup
from primeparlor.tables.table import Table
from primeparlor.terminal.tui.app import ParlorApp
from primeparlor.terminal.tui.screens import new_game
from primeparlor.terminal.tui.screens.dialogs import TooSmallScreen
from primeparlor.terminal.tui.screens.home import HomeScreen
from primeparlor.terminal.tui.screens.new_game import NewGameModal
from primeparlor.terminal.tui.screens.table.screen import TableScreen
from support.matches import Clock
from support.tui.visits import NORMAL, House, pressed, resized, text_of, until, visit

FOR_EVER = 10**6
TINY = (40, 12)


def timed(pace: float) -> tuple[TableScreen, Clock, House]:
    """A table with ten seconds for each move, on a clock that is set by hand."""
    clock, house = Clock(), House()
    match = Match(read_position("pocket-addition"), (HUMAN, "club"), Settings(clock=10), now=clock)
    return TableScreen(Table(match, (None, house)), pace), clock, house


def test_the_clock_stands_still_while_moves_are_shown() -> None:
    room, clock, house = timed(FOR_EVER)
    house.go.set()

    async def look(app: ParlorApp, pilot: Pilot[int]) -> None:
        await until(pilot, room.is_your_turn)
        clock.seconds += 3
        assert room.match.time_left == 7
        app.preferences.wait = True  # a clock does not wait for a key
        await pilot.press("5")
        await until(pilot, lambda: room.pace.waiting)
        await pilot.press("space")
        await until(pilot, lambda: room.match.number == 2)
        waits = 0
        while not room.is_your_turn():
            await until(pilot, lambda: room.pace.waiting)
            clock.seconds += 100
            assert room.match.time_left == 10
            waits += 1
            await pilot.press("space")
            await pilot.pause()
        assert waits == 1  # to be seen thinking
        assert room.match.outcome is None
        clock.seconds += 4  # and now it goes
        assert room.match.time_left == 6

    visit(look, first=lambda: room)


@pytest.mark.parametrize("while_thinking", [False, True])
def test_the_clock_stands_still_while_the_window_is_too_small(while_thinking: bool) -> None:
    """Even if the house moves meanwhile, which makes it your turn."""
    room, clock, house = timed(0)

    async def look(app: ParlorApp, pilot: Pilot[int]) -> None:
        await until(pilot, room.is_your_turn)
        if while_thinking:
            await pilot.press("5")
            await until(pilot, lambda: room.thinking)
        clock.seconds += 3
        await pilot.resize_terminal(*TINY)
        await until(pilot, lambda: isinstance(app.screen, TooSmallScreen))
        house.go.set()
        await until(pilot, room.is_your_turn)
        clock.seconds += 100
        assert room.match.time_left == (10 if while_thinking else 7)
        await resized(app, pilot, NORMAL)
        assert app.screen is room
        assert room.match.outcome is None
        clock.seconds += 4
        assert room.match.time_left == (6 if while_thinking else 3)

    visit(look, first=lambda: room)


def table_of(app: ParlorApp) -> TableScreen:
    assert isinstance(app.last_table_screen, TableScreen)
    return app.last_table_screen


def test_a_table_laid_while_the_window_is_too_small_is_there_when_it_is_large_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    go, laying, open_table = threading.Event(), threading.Event(), setup.open_table

    def slow(*given: Any, **options: Any) -> Table:
        laying.set()
        go.wait()
        return open_table(*given, **options)

    monkeypatch.setattr(new_game, "open_table", slow)

    async def look(app: ParlorApp, pilot: Pilot[int]) -> None:
        await pressed(app, pilot, "3", "enter", "enter")
        await until(pilot, laying.is_set)
        assert app.screen.query("#new")
        await pilot.resize_terminal(*TINY)
        await until(pilot, lambda: isinstance(app.screen, TooSmallScreen))
        go.set()
        await until(pilot, lambda: app.last_table_screen is not None)
        room = table_of(app)
        await until(pilot, lambda: isinstance(app.screen, TooSmallScreen))
        assert "The parlor needs" in text_of(app)
        shown = await resized(app, pilot, NORMAL)
        assert app.screen is room
        assert not any(isinstance(screen, NewGameModal | TooSmallScreen) for screen in app.screen_stack)
        assert room.match.start.title in shown
        assert len(list_saved()) == 1
        await until(pilot, room.is_your_turn)
        await pressed(app, pilot, "4")
        await until(pilot, lambda: room.match.number > 0)
        await pressed(app, pilot, "q")
        assert isinstance(app.screen, HomeScreen)

    visit(look)
