"""Charts of Player 1's winning chance over a game: block characters for a terminal, SVG for pages."""

from __future__ import annotations

import re
from collections.abc import Sequence

BLOCKS, UNKNOWN = "▁▂▃▄▅▆▇█", "·"
SVG = re.compile(
    rb"(?:\xef\xbb\xbf)?\s*(?:<\?xml[^>]*>\s*)?(?:<!--.*?-->\s*|<!DOCTYPE svg[^>]*>\s*)*<svg[\s>]", re.DOTALL
)


def draw_blocks(values: Sequence[float | None], width: int = 60) -> str:
    """Draw one block per value, from ▁ (Player 2 wins) to █ (Player 1 wins); · where play is endless.

    If there are too many values, draw an evenly spread selection that includes the first and the last.
    """
    if len(values) > width:
        values = [values[i * (len(values) - 1) // (width - 1)] for i in range(width)]
    return "".join(UNKNOWN if v is None else BLOCKS[min(7, int(v * 8))] for v in values)


def draw_svg(values: Sequence[float | None], title: str, width: int = 480, height: int = 120) -> str:
    """Draw the same chart as SVG, with a title for screen readers; endless play is drawn at half height."""
    from xml.sax.saxutils import escape

    step = (width - 40) / max(1, len(values) - 1)
    points = [
        (20 + i * step, 10 + (height - 20) * (1 - (0.5 if v is None else v))) for i, v in enumerate(values)
    ]
    path = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
    middle = height / 2
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" role="img">'
        f"<title>{escape(title)}</title>"
        f'<rect width="{width}" height="{height}" fill="#fffdf7"/>'
        f'<line x1="20" y1="{middle}" x2="{width - 20}" y2="{middle}" stroke="#bbb" stroke-dasharray="4"/>'
        f'<polyline points="{path}" fill="none" stroke="#0b7285" stroke-width="2.5"/>'
        + "".join(f'<circle cx="{x:.1f}" cy="{y:.1f}" r="2.5" fill="#0b7285"/>' for x, y in points)
        + '<g font-family="sans-serif" font-size="11" fill="#333">'
        + f'<text x="2" y="14">P1</text><text x="2" y="{height - 6}">P2</text></g></svg>'
    )


def is_svg(beginning: bytes) -> bool:
    """Return True if these first bytes of a file are those of an SVG picture."""
    return SVG.match(beginning) is not None
