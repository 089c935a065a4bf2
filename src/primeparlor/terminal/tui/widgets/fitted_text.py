"""A text of a few rows at most: what does not fit in the width it has is left out by whole clauses."""

from __future__ import annotations

from textual.content import Content
from textual.geometry import Size
from textual.widgets import Static

from primeparlor.terminal.tui.widgets.favour import fit_text


class FittedText(Static):
    """A text that is fitted when its width is known, and again when that changes."""

    def __init__(self, rows: int, id: str, classes: str = "") -> None:
        super().__init__(id=id, classes=classes)
        self.rows, self.text = rows, ""

    def show(self, text: str) -> None:
        """Show this text in place of the last one."""
        if text != self.text:
            self.text = text
            self.refresh(layout=True)

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        return len(self._fit(width))

    def render(self) -> Content:
        return Content("\n".join(self._fit(self.size.width)))

    def _fit(self, width: int) -> list[str]:
        return fit_text(self.text, width, self.rows) if self.text else []
