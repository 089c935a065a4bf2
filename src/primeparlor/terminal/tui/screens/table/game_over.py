"""The panel shown after a game: the result, the decisive move, and the keys for what comes next."""

from __future__ import annotations

from typing import TYPE_CHECKING

from primeparlor.core import ParlorError
from primeparlor.match import HUMAN
from primeparlor.tables.series_words import format_again, is_undecided
from primeparlor.terminal.drawing.canvas import Canvas
from primeparlor.terminal.tui.screens.table.playback import Playback
from primeparlor.terminal.tui.widgets.chrome import fit_sentences

if TYPE_CHECKING:
    from primeparlor.tables.table import Table
    from primeparlor.terminal.tui.screens.table.screen import TableScreen
Items = list[tuple[str, str]]
GROUNDS = {"good": "goods", "bad": "bads"}


def draw_game_over(
    c: Canvas, playback: Playback, turning_point: str, step: int, items: Items | None = None
) -> None:
    """Draw the result, the decisive move and the next actions, in place of the keys and the message."""
    if playback.outcome is None:
        return
    message = playback.format_result()
    ground = GROUNDS.get(message.kind, "mat")
    c.fill(0, 0, c.w, c.h, ground)
    c.fill(0, 0, 1, c.h, ground, "▌", message.kind)
    y = 0
    c.runs(2, y, (f"{message.glyph} ", message.kind, "bold"), (message.bold, "ink", "bold"))
    c.put(4, y + 1, fit_sentences(message.text, c.w - 5), "ink2")
    c.para(4, y + 2, c.w - 5, turning_point, "ink", max(1, c.h - y - 3))
    c.chips(2, c.h - 1, items or build_actions(playback, c.w - 2), "paper")


def build_actions(playback: Playback, width: int) -> list[tuple[str, str]]:
    """Return the keys for the next actions, with the longest labels that fit the width."""
    level = find_next_level(playback)
    further = f"{'Next' if _has_won(playback) else 'Easier'}: {level}"
    long = format_again(playback.match)
    short = long.partition(",")[0]
    for again, on in ((long, further), (short, further), (short, further.split(":")[0])):
        words = [("r", "Review"), ("a", again), ("n", on), ("Enter", "Home")]
        off = {"a": not playback.table.people, "n": level is None}
        shown = [(key, word) for key, word in words if not off.get(key)]
        if sum(len(key) + len(word) + 5 for key, word in shown) <= width:
            break
    return shown


def find_next_level(playback: Playback) -> str | None:
    """Return the next level: stronger after a win, weaker after a loss; None if there is none."""
    from primeparlor.players import LEVELS

    levels, machines = list(LEVELS), [label for label in playback.match.seats if label != HUMAN]
    if len(machines) != 1 or machines[0] not in levels or is_undecided(playback.match):
        return None
    at = levels.index(machines[0]) + (1 if _has_won(playback) else -1)
    return levels[at] if 0 <= at < len(levels) else None


def _has_won(playback: Playback) -> bool:
    return playback.outcome is not None and playback.outcome.winner in playback.table.people


def format_turning_point(playback: Playback) -> str:
    """Describe the decisive move in a sentence. This analyses the game and may be slow."""
    from primeparlor.coach.review.review import review
    from primeparlor.coach.review.story import format_closing

    if playback.outcome is None or playback.outcome.winner is None:
        return ""
    try:
        return format_closing(playback.match, review(playback.match), playback.seats.inside)
    except ParlorError:
        return ""


def open_next_level(screen: TableScreen) -> None:
    """Open a table at the next level, if there is one."""
    if (level := find_next_level(screen.playback)) is not None:
        screen.app.switch_table(screen, lambda: _open_at_level(screen, level))


def start_rematch(screen: TableScreen) -> None:
    """Start a rematch with seats swapped, on behalf of every person at this keyboard."""
    if screen.table.offer_rematch(screen.table.people[0], screen.table.people):
        screen.app.switch_table(screen, screen.table.create_rematch)


def _open_at_level(screen: TableScreen, level: str) -> Table:
    from primeparlor.tables.setup import open_table

    match = screen.match
    one, two = (label if label == HUMAN else level for label in match.seats)
    table = open_table(match.start, (one, two), match.settings, names=match.names)
    screen.table.close()
    return table
