"""The panel shown after a game: the result, the decisive move, and the keys for what comes next."""

from __future__ import annotations

from typing import TYPE_CHECKING

from primeparlor.core import ParlorError
from primeparlor.match import HUMAN
from primeparlor.terminal.drawing.canvas import Canvas
from primeparlor.terminal.tui.screens.table import commands
from primeparlor.terminal.tui.screens.table.playback import Sitting
from primeparlor.terminal.tui.widgets.chrome import whole

if TYPE_CHECKING:
    from primeparlor.tables.table import Table
    from primeparlor.terminal.tui.screens.table.screen import TableRoom

FEET = [
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


def end(c: Canvas, sitting: Sitting, turning: str, items: Items | None = None) -> None:
    """Draw the result, the decisive move and the next actions, in place of the keys and the message."""
    said = sitting.result()
    ground = GROUNDS.get(said.kind, "mat")
    c.fill(0, 0, c.w, c.h, ground)
    c.fill(0, 0, 1, c.h, ground, "▌", said.kind)
    y = 0
    c.runs(2, y, (f"{said.glyph} ", said.kind, "bold"), (said.bold, "ink", "bold"))
    c.put(4, y + 1, whole(said.text, c.w - 5), "ink2")
    c.para(4, y + 2, c.w - 5, turning, "ink", max(1, c.h - y - 3))
    c.chips(2, c.h - 1, items or chips(sitting, c.w - 2), "paper")


def chips(sitting: Sitting, width: int) -> list[tuple[str, str]]:
    """Return the keys for the next actions, with the longest labels that fit the width."""
    level = next_level(sitting)
    further = f"{'Next' if _won(sitting) else 'Easier'}: {level}"
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


def next_level(sitting: Sitting) -> str | None:
    """Return the next level: stronger after a win, weaker after a loss; None if there is none."""
    from primeparlor.players import LEVELS

    levels, machines = list(LEVELS), [label for label in sitting.match.seats if label != HUMAN]
    if len(machines) != 1 or machines[0] not in levels:
        return None
    at = levels.index(machines[0]) + (1 if _won(sitting) else -1)
    return levels[at] if 0 <= at < len(levels) else None


def _won(sitting: Sitting) -> bool:
    return sitting.outcome is not None and sitting.outcome.winner in sitting.table.people


def turning(sitting: Sitting) -> str:
    """Describe the decisive move in a sentence. This analyses the game and may be slow."""
    from primeparlor.coach.review.closing import closing
    from primeparlor.coach.review.review import review

    if sitting.outcome is None or sitting.outcome.winner is None:
        return ""
    try:
        return closing(sitting.match, review(sitting.match), sitting.seats.inside)
    except ParlorError:
        return ""


def press(room: TableRoom, key: str) -> None:
    """Handle a key pressed after the game; ignore unknown keys."""
    if key == "r":
        room.app.open_review(room.match)
    elif key == "w":
        commands.why_it_ended(room)
    elif key == "enter":
        room.app.go_home(room)
    elif key == "a" and room.table.people:
        room.do(lambda: _again(room))
    elif key == "n" and (level := next_level(room.sitting)) is not None:
        room.app.move_on(room, lambda: _at_level(room, level))


def _again(room: TableRoom) -> None:
    """Start a rematch with seats swapped, on behalf of every person at this keyboard."""
    if room.table.offer_rematch(room.table.people[0], room.table.people):
        room.app.move_on(room, room.table.rematch)


def _at_level(room: TableRoom, level: str) -> Table:
    from primeparlor.tables.setup import open_table

    match = room.match
    one, two = (label if label == HUMAN else level for label in match.seats)
    table = open_table(match.start, (one, two), match.settings, names=match.names)
    room.table.close()
    return table
