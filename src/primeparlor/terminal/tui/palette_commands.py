"""What the command palette lists: everything one can do on the current screen, and every screen to open."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import TYPE_CHECKING, Any

from textual.app import SystemCommand

from primeparlor.core import capital
from primeparlor.games import GAMES
from primeparlor.terminal.tui.key_items import format_key
from primeparlor.terminal.tui.screens.home import PROGRESS, PUZZLES, RUSH, SAVED, TODAY

if TYPE_CHECKING:
    from textual.screen import Screen

    from primeparlor.terminal.tui.app import ParlorApp

PLACES = {
    "Today": ("today", TODAY),
    "Your games": ("saved_games", SAVED),
    "Your progress": ("progress", PROGRESS),
    "Settings": ("settings", "how moves are played and shown"),
    "Puzzles of all games": ("puzzles", PUZZLES),
    "Rush of all games": ("rush", RUSH),
}


def list_commands(app: ParlorApp, screen: Screen[Any]) -> Iterator[SystemCommand]:
    """Yield what can be done on this screen, then the screens that can be opened from anywhere.

    Of several keys for the same, only the first is listed.
    """
    listed = {"command_palette"}
    for key, (node, binding, enabled, _) in screen.active_bindings.items():
        if enabled and (binding.show or binding.tooltip) and binding.action not in listed:
            listed.add(binding.action)
            name = capital(binding.tooltip or binding.description)
            run = partial(app.run_action, binding.action, node)
            yield SystemCommand(f"{name} ({format_key(key)})", "on this screen", run)
    for action, sentence in getattr(screen, "keyless_actions", {}).items():
        if screen.check_action(action, ()):
            yield SystemCommand(capital(sentence), "on this screen", partial(app.run_action, action, screen))
    for name, (place, about) in PLACES.items():
        yield SystemCommand(name, about, partial(app.open, place))
    for game in GAMES.values():
        yield SystemCommand(f"Play {game.title}", "a new table", partial(app.open, "new_game", game))
        yield SystemCommand(f"Puzzles: {game.title}", "", partial(app.open, "puzzles", game.name))
        yield SystemCommand(f"Rush: {game.title}", "", partial(app.open, "rush", game.name))
        yield SystemCommand(f"Rules: {game.title}", "", partial(app.open, "rules", game.start()))
