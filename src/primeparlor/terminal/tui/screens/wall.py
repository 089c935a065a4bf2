"""The games on the home screen: framed pictures side by side, or a list in a small window."""

from __future__ import annotations

from collections.abc import Sequence

from primeparlor.core import State
from primeparlor.terminal.drawing.canvas import Canvas
from primeparlor.terminal.tui.boards import board_of
from primeparlor.terminal.tui.widgets.favour import draw_favour, fit_text, wrap_claim
from primeparlor.terminal.tui.widgets.moving import find_first_row

NARROWEST, WIDEST = 17, 34  # columns of a picture with its frame
ROOMY = 21  # columns from which the words have a margin
AIM = 4  # most rows of the aim
ART, LEAST = 8, 10  # rows of a picture, and of its frame and words, which have priority
WORDS = 11  # rows below it: name, aim, who is favoured, frame
ROWS, THUMB = 3, 11  # of a game in the list, and the columns of its picture there


def format_aim(game: type[State]) -> str:
    """Return the game's aim as a sentence."""
    return f"{game.aim[:1].upper()}{game.aim[1:].rstrip('.')}."


def draw_pictures(c: Canvas, games: Sequence[type[State]], chosen: int, first: int) -> int:
    """Paint as many pictures as fit side by side; return the index of the first one shown."""
    fit = min(len(games), (c.w + 1) // (NARROWEST + 1))
    first = min(find_first_row(chosen, first, fit), len(games) - fit)
    w = min((c.w - fit + 1) // fit, WIDEST)
    gap = 1 + (min(2, (c.w - fit * (w + 1) + 1) // (fit - 1)) if fit > 1 else 0)  # as wide as the panel below
    left = (c.w - fit * (w + gap) + gap) // 2
    art = max(min(ART, c.h - LEAST), min(c.h - 2 - WORDS, (w - 2) * 5 // 9))
    long = min(3, max(0, c.h - art - WORDS - 3) // 2)  # rows of the strings beyond the first
    for place in range(fit):
        x, at = left + place * (w + gap), first + place
        for row in range(long + 1):
            c.put(x + w // 2 - 1 - row, row, f"╱{' ' * (2 * row + w % 2)}╲", "edge")
        high = min(c.h - long, art + WORDS + 3)
        _draw_picture(c.window(x, long, w, high), games[at], at, at == chosen, art)
    if first:
        _draw_more(c, 0, f"‹ {first} more", first - 1)
    if after := len(games) - first - fit:
        text = f"{after} more ›"
        _draw_more(c, c.w - len(text) - 2, text, first + fit)
    return first


def _draw_more(c: Canvas, x: int, text: str, at: int) -> None:
    c.put(x, 0, f" {text} ", "ink", "sunk", "bold")
    c.hit(x, 0, len(text) + 2, 1, f"game {at}")


def _draw_picture(c: Canvas, game: type[State], at: int, on: bool, art: int) -> None:
    """Paint one game in its frame."""
    c.box(0, 1, c.w, c.h - 1, "brass" if on else "edge", "paper", "heavy" if on else "line")
    board_of(game).art(c.window(1, 2, c.w - 2, art))
    edge = 2 if c.w >= ROOMY else 1
    _draw_words(c.window(edge, 2 + art, c.w - 2 * edge, c.h - 3 - art), game)
    c.centre(0, c.h - 1, c.w, f" {at + 1} ", "ink", "", "bold")
    if on:
        c.centre(0, 1, c.w, " ✓ chosen ", "paper", "ink", "bold")
    c.hit(0, 0, c.w, c.h, "enter" if on else f"game {at}")


def _draw_words(c: Canvas, game: type[State]) -> None:
    """Paint name, aim and who is favoured, with blank rows above and between where there is room."""
    y = int(c.h >= WORDS - 1)
    for line in fit_text(game.title, c.w, 2):
        c.put(0, y, line, "ink", "", "bold")
        y += 1
    y = c.para(0, y, c.w, format_aim(game), rows=AIM)
    text = game.favoured.get("", "")
    y += len(wrap_claim(text, c.w - 2, c.h - y)) < c.h - y
    draw_favour(c.window(0, y, c.w, c.h - y), game.start(), text, "ink")


def draw_list(c: Canvas, games: Sequence[type[State]], chosen: int, first: int) -> int:
    """Paint the games one below the other; return the index of the first one shown."""
    fit = min(len(games), max(1, c.h // ROWS))
    first = min(find_first_row(chosen, first, fit), len(games) - fit)
    for place in range(fit):
        at = first + place
        _draw_row(c.window(0, place * ROWS, c.w, ROWS), games[at], at, at == chosen)
    if len(games) > fit:
        c.right(c.w - 1, 0, f"{first + 1}–{first + fit} of {len(games)}", "ink2")
    return first


def _draw_row(c: Canvas, game: type[State], at: int, on: bool) -> None:
    c.fill(0, 0, c.w, ROWS, "paper" if on else "wall")
    board_of(game).art(c.window(1, 0, THUMB, ROWS))
    c.put(0, 1, "▶" if on else " ", "brass")
    x = c.runs(13, 0, (f"{at + 1} ", "ink2"), (game.title, "ink", "bold"))
    c.put(x, 0, "  ✓ chosen" if on else "", "brass", "", "bold")
    c.put(15, 1, format_aim(game)[: c.w - 16], "ink2")
    draw_favour(c.window(15, 2, c.w - 16, 1), game.start(), game.favoured.get("", ""))
    c.hit(0, 0, c.w, ROWS, "enter" if on else f"game {at}")
