"""Who is favoured before a game begins, as far as the game says so."""

from __future__ import annotations

import re
import textwrap

from primeparlor.core import PLAYERS, Player, State
from primeparlor.tables.variants import winning_side
from primeparlor.terminal.drawing.canvas import MARK, Canvas, wrapped

CLAUSE = re.compile("[.,:;] ")
UNKNOWN = "Who is favoured in this variant is not worked out."


def favour(c: Canvas, state: State, text: str, ink: str = "ink2") -> None:
    """The sign of the side that is favoured, and who it is and why, as far as there is room."""
    player = winning_side(state) or _named(text)
    glyph, of = (MARK[player], f"p{player}") if player else ("=" if text else "·", "ink")
    c.put(0, 0, glyph, of, "", "bold")
    for y, line in enumerate(told(text or UNKNOWN, c.w - 2, c.h)):
        c.put(2, y, line, ink)


def told(text: str, width: int, rows: int) -> list[str]:
    """The lines of what is said of a side; too long, only that it is favoured: half a claim says too much."""
    player = _named(text)
    if player and len(wrapped(text, max(2, width))) > rows:
        text = f"Player {player} is favoured."
    return fitted(text, width, rows)


def _named(text: str) -> Player | None:
    """The player whom the text names first: where chance decides, nobody can always win."""
    return next((player for player in PLAYERS if text.startswith(f"Player {player}")), None)


def fitted(text: str, width: int, rows: int) -> list[str]:
    """The text in lines of this width, no more than so many: else its first clauses, else its first words."""
    shorter = text = text.replace(" %", "\N{NO-BREAK SPACE}%")
    while len(lines := wrapped(shorter, max(2, width))) > rows and (ends := CLAUSE.findall(shorter)):
        shorter = f"{shorter[: shorter.rindex(ends[-1])]}."
    if len(lines) > rows:
        lines = tuple(textwrap.wrap(text, max(2, width), max_lines=rows, placeholder=" …"))
    return [line.replace("\N{NO-BREAK SPACE}", " ") for line in lines]
