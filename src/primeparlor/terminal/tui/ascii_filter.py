"""A filter of what Textual's own widgets show, for terminals that show only ASCII."""

from __future__ import annotations

from rich.segment import Segment
from textual.color import Color
from textual.filter import LineFilter

from primeparlor.terminal.drawing.ascii import ASCII


class AsciiFilter(LineFilter):
    """Replaces every sign by its stand-in of one column."""

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:
        return [
            Segment(text.translate(ASCII).encode("ascii", "replace").decode(), style, control)
            for text, style, control in segments
        ]
