"""What a board has no room for: every used prime can be read in any window, while the clock goes on."""

from __future__ import annotations

import re
from typing import Any

import pytest
from textual.pilot import Pilot

from primeparlor.coach.language.phrases import Asked
from primeparlor.coach.progress import diary
from primeparlor.coach.puzzles.puzzle import Puzzle
from primeparlor.coach.training.rush_rules import SECONDS
from primeparlor.games import NumberMorph
from primeparlor.notation import read_position
from primeparlor.solve import analyse
from primeparlor.terminal.tui.app import ParlorApp
from primeparlor.terminal.tui.screens.dialogs import TextModal, TooSmallScreen
from primeparlor.terminal.tui.screens.help import HelpModal
from primeparlor.terminal.tui.screens.puzzle.screen import PuzzleScreen
from primeparlor.terminal.tui.screens.puzzle.session import PuzzleSessionScreen
from primeparlor.terminal.tui.screens.today import TodayScreen
from support.coach.puzzles import rated
from support.tui.rush import Dealt, posed_at, rushed
from support.tui.today import POSED, on
from support.tui.visits import (
    EVERY_SIZE,
    SMALL,
    clicked_key,
    last_row,
    pressed,
    resized,
    text_of,
    until,
    visit,
)

PRIMES = [int(prime) for prime in NumberMorph.start().rules.actions]
USED = sorted({*PRIMES[::2], 397} - {337})
MANY = f"number-morph number=397 used={','.join(map(str, USED))}"
FEW = "number-morph number=223 used=211,223"


def posed(position: str) -> Puzzle:
    return rated(Puzzle(read_position(position), Asked("Find the only right move.", (337,))), 1900.0)


class Session(PuzzleSessionScreen):
    """Puzzles of one position alone."""

    at = MANY

    def _find_puzzle(self, working: Any) -> tuple[Any, Any]:
        self.diary = self.diary or diary.open_diary()
        puzzle = posed(self.at)
        return puzzle, analyse(puzzle.state)


class SessionOfFew(Session):
    at = FEW


def numbers(text: str) -> list[int]:
    return [int(word) for word in re.findall(r"\b\d{3}\b", text)]


async def read_in_every_window(app: ParlorApp, pilot: Pilot[int], room: PuzzleScreen) -> None:
    """Open the page by its key and by a click, in each window; it has every prime, and no other number."""
    for size in EVERY_SIZE:
        shown = await resized(app, pilot, size)
        assert " l  … " in shown or set(USED) <= {*numbers(shown)}, shown
        assert ("l  used" in last_row(app)) == (size[0] > 60)
        if " l  … " in shown:
            await clicked_key(app, pilot, "l")
        else:
            await pressed(app, pilot, "l")
        page = app.screen
        assert isinstance(page, TextModal)
        assert page.heading == f"The {len(USED)} primes used so far"
        assert numbers("\n".join(page.lines)) == USED
        assert not page.rows.max_scroll_y or "scroll" in text_of(app)
        await pressed(app, pilot, "l")
        assert app.screen is room


def test_every_used_prime_of_a_puzzle_can_be_read() -> None:
    async def look(app: ParlorApp, pilot: Pilot[int]) -> None:
        room = app.screen
        assert isinstance(room, Session)
        await until(pilot, lambda: room.puzzle is not None)
        await read_in_every_window(app, pilot, room)
        await pressed(app, pilot, "?")
        assert isinstance(app.screen, HelpModal)
        assert f"the {len(USED)} primes used so far" in text_of(app)

    visit(look, SMALL, Session)


def test_every_used_prime_of_the_puzzle_of_the_day_can_be_read(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(POSED, "number-morph", (MANY, 337))

    async def look(app: ParlorApp, pilot: Pilot[int]) -> None:
        room = app.screen
        assert isinstance(room, TodayScreen)
        await until(pilot, lambda: room.puzzle is not None and not room.reviewing)
        room.show_game("number-morph")
        await until(pilot, lambda: room.game == "number-morph" and room.puzzle is not None)
        await read_in_every_window(app, pilot, room)

    with on():
        visit(look, SMALL, TodayScreen)


def test_where_all_of_it_is_on_the_board_there_is_no_such_key() -> None:
    async def look(app: ParlorApp, pilot: Pilot[int]) -> None:
        room = app.screen
        assert isinstance(room, SessionOfFew)
        await until(pilot, lambda: room.puzzle is not None)
        for size in EVERY_SIZE:
            shown = await resized(app, pilot, size)
            assert "m  used" not in shown
            assert " l  … " not in shown
        await pressed(app, pilot, "l")
        assert app.screen is room

    visit(look, SMALL, SessionOfFew)


# Rush --------------------------------------------------------------------------------------------


async def reading(app: ParlorApp, pilot: Pilot[int], room: Dealt) -> None:
    """Begin the rush, and open the page."""
    await until(pilot, lambda: room.rush is not None)
    await pressed(app, pilot, "enter")
    await until(pilot, lambda: room.current is not None)
    await pressed(app, pilot, "l")
    assert isinstance(app.screen, TextModal)
    assert numbers("\n".join(app.screen.lines)) == USED


def test_the_clock_of_a_rush_runs_while_the_page_is_read() -> None:
    room = Dealt(posed(MANY))

    async def look(app: ParlorApp, pilot: Pilot[int]) -> None:
        await reading(app, pilot, room)
        room.time(10)
        await until(pilot, lambda: "2:50 left" in room.query_one("#strip").render_line(0).text)
        assert rushed(room).seconds_left == SECONDS - 10
        await pilot.resize_terminal(40, 12)  # too small for anything: now it stands
        await until(pilot, lambda: isinstance(app.screen, TooSmallScreen) and room.covered)
        room.time(1_000)
        await resized(app, pilot, SMALL)
        await until(pilot, lambda: isinstance(app.screen, TextModal) and not room.covered)
        await pressed(app, pilot, "escape")
        assert app.screen is room
        assert (room.phase, rushed(room).seconds_left) == ("rush", SECONDS - 10)
        await pressed(app, pilot, "?")
        await until(pilot, lambda: room.covered)  # as always

    visit(look, first=lambda: room)


def test_the_time_ends_a_rush_and_closes_the_page() -> None:
    room = Dealt(posed(MANY))

    async def look(app: ParlorApp, pilot: Pilot[int]) -> None:
        await reading(app, pilot, room)
        room.time(SECONDS)
        await until(pilot, lambda: app.screen is room)
        assert room.phase == "after"
        assert "Time. 0 solved" in text_of(app)

    visit(look, first=lambda: room)


def test_a_rush_without_more_to_show_has_no_such_key() -> None:
    room = Dealt(posed_at("number-morph number=223 used=223 turn=1"))

    async def look(app: ParlorApp, pilot: Pilot[int]) -> None:
        await until(pilot, lambda: room.rush is not None)
        await pressed(app, pilot, "enter")
        await until(pilot, lambda: room.current is not None)
        assert "m  used" not in last_row(app)
        await pressed(app, pilot, "l")
        assert app.screen is room

    visit(look, first=lambda: room)
