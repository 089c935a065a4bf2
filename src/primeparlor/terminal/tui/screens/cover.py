"""The screen shown while the window is too small."""

from __future__ import annotations

import textwrap

from textual.app import ComposeResult

from primeparlor.terminal.drawing.canvas import Canvas
from primeparlor.terminal.tui.base import ParlorScreen
from primeparlor.terminal.tui.widgets.painted_widget import PaintedWidget


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
