"""The command palette lists what can be done here, and every screen that can be opened."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable

from textual.command import CommandPalette
from textual.pilot import Pilot

from primeparlor.games import GAMES
from primeparlor.terminal.tui.app import ParlorApp
from primeparlor.terminal.tui.lazy_screens import SCREENS
from primeparlor.terminal.tui.screens.dialogs import TextModal
from primeparlor.terminal.tui.screens.home import HomeScreen
from primeparlor.terminal.tui.screens.settings import SettingsModal
from primeparlor.terminal.tui.screens.table.screen import TableScreen
from support.coach.full_diary import TODAY
from support.installed_games import only_the_rota
from support.tui.scenes import TABLES, Scene, Stage, others, saved_games
from support.tui.visits import NORMAL, may_choose, pressed, table_room, until, visit


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


NOT_LISTED = {"command_palette", "suspend_process"}  # and the keys of Textual itself:
FRAMEWORK = {"app.focus_next", "app.focus_previous", "screen.copy_text"}
SHORTER = {"progress": {"choose"}, "rush-before": {"choose"}}  # other keys for what is listed
STATES = {  # one scene of each screen, and more where other actions are possible
    *("home", "progress", "new-game", "help", "rules", "your-games", "replay", "review", "puzzle"),
    *("puzzle-wrong", "puzzle-right", "rush-before", "rush", "rush-over", "openings", "today", "solved"),
    *("thinking", "lifted", "won", "friends", "why", "moves"),
}


def name_of(action: str) -> str:
    return action.partition("(")[0]


def test_it_lists_every_action_that_is_possible_on_any_screen() -> None:
    """Each once; of an action with several keys the first is named."""
    wrong = dict[str, object]()

    async def check(scenes: Iterable[Scene]) -> None:
        app = ParlorApp(lambda: HomeScreen(lambda: TODAY), pace=0)
        async with app.run_test(size=NORMAL) as pilot:
            stage = Stage(app, pilot)
            for scene in scenes:
                if scene.name not in STATES:
                    continue
                await scene.enter(stage)
                bindings = app.screen.active_bindings.values()
                possible = {name_of(each.binding.action) for each in bindings if each.enabled}
                keyless = getattr(app.screen, "keyless_actions", {})
                possible |= {action for action in keyless if app.screen.check_action(action, ())}
                commands = [
                    command
                    for command in app.get_system_commands(app.screen)
                    if command.help == "on this screen"
                ]
                actions = [command.callback.args[0] for command in commands]  # type: ignore[union-attr]
                missing = possible - set(map(name_of, actions)) - NOT_LISTED - FRAMEWORK
                if missing - SHORTER.get(scene.name, set()):
                    wrong[scene.name] = missing
                assert len(set(actions)) == len(actions)
                assert len({command.title for command in commands}) == len(commands)
                await stage.leave()

    with only_the_rota():
        asyncio.run(check(others(saved_games())))
    asyncio.run(check(TABLES))
    assert not wrong


def test_what_has_no_key_can_be_done_from_it_and_what_is_chosen_played() -> None:
    async def ask(app: ParlorApp, pilot: Pilot[int]) -> None:
        room = table_room("nonprime-addition total=24")
        app.preferences.confirm = "always"
        app.push_screen(room)
        await until(pilot, lambda: may_choose(room))
        assert "Play or try what is chosen (Enter)" not in names(app)  # nothing is
        await pressed(app, pilot, "9")
        chosen = {command.title: command.callback for command in app.get_system_commands(app.screen)}
        await chosen["Play or try what is chosen (Enter)"]()
        await until(pilot, lambda: room.match.number == 1 and may_choose(room))
        await chosen["Every legal move (counts as a hint)"]()
        await until(pilot, lambda: isinstance(app.screen, TextModal))
        await pressed(app, pilot, "escape")
        await chosen["Resign; you are asked first (x)"]()
        await pressed(app, pilot, "y")
        await until(pilot, lambda: room.playback.outcome is not None)
        assert not any(name.startswith("Resign") for name in names(app))
        assert not any(name.startswith("The next level") for name in names(app))  # between friends

    visit(ask)
