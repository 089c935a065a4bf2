"""A page of Markdown as plain text: no signs that only a program needs, lines no wider than asked.

Only what our pages are made of is known: headings, paragraphs, lists, tables, indented blocks, `code`.
"""

from __future__ import annotations

import re
from textwrap import wrap

MARK = re.compile(r"- (?:[A-Z]\d+  )?|\d+\. ")  # of an item in a list; rulings have a number


def plain(page: str, width: int) -> list[str]:
    """The lines of the page; blocks and tables keep theirs, everything else is broken anew."""
    lines: list[str] = []
    for block in page.strip("\n").split("\n\n"):
        lines += ["", *_block(block.splitlines(), width)]
    return lines[1:]


def _block(lines: list[str], width: int) -> list[str]:
    if lines[0].startswith("#"):
        return [lines[0].lstrip("# ").upper()]
    if lines[0].startswith("    "):
        return lines
    if lines[0].startswith("|"):
        rows = [line.strip("| ").replace(" | ", "  ") for line in lines if not set(line) <= set("|-")]
        return [f"    {row}" for row in rows]
    return [row for item in _items(lines) for row in _wrapped(item.replace("`", "'"), width)]


def _items(lines: list[str]) -> list[str]:
    """Each paragraph or item in one line."""
    items: list[str] = []
    for line in lines:
        if items and not _mark(line):
            items[-1] += f" {line.strip()}"
        else:
            items.append(line)
    return items


def _wrapped(item: str, width: int) -> list[str]:
    indent = " " * len(_mark(item))
    return wrap(item, width, subsequent_indent=indent, break_on_hyphens=False, break_long_words=False)


def _mark(line: str) -> str:
    return found[0] if (found := MARK.match(line)) else ""
