"""Small dialogs: text, the move list, whether to resign; and the screen of a window that is too small."""

from __future__ import annotations

import textwrap
from collections.abc import Callable, Sequence

from textual.app import ComposeResult

from primeparlor.terminal.drawing.canvas import Canvas
from primeparlor.terminal.tui.base import ParlorModal, ParlorScreen
from primeparlor.terminal.tui.screens.table import side_panel
from primeparlor.terminal.tui.screens.table.playback import Playback
from primeparlor.terminal.tui.widgets.painted_widget import PaintedWidget

WIDTH = 56


class ScrolledModal(ParlorModal):
    """A modal screen whose rows scroll with the arrow keys."""

    fit, first, count = 1, 0, 0  # rows that fit, the first one shown, and their total

    def press(self, key: str) -> None:
        step = {"up": -1, "down": 1, "pageup": -self.fit, "pagedown": self.fit}
        step |= {"home": -self.count, "end": self.count}
        if key in step:
            self.first = max(0, min(self.count - self.fit, self.first + step[key]))
            self.repaint()
        elif key in ("escape", "enter", "space", "q", "m", "w", "ctrl+c", "?"):
            self.dismiss()

    def draw_frame(self, c: Canvas, heading: str) -> Canvas:
        """Paint the frame with its heading and keys; return the canvas for the rows."""
        self.fit = c.h - 6
        c.box(0, 0, c.w, c.h, "brass", "paper", "line")
        c.put(3, 1, heading, "ink", "", "bold")
        more = [("↑↓", "scroll")] if self.count > self.fit else []
        c.chips(3, c.h - 2, [*more, ("Esc", "back to the board")])
        return c.window(2, 3, c.w - 4, self.fit)


class TextModal(ScrolledModal):
    """A few lines under a title."""

    def __init__(self, title: str, lines: Sequence[str], more: Callable[[], None] | None = None) -> None:
        super().__init__()
        self.heading, self.more = title, more  # `more` is called on h, where there is more to show
        self.lines = [row for line in lines for row in _wrap_line(line)]
        self.count = len(self.lines)

    def compose(self) -> ComposeResult:
        picture = PaintedWidget(self._paint, "text")
        picture.styles.width, picture.styles.height = WIDTH, min(self.count + 6, 20)
        yield picture

    def press(self, key: str) -> None:
        if key == "h" and self.more is not None:
            self.dismiss()
            self.more()
        else:
            super().press(key)

    def _paint(self, c: Canvas) -> None:
        page = self.draw_frame(c, self.heading)
        for y, line in enumerate(self.lines[self.first : self.first + page.h]):
            page.put(1, y, line, "ink")


def _wrap_line(line: str) -> list[str]:
    """Wrap a line; its rows keep the indent."""
    indent = " " * (len(line) - len(line.lstrip()))
    return textwrap.wrap(line, WIDTH - 6, subsequent_indent=indent) or [""]


class MovesModal(ScrolledModal):
    """All moves of a game, scrolled to the last ones."""

    def __init__(self, playback: Playback) -> None:
        super().__init__()
        self.rows = playback.rows
        self.count = self.first = len(self.rows)  # painting limits it to the last full page

    def compose(self) -> ComposeResult:
        picture = PaintedWidget(self._paint, "moves")
        picture.styles.width, picture.styles.height = 48, 20
        yield picture

    def _paint(self, c: Canvas) -> None:
        page = self.draw_frame(c, "Moves")
        self.first = max(0, min(self.first, self.count - page.h))
        side_panel.draw_moves(page, self.rows[self.first : self.first + page.h])
        if not self.rows:
            page.put(1, 0, "Nobody has moved yet.", "ink2")


class ResignModal(ParlorModal):
    """A confirmation before resigning, which cannot be undone."""

    def __init__(self, resign: Callable[[], None]) -> None:
        super().__init__()
        self.resign = resign

    def compose(self) -> ComposeResult:
        picture = PaintedWidget(self._paint, "resign")
        picture.styles.width, picture.styles.height = 44, 6
        yield picture

    def _paint(self, c: Canvas) -> None:
        c.box(0, 0, c.w, c.h, "brass", "paper", "line")
        c.put(3, 1, "Resign this game?", "ink", "", "bold")
        c.put(3, 2, "Your opponent wins it.", "ink2")
        c.chips(3, 4, [("y", "resign"), ("Esc", "play on")])

    def press(self, key: str) -> None:
        if key == "y":
            self.dismiss()
            self.resign()
        elif key in ("n", "escape", "q", "ctrl+c"):
            self.dismiss()


class TooSmallScreen(ParlorScreen):
    """A screen with one sentence, on top of all others until the window is larger."""

    def compose(self) -> ComposeResult:
        yield PaintedWidget(self._paint, "cover", "wall")

    def _paint(self, c: Canvas) -> None:
        (least_w, least_h), (w, h) = self.app.SMALLEST, self.app.size
        grow = "widen it" if h >= least_h else "enlarge it"
        text = (
            f"The parlor needs {least_w}~×~{least_h}. This window is {w}~×~{h}; "
            f"{grow}, or leave with q and use parlor --plain."
        )
        # ~ stands for a space where no line may break, as within a size
        lines = textwrap.wrap(text, max(1, min(44, c.w - 2)))
        top = max(0, (c.h - len(lines)) // 2)
        for y, line in enumerate(lines, top):
            c.centre(0, y, c.w, line.replace("~", " "), "ink", "wall")

    def press(self, key: str) -> None:
        if key in ("q", "ctrl+c"):
            self.app.suspend_all()
            self.app.exit(0)
