"""A widget painted by a function; a click on one of its hit areas acts like a key press."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from itertools import groupby
from operator import itemgetter
from typing import TYPE_CHECKING, Any, Protocol, cast

from rich.segment import Segment
from rich.style import Style
from textual.events import Click, Leave, MouseMove
from textual.geometry import Size
from textual.message import Message
from textual.reactive import reactive
from textual.strip import Strip
from textual.widget import Widget

from primeparlor.terminal.drawing.ascii import ASCII
from primeparlor.terminal.drawing.canvas import Canvas, Cell, Hit
from primeparlor.terminal.drawing.palette import Look

if TYPE_CHECKING:
    from primeparlor.terminal.tui.theme import LookOwner

    class ValuesOwner(Protocol):
        """A screen, which lists the values of its parts."""

        def list_values(self) -> dict[str, Values]: ...


Painter = Callable[..., None]
Values = tuple[Any, ...]
GLYPH, STYLE = itemgetter(0), itemgetter(slice(1, None))  # parts of a cell


class PaintedWidget(Widget):
    """A widget that caches its painted rows and repaints when its size, its look or its values change.

    The painter gets a canvas and the values: those of `values`, else what the screen lists for this id.
    """

    hover: reactive[str] = reactive("", init=False)

    class Pressed(Message):
        """Posted when a hit area is clicked."""

        def __init__(self, key: str, where: str | None = None) -> None:
            super().__init__()
            self.key, self.where = key, where  # `where` is the id of the widget

    def __init__(
        self, painter: Painter, id: str, ground: str = "paper", values: Callable[[], Values] | None = None
    ) -> None:
        super().__init__(id=id)
        self.painter, self.ground, self.values = painter, ground, values
        self._shown: Values | None = None  # the values painted last
        self._rows: list[list[Cell]] = []
        self._strips: list[Strip | None] = []  # of these rows; each is built when first shown in this look
        self._look: tuple[Look, bool] | None = None
        self.hits: list[Hit] = []
        self._painted: Size | None = None

    def render_line(self, y: int) -> Strip:
        if self._painted != self.size:
            self._paint()
        if y >= len(self._rows):
            return Strip.blank(self.size.width)
        if (shown := self._strips[y]) is None:
            assert self._look is not None
            shown = self._strips[y] = build_strip(self._rows[y], *self._look)
        return shown

    def _paint(self) -> None:
        owner = cast("LookOwner", self.app)
        if self._shown is None or self._painted is not None:  # else the values have just been computed
            self._shown = self._find_values()
        canvas = Canvas(self.size.width, self.size.height, self.ground)
        self.paint(canvas)
        look = owner.look, owner.ascii_only
        known = len(self._rows) if self._look == look else 0
        self._strips = [  # keep the strips of unchanged rows
            self._strips[y] if y < known and self._rows[y] == row else None
            for y, row in enumerate(canvas.cells)
        ]
        self.hits, self._painted = canvas.hits, self.size
        self._rows, self._look = canvas.cells, look

    def paint(self, canvas: Canvas) -> None:
        """Paint the values on this canvas."""
        self.painter(canvas, *(self._shown or ()))

    def _find_values(self) -> Values:
        if self.values is not None:
            return self.values()
        return cast("ValuesOwner", self.screen).list_values()[self.id or ""]

    def repaint(self, values: Values | None = None) -> None:
        """Repaint if these values, which the screen has just listed, or the look have changed."""
        if not self.display:
            self._shown = self._painted = None
            return
        owner = cast("LookOwner", self.app)
        values = self._find_values() if values is None else values
        if values != self._shown or self._look != (owner.look, owner.ascii_only):
            self._shown, self._painted = values, None
            self.refresh()

    def key_at(self, x: int, y: int) -> str:
        """Return the key of the hit area at this cell, or ""; areas painted later lie on top."""
        over = (h for h in reversed(self.hits) if h.x <= x < h.x + h.width and h.y <= y < h.y + h.height)
        return next((hit.key for hit in over), "")

    def on_click(self, event: Click) -> None:
        if key := self.key_at(event.x, event.y):
            self.post_message(self.Pressed(key, self.id))

    def on_mouse_move(self, event: MouseMove) -> None:
        self.hover = self.key_at(event.x, event.y)

    def on_leave(self, event: Leave) -> None:
        self.hover = ""

    def watch_hover(self) -> None:
        self.repaint()


def draw_nothing(c: Canvas) -> None:
    """Leave the canvas as it is."""


def draw_with(c: Canvas, painter: Painter, *values: Any) -> None:
    """Paint with the painter that comes first among the values."""
    painter(c, *values)


def build_strip(row: list[Cell], look: Look, ascii_only: bool) -> Strip:
    """Convert a row of cells to a Textual strip."""
    segments = []
    for style, run in groupby(row, key=STYLE):
        text = "".join(map(GLYPH, run))
        if ascii_only:
            text = " " * len(text) if "inline" in style[2] else text.translate(ASCII)
        segments.append(Segment(text, _build_style(look, *style)))
    return Strip(segments, len(row))


@cache
def _build_style(look: Look, ink: str, ground: str, attributes: str) -> Style:
    return Style.parse(look.style(ink, ground, attributes.replace("inline", "").strip()))
