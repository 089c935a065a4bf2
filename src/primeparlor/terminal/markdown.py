"""A page of Markdown, taken apart, and set as plain text: no signs that only a program needs.

Only what our pages are made of is known: headings, paragraphs, lists, tables, indented blocks, `code`.
"""

from __future__ import annotations

import re
from textwrap import wrap
from typing import Literal, NamedTuple

MARK = re.compile(r"- (?:[A-Z]\d+  )?|\d+\. ")  # of an item in a list; rulings have a number
INDENT = "    "


class Block(NamedTuple):
    """A piece of a page between two blank lines: its kind, and its lines without the signs of that kind."""

    kind: Literal["heading", "code", "table", "text"]
    lines: list[str]  # of a text: a paragraph or an item each


def blocks(page: str) -> list[Block]:
    """The page piece by piece."""
    return [_block(piece.splitlines()) for piece in page.strip("\n").split("\n\n") if piece.strip("\n")]


def _block(lines: list[str]) -> Block:
    if lines[0].startswith("#"):
        return Block("heading", [lines[0].lstrip("# ")])
    if lines[0].startswith(INDENT):
        return Block("code", lines)
    if lines[0].startswith("|"):
        return Block("table", [line.strip("| ") for line in lines if not set(line) <= set("|-")])
    return Block("text", _items(lines))


def _items(lines: list[str]) -> list[str]:
    """Each paragraph or item in one line."""
    items: list[str] = []
    for line in lines:
        if items and not mark(line):
            items[-1] += f" {line.strip()}"
        else:
            items.append(line)
    return items


def mark(item: str) -> str:
    """What an item of a list begins with; nothing for a paragraph."""
    return found[0] if (found := MARK.match(item)) else ""


def wrapped(item: str, width: int) -> list[str]:
    """A paragraph or item in lines of this width; those of an item hang behind its mark."""
    indent = " " * len(mark(item))
    return wrap(item, width, subsequent_indent=indent, break_on_hyphens=False, break_long_words=False)


def plain(page: str, width: int) -> list[str]:
    """The lines of the page; indented blocks and tables keep theirs, everything else is broken anew."""
    lines: list[str] = []
    for block in blocks(page):
        lines += ["", *_plain(block, width)]
    return lines[1:]


def _plain(block: Block, width: int) -> list[str]:
    if block.kind == "heading":
        return [line.upper() for line in block.lines]
    if block.kind == "code":
        return block.lines
    if block.kind == "table":
        return [INDENT + row.replace(" | ", "  ") for row in block.lines]
    return [row for item in block.lines for row in wrapped(item.replace("`", "'"), width)]
