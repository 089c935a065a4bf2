"""The text on which side is favoured at the start of a game."""

from __future__ import annotations

import re
import textwrap

from primeparlor.core import PLAYERS, Player, State
from primeparlor.tables.variants import find_winning_side
from primeparlor.terminal.drawing.canvas import MARK, Canvas, wrapped
from primeparlor.wording import format_certain_win

CLAUSE = re.compile("[.,:;] ")
UNKNOWN = "Who is favoured is not known."


def draw_favour(c: Canvas, state: State, text: str, ink: str = "ink2") -> None:
    """Draw the mark of the favoured side and the text about it, as far as there is room."""
    player = find_winning_side(state) or _find_player(text)
    glyph, of = (MARK[player], f"p{player}") if player else ("=" if text else "·", "ink")
    c.put(0, 0, glyph, of, "", "bold")
    told = text or (format_certain_win(player) if player else UNKNOWN)
    for y, line in enumerate(wrap_claim(told, c.w - 2, c.h)):
        c.put(2, y, line, ink)


def wrap_claim(text: str, width: int, rows: int) -> list[str]:
    """Wrap the text about a side; if it is too long, say only that the side is favoured.

    A claim cut in half could promise too much.
    """
    player = _find_player(text)
    if player and len(wrapped(text, max(2, width))) > rows:
        text = f"Player {player} is favoured."
    return fit_text(text, width, rows)


def _find_player(text: str) -> Player | None:
    """Return the player named at the start of the text.

    Games of chance have no side that always wins, only one that is favoured.
    """
    return next((player for player in PLAYERS if text.startswith(f"Player {player}")), None)


def fit_text(text: str, width: int, rows: int) -> list[str]:
    """Wrap the text to at most `rows` lines; drop last clauses, or else last words, if it is too long."""
    shorter = text = text.replace(" %", "\N{NO-BREAK SPACE}%")
    while len(lines := wrapped(shorter, max(2, width))) > rows and (ends := CLAUSE.findall(shorter)):
        shorter = f"{shorter[: shorter.rindex(ends[-1])]}."
    if len(lines) > rows:
        lines = tuple(textwrap.wrap(text, max(2, width), max_lines=rows, placeholder=" …"))
    return [line.replace("\N{NO-BREAK SPACE}", " ") for line in lines]
