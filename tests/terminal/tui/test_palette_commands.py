"""The command palette lists what can be done here, and every screen that can be opened."""

from __future__ import annotations

from textual.command import CommandPalette
from textual.pilot import Pilot

from primeparlor.games import GAMES
from primeparlor.terminal.tui.app import ParlorApp
from primeparlor.terminal.tui.lazy_screens import SCREENS
from primeparlor.terminal.tui.screens.settings import SettingsModal
from primeparlor.terminal.tui.screens.table.screen import TableScreen
from support.tui.visits import may_choose, table_room, until, visit


def names(app: ParlorApp) -> set[str]:
    return {command.title for command in app.get_system_commands(app.screen)}


def test_it_lists_the_keys_of_the_screen_and_all_games() -> None:
    async def look(app: ParlorApp, pilot: Pilot[int]) -> None:
        assert "The rules (b)" in names(app)
        room = table_room("prime-climb")
        app.push_screen(room)
        await until(pilot, lambda: may_choose(room))
        assert {"Next hint, one step at a time (h)", "Your games"} <= names(app)
        assert {f"Play {game.title}" for game in GAMES.values()} <= names(app)
        assert "Review the game (r)" not in names(app)  # it is not over
        strict = names(app)
        room.thinking = True
        assert "Next hint, one step at a time (h)" not in names(app) < strict

    visit(look)


def test_a_command_runs_and_leaving_closes_the_palette() -> None:
    async def ask(app: ParlorApp, pilot: Pilot[int]) -> None:
        await pilot.press("ctrl+p")
        assert isinstance(app.screen, CommandPalette)
        await pilot.press("ctrl+c")
        assert not isinstance(app.screen, CommandPalette)
        chosen = {command.title: command.callback for command in app.get_system_commands(app.screen)}
        chosen["Settings"]()
        await pilot.pause()
        assert isinstance(app.screen, SettingsModal)

    visit(ask)


def test_a_name_opens_a_new_screen_each_time() -> None:
    async def opened(app: ParlorApp, pilot: Pilot[int]) -> None:
        assert {"today", "settings", "rules"} <= set(SCREENS)
        assert app.get_screen("settings") is not app.get_screen("settings")
        assert not isinstance(app.screen, TableScreen)

    visit(opened)
