"""The look of Textual's own widgets on terminals with few colours or without Unicode."""

from __future__ import annotations

from functools import lru_cache

from rich.color import ColorType
from rich.color_triplet import ColorTriplet
from rich.segment import Segment
from rich.style import Style
from textual.color import Color
from textual.filter import LineFilter

from primeparlor.terminal.drawing.ascii import ASCII
from primeparlor.terminal.drawing.palette import Look


class LookFilter(LineFilter):
    """Replaces the colours of the stylesheet by those of the look, and signs by their ASCII stand-ins.

    Stylesheets name truecolor tokens whatever the terminal can show. Painted widgets use the colours of the
    look themselves, which are never truecolor here.
    """

    def __init__(self, look: Look, ascii_only: bool) -> None:
        super().__init__()
        self.look, self.ascii_only = look, ascii_only
        self._tokens = {Color.parse(colour).rgb: token for token, colour in look.css_colours.items()}
        self._convert = lru_cache(1024)(self._convert_style)

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:
        """Return the segments of one line as this terminal can show them."""
        return [
            Segment(
                text.translate(ASCII) if self.ascii_only else text,
                self._convert(style) if style is not None and self.look.ansi else style,
                control,
            )
            for text, style, control in segments
        ]

    def _convert_style(self, style: Style) -> Style:
        colours = style.color, style.bgcolor
        if not any(colour is not None and colour.type is ColorType.TRUECOLOR for colour in colours):
            return style
        ink, ground = (
            self._find_token(colour.triplet) if colour is not None and colour.triplet else default
            for colour, default in zip(colours, ("ink", "paper"), strict=True)
        )
        return style.without_color + Style.parse(self.look.style(ink, ground))

    def _find_token(self, colour: ColorTriplet) -> str:
        """Return the token of this colour; for a blend, that of the nearest colour."""
        nearest = min(
            self._tokens, key=lambda rgb: sum((a - b) ** 2 for a, b in zip(rgb, colour, strict=True))
        )
        return self._tokens[nearest]
