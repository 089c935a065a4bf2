"""Dialogs that are closed before they are shown."""

from __future__ import annotations

from typing import Any

from primeparlor.terminal.tui.app import ParlorApp
from primeparlor.terminal.tui.screens.dialogs import MovesModal
from support.tui.visits import may_choose, table_room, until, visit


def test_a_dialog_that_a_second_key_closes_at_once_harms_nothing() -> None:
    async def look(app: ParlorApp, pilot: Any) -> None:
        room = table_room("nonprime-addition")
        app.push_screen(room)
        await until(pilot, lambda: may_choose(room))
        moves = MovesModal(room.playback)
        app.push_screen(moves)
        app.pop_screen()
        moves.on_mount()  # its children are gone
        assert moves.check_action("scroll", ("up",)) is False
        await until(pilot, lambda: app.screen is room)

    visit(look)
