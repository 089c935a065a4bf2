"""What must not happen at the table when somebody clicks, types or fails at the wrong moment."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest
from textual.events import Key

from primeparlor.match import HUMAN, Match
from primeparlor.notation import read_position
from primeparlor.players import Chosen, View
from primeparlor.players.chat_endpoint import ChatEndpoint
from primeparlor.players.language_model import LanguageModelPlayer
from primeparlor.records import RecordFile, StoreError
from primeparlor.tables.table import Table
from primeparlor.terminal.drawing.canvas import Canvas
from primeparlor.terminal.tui.app import ParlorApp
from primeparlor.terminal.tui.screens.home import HomeScreen
from primeparlor.terminal.tui.screens.table import commands
from primeparlor.terminal.tui.screens.table.screen import TableScreen
from primeparlor.terminal.tui.widgets.painted_widget import PaintedWidget
from primeparlor.terminal.tui.widgets.text_input import TypedLine
from support.matches import Clock
from support.players import Stranger
from support.stand_in import StandIn
from support.tui.visits import (
    NORMAL,
    House,
    clicked_key,
    found,
    may_choose,
    table_room,
    text_of,
    timed_room,
    until,
)


def sit(room: TableScreen, script: Callable[[ParlorApp, Any], Awaitable[None]]) -> None:
    """Do this at the table."""

    async def go() -> None:
        app = ParlorApp(lambda: room, found(), pace=0)
        async with app.run_test(size=NORMAL) as pilot:
            await until(pilot, room.is_your_turn)
            await script(app, pilot)

    asyncio.run(go())


def slow_room(start: str = "pocket-addition") -> tuple[TableScreen, House]:
    """A table at which the house waits until it is told to move."""
    room, slow = table_room(start, (HUMAN, "club")), House()
    room.table.players = [None, slow]
    return room, slow


def test_nobody_moves_or_resigns_for_the_house_while_it_thinks() -> None:
    room, slow = slow_room()

    async def attack(app: ParlorApp, pilot: Any) -> None:
        await pilot.press("/")
        await until(pilot, lambda: app.focused)
        await clicked_key(app, pilot, "6")  # on a tile, while the line is open
        await pilot.pause()
        assert room.match.number == 0
        await pilot.press("6", "enter")
        await until(pilot, lambda: room.thinking)
        for keys in (["4"], ["/"], ["u"], ["h"], ["enter"]):
            await pilot.press(*keys)
        commands.handle_text(room, "4")
        commands.handle_text(room, "resign")
        await pilot.pause()
        assert app.screen is room
        assert room.line is None
        assert [event.who for event in room.match.history] == [1]
        slow.go.set()
        await until(pilot, room.is_your_turn)

    sit(room, attack)
    assert room.match.outcome is None


def test_a_second_slash_opens_no_second_line() -> None:
    room = table_room("prime-climb")

    async def attack(app: ParlorApp, pilot: Any) -> None:
        await pilot.press("/")
        await until(pilot, lambda: app.focused)
        room.post_message(PaintedWidget.Pressed("/", "foot"))  # a click that was on its way
        await pilot.pause()
        assert len(room.query(TypedLine)) == 1
        await pilot.press("4", "enter")
        await until(pilot, lambda: room.match.number == 1)

    sit(room, attack)


def test_a_move_right_after_a_question_for_a_hint_is_not_played() -> None:
    room = table_room("pocket-addition")

    async def attack(app: ParlorApp, pilot: Any) -> None:
        room.action_hint()
        room.take_key(Key("5", "5"))
        await until(pilot, lambda: room.playback.hints)
        assert room.match.number == 0
        await until(pilot, lambda: may_choose(room))
        await pilot.press("5")
        assert room.match.number == 1

    sit(room, attack)


def test_leaving_while_the_house_thinks_plays_nothing_more() -> None:
    room, slow = slow_room()

    async def attack(app: ParlorApp, pilot: Any) -> None:
        await pilot.press("6")
        await until(pilot, lambda: room.thinking)
        await pilot.press("q")
        slow.go.set()
        await pilot.pause()

    sit(room, attack)
    assert [event.move for event in room.match.history] == [6]


def test_a_store_that_fails_ends_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """The house's move is tried again with the next key."""
    room = table_room("pocket-addition", (HUMAN, "club"))
    room.table.create_record()
    append, fails = RecordFile.append, [False]

    def failing(self: RecordFile, turn: Any) -> None:
        if fails[0]:
            raise StoreError("The disk is full.")
        append(self, turn)

    monkeypatch.setattr(RecordFile, "append", failing)

    async def attack(app: ParlorApp, pilot: Any) -> None:
        fails[0] = True
        await pilot.press("6")
        await until(pilot, lambda: "The disk is full." in text_of(app))
        assert room.match.number == 0
        fails[0] = False
        await pilot.press("6")
        await until(pilot, lambda: room.match.number >= 2 and room.is_your_turn())

    sit(room, attack)
    machines, told = table_room("pocket-addition", ("club", HUMAN)), list[str]()
    machines.table.create_record()

    async def house(app: ParlorApp, pilot: Any) -> None:
        await until(pilot, lambda: "Any key tries again" in text_of(app))
        told.append(text_of(app))
        fails[0] = False
        await pilot.press("space")
        await until(pilot, machines.is_your_turn)

    async def go() -> None:
        fails[0] = True
        app = ParlorApp(lambda: machines, found(), pace=0)
        async with app.run_test(size=NORMAL) as pilot:
            await house(app, pilot)

    asyncio.run(go())
    assert told


def test_a_fault_of_an_endpoint_is_told_and_any_key_asks_once_more() -> None:
    with StandIn() as server:
        room = table_room("pocket-addition", (HUMAN, "club"))
        endpoint = ChatEndpoint(server.url, first_pause=10**6)  # no time is left to ask again by itself
        room.table.players = [None, LanguageModelPlayer("500-once", endpoint)]

        async def play(app: ParlorApp, pilot: Any) -> None:
            await pilot.press("6")
            await until(pilot, lambda: "Any key tries again" in text_of(app))
            assert f"{endpoint.host} answered with status 500" in text_of(app)
            assert (room.match.number, room.match.outcome) == (1, None)
            await pilot.press("x")
            await until(pilot, lambda: room.match.number == 2)

        sit(room, play)


def test_a_program_that_was_refused_is_asked_again_and_the_table_can_be_left_meanwhile() -> None:
    """The lock that guards what is being saved is free again while it thinks once more."""
    room = table_room("pocket-addition", (HUMAN, "club"))
    free: list[bool] = []

    def think(view: View) -> int:
        free.append(not room.save_lock.locked())
        return 9

    room.table.players = [None, Stranger(98, 98, think)]

    async def play(app: ParlorApp, pilot: Any) -> None:
        await pilot.press("6")
        await until(pilot, lambda: room.match.number == 2 and room.is_your_turn())

    sit(room, play)
    assert free == [True]
    assert [event.refused for event in room.match.events] == [0, 2]


def test_a_flag_that_falls_while_a_move_is_typed_closes_the_line() -> None:
    clock = Clock()
    room = timed_room("prime-climb", (HUMAN, HUMAN), 10, clock)

    async def attack(app: ParlorApp, pilot: Any) -> None:
        await pilot.press("/")
        await until(pilot, lambda: app.focused)
        clock.seconds += 11
        await until(pilot, lambda: room.playback.outcome)
        await pilot.pause()
        assert room.line is None
        await pilot.press("r")
        await until(pilot, lambda: app.screen is not room)

    sit(room, attack)


def test_again_twice_opens_one_table(tmp_path: Path) -> None:
    room = table_room("prime-climb steps=15,0", (HUMAN, "club"))
    room.table.create_record()

    async def attack(app: ParlorApp, pilot: Any) -> None:
        await pilot.press("5")
        await until(pilot, lambda: room.playback.outcome)
        room.action_rematch()
        assert room.take_key(Key("a", "a"))
        assert room.take_key(Key("question_mark", "?"))
        await until(pilot, lambda: app.screen is not room)
        assert isinstance(app.screen, TableScreen)

    sit(room, attack)
    assert len(list((tmp_path / "home").glob("*.jsonl"))) <= 2


def test_enter_goes_home_from_anywhere() -> None:
    room = table_room("prime-climb steps=15,0", (HUMAN, "club"))

    async def attack(app: ParlorApp, pilot: Any) -> None:
        await pilot.press("5")
        await until(pilot, lambda: room.playback.outcome)
        await pilot.press("enter")
        await until(pilot, lambda: isinstance(app.screen, HomeScreen))
        app.suspend_all()
        assert room.left

    sit(room, attack)


def test_a_take_back_is_told_even_after_a_chain_of_the_house() -> None:
    """The house first answers with two moves; they are what is left when the second choice is undone."""
    room = table_room("prime-climb", (HUMAN, "club"))
    house = House(3, 5, 1)
    house.go.set()
    room.table.players = [None, house]

    async def attack(app: ParlorApp, pilot: Any) -> None:
        await pilot.press("1")
        await until(pilot, lambda: room.match.number == 3 and room.is_your_turn())
        assert "The house climbed to 3" in text_of(app)
        await pilot.press("3")
        await until(pilot, lambda: room.match.number == 5 and room.is_your_turn())
        await pilot.press("u")
        await until(pilot, lambda: len(room.playback.shown) == 3 and room.is_your_turn())
        await pilot.pause()
        assert "Taken back: your 3 and the answer to it." in text_of(app)

    sit(room, attack)


def test_the_screen_obeys_nothing_that_a_text_holds() -> None:
    canvas = Canvas(12, 1)
    canvas.put(0, 0, "A\x1b[31mB\x07界e\u0301")
    assert "".join(cell.glyph for cell in canvas.cells[0]) == "A?[31mB??e? "


@pytest.mark.parametrize(("label", "shown"), [("club", True), ("cmd:program", False)])
def test_a_weaker_choice_of_a_level_is_told_and_no_remark_of_a_program(label: str, shown: bool) -> None:
    remark = "No time: chosen as casual would."

    class Hurried(House):
        def choose(self, view: View) -> Chosen:
            return super().choose(view)._replace(notes=remark)

    house = Hurried(8)
    house.go.set()
    match = Match(read_position("pocket-addition"), (HUMAN, label))
    room = TableScreen(Table(match, [None, house]), pace=0)

    async def look(app: ParlorApp, pilot: Any) -> None:
        await pilot.press("6")
        await until(pilot, lambda: room.match.number == 2 and may_choose(room))
        await pilot.pause()
        assert (remark in text_of(app)) is shown

    sit(room, look)
