"""The staircase of Prime Climb as it is drawn: in half rows, with tokens and what is in reach."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from primeparlor.core import OTHER, PLAYERS, Player
from primeparlor.fact_words import Facts
from primeparlor.terminal.drawing import numerals
from primeparlor.terminal.drawing.board import View
from primeparlor.terminal.drawing.canvas import MARK, Canvas

GROUND = 3  # columns in front of the stairs, where tokens wait
WIDEST, STEEPEST = 6, 2.5  # columns and rows of a step
SHOWN = 20  # steps of a long staircase that are to be seen at least, where they fit
SIZES: tuple[numerals.Size, ...] = ("L", "M", "S")


def draw(c: Canvas, facts: Facts, view: View, labels: Mapping[str, str]) -> None:
    """Draw the board on all of this canvas."""
    stairs = _stairs(c, facts, view)
    for step in stairs.shown:
        _step(c, facts, view, stairs, step)
    _tokens(c, facts, stairs)
    if view.yours:
        _reach(c, facts, view, stairs)
    _legend(c, facts, view, stairs, labels)


# The stairs --------------------------------------------------------------------------------------


class Stairs(NamedTuple):
    """Which steps are drawn, and where."""

    shown: range
    x: int  # the column of the first step
    width: int  # columns of each
    heights: Sequence[float]  # rows of each, in halves
    floor: int  # the row below all of them

    def column(self, step: int) -> int:
        """The first column of a step, or of the ground in front of the stairs."""
        return self.x + (step - self.shown[0]) * self.width if step else self.x - GROUND

    def head(self, step: int) -> int:
        """The row of a step's own number."""
        return self.floor - int(self.heights[step - self.shown[0]])

    def above(self, step: int) -> int:
        """The row in which a token stands on a step."""
        return self.head(step) - 1 - self.is_half(step)

    def is_half(self, step: int) -> bool:
        """Whether a step ends in the middle of a row."""
        return self.heights[step - self.shown[0]] % 1 > 0

    def is_free(self, x: int, y: int, width: int, height: int) -> bool:
        """Whether nothing is drawn there, nor may be: tokens, and numbers above the steps."""
        under = (step for step in self.shown if self.column(step) < x + width)
        last = max(under, default=self.shown[0])
        first = self.shown[0]
        low = self.floor - 2 if first == 1 else self.above(first) - 1  # who waits, or is left behind
        return y + height <= min(low, self.above(last))


def _stairs(c: Canvas, facts: Facts, view: View) -> Stairs:
    top, largest = facts["rules"]["top"], facts["rules"]["largest"]
    least = 1 + max(len(str(top)), len(f"+{largest}"))  # so that neither numbers nor marks touch
    if top <= SHOWN and largest < 10:
        least = 2  # the whole of a short staircase, with every other number on it
    room = c.w - GROUND - 1
    if room // top >= least:  # the whole staircase fits
        width, count = min(WIDEST, room // top), top
    else:
        width = max(least, min(4, room // SHOWN))
        count = min(top, room // width)
    first = _first(facts, view, count)
    base = 1.0 if first == 1 else 2.0
    rise = min(STEEPEST, (c.h - 2.5 - base) / max(1, count - 1))
    heights = [round((base + at * rise) * 2) / 2 for at in range(count)]
    return Stairs(range(first, first + count), c.w - 1 - width * count, width, heights, c.h)


def _first(facts: Facts, view: View, count: int) -> int:
    """The first step in sight: both players and what is in reach, else your own side of it."""
    top, largest = int(facts["rules"]["top"]), int(facts["rules"]["largest"])
    mine, theirs = _standing(facts, view)
    low, high = min(mine, theirs), min(top, max(mine + largest, theirs))
    first = low - 2 if high - low + 3 <= count else mine - 2
    return max(1, min(first, top - count + 1))


def _standing(facts: Facts, view: View) -> tuple[int, int]:
    """Your step and the other one's."""
    return facts["steps"][view.me - 1], facts["steps"][OTHER[view.me] - 1]


def _step(c: Canvas, facts: Facts, view: View, stairs: Stairs, step: int) -> None:
    """One step: plain, brass where it is prime, and the top in ink."""
    x, y, width = stairs.column(step), stairs.head(step), stairs.width
    ground, ink = _colours(facts, step)
    c.fill(x, y, width, c.h - y, ground)
    if ground == "step":
        for row in range(y, c.h):
            c.put(x, row, "▏", "paper")
    if stairs.is_half(step):
        c.put(x, y - 1, "▄" * width, ground, c.ground)
    if len(str(step)) < width or (stairs.shown[-1] - step) % 2 == 0:  # numbers must not touch
        c.centre(x, y, width, str(step), ink, "", "" if ground == "step" else "bold")
    if step in facts["prime_steps"] and y + 1 < c.h:
        c.centre(x, y + 1, width, "◆", ink)
    if view.yours and 0 < step - facts["steps"][view.me - 1] <= facts["rules"]["largest"]:
        c.hit(x, 0, width, c.h, f"step{step}")


def _colours(facts: Facts, step: int) -> tuple[str, str]:
    """The ground of a step and the ink on it."""
    if step == facts["rules"]["top"]:
        return "ink", "paper"
    return ("fill", "soot") if step in facts["prime_steps"] else ("step", "ink")


def _tokens(c: Canvas, facts: Facts, stairs: Stairs) -> None:
    waiting = 0
    for player, step in zip(PLAYERS, facts["steps"], strict=True):
        if step in stairs.shown:
            x, y, width = stairs.column(step), stairs.above(step), stairs.width
        elif step == 0 and stairs.shown[0] == 1:
            waiting += 1
            x, y, width = stairs.column(0), c.h - waiting, GROUND
        else:
            continue
        c.bar(x, y, width, player)
        c.put(x + width // 2, y, MARK[player], "on", "", "bold")
        if step and stairs.is_half(step):  # the token goes down to its step
            c.put(x, y + 1, "▄" * width, _colours(facts, step)[0], f"p{player}f")


def _reach(c: Canvas, facts: Facts, view: View, stairs: Stairs) -> None:
    """The number above each step in reach; what is lifted is lit, with dots on the way there."""
    mine = facts["steps"][view.me - 1]
    for step in facts["reach"][view.me - 1]:
        if step not in stairs.shown:
            continue
        number = step - mine
        x, y, width = stairs.column(step), stairs.above(step), stairs.width
        lit = str(number) == view.held or view.hover == f"step{step}"
        text = f"+{number}" if width > 2 and len(str(number)) < width - 1 else str(number)
        if str(number) == view.held:
            c.fill(x, y, width, 1, "soft")
        c.centre(x, y, width, text, "brass" if lit else "ink2", "", "bold" if lit else "")
    if view.held.isdigit():
        for step in range(mine + 1, mine + int(view.held)):
            if step in stairs.shown:
                c.put(
                    stairs.column(step) + stairs.width // 2, stairs.above(step) - 1, "·", "brass", "", "bold"
                )


# Beside the stairs -------------------------------------------------------------------------------


def _legend(c: Canvas, facts: Facts, view: View, stairs: Stairs, labels: Mapping[str, str]) -> None:
    """Who stands where, large, with what that means; what lies out of sight is named at the edge."""
    winner: Player | None = facts["winner"]
    who = winner or view.me
    step = str(facts["steps"][who - 1])
    x, right = c.put(1, 0, labels[f"stands{who}"], "ink2"), _edges(c, facts, stairs)
    for size in SIZES:
        width, height = numerals.width(step, size), numerals.HEIGHT[size]
        if stairs.is_free(1, 1, width, height):
            c.number(1, 1, step, size)
            break
    else:
        x, width, height = c.put(x + 1, 0, step, "ink", "", "bold"), 0, 0
    lines = _said(facts, view, who, labels)
    if not _beside(c, lines, stairs, width + 3, height):
        for text, ink in lines:
            if x + 2 + len(text) < right:
                x = c.put(x + 2, 0, text, ink, "", "bold")


def _said(facts: Facts, view: View, who: Player, labels: Mapping[str, str]) -> list[tuple[str, str]]:
    """What there is to say about the step, with its ink: at most two lines."""
    step, note = facts["steps"][who - 1], labels[f"note{who}"]
    if facts["winner"]:
        return [(f"✓ {note}", "brass")]
    if view.yours and view.held.isdigit():
        return [(f"{step} + {view.held} = {step + int(view.held)}", "brass"), ("Enter plays it", "ink")]
    return [(note, "brass")] * bool(note) + [(labels[f"left{who}"], "ink")]


def _beside(c: Canvas, lines: Sequence[tuple[str, str]], stairs: Stairs, x: int, low: int) -> bool:
    """Write lines beside the large number, as low as they fit; whether they do."""
    wide = max(len(text) for text, _ in lines)
    fitting = (y for y in range(low + 1 - len(lines), 0, -1) if stairs.is_free(x, y, wide + 1, len(lines)))
    y = next(fitting, None)
    if y is None:
        return False
    for row, (text, ink) in enumerate(lines, y):
        c.put(x, row, text, ink, "", "bold")
    return True


def _edges(c: Canvas, facts: Facts, stairs: Stairs) -> int:
    """Name players and the top where the window of a long staircase does not show them; where that begins."""
    first, last, right = stairs.shown[0], stairs.shown[-1], c.w - 1
    if last < facts["rules"]["top"]:
        text = f"top {facts['rules']['top']} ▶"
        c.right(right, 0, text, "ink2")
        right -= len(text) + 2
    for player, step in zip(PLAYERS, facts["steps"], strict=True):
        if step > last:
            text = f"{MARK[player]} {step} ▶"
            c.right(right, 0, text, f"p{player}", "bold")
            right -= len(text) + 2
        elif step < first and first > 1:
            c.put(1, stairs.above(first) - 1, f"◀ {MARK[player]} {step}", f"p{player}", "", "bold")
    return right
