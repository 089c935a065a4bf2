"""The panel shown after a game: the result, the decisive move, and the keys for what comes next."""

from __future__ import annotations

from typing import TYPE_CHECKING

from primeparlor.core import ParlorError
from primeparlor.match import HUMAN
from primeparlor.terminal.drawing.canvas import Canvas
from primeparlor.terminal.tui.screens.table import commands
from primeparlor.terminal.tui.screens.table.playback import Playback
from primeparlor.terminal.tui.widgets.chrome import fit_sentences

if TYPE_CHECKING:
    from primeparlor.tables.table import Table
    from primeparlor.terminal.tui.screens.table.screen import TableScreen

FOOTER_KEYS = [
    ("r", "review"),
    ("a", "again"),
    ("Enter", "home"),
    ("w", "why"),
    ("t", "light or dark"),
    ("?", "help"),
    ("q", "leave"),
]
Items = list[tuple[str, str]]
GROUNDS = {"good": "goods", "bad": "bads"}


def draw_game_over(c: Canvas, sitting: Playback, turning: str, items: Items | None = None) -> None:
    """Draw the result, the decisive move and the next actions, in place of the keys and the message."""
    said = sitting.format_result()
    ground = GROUNDS.get(said.kind, "mat")
    c.fill(0, 0, c.w, c.h, ground)
    c.fill(0, 0, 1, c.h, ground, "▌", said.kind)
    y = 0
    c.runs(2, y, (f"{said.glyph} ", said.kind, "bold"), (said.bold, "ink", "bold"))
    c.put(4, y + 1, fit_sentences(said.text, c.w - 5), "ink2")
    c.para(4, y + 2, c.w - 5, turning, "ink", max(1, c.h - y - 3))
    c.chips(2, c.h - 1, items or build_actions(sitting, c.w - 2), "paper")


def build_actions(sitting: Playback, width: int) -> list[tuple[str, str]]:
    """Return the keys for the next actions, with the longest labels that fit the width."""
    level = find_next_level(sitting)
    further = f"{'Next' if _has_won(sitting) else 'Easier'}: {level}"
    for again, on in (
        ("Again, seats swapped", further),
        ("Again", further),
        ("Again", further.split(":")[0]),
    ):
        words = [("r", "Review"), ("a", again), ("n", on), ("Enter", "Home")]
        off = {"a": not sitting.table.people, "n": level is None}
        shown = [(key, word) for key, word in words if not off.get(key)]
        if sum(len(key) + len(word) + 5 for key, word in shown) <= width:
            break
    return shown


def find_next_level(sitting: Playback) -> str | None:
    """Return the next level: stronger after a win, weaker after a loss; None if there is none."""
    from primeparlor.players import LEVELS

    levels, machines = list(LEVELS), [label for label in sitting.match.seats if label != HUMAN]
    if len(machines) != 1 or machines[0] not in levels:
        return None
    at = levels.index(machines[0]) + (1 if _has_won(sitting) else -1)
    return levels[at] if 0 <= at < len(levels) else None


def _has_won(sitting: Playback) -> bool:
    return sitting.outcome is not None and sitting.outcome.winner in sitting.table.people


def format_turning_point(sitting: Playback) -> str:
    """Describe the decisive move in a sentence. This analyses the game and may be slow."""
    from primeparlor.coach.review.review import review
    from primeparlor.coach.review.story import format_closing

    if sitting.outcome is None or sitting.outcome.winner is None:
        return ""
    try:
        return format_closing(sitting.match, review(sitting.match), sitting.seats.inside)
    except ParlorError:
        return ""


def handle_key(room: TableScreen, key: str) -> None:
    """Handle a key pressed after the game; ignore unknown keys."""
    if key == "r":
        room.app.open_review(room.match)
    elif key == "w":
        commands.explain_after_game(room)
    elif key == "enter":
        room.app.go_home(room)
    elif key == "a" and room.table.people:
        room.act(lambda: _start_rematch(room))
    elif key == "n" and (level := find_next_level(room.sitting)) is not None:
        room.app.switch_table(room, lambda: _open_at_level(room, level))


def _start_rematch(room: TableScreen) -> None:
    """Start a rematch with seats swapped, on behalf of every person at this keyboard."""
    if room.table.offer_rematch(room.table.people[0], room.table.people):
        room.app.switch_table(room, room.table.create_rematch)


def _open_at_level(room: TableScreen, level: str) -> Table:
    from primeparlor.tables.setup import open_table

    match = room.match
    one, two = (label if label == HUMAN else level for label in match.seats)
    table = open_table(match.start, (one, two), match.settings, names=match.names)
    room.table.close()
    return table
