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
    """Set the page in lines no wider than `width`; no blank line follows a heading."""
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
        # words in backticks stay together: \0 stands for their blanks, so that no line breaks there
        kept = CODE.sub(lambda found: found[0].replace(" ", "\0"), item)
        first, behind = mark(item), " " * len(mark(item))
        for at, line in enumerate(wrapped(kept, width)):
            lead = first if at == 0 else behind
            lines.append(Line(((lead.replace("- ", "· ", 1), "brass"), *_inline(line[len(lead) :]))))
    return lines


def _inline(line: str) -> list[Run]:
    """Split a line into runs, `code` in bold without its backticks; an unpaired backtick is dropped too."""
    runs: list[Run] = []
    for at, piece in enumerate(line.replace("\0", " ").split("`")):
        if piece:
            runs.append((piece, "ink", "bold") if at % 2 else (piece, "ink2"))
    return runs


def _code(block: Block, width: int) -> list[Line]:
    """Set an example unchanged; overlong lines are broken."""
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
    """Set a table in columns, the first row as a header above a rule."""
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
    """Paint the lines from the top."""
    for y, line in enumerate(lines[: c.h]):
        if line.ground:
            c.fill(0, y, c.w, 1, line.ground)
        c.runs(0, y, *line.runs)
