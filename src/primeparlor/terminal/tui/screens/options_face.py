"""The drawing of the new-game dialog."""

from __future__ import annotations

from primeparlor.core import capital
from primeparlor.tables.variants import find_winning_side
from primeparlor.terminal.drawing.board import Said
from primeparlor.terminal.drawing.canvas import Canvas
from primeparlor.terminal.tui.screens.options import (
    AGAINST,
    CUSTOM,
    FIRST,
    FRIEND,
    HOUSE,
    LEVEL,
    ROWS,
    SECOND,
    SIDE,
    TOSS,
    VARIANT,
    GameOptions,
)
from primeparlor.terminal.tui.widgets import chrome
from primeparlor.terminal.tui.widgets.favour import draw_favour, fit_text

NAMES = {
    AGAINST: {HOUSE: "The house", FRIEND: "A friend, same screen"},
    SIDE: {FIRST: "First ●", SECOND: "Second ■", TOSS: "Coin toss"},
    VARIANT: {"": "The book", CUSTOM: "Custom …"},
}
TIGHT = 70  # columns below which the layout is compact
TOGETHER = "You share the keyboard and take turns."


def draw_options(c: Canvas, options: GameOptions, row: str, said: Said, typing: bool = False) -> None:
    """Draw the dialog: who is favoured, the rows of options, the message, and the keys."""
    c.box(0, 0, c.w, c.h, "brass", "paper", "line")
    tight = c.h < 21
    x, y = (11, 4) if c.w < TIGHT else (13, 5 - tight)
    c.runs(3, 1, ("A table for ", "ink"), (options.game.title, "ink", "bold"))
    draw_favour(c.window(3, 2, c.w - 5, 2), options.start, options.favoured)
    for at, each in enumerate(ROWS):
        y += each == LEVEL and not options.is_disabled(LEVEL)  # room for the marks above the levels
        y = _draw_row(c, x, y, options, at, each == row)
        if each == LEVEL:
            y = _draw_level(c, x, y, options)
        if each == AGAINST and options.is_disabled(LEVEL):
            c.put(x + 1, y, TOGETHER, "ink2")
            y += 1
        y += not tight
    y -= not tight
    if y < c.h - 5 or not said.bold:
        _draw_variant(c, x, y, options, typing)
    _draw_bottom(c, said, typing)


def _draw_row(c: Canvas, x: int, y: int, options: GameOptions, number: int, on: bool) -> int:
    """Draw one row of options in as many lines as it needs; return the line below it."""
    row = ROWS[number]
    off, chosen = options.is_disabled(row), options.find_choice(row)
    c.put(1, y, "▶" if on else " ", "brass", "", "bold")
    name = "You" if row == SIDE and c.w < TIGHT else row
    c.put(3, y, name, "ghost" if off else "ink" if on else "ink2", "", "bold" if on else "")
    if off:
        c.put(x + 1, y, "–" if row == LEVEL else "Both sides", "ghost")
        return y + 1
    left = x
    for at, value in enumerate(options.list_values(row)):
        is_it = value == chosen
        text = f" {'✓ ' if is_it else ''}{_format_option(options, row, value)} "
        if x + len(text) > c.w - 2 and x > left:
            x, y = left, y + 1
        c.put(x, y, text, "paper" if is_it else "ink", "ink" if is_it else "sunk", "bold" if is_it else "")
        if row == LEVEL:
            c.put(x + 1, y - 1, "◆" * (at + 1), "brass")
        c.hit(x, y, len(text), 1, f"option {number} {at}")
        x += len(text) + 1
    return y + 1


def _format_option(options: GameOptions, row: str, value: str) -> str:
    """Return the label of an option; a variant in the words of the game."""
    if row == LEVEL:
        return value.capitalize()
    if value in NAMES[row]:
        return NAMES[row][value]
    told = options.format_variant(value)
    return capital(told) or value


def _draw_level(c: Canvas, x: int, y: int, options: GameOptions) -> int:
    """Draw the description of the chosen level; return the line below it."""
    if options.is_disabled(LEVEL):
        return y
    told = options.levels.sentences[options.find_choice(LEVEL)]
    for line in fit_text(told, c.w - x - 3, 3):
        c.put(x + 1, y, line, "ink2")  # aligned with the text of the first option, not its edge
        y += 1
    return y


def _draw_variant(c: Canvas, x: int, y: int, options: GameOptions, typing: bool) -> None:
    """Draw the description of the chosen variant."""
    words = options.find_choice(VARIANT)
    like = options.game.house_variants.get(words, "")
    if not words and (side := find_winning_side(options.start)) and options.game.house_variants:
        like = f"One-sided: Player {side} can always win."
    if words == CUSTOM and not typing:
        like = "Enter opens a line to type the rules in."
    if like:
        c.put(x + 1, y, chrome.fit_sentences(f"{capital(like).rstrip('.')}.", c.w - x - 3), "ink2")


def _draw_bottom(c: Canvas, said: Said, typing: bool) -> None:
    """Draw the message and the keys at the bottom; the input for custom rules has keys of its own."""
    if said.bold:
        told = f"{said.bold} {said.text}".strip()
        for y, line in enumerate(fit_text(told, c.w - 8, 2), c.h - 5):
            c.put(5, y, line, "ink")
        c.put(3, c.h - 5, said.glyph, said.kind, "", "bold")
    if typing:
        c.chips(3, c.h - 2, [("Enter", "use these rules"), ("Esc", "close the line")])
        return
    c.put(3, c.h - 3, " Enter  Sit down ", "paper", "ink", "bold")
    c.hit(3, c.h - 3, 17, 1, "enter")
    x = c.put(22, c.h - 3, "↑ ↓ row   ← → choose   ", "ink2")
    c.put(x, c.h - 3, "Esc back", "ink2")
    c.hit(x, c.h - 3, 8, 1, "escape")
