"""A list whose highlighted row has a mark, so that it shows without colours too."""

from __future__ import annotations

from rich.segment import Segment
from textual.events import Click
from textual.geometry import Region
from textual.strip import Strip
from textual.widgets import OptionList

MARK = "▶"


class MarkedList(OptionList, can_focus=False):
    """An option list with the mark of the highlighted option in its first column, which prompts leave blank.

    Its screen has the keys, so that the footer and the help page show them.
    """

    COMPONENT_CLASSES = {"marked-list--mark"}

    def on_click(self, event: Click) -> None:
        """Highlight another option at the first click; only a click on the highlighted one selects it."""
        option = event.style.meta.get("option")
        if option is not None and option != self.highlighted and not self.options[option].disabled:
            self.highlighted = option
            event.prevent_default()

    def scroll_to_highlight(self, top: bool = False) -> None:
        """Scroll to the highlighted option, and show a line before and after it too if they fit."""
        super().scroll_to_highlight(top)
        size = self.scrollable_content_region.size
        if top or self.highlighted is None or (y := self._index_to_line.get(self.highlighted)) is None:
            return
        around = Region(0, y - 1, size.width, self._heights[self.highlighted] + 2)
        if around.height <= size.height:
            self.scroll_to_region(around, force=True, animate=False, immediate=True)

    def render_line(self, y: int) -> Strip:
        strip = super().render_line(y)
        line = self.scroll_offset.y + y
        if self.highlighted is None or self._index_to_line.get(self.highlighted) != line:
            return strip
        style = self.get_visual_style("option-list--option-highlighted", "marked-list--mark").rich_style
        meta = {"option": self.highlighted}
        mark = Strip([Segment(MARK, style)], 1).apply_meta(meta)
        return Strip.join([mark, strip.crop(1)])
