"""The keys at the table: what each does, and what the footer says of them."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from primeparlor.terminal.tui.screens.table import commands

if TYPE_CHECKING:
    from primeparlor.terminal.tui.screens.table.screen import TableScreen

# Beside these, a game's board has keys of its own, for moves.
COMMANDS: dict[str, Callable[[TableScreen], None]] = {
    "h": commands.request_hint,
    "w": commands.explain_moves,
    "u": commands.undo,
    "m": commands.show_moves,
    "/": commands.open_line,
}
FOOTER = [
    *(("h", "hint"), ("w", "why"), ("u", "undo"), ("m", "moves"), ("/", "type")),
    *(("?", "help"), ("q", "leave")),
]
AFTER_GAME = [
    ("r", "review"),
    ("a", "again"),
    ("Enter", "home"),
    ("w", "why"),
    ("t", "light or dark"),
    ("?", "help"),
    ("q", "leave"),
]
