"""The scroll bar of lists and pages: one column of signs, so that it shows without colours too."""

from __future__ import annotations

from rich.color import Color
from rich.segment import Segment, Segments
from rich.style import Style
from textual.scrollbar import ScrollBarRender

UP, DOWN = {"@mouse.down": "scroll_up"}, {"@mouse.down": "scroll_down"}
GRAB = {"@mouse.down": "grab"}


class SignScrollBar(ScrollBarRender):
    """Draws ▲ and ▼ at the ends, and ┃ for the part of the page that is shown."""

    @classmethod
    def render_bar(
        cls,
        size: int = 25,
        virtual_size: float = 50,
        window_size: float = 20,
        position: float = 0,
        thickness: int = 1,
        vertical: bool = True,
        back_color: Color = Color.default(),  # noqa: B008 – immutable
        bar_color: Color = Color.default(),  # noqa: B008 – immutable
    ) -> Segments:
        """Return the bar from top to bottom; blank where everything fits."""
        style = Style(color=bar_color, bgcolor=back_color)
        rows = [Segment(" ", style)] * size
        if size > 2 and 0 < window_size < virtual_size:
            rail = size - 2
            thumb = max(1, round(rail * window_size / virtual_size))
            first = 1 + round((rail - thumb) * min(1.0, position / (virtual_size - window_size)))
            above, below = (style + Style(meta=meta) for meta in (UP, DOWN))
            grip = style + Style(bold=True, meta=GRAB)
            rows = [Segment("▲", above), *[Segment(" ", above)] * (first - 1), *[Segment("┃", grip)] * thumb]
            rows += [*[Segment(" ", below)] * (size - 1 - len(rows)), Segment("▼", below)]
        return Segments(rows, new_lines=vertical)
