"""The footer: the keys of the screen, made from its active bindings, in the order and the words of these."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import TYPE_CHECKING, cast

from primeparlor.terminal.drawing.canvas import Canvas
from primeparlor.terminal.tui.key_items import ALWAYS, KeyItem, draw_items, fit_items
from primeparlor.terminal.tui.widgets.painted_widget import PaintedWidget

if TYPE_CHECKING:
    from primeparlor.terminal.tui.base import ParlorScreen


class KeyFooter(PaintedWidget):
    """The last row of a screen; it is updated with the screen's bindings, and empty below a dialog."""

    def __init__(self, ground: str = "wall") -> None:
        super().__init__(draw_footer, "foot", ground, self._list_values)

    def on_mount(self) -> None:
        self.screen.bindings_updated_signal.subscribe(self, lambda screen: self.repaint())

    def _list_values(self) -> tuple[Sequence[KeyItem], Sequence[str], Collection[str], str]:
        screen = cast("ParlorScreen", self.screen)
        if self.app.screen is not screen:
            return (), (), (), ""
        items = [item for item in screen.list_keys() if item.shown]
        return items, screen.needed_keys, screen.spare_keys, screen.footer_notice


def draw_footer(
    c: Canvas, items: Sequence[KeyItem], needed: Sequence[str], spare: Collection[str], notice: str
) -> None:
    """Draw as many keys as fit in the row; beside a notice only those that are always there."""
    if notice:
        x = c.put(2, 0, notice, "ink") + 2
        draw_items(c, [item for item in items if item.id in ALWAYS], x)
    else:
        draw_items(c, fit_items(items, c.w, needed, spare))
