"""The panel shown after a game: the result, the ladder, the decisive move, and what can come next."""

from __future__ import annotations

from typing import TYPE_CHECKING

from primeparlor.core import ParlorError, capital
from primeparlor.match import HUMAN
from primeparlor.tables.series_words import format_again, is_undecided
from primeparlor.tables.variants import is_beatable
from primeparlor.terminal.drawing.canvas import Canvas
from primeparlor.terminal.tui.screens.table.playback import Playback
from primeparlor.terminal.tui.widgets.chrome import fit_sentences
from primeparlor.terminal.tui.widgets.favour import fit_text

if TYPE_CHECKING:
    from primeparlor.coach.training.ladder import Rung
    from primeparlor.tables.rungs import RungResult
    from primeparlor.tables.table import Table
    from primeparlor.terminal.tui.screens.table.screen import TableScreen
Items = list[tuple[str, str]]
GROUNDS = {"good": "goods", "bad": "bads"}


def draw_game_over(
    c: Canvas,
    playback: Playback,
    turning_point: str,
    rung: RungResult | None,
    step: int,
    items: Items | None = None,
) -> None:
    """Draw the result, what it meant for the ladder, the decisive move and the next actions.

    They stand in place of the keys and the message.
    """
    if playback.outcome is None:
        return
    message = playback.format_result()
    ground = GROUNDS.get(message.kind, "mat")
    c.fill(0, 0, c.w, c.h, ground)
    c.fill(0, 0, 1, c.h, ground, "▌", message.kind)
    y = 0
    c.runs(2, y, (f"{message.glyph} ", message.kind, "bold"), (message.bold, "ink", "bold"))
    c.put(4, y + 1, fit_sentences(message.text, c.w - 5), "ink2")
    room = max(1, c.h - y - 3)
    rows = fit_text(rung.text, c.w - 5, room) if rung is not None and rung.text else []
    for row, line in enumerate(rows):
        c.put(4, y + 2 + row, line, "brass" if row == 0 else "ink")
    if len(rows) < room:
        c.para(4, y + 2 + len(rows), c.w - 5, turning_point, "ink", room - len(rows))
    c.chips(2, c.h - 1, items or build_actions(playback, rung, c.w - 2), "paper")


def build_actions(playback: Playback, rung: RungResult | None, width: int) -> list[tuple[str, str]]:
    """Return the keys for the next actions, with the longest labels that fit the width.

    Without a `rung` the ladder has not been looked at yet.
    """
    further = format_next(playback, rung)
    long = format_again(playback.match)
    short = long.partition(",")[0]
    for again, on in ((long, further), (short, further), (short, further.removeprefix("Next: "))):
        words = [("r", "Review"), ("a", again), ("n", capital(on)), ("Enter", "Home")]
        if is_undecided(playback.match) and playback.table.people:
            words = [("Enter", again), ("r", "Review"), ("q", "Home")]
        off = {"a": not playback.table.people, "n": not on}
        shown = [(key, word) for key, word in words if not off.get(key)]
        if sum(len(key) + len(word) + 5 for key, word in shown) <= width:
            break
    return shown


def format_next(playback: Playback, rung: RungResult | None) -> str:
    """Return the label of the next table: that of a rung, or else of another level; "" if there is none."""
    if rung is None or rung.next is not None:
        return "" if rung is None else rung.label
    level = find_next_level(playback)
    return "" if level is None else f"{'Next' if _has_won(playback) else 'Easier'}: {level}"


def find_next_level(playback: Playback) -> str | None:
    """Return the next level: stronger after a win if it can be beaten, weaker after a loss; else None."""
    from primeparlor.players import LEVELS

    match, levels = playback.match, list(LEVELS)
    machines = [label for label in match.seats if label != HUMAN]
    if len(machines) != 1 or machines[0] not in levels or is_undecided(match):
        return None
    at = levels.index(machines[0]) + (1 if _has_won(playback) else -1)
    if not 0 <= at < len(levels):
        return None
    side = playback.table.people[0]
    return levels[at] if is_beatable(match.start, side, levels[at]) else None


def _has_won(playback: Playback) -> bool:
    return playback.outcome is not None and playback.outcome.winner in playback.table.people


def judge(playback: Playback) -> tuple[str, RungResult]:
    """Return the decisive move in a sentence, and what the game meant for the ladder; this may be slow."""
    from primeparlor.tables.rungs import RungResult, judge_game

    try:
        result = judge_game(playback.table)
    except ParlorError:  # the folder of the saved games cannot be read
        result = RungResult()
    return _format_turning_point(playback), result


def _format_turning_point(playback: Playback) -> str:
    """Describe the decisive move in a sentence. This analyses the game and may be slow."""
    from primeparlor.coach.review.review import review
    from primeparlor.coach.review.story import format_closing

    if playback.outcome is None or playback.outcome.winner is None:
        return ""
    try:
        return format_closing(playback.match, review(playback.match), playback.seats.inside)
    except ParlorError:
        return ""


def open_next(screen: TableScreen) -> None:
    """Open a table for the next rung, or else at the next level, if there is one."""
    stake = screen.rung_result and screen.rung_result.next
    if stake is not None:
        screen.app.switch_table(screen, lambda: _open_at_rung(screen, stake.rung), stake.opening)
    elif (level := find_next_level(screen.playback)) is not None:
        screen.app.switch_table(screen, lambda: _open_at_level(screen, level))


def start_rematch(screen: TableScreen) -> None:
    """Start a rematch with seats swapped, on behalf of every person at this keyboard."""
    if screen.table.offer_rematch(screen.table.people[0], screen.table.people):
        screen.app.switch_table(screen, screen.table.create_rematch)


def _open_at_rung(screen: TableScreen, rung: Rung) -> Table:
    from primeparlor.tables.rungs import open_rung

    table = open_rung(rung, next(filter(None, screen.match.names), ""))
    screen.table.close()
    return table


def _open_at_level(screen: TableScreen, level: str) -> Table:
    from primeparlor.tables.setup import open_table

    match = screen.match
    one, two = (label if label == HUMAN else level for label in match.seats)
    first_to = match.series and match.series.first_to
    table = open_table(match.start, (one, two), match.settings, names=match.names, first_to=first_to)
    screen.table.close()
    return table
