"""Beside the board: the opponent, the moves, you, the hints; in a small window one line for both players."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence

from primeparlor.core import OTHER, Player
from primeparlor.terminal.drawing.board import Row
from primeparlor.terminal.drawing.canvas import Canvas
from primeparlor.terminal.screen.sitting import Sitting

RUNGS = ("Can I win?", "How many moves?", "What kind?", "Which move?", "Why?")
FEWEST_MOVES = 4  # rows for the moves, however long the hints are


def side(c: Canvas, sitting: Sitting, yours: bool) -> None:
    """The whole column; without hints where the table has none, or the game is over."""
    bare = sitting.outcome is not None or not sitting.match.settings.hints
    me = sitting.seats.you or 1
    turn = sitting.state.turn if sitting.outcome is None else None
    hints = [] if bare else _ladder(sitting, c.w - 8)
    below = 0 if bare else min(2 + sum(len(lines) for lines in hints), c.h - 8 - FEWEST_MOVES)
    room = c.h - 8 - below
    c.panel()
    _plate(c, 1, OTHER[me], sitting, yours and turn == OTHER[me])
    c.rule(3)
    moves(c.window(1, 4, c.w - 2, room), sitting.rows[-room:] if room > 0 else [])
    c.rule(4 + room)
    _plate(c, 5 + room, me, sitting, yours and turn == me)
    if not bare:
        c.rule(7 + room)
        _hints(c.window(1, 8 + room, c.w - 2, below - 1), sitting, hints)


def _plate(c: Canvas, y: int, player: Player, sitting: Sitting, to_move: bool) -> None:
    """A player, and how far they are."""
    c.fill(1, y, c.w - 2, 2, "mat" if to_move else "paper")
    if to_move:
        c.fill(1, y, 1, 2, "mat", "▌", f"p{player}")
        c.right(c.w - 2, y, "to move", "ink2")
    c.mark(3, y, player)
    c.put(5, y, _title(sitting, player), "ink", "", "bold")
    standing = sitting.board.standing(sitting.facts, player)
    number = "" if sitting.seats.name(player) == f"Player {player}" else f"Player {player}"
    below = ", ".join(filter(None, (number, standing)))
    c.put(5, y + 1, f"{below[:1].upper()}{below[1:]}", "ink2")


def _title(sitting: Sitting, player: Player) -> str:
    name, label = sitting.seats.name(player), sitting.match.seats[player - 1]
    return f"{name}, {label}" if name == "The house" else name


def moves(c: Canvas, rows: Sequence[tuple[int, Player | None, Row]]) -> None:
    """Moves one below the other, the last one lit."""
    for y, (number, who, row) in enumerate(rows):
        last = y == len(rows) - 1
        c.fill(0, y, c.w, 1, "sunk" if last else "paper")
        if who is not None:
            c.put(0, y, f"{number:3}", "ink2")
            c.mark(4, y, who)
        x = c.put(6, y, row.move, "ink", "", "bold" if last else "")
        if x + len(row.what) + 1 < c.w:
            c.right(c.w - 1, y, row.what, "ink2")


def _ladder(sitting: Sitting, width: int) -> list[list[str]]:
    """The rungs of the ladder, each in lines: what is open in full, of the others what they ask."""
    rungs = [*sitting.hints, *(() if sitting.all_open else RUNGS[len(sitting.hints) :])]
    return [textwrap.wrap(rung, width) for rung in rungs]


def _hints(c: Canvas, sitting: Sitting, rungs: Sequence[Sequence[str]]) -> None:
    """The ladder; where it is too long, its first rungs go."""
    opened = len(sitting.hints)
    first = 0
    while first < opened - 1 and sum(map(len, rungs[first:])) > c.h - 1:
        first += 1
    c.runs(1, 0, ("Hints", "ink", "bold"), ("  noted in the record", "ink2"))
    y = 1
    for at, lines in enumerate(rungs[first:], first):
        ink = "brass" if at < opened else "ink" if at == opened else "ghost"
        c.put(1, y, f"{'◆' if at < opened else '◇'} {at + 1}", ink, "", "bold")
        if at == opened:
            c.put(c.w - 4, y, " h ", "paper", "ink", "bold")
            c.hit(0, y, c.w, 1, "h")
        for line in lines:
            c.put(5, y, line, "ink" if at <= opened else "ghost")
            y += 1


def strip(c: Canvas, sitting: Sitting) -> None:
    """Both players in one row, for small windows."""
    c.fill(0, 0, c.w, 1, "mat")
    x = 1
    me = sitting.seats.you or 1
    for player in (me, OTHER[me]):
        standing = sitting.board.standing(sitting.facts, player)
        c.mark(x, 0, player)
        x = c.put(x + 2, 0, sitting.seats.name(player), "ink", "", "bold")
        x = c.put(x, 0, f", {standing}" if standing else "", "ink2") + 3
