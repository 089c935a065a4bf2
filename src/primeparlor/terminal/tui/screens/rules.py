"""The rules of a game as one scrollable page: the screen, and the layout of its text."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from textual.app import ComposeResult
from textual.events import MouseScrollDown, MouseScrollUp

from primeparlor.core import State
from primeparlor.games import GAMES
from primeparlor.tables.prompt_words import WORDS
from primeparlor.terminal.drawing.canvas import Canvas, Run
from primeparlor.terminal.markdown import INDENT, Block, find_marker, parse_blocks, wrap_item
from primeparlor.terminal.rules_text import build_variant_page
from primeparlor.terminal.tui.base import ParlorScreen
from primeparlor.terminal.tui.widgets import chrome
from primeparlor.terminal.tui.widgets.chrome import WHEEL, move_cursor
from primeparlor.terminal.tui.widgets.painted_widget import PaintedWidget

WIDEST = 76  # columns of text
MARGIN = 4  # columns on each side of the text in a large window
CODE = re.compile("(`[^`]*`)")
PROMPT = "\n## At the prompt\n"  # heading of the last part of every page
CLICKED = {"↑": "up", "↓": "down", "←": "left", "→": "right", "PgUp": "pageup", "PgDn": "pagedown"}


class TextLine(NamedTuple):
    """One row: its runs, and the ground of the whole row."""

    runs: tuple[Run, ...] = ()
    ground: str = ""


class RulesScreen(ParlorScreen):
    """The rules of one game; ← → switch to another game."""

    back_label = "the rules"

    def __init__(self, state: State) -> None:
        super().__init__()
        self.state, self.top = state, 0
        self.lines: list[TextLine] = []
        self._set_for: tuple[State, int] | None = None  # state and width of the current lines
        self._seen = 1  # visible rows

    def compose(self) -> ComposeResult:
        yield PaintedWidget(self._draw_header, "head", "wall")
        yield PaintedWidget(self._draw_page, "page", "wall")
        yield PaintedWidget(self._draw_footer, "foot", "wall")

    # Keys ---------------------------------------------------------------------------------------------

    def press(self, key: str) -> None:
        key = {"space": "pagedown", " ": "pagedown", **CLICKED}.get(key, key)
        to = move_cursor(key, self.top, self._last, max(1, self._seen - 2))
        if to is not None:
            self.top = to
            self.repaint()
        elif key in ("left", "right"):
            self._switch_game(1 if key == "right" else -1)
        elif key == "escape":
            self.leave()
        else:
            super().press(key)

    def _switch_game(self, by: int) -> None:
        games = list(GAMES.values())
        at = games.index(type(self.state)) if type(self.state) in games else 0
        self.state, self.top, self.lines = games[(at + by) % len(games)].start(), 0, []
        self.repaint()

    def on_mouse_scroll_down(self, event: MouseScrollDown) -> None:
        self._scroll(WHEEL)

    def on_mouse_scroll_up(self, event: MouseScrollUp) -> None:
        self._scroll(-WHEEL)

    def _scroll(self, by: int) -> None:
        self.top = max(0, min(self._last, self.top + by))
        self.repaint()

    # Painters -----------------------------------------------------------------------------------------

    def _draw_header(self, c: Canvas) -> None:
        chrome.draw_header(c, f"Rules: {self.state.title}", "")

    def _draw_page(self, c: Canvas) -> None:
        wide = min(c.w, WIDEST + 2 * MARGIN + 2)
        sheet = c.window((c.w - wide) // 2, 0, wide, c.h)
        framed = self.app.roomy
        sheet.panel() if framed else sheet.fill(0, 0, wide, c.h, "paper")
        margin = MARGIN if framed else 2
        text = sheet.window(margin, int(framed), wide - 2 * margin, c.h - 2 * framed)
        self._layout_page(text.w)
        self._seen = max(1, text.h)
        self.top = min(self.top, self._last)
        draw_lines(text, self.lines[self.top : self.top + text.h])
        _draw_scrollbar(sheet.window(wide - 1, int(framed), 1, text.h), self.top, self._last)

    def _layout_page(self, width: int) -> None:
        """Lay out the page again if the width or the game has changed, and keep the scroll position."""
        if self._set_for == (self.state, width):
            return
        before = len(self.lines)
        page = (
            build_variant_page(self.state).removesuffix(WORDS).partition(PROMPT)[0]
        )  # the screen has no prompt
        self.lines = typeset_page(page, width)
        self.top = self.top * len(self.lines) // before if before else 0
        self._set_for = self.state, width

    @property
    def _last(self) -> int:
        """The largest scroll position."""
        return max(0, len(self.lines) - self._seen)

    def _draw_footer(self, c: Canvas) -> None:
        arrows = [("↑", "up"), ("↓", "down"), ("←", "game before"), ("→", "next game")]
        if c.w < chrome.WIDE:
            arrows = [("↑↓", "scroll"), ("←→", "other games")]
        chrome.draw_footer(c, [*arrows, ("t", "light or dark"), ("?", "help"), self.find_exit()])


# The page -----------------------------------------------------------------------------------------


def typeset_page(page: str, width: int) -> list[TextLine]:
    """Set the page in lines no wider than `width`; no blank line follows a heading."""
    setters = {"text": _set_text, "code": _set_code, "table": _set_table}
    lines: list[TextLine] = []
    for block in parse_blocks(page):
        if block.kind == "heading":
            lines += _set_heading(block.lines[0], not lines)
        else:
            lines += [*setters[block.kind](block, width), TextLine()]
    return lines[:-1]


def _set_heading(text: str, title: bool) -> list[TextLine]:
    if title:
        return [TextLine((("◆ ", "brass"), (text, "ink", "bold"))), TextLine()]
    return [TextLine(((text, "brass", "bold"),))]


def _set_text(block: Block, width: int) -> list[TextLine]:
    lines = []
    for item in block.lines:
        # words in backticks stay together: \0 stands for their blanks, so that no line breaks there
        joined = CODE.sub(lambda found: found[0].replace(" ", "\0"), item)
        first, behind = find_marker(item), " " * len(find_marker(item))
        for at, line in enumerate(wrap_item(joined, width)):
            lead = first if at == 0 else behind
            lines.append(TextLine(((lead.replace("- ", "· ", 1), "brass"), *_split_runs(line[len(lead) :]))))
    return lines


def _split_runs(line: str) -> list[Run]:
    """Split a line into runs, `code` in bold without its backticks; an unpaired backtick is dropped too."""
    runs: list[Run] = []
    for at, piece in enumerate(line.replace("\0", " ").split("`")):
        if piece:
            runs.append((piece, "ink", "bold") if at % 2 else (piece, "ink2"))
    return runs


def _set_code(block: Block, width: int) -> list[TextLine]:
    """Set an example unchanged; overlong lines are broken."""
    lines = []
    for line in block.lines:
        text = line.removeprefix(INDENT)
        while text:
            lines.append(TextLine((("  ", "ink"), (text[: width - 2], "ink")), "sunk"))
            text = text[width - 2 :]
        if not line.strip():
            lines.append(TextLine(ground="sunk"))
    return lines


def _set_table(block: Block, width: int) -> list[TextLine]:
    """Set a table in columns, the first row as a header above a rule."""
    rows = [[cell.strip() for cell in line.split(" | ")] for line in block.lines]
    columns = max(map(len, rows))
    wide = [max(len(row[at]) if at < len(row) else 0 for row in rows) for at in range(columns)]
    lines = []
    for number, row in enumerate(rows):
        text = "  ".join(f"{cell:<{wide[at]}}" for at, cell in enumerate(row))[: width - 2]
        lines.append(TextLine((("  ", "ink"), (text, "ink" if number else "ink2", "" if number else "bold"))))
        if number == 0:
            lines.append(
                TextLine((("  ", "ink"), ("─" * min(width - 2, sum(wide) + 2 * columns - 2), "line")))
            )
    return lines


def draw_lines(c: Canvas, lines: Sequence[TextLine]) -> None:
    """Paint the lines from the top."""
    for y, line in enumerate(lines[: c.h]):
        if line.ground:
            c.fill(0, y, c.w, 1, line.ground)
        c.runs(0, y, *line.runs)


def _draw_scrollbar(c: Canvas, top: int, last: int) -> None:
    """Draw the scroll bar; a click on either half scrolls by a page."""
    if last <= 0 or c.h < 3:
        return
    c.put(0, 0, "▲", "ink2" if top else "ghost")
    c.put(0, c.h - 1, "▼", "ink2" if top < last else "ghost")
    for y in range(1, c.h - 1):
        c.put(0, y, "│", "line")
    c.put(0, 1 + round(top * (c.h - 3) / last), "┃", "brass", "", "bold")
    c.hit(0, 0, 1, c.h // 2, "pageup")
    c.hit(0, c.h // 2, 1, c.h - c.h // 2, "pagedown")
