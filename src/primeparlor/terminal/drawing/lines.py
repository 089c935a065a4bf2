"""Lines of styled pieces, with which boards are drawn in plain text.

A game's `board(facts, width)` gives lines of styled pieces. A piece is a text and the name of a style, one
of STYLES: "", "quiet", "now", "mark", or a player's, from STYLE. No meaning may hang on a style alone.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, TypeAlias

from primeparlor.core import Player
from primeparlor.fact_words import LIST_TYPES, OF_THE_MATCH, Facts, format_name, format_value

Piece: TypeAlias = tuple[str, str]
Line: TypeAlias = list[Piece]
STYLE: Mapping[Player, str] = {1: "one", 2: "two"}
STYLES = ("", "quiet", "mark", *STYLE.values(), "now")
INDENT = 2  # of what stands below its name
NARROWEST = 12  # columns below which nothing is nested any more
JOINERS = dict.fromkeys(map(ord, "\u200c\u200d"))  # of names in many scripts; `str.translate` takes them out


def text_of(line: Line) -> str:
    """Return the text of the line without its styles."""
    return "".join(text for text, _ in line).rstrip()


def folded(pieces: Sequence[Piece], joint: str, width: int) -> list[Line]:
    """Lay the pieces side by side, in rows no wider than `width`."""
    rows: list[Line] = []
    room = 0
    for text, style in pieces:
        if len(joint) + len(text) <= room:
            rows[-1] += [(joint, "quiet"), (text, style)]
            room -= len(joint) + len(text)
        else:
            lead = joint.lstrip() if rows else ""
            rows.append([(lead, "quiet"), (text, style)])
            room = width - len(lead) - len(text)
    return rows


def labelled(label: str, pieces: Sequence[Piece], joint: str, width: int) -> list[Line]:
    """Put a label in front of the pieces, and align the following rows below the first piece."""
    rows = folded(pieces, joint, width - len(label))
    return [[(label if row is rows[0] else " " * len(label), "quiet"), *row] for row in rows]


def centred(texts: Sequence[str], cells: Sequence[int], style: str) -> Line:
    """Lay the texts side by side, each centred in its cell."""
    return [("  ".join(text.center(cell) for text, cell in zip(texts, cells, strict=True)), style)]


def track(player: Player, score: int, target: int, width: int) -> Line:
    """Draw a player's score as a bar on the way to the target."""
    cells = min(target, 50, max(5, width - 25))  # beside "Player 1 ", " 100/100" and a short remark
    full = score * cells // target
    bar = "█" * full + "░" * (cells - full)
    return [(f"Player {player} ", STYLE[player]), (bar, STYLE[player]), (f" {score}/{target}", "now")]


def board(facts: Facts, width: int) -> list[Line]:
    """Draw the facts as a table of names and values: the board of a game that brings none."""
    own = {name: value for name, value in facts.items() if name not in OF_THE_MATCH}
    return table(own, width) or folded(_words("There is nothing to see yet.", width, "quiet"), " ", width)


def table(facts: Facts, width: int) -> list[Line]:
    """Draw names and values in rows; a value that needs several rows is indented below its name."""
    labels = [format_name(name) for name in facts]
    beside = max(map(len, labels), default=0) + 1
    if beside > width // 2:  # too narrow for a column of names
        beside = 0
    rows: list[Line] = []
    for name, value in zip(labels, facts.values(), strict=True):
        below = _below(value, width - INDENT)
        column = name.ljust(beside) if beside else f"{name} "
        if below is None and (beside or len(column) + len(format_value(value)) <= width):
            rows += labelled(column, _words(format_value(value), width - len(column)), " ", width)
        else:
            rows += folded(_words(name, width, "quiet"), " ", width)
            below = below or folded(_words(format_value(value), width - INDENT), " ", width - INDENT)
            rows += [[(" " * INDENT, ""), *row] for row in below]
    return rows


def _below(value: Any, width: int) -> list[Line] | None:
    """Return the rows of a value that needs several, or None if it fits in one line."""
    if width < NARROWEST or not value:
        return None
    if isinstance(value, Mapping):
        return table({str(name): inner for name, inner in value.items()}, width)
    if isinstance(value, LIST_TYPES) and all(isinstance(inner, LIST_TYPES) for inner in value):
        return _grid([[format_value(cell) for cell in inner] for inner in value], width)
    if isinstance(value, LIST_TYPES) and any(isinstance(inner, list | tuple | Mapping) for inner in value):
        return [row for inner in value for row in folded(_words(format_value(inner), width), " ", width)]
    return None


def _grid(rows: Sequence[Sequence[str]], width: int) -> list[Line]:
    """Draw rows of cells, each as wide as the widest; rows that would not fit are folded."""
    wide = min(width, max((len(cell) for row in rows for cell in row), default=0))
    pieces = [[piece for cell in row for piece in _words(cell, width)] for row in rows]
    set_right = [[(text.rjust(wide), style) for text, style in row] or [("–", "quiet")] for row in pieces]
    return [line for row in set_right for line in folded(row, " ", width)]


def _words(text: str, width: int, style: str = "now") -> list[Piece]:
    """Split a text into words, and cut those that are longer than the width."""
    return [(word[at : at + width], style) for word in text.split() for at in range(0, len(word), width)]
