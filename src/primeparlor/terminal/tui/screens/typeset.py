"""A page of rules set in lines for the screen: headings, paragraphs, lists, tables, examples."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from primeparlor.terminal.drawing.canvas import Canvas, Run
from primeparlor.terminal.markdown import INDENT, Block, find_marker, parse_blocks, wrap_item

WIDEST = 76  # columns of text
CODE = re.compile("(`[^`]*`)")


class TextLine(NamedTuple):
    """One row: its runs, and the ground of the whole row."""

    runs: tuple[Run, ...] = ()
    ground: str = ""


def typeset_page(page: str, width: int) -> list[TextLine]:
    """Set the page in lines no wider than `width`; no blank line follows a heading."""
    lines: list[TextLine] = []
    for block in parse_blocks(page):
        if block.kind == "heading":
            lines += _set_heading(block.lines[0], not lines)
        else:
            lines += [*_SETTERS[block.kind](block, width), TextLine()]
    return lines[:-1]


def _set_heading(text: str, title: bool) -> list[TextLine]:
    if title:
        return [TextLine((("◆ ", "brass"), (text, "ink", "bold"))), TextLine()]
    return [TextLine(((text, "brass", "bold"),))]


def _set_text(block: Block, width: int) -> list[TextLine]:
    lines = []
    for item in block.lines:
        # words in backticks stay together: \0 stands for their blanks, so that no line breaks there
        kept = CODE.sub(lambda found: found[0].replace(" ", "\0"), item)
        first, behind = find_marker(item), " " * len(find_marker(item))
        for at, line in enumerate(wrap_item(kept, width)):
            lead = first if at == 0 else behind
            lines.append(TextLine(((lead.replace("- ", "· ", 1), "brass"), *_split_runs(line[len(lead) :]))))
    return lines


def _split_runs(line: str) -> list[Run]:
    """Split a line into runs, `code` in bold without its backticks; an unpaired backtick is dropped too."""
    runs: list[Run] = []
    for at, piece in enumerate(line.replace("\0", " ").split("`")):
        if piece:
            runs.append((piece, "ink", "bold") if at % 2 else (piece, "ink2"))
    return runs


def _set_code(block: Block, width: int) -> list[TextLine]:
    """Set an example unchanged; overlong lines are broken."""
    lines = []
    for line in block.lines:
        text = line.removeprefix(INDENT)
        while text:
            lines.append(TextLine((("  ", "ink"), (text[: width - 2], "ink")), "sunk"))
            text = text[width - 2 :]
        if not line.strip():
            lines.append(TextLine(ground="sunk"))
    return lines


def _set_table(block: Block, width: int) -> list[TextLine]:
    """Set a table in columns, the first row as a header above a rule."""
    rows = [[cell.strip() for cell in line.split(" | ")] for line in block.lines]
    columns = max(map(len, rows))
    wide = [max(len(row[at]) if at < len(row) else 0 for row in rows) for at in range(columns)]
    lines = []
    for number, row in enumerate(rows):
        text = "  ".join(f"{cell:<{wide[at]}}" for at, cell in enumerate(row))[: width - 2]
        lines.append(TextLine((("  ", "ink"), (text, "ink" if number else "ink2", "" if number else "bold"))))
        if number == 0:
            lines.append(
                TextLine((("  ", "ink"), ("─" * min(width - 2, sum(wide) + 2 * columns - 2), "line")))
            )
    return lines


_SETTERS = {"text": _set_text, "code": _set_code, "table": _set_table}


def draw_lines(c: Canvas, lines: Sequence[TextLine]) -> None:
    """Paint the lines from the top."""
    for y, line in enumerate(lines[: c.h]):
        if line.ground:
            c.fill(0, y, c.w, 1, line.ground)
        c.runs(0, y, *line.runs)
