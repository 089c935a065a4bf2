"""A frame around widgets, with a title and an aside in its upper edge."""

from __future__ import annotations

from textual.containers import Vertical
from textual.content import Content
from textual.widget import Widget

BESIDE = 6  # columns of the upper edge that are neither text nor line: corners, ends and blanks


class Panel(Vertical):
    """A container with the same frame as a painted panel."""

    def __init__(self, *children: Widget, title: str = "", id: str | None = None) -> None:
        super().__init__(*children, id=id)
        self._texts = title, ""

    def set_texts(self, title: str, aside: str = "") -> None:
        """Set the title, and the aside at the right."""
        self._texts = title, aside
        self.on_resize()

    def on_resize(self) -> None:
        title, aside = self._texts
        line = self.outer_size.width - BESIDE - len(title) - len(aside) - 2
        parts = [(title, "$ink bold")] if title else []
        if aside and line > 0:
            parts += [(" ", ""), ("─" * line, "$edge"), (" ", ""), (aside, "$ink2")]
        self.border_title = Content.assemble(*parts).markup if parts else None
