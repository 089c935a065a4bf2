"""The parts around every board: header with number rail, turn line, keys and message; and lists."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence
from typing import NamedTuple

from primeparlor.core import Player
from primeparlor.fact_words import Facts
from primeparlor.messages import Said
from primeparlor.primes import is_prime
from primeparlor.terminal.drawing.board import Board, Key, View
from primeparlor.terminal.drawing.canvas import Canvas

SIGN, MEANING = "◆", "a prime"
WIDE = 72  # columns from which on a footer may use long labels
GROUNDS = {"bad": "bads", "good": "goods", "brass": "soft"}


class TurnLine(NamedTuple):
    """The line above a board: whose turn it is and what to do."""

    player: Player | None
    title: str
    text: str = ""
    aside: str = ""
    lit: bool = False  # highlighted: an extra turn, or a win


class MessageLayout(NamedTuple):
    """A message laid out in two rows: `bold` and `rest` in the first, `text` in the second."""

    bold: str
    rest: str
    text: str
    cut: bool  # True if some of the text did not fit


# Header --------------------------------------------------------------------------------


def draw_header(c: Canvas, title: str, aside: str, limit: int | None = None) -> None:
    """Draw the header: the title row and the number rail."""
    x = c.runs(1, 0, ("◆ ", "brass"), ("Prime Parlor", "ink", "bold"))
    if title:
        x = c.runs(x, 0, ("  │  ", "line"), (title, "ink", "bold"))
    if x + len(aside) + 3 < c.w:
        c.right(c.w - 1, 0, aside, "ink2")
    draw_rail(c, 1, limit)


def choose_aside(width: int, title: str, asides: Sequence[str]) -> str:
    """Return the first of these texts that fits beside the title in a header of this width, or ""."""
    room = width - len(f" ◆ Prime Parlor  │  {title}") - 3
    return next((aside for aside in asides if len(aside) < room), "")


def draw_rail(c: Canvas, y: int, limit: int | None) -> None:
    """Draw the rail along a row; no prime beyond `limit` is shown, as a board may be asking for it."""
    c.put(0, y, "".join("┴" if number and number % 10 == 0 else "─" for number in range(c.w)), "edge")
    for number in range(c.w if limit is None else min(c.w, limit + 1)):
        if is_prime(number):
            c.put(number, y, SIGN, "brass")


# The board ----------------------------------------------------------------------------------------


def draw_board(c: Canvas, turn: TurnLine, drawn: Board, facts: Facts, view: View, framed: bool) -> None:  # type: ignore[type-arg]
    """Draw the turn line, a rule and the board; the frame and the rule only if `framed`."""
    pad = 1 if framed else 0
    if framed:
        c.panel()
        c.rule(2)
    draw_turn_line(c.window(pad, pad, c.w - 2 * pad, 1), turn)
    top = 3 if framed else 1
    drawn.paint(c.window(pad, top, c.w - 2 * pad, c.h - top - pad), facts, view)


def draw_strip(c: Canvas, text: str) -> None:
    """Draw the line above a board that has no side panel."""
    c.fill(0, 0, c.w, 1, "mat")
    c.put(1, 0, fit_sentences(text, c.w - 2), "ink", "", "bold")


def draw_turn_line(c: Canvas, turn: TurnLine) -> None:
    """Draw the turn line in one row."""
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


def draw_keys(c: Canvas, shown: Sequence[Key], hover: str) -> None:
    """Draw the tiles of the keys in fixed places, each with the result of its move."""
    if not shown:
        return
    w = (c.w + 1) // len(shown)
    left = (c.w - w * len(shown) + 1) // 2
    for at, key in enumerate(shown):
        draw_tile(c.window(left + at * w, c.h - 3, w - 1, 3), key, hover == key.key)


def draw_tile(c: Canvas, key: Key, lit: bool) -> None:
    """Draw one key as a solid tile with a lower edge."""
    lit = lit and not key.off
    c.fill(0, 0, c.w, 2, "soft" if key.chosen or lit else "wall" if key.off else "paper")
    edge = "╌" if key.off else "▀" if key.chosen else "▔"
    c.put(0, 2, edge * c.w, "brass" if key.chosen or lit else "line" if key.off else "edge", "wall")
    c.hit(0, 0, c.w, 3, key.key)
    if c.w > 16 and key.label != key.key:  # wide enough to show the key as well
        x = c.put(2, 0, f" {key.key.upper()} ", "paper", "ink", "bold") + 1
        c.put(x, 0, key.label, "ghost" if key.off else "ink", "", "bold")
        c.put(x, 1, key.word, key.ink)
        return
    c.centre(0, 0, c.w, key.label, "ghost" if key.off else "ink", "", "bold")
    c.centre(0, 1, c.w, _shorten_word(key.word, c.w), "brass" if key.chosen else key.ink)


def _shorten_word(word: str, width: int) -> str:
    """Return the text if it fits, else its last word, else a dot; never cut a word."""
    if len(word) <= width:
        return word
    last = word.split()[-1]
    return last if len(last) <= width else "·"


# The message --------------------------------------------------------------------------------------


def draw_message(c: Canvas, message: Said) -> None:
    """Draw the message in two rows: glyph and arithmetic, then the explanation."""
    ground, ink = GROUNDS.get(message.kind, "mat"), "ink" if message.kind == "ink2" else message.kind
    c.fill(0, 0, c.w, c.h, ground)
    c.fill(0, 0, 1, c.h, ground, "▌", message.kind)
    if not message.bold:
        return
    bold, rest, text, _ = layout_message(message, c.w)
    c.runs(2, 0, (f"{message.glyph} ", message.kind, "bold"), (bold, ink, "bold"), (rest, "ink"))
    c.put(4, 1, text, "ink")


def draw_inset_message(c: Canvas, message: Said, roomy: bool) -> None:
    """Draw the message with the margin of the list above it, where the window has one."""
    edge = 1 if roomy else 0
    draw_message(c.window(edge, 0, c.w - 2 * edge, c.h), message)


def layout_message(message: Said, width: int) -> MessageLayout:
    """Lay out this message in two rows of the given width."""
    bold, text, width = fit_sentences(message.bold, width - 5), message.text, max(1, width - 5)
    if not text and len(message.bold) > width:  # one long sentence takes both rows
        bold = textwrap.wrap(message.bold, width)[0]
        text = message.bold.removeprefix(bold).strip()
        return MessageLayout(bold, "", fit_sentences(text, width), len(text) > width)
    gap = " " if bold.endswith((".", "!", "?")) else "  "  # two spaces after arithmetic
    flowing = textwrap.wrap(f"{bold}{gap}{text}", width)
    if len(text) > width and len(flowing) == 2 and flowing[0].startswith(bold):
        return MessageLayout(
            bold, flowing[0].removeprefix(bold), flowing[1], False
        )  # text begins in the first row
    return MessageLayout(bold, "", fit_sentences(text, width), len(text) > width or bold != message.bold)


def fit_sentences(text: str, width: int) -> str:
    """Return as many whole sentences as fit; if not even one fits, its first words and an ellipsis."""
    while len(text) > width and ". " in text:
        text = text.rpartition(". ")[0] + "."
    if len(text) <= width:
        return text
    return f"{text[: max(0, width - 1)].rpartition(' ')[0].rstrip(',;:')} …"


# Lists --------------------------------------------------------------------------------------------


def find_first_row(chosen: int, first: int, rows: int) -> int:
    """Return the first row to show so that the chosen row is visible, scrolling as little as possible."""
    return max(0, chosen - rows + 1, min(first, chosen))
