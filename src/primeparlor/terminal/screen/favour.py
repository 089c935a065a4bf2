"""Who is favoured before a game begins, as far as the game says so."""

from __future__ import annotations

import re
import textwrap

from primeparlor.core import PLAYERS, Player, State
from primeparlor.tables.variants import winning_side
from primeparlor.terminal.drawing.canvas import MARK, Canvas

CLAUSE = re.compile("[.,:;] ")
PART = re.compile("[.,:;] | (?:with|from|in|if) ")  # where what follows says how or why
UNKNOWN = "Who is favoured in this variant is not worked out."


def favour(c: Canvas, state: State, text: str, ink: str = "ink2") -> None:
    """The sign of the side that is favoured, and who it is and why, as far as there is room."""
    player = winning_side(state) or _named(text)
    glyph, of = (MARK[player], f"p{player}") if player else ("=" if text else "·", "ink")
    c.put(0, 0, glyph, of, "", "bold")
    for y, line in enumerate(fitted(text or UNKNOWN, c.w - 2, c.h, PART)):
        c.put(2, y, line, ink)


def _named(text: str) -> Player | None:
    """The player whom the text names first: where chance decides, nobody can always win."""
    return next((player for player in PLAYERS if text.startswith(f"Player {player}")), None)


def fitted(text: str, width: int, rows: int, part: re.Pattern[str] = CLAUSE) -> list[str]:
    """The text in lines of this width, no more than so many: else its first clauses, else its first words."""
    shorter = text
    while len(lines := textwrap.wrap(shorter, max(2, width))) > rows and (ends := part.findall(shorter)):
        shorter = f"{shorter[: shorter.rindex(ends[-1])]}."
    return (
        lines if len(lines) <= rows else textwrap.wrap(text, max(2, width), max_lines=rows, placeholder=" …")
    )
