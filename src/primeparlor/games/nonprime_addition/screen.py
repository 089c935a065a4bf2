"""Nonprime Addition on the screen: a total between its sum and its factors, above the line it hops along.

Nothing ahead of the total tells of a prime, neither on the line nor on the keys: which ones lie there is the
game.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from math import prod
from typing import NamedTuple

from primeparlor.core import OTHER, Player
from primeparlor.fact_words import Facts
from primeparlor.games.nonprime_addition.rules import NonprimeAddition
from primeparlor.terminal.drawing import board, numerals
from primeparlor.terminal.drawing.board import Key, Press, View, show_key, type_number
from primeparlor.terminal.drawing.canvas import Canvas
from primeparlor.terminal.drawing.numerals import HEIGHT, Size

MOST_DIGIT = 9  # with larger numbers several digits make a move, and Enter plays it
LINE_ROWS = 4  # hops in two rows, the line, its numbers
HIGH = 4  # longer hops are drawn in the upper row
MARGIN = 5  # columns between the total and what stands beside it, and at the edge
CLEAR = 2  # columns on both sides of what is in reach, that no number reads on from it
HOP: dict[Player, tuple[str, str]] = {1: ("─", "│"), 2: ("╌", "┆")}


class Board(board.Board[NonprimeAddition]):
    """The total is the picture; a digit adds."""

    marks = (("▲", "ink", "the total"),)

    # Drawn from facts -------------------------------------------------------------------------------

    def paint(self, c: Canvas, facts: Facts, view: View) -> None:
        labels = self.messages.labels(facts, view.seats)
        figures = _Figures.fitting(facts, labels["prime"], c.w, c.h - LINE_ROWS)
        high, under = figures.high, figures.under(facts, c.w - 2)
        if c.h - LINE_ROWS - high - len(under) >= 4 and not facts["winner"]:  # the end is told elsewhere
            under.append(labels["caption"])
        spare = c.h - LINE_ROWS - high - len(under) - bool(under)
        top = max(0, spare * 2 // 5)
        figures.paint(c, top, facts)
        for y, text in enumerate(under, top + high + (spare >= 0)):
            c.centre(0, y, c.w, text, "ink2")
        _Line(c, c.h - 2 - max(0, spare // 6), facts, view, labels).paint()

    def keys(self, facts: Facts, view: View) -> list[Key]:
        if facts["rules"]["largest"] > MOST_DIGIT:
            return []
        texts = self.messages.keys(facts, view.me, view.seats).items()
        return [show_key(key, text, view, view.held == key, int(key)) for key, text in texts]

    def rail(self, facts: Facts) -> int | None:
        total: int = facts["total"]
        return total

    def hints_of_keys(self, facts: Facts) -> list[tuple[str, str]]:
        smallest, largest = facts["rules"]["smallest"], facts["rules"]["largest"]
        if largest > MOST_DIGIT:
            return [(f"{smallest}–{largest}", "number"), ("Enter", "add")]
        return [(f"{smallest}–{largest}", "add")]

    def art(self, c: Canvas) -> None:
        c.fill(0, 0, c.w, c.h, "g0")
        size = numerals.fitting("35", c.w, c.h - 3) or numerals.fitting("35", c.w, c.h)
        if size is None:
            c.centre(0, c.h // 2, c.w, "35", "soot", "", "bold")
            return
        lined = c.h >= HEIGHT[size] + 3
        top = (c.h - HEIGHT[size] - lined) // 2
        c.number((c.w - numerals.width("35", size)) // 2, top, "35", size, "soot")
        if lined:
            c.put(0, c.h - 2, "─" * c.w, "soot")
            for n in (2, 5, 9, 11):
                c.put(n, c.h - 2, "◆", "cream")

    # Keys -------------------------------------------------------------------------------------------

    def press(self, facts: Facts, view: View, key: str) -> Press | None:
        """A digit adds where every number is one digit; a place on the line, as "+12", always does."""
        number, largest = key.removeprefix("+"), facts["rules"]["largest"]
        if largest > MOST_DIGIT and key == number:
            return type_number(view.held, key, largest) or super().press(facts, view, key)
        if number.isascii() and number.isdecimal():
            return Press(move=number)
        return super().press(facts, view, key)


# The total, its sum and its factors ------------------------------------------------------------------


def _products(parts: Sequence[int]) -> Iterator[str]:
    """The number as a product: of all its prime factors, or of the least and the rest; none for a prime."""
    if len(parts) > 1:
        yield " × ".join(map(str, parts))
        yield f"{parts[0]} × {prod(parts[1:])}"


def _sum(facts: Facts) -> str:
    """The sum that made the total; nothing where the game begins."""
    been = facts["been"]
    return f"{been[-2]} + {been[-1] - been[-2]}" if len(been) > 1 else ""


class _Figures(NamedTuple):
    """The total, as large as it may be, and what stands left and right of it, drawn small or written."""

    size: Size | None  # None where the total is so long that it is written
    left: str = ""
    right: str = ""
    drawn: bool = False
    beside: bool = True  # else the equation stands below
    prime: str = ""  # what is said of a prime

    @classmethod
    def fitting(cls, facts: Facts, prime: str, columns: int, rows: int) -> _Figures:
        """The largest total for which there is room."""
        total = str(facts["total"])
        for below in (False, True):
            size = numerals.fitting(total, columns - 2, rows - below)
            wide = numerals.width(total, size) if size else len(total)
            found = cls._beside(facts, size, f"◆ {prime}", (columns - wide) // 2 - MARGIN)
            if found is not None:
                return found
        return cls(size, beside=False, prime=f"◆ {prime}")

    @classmethod
    def _beside(cls, facts: Facts, size: Size | None, prime: str, room: int) -> _Figures | None:
        left = _sum(facts)
        rights = [prime] if facts["winner"] else [*_products(facts["factors"])] or [""]
        ways = ((drawn, right) for right in rights for drawn in (True, False))  # small rather than shortened
        fit = (way for way in ways if max(_span(left, way[0]), _span(way[1], way[0])) <= room)
        return next((cls(size, left, right, drawn) for drawn, right in fit), None)

    @property
    def high(self) -> int:
        """The rows that the total takes."""
        return HEIGHT[self.size] if self.size else 1

    def under(self, facts: Facts, room: int) -> list[str]:
        """How the total was made and what it is made of, where there is no room beside it."""
        if self.beside:
            return []
        total, made = str(facts["total"]), _sum(facts)
        begun = [f"{made} = {total}"] if made else []
        ends = [f"= {product}" for product in _products(facts["factors"])]
        ends += [self.prime] * bool(facts["winner"])
        told = [f"{text} {end}" for text in (*begun, total) for end in ends] + begun
        return [text for text in told if len(text) <= room][:1]

    def paint(self, c: Canvas, top: int, facts: Facts) -> None:
        """Draw them, the total in the middle."""
        total, middle = str(facts["total"]), top + self.high // 2
        if self.size is None:
            c.centre(0, top, c.w, total, "ink", "", "bold")
            return
        x = (c.w - numerals.width(total, self.size)) // 2
        end = c.number(x, top, total, self.size)
        if self.left:
            c.put(x - 2, middle, "=", "ink2", "", "bold")
            _write(c, x - 4 - _span(self.left, self.drawn), middle, self.left, self.drawn)
        if "◆" in self.right:
            c.put(end + 2, middle, self.right, "brass", "", "bold")
        elif self.right:
            c.put(end + 1, middle, "=", "ink2", "", "bold")
            _write(c, end + 4, middle, self.right, self.drawn)


def _span(text: str, drawn: bool) -> int:
    """The columns of a text, in small figures or written."""
    return numerals.width(text.replace(" ", ""), "S") if drawn and "◆" not in text else len(text)


def _write(c: Canvas, x: int, y: int, text: str, drawn: bool) -> None:
    if drawn:
        c.number(x, y - 1, text.replace(" ", ""), "S", "ink2")
    else:
        c.put(x, y, text, "ink2", "", "bold")


# The number line -------------------------------------------------------------------------------------


class _Line:
    """Whole numbers from left to right: where the total has been, and how far it can go."""

    def __init__(self, c: Canvas, y: int, facts: Facts, view: View, labels: Mapping[str, str]) -> None:
        self.c, self.y, self.facts, self.view, self.labels = c, y, facts, view, labels
        self.total, rules = facts["total"], facts["rules"]
        self.reach = range(self.total + rules["smallest"], self.total + rules["largest"] + 1)
        ahead = rules["largest"] + 2
        self.pitch = 2 if 3 * ahead < c.w else 1  # columns for a number
        cells = (c.w - 3) // self.pitch
        ahead = min(max(ahead, cells // 3), cells * 2 // 3)
        self.first = max(0, self.total - cells + ahead)
        self.last = self.first + cells
        self.labelled: set[int] = set()  # columns of the row of numbers

    def at(self, number: int) -> int:
        """The column of a number."""
        column: int = 1 + (number - self.first) * self.pitch
        return column

    def paint(self) -> None:
        over = self.facts["winner"] is not None
        self._rule()
        hops = self._hops()
        for start, end, player in hops:
            self._hop(start, end, player)
        sign, ink = ("◆", "brass") if over else ("▲", "ink")
        self.c.put(self.at(self.total), self.y, sign, ink, "", "bold")
        for number in (self.total, *(start for start, _, _ in hops if start >= self.first)):
            self._label(number, "ink", "bold")
        if not (over or self.view.over):
            self._reach()
            self._begun()
        for number in range(-(-self.first // 10) * 10, self.last + 1, 10):
            self._label(number, "ink2")

    def _rule(self) -> None:
        passed = set(self.facts["primes_passed"])  # never a prime ahead
        for number in range(self.first, self.last + 1):
            x, stroke = self.at(number), "┴" if number % 5 == 0 else "─"
            self.c.put(x, self.y, stroke + "─" * ((self.pitch - 1) * (number < self.last)), "edge")
            if number in passed:
                self.c.put(x, self.y, "◆", "brass")

    def _hops(self) -> list[tuple[int, int, Player]]:
        """The hops to be seen, the last one first, each with who made it."""
        been, player = self.facts["been"], OTHER[self.facts["turn"]]
        hops: list[tuple[int, int, Player]] = []
        for start, end in zip(been[-2::-1], been[:0:-1], strict=True):
            if end < self.first:
                break
            hops.append((start, end, player))
            player = OTHER[player]
        return hops

    def _hop(self, start: int, end: int, player: Player) -> None:
        c, y, ink = self.c, self.y, f"p{player}"
        line, post = HOP[player]
        high, whole = 2 if end - start > HIGH else 1, start >= self.first
        left, right = self.at(start) + 1 if whole else 0, self.at(end)
        c.put(left, y - high, ("╭" if whole else line) + line * (right - left - 1) + "╮", ink)
        if high == 2:
            c.put(right, y - 1, post, ink)
            if whole:
                c.put(left, y - 1, post, ink)
        if right - left - 1 >= len(added := f"+{end - start}"):
            c.centre(left, y - high, right - left + 1, added, ink, "", "bold")
        c.mark(right, y, player)

    def _label(self, number: int, ink: str, attributes: str = "") -> None:
        self._below(self.at(number) - len(str(number)) // 2, str(number), ink, "", attributes)

    def _below(self, x: int, text: str, ink: str, ground: str = "", attributes: str = "") -> bool:
        """Write below the line, clear of what stands there already; whether there was room."""
        x = max(0, min(x, self.c.w - len(text)))
        if self.labelled & {*range(x - 1, x + len(text) + 1)}:
            return False
        self.labelled |= {*range(x, x + len(text))}
        self.c.put(x, self.y + 1, text, ink, ground, attributes)
        return True

    def _reach(self) -> None:
        """The band of totals that can be made; each can be pressed."""
        c, y, pitch = self.c, self.y, self.pitch
        left, right = self.at(self.reach[0]) - pitch + 1, min(self.at(self.reach[-1]) + 1, c.w)
        for x in range(left, right):
            c.put(x, y, c.at(x, y).glyph, "ink2", "soft")
            if x not in self.labelled:
                c.put(x, y + 1, " ", "ink", "soft")
        if self.view.yours:
            for number in self.reach[: max(0, c.w - left) // pitch]:
                c.hit(self.at(number) - pitch + 1, y - 1, pitch, 3, f"+{number - self.total}")
        told = self.labels["span"]
        for text in (self.labels["in_reach"], told):
            places = range(left + max(0, right - left - len(text)) // 2, right - len(text) + 1)
            before = frozenset(self.labelled)
            if any(self._below(x, text, "brass", "soft") for x in places):
                written = self.labelled - before
                self.labelled |= {*range(min(written) - CLEAR, max(written) + CLEAR + 1)}
                return
        self._below(c.w, f"{told} ▶", "brass")

    def _begun(self) -> None:
        """A dotted hop to what is lifted or pointed at."""
        number = self.view.held or self.view.hover.removeprefix("+")
        if not (self.view.yours and number.isdecimal() and self.total + int(number) in self.reach):
            return
        c, left, right = self.c, self.at(self.total), self.at(self.total + int(number))
        c.put(left + 1, self.y - 1, "·" * (right - left - 1) + "○", "ink", "", "bold")
        wide = min(right, c.w - 1) - left + 1
        c.centre(left, self.y - 2, wide, f"+{number}?" if self.view.held else f"+{number}", "ink", "", "bold")
