"""Pages of Markdown, parsed into blocks and set as plain text without markup characters.

Only the Markdown of our own pages is supported: headings, paragraphs, lists, tables, indented blocks, `code`.
"""

from __future__ import annotations

import re
from textwrap import wrap
from typing import Literal, NamedTuple

MARK = re.compile(r"- (?:[A-Z]\d+  )?|\d+\. ")  # marker of a list item; rulings have a number
INDENT = "    "


class Block(NamedTuple):
    """A part of a page between two blank lines: its kind, and its lines without the markup of that kind."""

    kind: Literal["heading", "code", "table", "text"]
    lines: list[str]  # for kind "text": one paragraph or item each


def parse_blocks(page: str) -> list[Block]:
    """Parse the page into blocks."""
    return [_parse_block(piece.splitlines()) for piece in page.strip("\n").split("\n\n") if piece.strip("\n")]


def _parse_block(lines: list[str]) -> Block:
    if lines[0].startswith("#"):
        return Block("heading", [lines[0].lstrip("# ")])
    if lines[0].startswith(INDENT):
        return Block("code", lines)
    if lines[0].startswith("|"):
        return Block("table", [line.strip("| ") for line in lines if not set(line) <= set("|-")])
    return Block("text", _join_items(lines))


def _join_items(lines: list[str]) -> list[str]:
    """Join the lines of each paragraph or list item into one."""
    items: list[str] = []
    for line in lines:
        if items and not find_marker(line):
            items[-1] += f" {line.strip()}"
        else:
            items.append(line)
    return items


def find_marker(item: str) -> str:
    """Return the marker of a list item, or "" for a paragraph."""
    return found[0] if (found := MARK.match(item)) else ""


def wrap_item(item: str, width: int) -> list[str]:
    """Wrap a paragraph or list item; the lines of an item are indented behind its marker."""
    indent = " " * len(find_marker(item))
    return wrap(item, width, subsequent_indent=indent, break_on_hyphens=False, break_long_words=False)


def format_plain(page: str, width: int) -> list[str]:
    """Format the page in lines; indented blocks and tables keep theirs, everything else is wrapped."""
    lines: list[str] = []
    for block in parse_blocks(page):
        lines += ["", *_format_block(block, width)]
    return lines[1:]


def _format_block(block: Block, width: int) -> list[str]:
    if block.kind == "heading":
        return [line.upper() for line in block.lines]
    if block.kind == "code":
        return block.lines
    if block.kind == "table":
        return [INDENT + row.replace(" | ", "  ") for row in block.lines]
    return [row for item in block.lines for row in wrap_item(item.replace("`", "'"), width)]
