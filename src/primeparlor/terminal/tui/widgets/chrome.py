"""What stands around every board: title and rail, turn line, keys, message, foot."""

from __future__ import annotations

import textwrap
from collections.abc import Collection, Sequence
from typing import NamedTuple

from primeparlor.core import Player
from primeparlor.terminal.drawing.board import Board, Key, Said, View
from primeparlor.terminal.drawing.canvas import Canvas
from primeparlor.terminal.drawing.lines import Facts
from primeparlor.terminal.tui.widgets.rail import rail

WIDE = 72  # columns from which on a foot may say things at length
ALWAYS = 2  # items at the end of the foot that never go: help and leave
GROUNDS = {"bad": "bads", "good": "goods", "brass": "soft"}


class TurnLine(NamedTuple):
    """The first line of a board: whose turn it is, and what there is to do."""

    player: Player | None
    title: str
    text: str = ""
    aside: str = ""
    lit: bool = False  # an extra turn, or a win


def head(c: Canvas, room: str, aside: str, limit: int | None = None) -> None:
    """Title and rail."""
    x = c.runs(1, 0, ("◆ ", "brass"), ("Prime Parlor", "ink", "bold"))
    if room:
        x = c.runs(x, 0, ("  │  ", "line"), (room, "ink", "bold"))
    if x + len(aside) + 3 < c.w:
        c.right(c.w - 1, 0, aside, "ink2")
    rail(c, 1, limit)


def foot(
    c: Canvas,
    items: Sequence[tuple[str, str]],
    needed: Sequence[str] = (),
    spare: Collection[str] = (),
) -> None:
    """Keys and what they do; where there is no room they go from the right.

    Help and leave never go, the needed ones last, those to spare first.
    """
    first = [*(key for key, _ in items[-ALWAYS:]), *needed]
    rank = {key: at for at, key in enumerate(first)}
    wanted = sorted(items, key=lambda item: rank.get(item[0], len(first) + (item[0] in spare)))
    while len(wanted) > ALWAYS and not fits(c.w, wanted):
        wanted.pop()
    c.chips(1, 0, [item for item in items if item in wanted])


def fits(width: int, items: Sequence[tuple[str, str]]) -> bool:
    """Whether there is room for all of these keys."""
    return sum(len(key + word) + 5 for key, word in items) <= width


def board(c: Canvas, turn: TurnLine, drawn: Board, facts: Facts, view: View, framed: bool) -> None:  # type: ignore[type-arg]
    """The picture: turn line, rule, board. In a small window the frame goes."""
    pad = 1 if framed else 0
    if framed:
        c.panel()
        c.rule(2)
    turn_line(c.window(pad, pad, c.w - 2 * pad, 1), turn)
    top = 3 if framed else 1
    drawn.paint(c.window(pad, top, c.w - 2 * pad, c.h - top - pad), facts, view)


def turn_line(c: Canvas, turn: TurnLine) -> None:
    """Whose turn it is, in one row."""
    c.fill(0, 0, c.w, 1, "soft" if turn.lit else "paper")
    x = c.put(1, 0, "◆ ", "brass") if turn.lit else 1
    if turn.player is not None:
        c.mark(x, 0, turn.player)
        x += 2
    x = c.put(x, 0, turn.title, "ink", "", "bold")
    if turn.text and x + 2 + len(turn.text) < c.w:
        x = c.put(x + 2, 0, turn.text, "ink2")
    if x + len(turn.aside) + 3 < c.w:
        c.right(c.w - 1, 0, turn.aside, "ink2")


# Keys and message --------------------------------------------------------------------------------


def keys(c: Canvas, shown: Sequence[Key], hover: str) -> None:
    """The tiles: they never move, and each says where it leads."""
    if not shown:
        return
    w = (c.w + 1) // len(shown)
    left = (c.w - w * len(shown) + 1) // 2
    for at, key in enumerate(shown):
        tile(c.window(left + at * w, c.h - 3, w - 1, 3), key, hover == key.key)


def tile(c: Canvas, key: Key, lit: bool) -> None:
    """One key: a solid tile with an underside."""
    lit = lit and not key.off
    c.fill(0, 0, c.w, 2, "soft" if key.chosen or lit else "wall" if key.off else "paper")
    edge = "╌" if key.off else "▀" if key.chosen else "▔"
    c.put(0, 2, edge * c.w, "brass" if key.chosen or lit else "line" if key.off else "edge", "wall")
    c.hit(0, 0, c.w, 3, key.key)
    if c.w > 16 and key.label != key.key:  # room enough for the key itself
        x = c.put(2, 0, f" {key.key.upper()} ", "paper", "ink", "bold") + 1
        c.put(x, 0, key.label, "ghost" if key.off else "ink", "", "bold")
        c.put(x, 1, key.word, key.ink)
        return
    c.centre(0, 0, c.w, key.label, "ghost" if key.off else "ink", "", "bold")
    c.centre(0, 1, c.w, _fitting(key.word, c.w), "brass" if key.chosen else key.ink)


def _fitting(word: str, width: int) -> str:
    """The word, else its last part, else a dot: never a piece of it."""
    if len(word) <= width:
        return word
    last = word.split()[-1]
    return last if len(last) <= width else "·"


class Laid(NamedTuple):
    """A message as it stands in two rows: the first in bold and plain, the second, and what did not fit."""

    bold: str
    rest: str
    text: str
    cut: bool


def laid(said: Said, width: int) -> Laid:
    """How this message stands in so many columns."""
    bold, text, width = whole(said.bold, width - 5), said.text, max(1, width - 5)
    if not text and len(said.bold) > width:  # one long sentence takes both rows
        bold = textwrap.wrap(said.bold, width)[0]
        text = said.bold.removeprefix(bold).strip()
        return Laid(bold, "", whole(text, width), len(text) > width)
    gap = " " if bold.endswith((".", "!", "?")) else "  "  # after a sum
    flowing = textwrap.wrap(f"{bold}{gap}{text}", width)
    if len(text) > width and len(flowing) == 2 and flowing[0].startswith(bold):
        return Laid(bold, flowing[0].removeprefix(bold), flowing[1], False)  # it begins in the first row
    return Laid(bold, "", whole(text, width), len(text) > width or bold != said.bold)


def message(c: Canvas, said: Said) -> None:
    """What happened last, always in two rows: glyph and arithmetic, then what it means."""
    ground, ink = GROUNDS.get(said.kind, "mat"), "ink" if said.kind == "ink2" else said.kind
    c.fill(0, 0, c.w, c.h, ground)
    c.fill(0, 0, 1, c.h, ground, "▌", said.kind)
    if not said.bold:
        return
    bold, rest, text, _ = laid(said, c.w)
    c.runs(2, 0, (f"{said.glyph} ", said.kind, "bold"), (bold, ink, "bold"), (rest, "ink"))
    c.put(4, 1, text, "ink")


def whole(text: str, width: int) -> str:
    """As many whole sentences as fit; of a single one that does not, its first words."""
    while len(text) > width and ". " in text:
        text = text.rpartition(". ")[0] + "."
    if len(text) <= width:
        return text
    return f"{text[: max(0, width - 1)].rpartition(' ')[0].rstrip(',;:')} …"
