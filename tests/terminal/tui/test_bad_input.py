"""What a screen must withstand: pastes, keys at the wrong time, two clicks at once, nowhere to save."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest
from textual.events import Paste
from textual.pilot import Pilot

from primeparlor.match import HUMAN, Match
from primeparlor.players import Chosen, View
from primeparlor.tables.table import Table
from primeparlor.terminal.drawing.board import Board, Key, Press
from primeparlor.terminal.open_table import NOT_RECORDED, open_new_table
from primeparlor.terminal.progress_bar import ProgressBar
from primeparlor.terminal.tui.app import ParlorApp
from primeparlor.terminal.tui.screens.table.screen import THINKING, TableScreen
from primeparlor.terminal.tui.widgets.text_input import LONGEST, TypedLine
from support.example_games import TwentyOne
from support.terminal.command import UNMEASURED, moves_made, only_record
from support.terminal.pseudo_terminal import Shell, Window
from support.tui.visits import found, text_of, until

MEGABYTE = "2\n" * (1 << 19)
Act = Callable[[Pilot[int], TableScreen], Awaitable[None]]


class Slow:
    """A house player that thinks until told to stop, and then adds 1."""

    own = False

    def __init__(self) -> None:
        self.thinking, self.may_move = threading.Event(), threading.Event()

    def choose(self, view: View) -> Chosen:
        self.thinking.set()
        self.may_move.wait()
        return Chosen(1)

    def close(self) -> None:
        """Do nothing: there is nothing to release."""


class Tiles(Board[TwentyOne]):
    """Three tiles, so that keys and clicks play."""

    def keys(self, facts: Any, view: Any) -> list[Key]:
        return [Key(key, key) for key in "123"]

    def press(self, facts: Any, view: Any, key: str) -> Press | None:
        return Press(move=key) if key in "123" else super().press(facts, view, key)


@pytest.fixture(autouse=True)
def _tiles(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("primeparlor.terminal.tui.screens.table.playback.board_of", Tiles)


def at_table(
    act: Act, house: Slow | None = None, pace: float = 0, size: tuple[int, int] = (100, 32)
) -> Table:
    """The table after a visit to it, alone or against the house."""
    seats = (HUMAN, HUMAN if house is None else "club")
    table = Table(Match(TwentyOne.start(), seats), [None, house])

    async def sit() -> None:
        room = TableScreen(table, pace)
        app = ParlorApp(lambda: room, found())
        async with app.run_test(size=size) as pilot:
            await until(pilot, lambda: "Your turn" in text_of(app) or "Player 1's turn" in text_of(app))
            await act(pilot, room)
            if house is not None:
                house.may_move.set()

    asyncio.run(sit())
    return table


def moves(table: Table) -> list[object]:
    return [event.move for event in table.match.events]


# Pastes ----------------------------------------------------------------------------------------------------


def test_a_paste_beside_the_line_plays_nothing() -> None:
    async def act(pilot: Pilot[int], room: TableScreen) -> None:
        pilot.app.post_message(Paste(MEGABYTE))
        await pilot.pause()
        assert not room.query(TypedLine)
        await pilot.press("3")
        await until(pilot, lambda: moves(room.table))

    assert moves(at_table(act)) == [3]


def test_a_paste_into_the_line_is_cut() -> None:
    async def act(pilot: Pilot[int], room: TableScreen) -> None:
        await pilot.press("slash")
        await until(pilot, lambda: room.query(TypedLine))
        pilot.app.post_message(Paste("2" * (1 << 20)))
        line = room.query_one(TypedLine)
        await until(pilot, lambda: line.value)
        assert line.value == "2" * LONGEST
        pilot.app.post_message(Paste(MEGABYTE))
        await pilot.press("enter")
        await until(pilot, lambda: not line.value)  # refused; the line stays open, for another try

    assert moves(at_table(act)) == []


@pytest.mark.parametrize("size", [1 << 17, pytest.param(1 << 20, marks=pytest.mark.prove)])
def test_very_much_at_a_real_terminal(size: int, tmp_path: Path) -> None:
    """Marked as a paste it is dropped; unmarked it counts as keys, and only so many are taken per second."""
    words = ("play", "prime-climb", "--theme", "dark", "--pace", "0")
    window = Window(tmp_path, *words, shows="Player 1's turn")
    window.type(f"\x1b[200~{MEGABYTE[:size]}\x1b[201~")
    window.child.send(b"\xff\xe9\xc3")  # no text in UTF-8
    window.type("z" * (size // 50))
    window.until("That key does nothing here.")
    window.type("\x03")
    assert window.end() == 0
    assert window.restored()
    assert not list(tmp_path.glob("*.jsonl"))  # nobody has moved, so nothing is kept
    window.close()


# Keys at the wrong time ------------------------------------------------------------------------------------


def test_keys_while_the_house_thinks_are_dropped() -> None:
    house = Slow()

    async def act(pilot: Pilot[int], room: TableScreen) -> None:
        await pilot.press("2")
        await until(pilot, house.thinking.is_set)
        await pilot.press("3", "3", "u", "h", "slash", "enter")
        await pilot.resize_terminal(60, 24)
        await pilot.press("3")
        await pilot.resize_terminal(140, 40)
        assert "The house is thinking" in text_of(room.app)
        house.may_move.set()
        await until(pilot, lambda: "Your turn" in text_of(room.app))
        assert not room.query(TypedLine)

    assert moves(at_table(act, house)) == [2, 1]


def test_keys_while_something_is_shown_skip_it() -> None:
    house, slowly = Slow(), 1e6
    house.may_move.set()

    async def act(pilot: Pilot[int], room: TableScreen) -> None:
        await pilot.press("2")
        for _ in range(2):  # the move made here, and the house that is seen thinking for days
            await until(pilot, lambda: room.pace.waiting)
            await pilot.press("3")
            await until(pilot, lambda: not room.pace.waiting or room.thinking)
        await until(pilot, lambda: moves(room.table) == [2, 1])
        if room.pace.waiting:
            await pilot.press("3")
        await until(pilot, lambda: "Your turn" in text_of(room.app))

    assert THINKING * slowly > 1e5
    assert moves(at_table(act, house, slowly)) == [2, 1]


def test_unknown_keys_do_nothing_and_the_second_in_a_row_says_so() -> None:
    async def act(pilot: Pilot[int], room: TableScreen) -> None:
        await pilot.press("j")
        assert "does nothing" not in text_of(room.app)
        await pilot.press("f5")
        assert "That key does nothing here." in text_of(room.app)
        await pilot.press("escape", "j")
        await pilot.press("2", "j")
        assert "does nothing" not in text_of(room.app)

    assert moves(at_table(act)) == [2]


def test_two_clicks_at_once_play_one_move_each_or_none() -> None:
    """The first click is the move; the second comes while the house thinks."""
    house = Slow()

    async def act(pilot: Pilot[int], room: TableScreen) -> None:
        at = next(hit for hit in room.query_one("#keys").hits if hit.key == "2")  # type: ignore[attr-defined]
        await pilot.click("#keys", offset=(at.x + 1, at.y + 1), times=2)
        await until(pilot, house.thinking.is_set)
        await pilot.click("#keys", offset=(at.x + 1, at.y + 1))
        house.may_move.set()
        await until(pilot, lambda: "Your turn" in text_of(room.app))

    assert moves(at_table(act, house)) == [2, 1]


# Nowhere to save, and hardly any room ----------------------------------------------------------------------


def test_a_game_that_cannot_be_kept_is_played_and_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    nowhere = tmp_path / "file"
    nowhere.write_text("no folder")
    monkeypatch.setenv("PARLOR_HOME", str(nowhere / "games"))
    seated = open_new_table(TwentyOne.start(), progress=ProgressBar(""))
    assert str(nowhere) in seated.unkept

    async def play() -> ParlorApp:
        room = TableScreen(seated.table, 0, f"{NOT_RECORDED} {seated.unkept}")
        app = ParlorApp(lambda: room, found())
        async with app.run_test(size=(100, 32)) as pilot:
            await until(pilot, lambda: "Player 1's turn" in text_of(app))
            assert NOT_RECORDED in text_of(app)
            await pilot.press("2")
            await until(pilot, lambda: "Player 2's turn" in text_of(app))
            await pilot.press("t")  # a choice that cannot be kept either
            await pilot.press("q")
        return app

    assert asyncio.run(play()).farewell[-1] == "This game was not saved."
    assert moves(seated.table) == [2]


def test_a_window_of_20_by_8_gets_plain_lines(tmp_path: Path) -> None:
    shell = Shell(tmp_path, UNMEASURED, 20, 8)
    shell.type("parlor play prime-climb\r")
    shell.until(lambda: b"this window is 20" in shell.sent and b"(1-9): " in shell.sent.replace(b"\r\n", b""))
    assert not shell.drawing
    shell.type("4\rquit\r")
    shell.until_prompt()
    assert moves_made(tmp_path) == [4]
    assert only_record(tmp_path).exists()
    shell.close()


def test_a_table_in_a_tiny_window_stays_alive() -> None:
    async def act(pilot: Pilot[int], room: TableScreen) -> None:
        for size in ((20, 8), (1, 1), (100, 8), (300, 3), (300, 90), (100, 32)):
            await pilot.resize_terminal(*size)
            await pilot.pause()
        await pilot.press("3")
        await until(pilot, lambda: moves(room.table))

    assert moves(at_table(act)) == [3]
