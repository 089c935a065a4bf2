"""Pocket Addition on the screen: the tiles are the keys, between two pockets, above the way to the target."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple, TypeAlias

from primeparlor.core import OTHER, PASS, PLAYERS, Player
from primeparlor.fact_words import Facts
from primeparlor.games.pocket_addition.rules import PocketAddition
from primeparlor.messages import KeyText
from primeparlor.terminal.drawing import board, numerals
from primeparlor.terminal.drawing.board import Key, Press, View, type_number
from primeparlor.terminal.drawing.canvas import MARK, Canvas
from primeparlor.terminal.drawing.numerals import HEIGHT, Size

MOST_DIGIT = 9  # with larger numbers several digits make a move, and Enter plays it
TAKE = "take"  # before the number in the key of a tile, which a digit would only begin
BARS = 3  # rows: two bars and the scale below
LARGE = 7  # rows of a tile with a large figure, in wide windows
WIDE = 90
Texts: TypeAlias = Mapping[str, KeyText]  # of the tiles, by number
MOST_UNIT = 5  # columns for one, in the bars
FIGURES: dict[int, Size] = {LARGE: "M", 5: "S", 4: "S"}  # by the rows of a tile; lower ones are written


class Board(board.Board[PocketAddition]):
    """The numbers in the middle, what each player has beside them."""

    # Drawn from facts -------------------------------------------------------------------------------

    def paint(self, c: Canvas, facts: Facts, view: View) -> None:
        grid = _Grid.fitting(facts["rules"]["largest"], c.w, c.h)
        rows = BARS if grid.rows * grid.high <= c.h - BARS else BARS - 1
        deep = min(c.h - rows, max(15, grid.rows * grid.high))  # of the tiles and the pockets
        spare = c.h - rows - deep
        top, x = spare // 3, (c.w - grid.width) // 2
        texts = self.messages.keys(facts, view.me, view.seats)
        grid.paint(
            c.window(x, top + (deep - grid.rows * grid.high) // 2, grid.width, deep), facts, view, texts
        )
        side = min(x - 3, 28)
        left = view.seats.you or 1  # your own pocket; two people keep their sides
        for player, at in ((left, x - 2 - side), (OTHER[left], x + grid.width + 2)):
            _pocket(c.window(at, top, side, deep), facts, view, player)
        standings = {player: self.messages.standing(facts, player) for player in PLAYERS}
        _bars(
            c.window(0, c.h - rows - spare // 4, c.w, rows),
            facts,
            view,
            (left, OTHER[left]),
            texts,
            standings,
        )

    def keys(self, facts: Facts, view: View) -> list[Key]:
        """The tiles are the keys; a pass has one of its own, when there is nothing else to do."""
        texts = self.messages.keys(facts, view.me, view.seats).values()
        if any(not text.off for text in texts) or not (facts["pool"] and view.yours):
            return []
        return [Key("p", "Pass", "nothing fits", chosen=view.held == PASS)]

    def hints_of_keys(self, facts: Facts) -> list[tuple[str, str]]:
        largest = facts["rules"]["largest"]
        if largest > MOST_DIGIT:
            return [(f"1–{largest}", "number"), ("Enter", "take")]
        return [(f"1–{largest}" if largest > 1 else "1", "take")]

    def aim(self, facts: Facts) -> str:
        return f"take numbers, make exactly {facts['rules']['target']}"

    def art(self, c: Canvas) -> None:
        c.fill(0, 0, c.w, c.h, "g3")
        if c.h < 8 or c.w < 15:
            size = numerals.fitting("15", c.w, c.h)
            if size:
                c.number(
                    (c.w - numerals.width("15", size)) // 2, (c.h - HEIGHT[size]) // 2, "15", size, "cream"
                )
            else:
                c.centre(0, c.h // 2, c.w, "15", "cream", "", "bold")
            return
        y = (c.h - 8) // 2
        wide = 6 if c.w >= 17 else 5  # where they touch, the middle one stands out
        for at, number in enumerate("861"):
            x, lower = (c.w - 2 * wide - 5) // 2 + at * wide, at != 1
            c.fill(x, y + lower, 5, 3, "coin" if wide == 5 and not lower else "cream")
            c.number(x + 1, y + lower, number, "S", "soot")
        c.put(1, y + 4, "▄" * (c.w - 2), "cream")
        c.fill(1, y + 5, c.w - 2, 2, "soot")
        c.put(2, y + 7, "▀" * (c.w - 4), "soot")
        c.put(2, y + 5, f"┆{'15':^{c.w - 6}}┆", "cream", "", "bold")
        c.put(2, y + 6, f"╰{'╌' * (c.w - 6)}╯", "cream")

    # Keys -------------------------------------------------------------------------------------------

    def press(self, facts: Facts, view: View, key: str) -> Press | None:
        """A number takes it, or its tile, as "take12"; `p` passes. The referee says what cannot be done."""
        number, largest = key.removeprefix(TAKE), facts["rules"]["largest"]
        if (
            largest > MOST_DIGIT
            and key == number
            and (typed := type_number(view.held, key, largest)) is not None
        ):
            return typed
        if number.isascii() and number.isdecimal():
            return Press(move=number)
        return Press(move=PASS) if key == "p" else super().press(facts, view, key)


# The tiles -------------------------------------------------------------------------------------------


class _Grid(NamedTuple):
    """How the tiles lie: the rows of each decide what it shows."""

    columns: int
    rows: int
    high: int  # rows of a tile
    wide: int

    @classmethod
    def fitting(cls, largest: int, width: int, height: int) -> _Grid:
        """The largest tiles for which there is room."""
        columns = min(largest, 3 if largest <= 9 else 4)
        rows = -(-largest // columns)
        heights = [5, 4, 3, 2] if largest > 9 or width < WIDE else [LARGE, 5, 4, 3, 2]
        high = next((high for high in heights if rows * high <= height - BARS), heights[-1])
        return cls(columns, rows, high, 11 if high == LARGE else 7 if largest <= 9 else 8)

    @property
    def width(self) -> int:
        return self.columns * (self.wide + 1) - 1

    def paint(self, c: Canvas, facts: Facts, view: View, texts: Texts) -> None:
        """Draw every tile, and the sockets of those that are taken."""
        for at in range(facts["rules"]["largest"]):
            x, y = at % self.columns * (self.wide + 1), at // self.columns * self.high
            _tile(c.window(x, y, self.wide, self.high), at + 1, facts, view, texts[str(at + 1)])


def _tile(c: Canvas, number: int, facts: Facts, view: View, text: KeyText) -> None:
    """One number: solid while it is there, a socket with its owner's sign when it is taken."""
    taken, large = number not in facts["pool"], text.off
    chosen = view.held == str(number) and not (taken or large)
    key = str(number) if facts["rules"]["largest"] <= MOST_DIGIT else f"{TAKE}{number}"
    lit = chosen or (view.hover == key and view.yours and not (taken or large))
    word, ink = _word(number, facts, view, text)
    edged = c.h % 2 == 1  # tiles of an even height are underlined instead
    if not taken:
        c.fill(0, 0, c.w, c.h - edged, "soft" if lit else "mat" if large else "sunk")
    size, faint = FIGURES.get(c.h), taken or large
    if size is None:
        c.centre(0, 0, c.w, str(number), "ghost" if faint else "ink", "", "bold")
    else:
        x = (c.w - numerals.width(str(number), size)) // 2
        c.number(x, 0, str(number), size, "line" if taken else "ghost" if large else "ink")
    if edged or taken:
        edge = "╌" if taken else "▀" if chosen else "▔"
        c.put(0, c.h - 1, edge * c.w, "brass" if lit else "line" if faint else "edge")
    if edged:
        c.centre(0, c.h - 2, c.w, word, ink)
    elif taken:
        c.centre(0, c.h - 1, c.w, word, ink)
    else:
        c.put(0, c.h - 1, word.center(c.w), ink, "", "underline")
    c.hit(0, 0, c.w, c.h, key)


def _word(number: int, facts: Facts, view: View, text: KeyText) -> tuple[str, str]:
    """What a tile says below its number, and the ink: its text, or what the player has done with it."""
    if number not in facts["pool"]:
        player: Player = 1 if number in facts["pockets"][0] else 2
        return MARK[player], f"p{player}"
    if view.over or facts["winner"]:
        return "", "ink2"
    if view.held == str(number) and not text.off:
        return board.ENTER if facts["rules"]["largest"] > MOST_DIGIT else board.AGAIN, "brass"
    return (board.CROSSED, "bad") if number in view.tried else (text.word, text.ink)


# The pockets -----------------------------------------------------------------------------------------


def _pocket(c: Canvas, facts: Facts, view: View, player: Player) -> None:
    """A player's total above a pocket with stitches, and the numbers in it."""
    ink, total, name = f"p{player}", str(facts["totals"][player - 1]), view.seats.name(player)
    names = (f"{MARK[player]} {name}", f"{MARK[player]} {_short(name)}", MARK[player])
    c.centre(0, 0, c.w, next(text for text in names if len(text) <= max(1, c.w)), ink, "", "bold")
    deep = 4 if c.h >= 14 else 3 if c.h >= 10 else 2
    size = _common_size(facts["totals"], c.w, 9 if c.h >= 20 else 5 if c.h >= 10 else 3)
    high = HEIGHT[size] if size else 1
    gap = int(c.h - 2 - high - deep >= 2)
    top = 1 + gap + high + gap
    if size:
        c.number((c.w - numerals.width(total, size)) // 2, 1 + gap, total, size)
    else:
        c.centre(0, 1 + gap, c.w, total, "ink", "", "bold")
    c.put(0, top, "▄" * c.w, f"p{player}f")
    c.fill(0, top + 1, c.w, deep, "mat")
    for row in range(top + 1, top + deep):
        c.put(0, row, "┆" + " " * (c.w - 2) + "┆", ink)
    c.put(0, top + deep, f"╰{'╌' * (c.w - 2)}╯", ink)
    _filled(c.window(1, top + 1, c.w - 2, deep - 1), facts["pockets"][player - 1], player)


def _common_size(totals: Sequence[int], columns: int, rows: int) -> Size | None:
    """The largest size in which both totals fit; None if one of them has to be written."""
    sizes: tuple[Size, ...] = ("L", "M", "S")
    wide = {size: max(numerals.width(str(total), size) for total in totals) for size in sizes}
    return next((size for size in sizes if HEIGHT[size] <= rows and wide[size] <= columns), None)


def _filled(c: Canvas, numbers: Sequence[int], player: Player) -> None:
    """The numbers in a pocket, as chips where there is room, else written, else counted."""
    for margin in (1, 0):
        rows: list[list[int]] = []
        room = 0
        for number in numbers:
            wide = len(str(number)) + 2 * margin + 1
            if wide > room + 1:
                rows.append([])
                room = c.w
            rows[-1].append(number)
            room -= wide
        if len(rows) <= c.h:
            break
    else:
        c.centre(0, c.h // 2, c.w, str(len(numbers)), f"p{player}", "", "bold")
        return
    for y, row in enumerate(rows, (c.h - len(rows)) // 2):
        x = (c.w - sum(len(str(number)) + 2 * margin + 1 for number in row) + 1) // 2
        for number in row:
            wide = len(str(number)) + 2 * margin
            c.bar(x, y, wide, player)
            c.put(x + margin, y, str(number), "on", "", "bold")
            x += wide + 1


def _short(name: str) -> str:
    return "House" if name == "The house" else name


# The way to the target -------------------------------------------------------------------------------


class _Scale(NamedTuple):
    """Where a total lies on the bars."""

    x: int
    length: int
    target: int

    def at(self, total: int) -> int:
        return self.x + total * self.length // self.target


def _bars(
    c: Canvas,
    facts: Facts,
    view: View,
    players: Sequence[Player],
    texts: Texts,
    standings: Mapping[Player, str],
) -> None:
    """Two bars of the numbers taken, to scale, and what is still to go."""
    target = facts["rules"]["target"]
    labels = [f"{MARK[player]} {_short(view.seats.name(player))}" for player in players]
    if max(map(len, labels)) > (20 if c.w >= WIDE else 7):
        labels = [MARK[player] for player in players]
    left, right = 2 + max(map(len, labels)), 3 + len(f"{target} to go")
    room = c.w - left - right
    unit = min(MOST_UNIT, room // target)
    length = unit * target if unit > 1 and 4 * unit * target >= 3 * room else room
    start = (room - length) // 2
    scale = _Scale(start + left, length, target)
    for y, (player, label) in enumerate(zip(players, labels, strict=True)):
        c.put(start + 1, y, label, f"p{player}", "", "bold")
        _bar(c, y, scale, facts, player)
        made = facts["totals"][player - 1] == target
        c.put(scale.at(target), y, "▌", "fill")
        c.put(scale.at(target) + 2, y, "✓" if made else standings[player], "ink", "", "bold")
        if player == view.me:
            _begun(c, y, scale, facts, view, texts)
    _marks(c, scale)


def _bar(c: Canvas, y: int, scale: _Scale, facts: Facts, player: Player) -> None:
    """What a player has: number by number where each is wide enough, else the total."""
    total, numbers = facts["totals"][player - 1], facts["pockets"][player - 1]
    c.fill(scale.x, y, scale.length, 1, "sunk")
    if scale.length < 2 * scale.target:
        c.bar(scale.x, y, max(scale.at(total) - scale.x, total > 0), player, str(total))
        return
    so_far = 0
    for number in numbers:
        start, so_far = scale.at(so_far), so_far + number
        c.bar(start, y, scale.at(so_far) - start - (so_far < total), player, str(number))


def _begun(c: Canvas, y: int, scale: _Scale, facts: Facts, view: View, texts: Texts) -> None:
    """Dots to where the number that is lifted or pointed at leads."""
    total, number = facts["totals"][view.me - 1], view.held or view.hover.removeprefix(TAKE)
    if number in texts and not texts[number].off:
        start, end = scale.at(total), scale.at(total + int(number))
        c.put(start, y, ("·" * (end - start - 1) + "○")[: end - start], "ink", "", "bold")


def _marks(c: Canvas, scale: _Scale) -> None:
    """The numbers below the bars."""
    step = next(step for step in (5, 10, 50) if scale.length * step >= 8 * scale.target)
    for total in (*range(0, scale.target - step // 2, step), scale.target):
        text = str(total)
        c.put(scale.at(total) - len(text) // 2, 2, text, "ink2")
