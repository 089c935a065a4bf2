"""The panel beside the board: the opponent, the moves, you, the hints; and one line for small windows."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence
from typing import NamedTuple

from primeparlor.core import OTHER, Player, capital
from primeparlor.match import HUMAN
from primeparlor.messages import Row
from primeparlor.tables.hints import NOTED, QUESTIONS
from primeparlor.tables.sentences import find_played_level
from primeparlor.terminal.drawing.canvas import Canvas
from primeparlor.terminal.tui.screens.table.playback import Playback

ALL = "… h shows all of them"  # when no more hints can be opened
FEWEST_MOVES = 4  # moves that stay visible, however long the hints are


def draw_side(c: Canvas, playback: Playback, yours: bool, *changes: object) -> None:
    """Paint the whole panel; without hints if the table has none, or the game is over."""
    bare = playback.outcome is not None or not playback.match.settings.hints
    c.panel()
    c = _draw_rung(c, playback)
    me = playback.seats.you or 1
    turn = playback.state.turn if playback.outcome is None else None
    rows = playback.rows
    hints = (
        [] if bare else fit_steps(_build_ladder(playback, c.w - 9), c.h - 10 - min(FEWEST_MOVES, len(rows)))
    )
    below = 0 if bare else min(2 + _count_rows(hints), c.h - 8)
    room = c.h - 8 - below
    _draw_player(c, 1, OTHER[me], playback, yours and turn == OTHER[me])
    c.rule(3)
    draw_moves(c.window(1, 4, c.w - 2, room), rows[-room:] if room > 0 else [])
    c.rule(4 + room)
    _draw_player(c, 5 + room, me, playback, yours and turn == me)
    if not bare:
        c.rule(7 + room)
        _draw_hints(c.window(1, 8 + room, c.w - 2, below - 1), hints)


def _draw_rung(c: Canvas, playback: Playback) -> Canvas:
    """Paint the rung for which the game counts, if there is one; return the part of the panel above it."""
    stake = playback.stake
    if stake is None or playback.outcome is not None:
        return c
    lines = textwrap.wrap(stake.explain(playback.helped), c.w - 4)
    y = c.h - 3 - len(lines)
    c.rule(y)
    c.put(2, y + 1, stake.name, "brass", "", "bold")
    for row, line in enumerate(lines, y + 2):
        c.put(2, row, line, "ink")
    return c.window(0, 0, c.w, y + 1)


def _draw_player(c: Canvas, y: int, player: Player, playback: Playback, to_move: bool) -> None:
    """Paint a player and their progress."""
    c.fill(1, y, c.w - 2, 2, "mat" if to_move else "paper")
    if to_move:
        c.fill(1, y, 1, 2, "mat", "▌", f"p{player}")
        c.right(c.w - 2, y, "to move", "ink2")
    c.mark(3, y, player)
    c.put(5, y, _format_title(playback, player), "ink", "", "bold")
    standing = playback.messages.standing(playback.facts, player)
    number = "" if playback.seats.name(player) == f"Player {player}" else f"Player {player}"
    label = playback.match.seats[player - 1]
    played = find_played_level(playback.match, label)
    weaker = "" if played == label else f"plays as {played}"
    below = ", ".join(filter(None, (number, weaker, standing)))
    c.put(5, y + 1, capital(below), "ink2")


def _format_title(playback: Playback, player: Player) -> str:
    name, label = playback.seats.name(player), playback.match.seats[player - 1]
    return f"{name}, {label}" if playback.seats.you and label != HUMAN else name


def draw_moves(c: Canvas, rows: Sequence[tuple[int, Player | None, Row]]) -> None:
    """Paint the moves one below the other, the last one highlighted."""
    for y, (number, who, row) in enumerate(rows):
        last = y == len(rows) - 1
        c.fill(0, y, c.w, 1, "sunk" if last else "paper")
        if who is not None:
            c.put(0, y, f"{number:3}", "ink2")
            c.mark(4, y, who)
        x = c.put(6, y, row.move, "ink", "", "bold" if last else "")
        fits = (result for result in (row.result, row.short) if x + len(result) + 1 < c.w)
        if result := next(fits, ""):
            c.right(c.w - 1, y, result, "ink2")


class HintStep(NamedTuple):
    """A step of the hint ladder as the panel shows it."""

    number: int  # 0 for the row that marks omitted steps
    lines: Sequence[str]
    ahead: int = 0  # number of steps until it opens


def _build_ladder(playback: Playback, width: int) -> list[HintStep]:
    """Return the steps of the ladder: open hints in full, the others as questions."""
    opened = len(playback.hints)
    texts = [*playback.hints, *(() if playback.all_open else QUESTIONS[opened:])]
    return [HintStep(at, textwrap.wrap(text, width), max(0, at - opened)) for at, text in enumerate(texts, 1)]


def fit_steps(rungs: Sequence[HintStep], rows: int) -> list[HintStep]:
    """Drop steps until the rest fits: first those that cannot be opened yet, then the oldest.

    A row marks where some are left out; a short old one may stay where a long one goes.
    """
    shown = list(rungs)
    while shown[-1].ahead > 1 and _count_rows(shown) > rows:
        shown.pop()
    if _count_rows(shown) <= rows or len(shown) == 1:
        return shown
    stay, left = [shown[-1]], rows - 1 - _count_rows(shown[-1:])
    for rung in reversed(shown[:-1]):
        if len(rung.lines) <= left:
            stay.append(rung)
            left -= len(rung.lines)
    gap = next(at for at, rung in enumerate(shown) if rung not in stay)
    sign = HintStep(0, ("…" if shown[-1].ahead else ALL,))
    return [*shown[:gap], sign, *(rung for rung in shown[gap:] if rung in stay)]


def _count_rows(rungs: Sequence[HintStep]) -> int:
    return sum(len(rung.lines) for rung in rungs)


def _draw_hints(c: Canvas, rungs: Sequence[HintStep]) -> None:
    c.runs(1, 0, ("Hints", "ink", "bold"), (f"  {NOTED}", "ink2"))
    y = 1
    for number, lines, ahead in rungs:
        ink = "brass" if not ahead else "ink" if ahead == 1 else "ghost"
        c.put(1, y, f"{'◇' if ahead else '◆'} {number}." if number else "", ink, "", "bold")
        if ahead == 1:
            c.put(c.w - 4, y, " h ", "paper", "ink", "bold")
        if ahead == 1 or ALL in lines:
            c.hit(0, y, c.w, 1, "h")
        for line in lines:
            c.put(6, y, line, "ghost" if ahead > 1 else "ink")
            y += 1


def draw_strip(c: Canvas, playback: Playback, step: int) -> None:
    """Paint both players in one row, for small windows."""
    c.fill(0, 0, c.w, 1, "mat")
    x = 1
    me = playback.seats.you or 1
    for player in (me, OTHER[me]):
        standing = playback.messages.standing(playback.facts, player)
        c.mark(x, 0, player)
        x = c.put(x + 2, 0, playback.seats.name(player), "ink", "", "bold")
        x = c.put(x, 0, f", {standing}" if standing else "", "ink2") + 3
