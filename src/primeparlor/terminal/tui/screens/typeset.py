"""A page of rules set in lines for the screen: headings, paragraphs, lists, tables, examples."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from primeparlor.terminal.drawing.canvas import Canvas, Run
from primeparlor.terminal.markdown import INDENT, Block, blocks, mark, wrapped

WIDEST = 76  # columns of text
CODE = re.compile("(`[^`]*`)")


class Line(NamedTuple):
    """One row: its runs, and the ground of the whole row."""

    runs: tuple[Run, ...] = ()
    ground: str = ""


def typeset(page: str, width: int) -> list[Line]:
    """The page in lines no wider than this; what a heading stands above follows at once."""
    lines: list[Line] = []
    for block in blocks(page):
        if block.kind == "heading":
            lines += _heading(block.lines[0], not lines)
        else:
            lines += [*_SETTERS[block.kind](block, width), Line()]
    return lines[:-1]


def _heading(text: str, title: bool) -> list[Line]:
    if title:
        return [Line((("◆ ", "brass"), (text, "ink", "bold"))), Line()]
    return [Line(((text, "brass", "bold"),))]


def _text(block: Block, width: int) -> list[Line]:
    lines = []
    for item in block.lines:
        # words in backticks stay together: a blank in them is kept apart from those where lines break
        kept = CODE.sub(lambda found: found[0].replace(" ", "\0"), item)
        first, behind = mark(item), " " * len(mark(item))
        for at, line in enumerate(wrapped(kept, width)):
            lead = first if at == 0 else behind
            lines.append(Line(((lead.replace("- ", "· ", 1), "brass"), *_inline(line[len(lead) :]))))
    return lines


def _inline(line: str) -> list[Run]:
    """The runs of a line, `code` in bold without its signs; a sign that wrapping has left alone goes too."""
    runs: list[Run] = []
    for at, piece in enumerate(line.replace("\0", " ").split("`")):
        if piece:
            runs.append((piece, "ink", "bold") if at % 2 else (piece, "ink2"))
    return runs


def _code(block: Block, width: int) -> list[Line]:
    """An example, as it is; a line too long is broken, and hangs."""
    lines = []
    for line in block.lines:
        text = line.removeprefix(INDENT)
        while text:
            lines.append(Line((("  ", "ink"), (text[: width - 2], "ink")), "sunk"))
            text = text[width - 2 :]
        if not line.strip():
            lines.append(Line(ground="sunk"))
    return lines


def _table(block: Block, width: int) -> list[Line]:
    """Its columns, the first row as a head above a rule."""
    rows = [[cell.strip() for cell in line.split(" | ")] for line in block.lines]
    columns = max(map(len, rows))
    wide = [max(len(row[at]) if at < len(row) else 0 for row in rows) for at in range(columns)]
    lines = []
    for number, row in enumerate(rows):
        text = "  ".join(f"{cell:<{wide[at]}}" for at, cell in enumerate(row))[: width - 2]
        lines.append(Line((("  ", "ink"), (text, "ink" if number else "ink2", "" if number else "bold"))))
        if number == 0:
            lines.append(Line((("  ", "ink"), ("─" * min(width - 2, sum(wide) + 2 * columns - 2), "line"))))
    return lines


_SETTERS = {"text": _text, "code": _code, "table": _table}


def paint(c: Canvas, lines: Sequence[Line]) -> None:
    """Draw the lines from the top."""
    for y, line in enumerate(lines[: c.h]):
        if line.ground:
            c.fill(0, y, c.w, 1, line.ground)
        c.runs(0, y, *line.runs)
