"""Prime Duel drawn from facts: a track for each player, the card between them, columns of the cards left."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from primeparlor.core import OTHER, Player
from primeparlor.fact_words import Facts
from primeparlor.games.prime_duel.rules import KEEP
from primeparlor.terminal.drawing.board import View
from primeparlor.terminal.drawing.canvas import MARK, Canvas
from primeparlor.terminal.drawing.numerals import HEIGHT, Size, width

TRACKS = 4  # rows of both tracks with their numbers
TALLEST = 23  # rows beyond which the tracks would lose sight of each other
WIDEST = 3  # columns for a point at most
NAME = 12  # columns for a name beside its track
BACK, GAP = 7, 3  # columns of the deck, and between the card and the columns of cards
TITLE = 26  # columns for what stands above and below the columns of cards
LEFT, GONE = "▆▆", "▁▁"


def paint(c: Canvas, facts: Facts, view: View, labels: Mapping[str, str]) -> None:
    """Draw the whole board in the middle of the canvas; yours is the lower track, else Player 1's."""
    track = _Track.fitting(facts["rules"]["target"], c.w)
    middle = _Middle.fitting(facts["rules"]["largest"], c.w, c.h - TRACKS)
    w = min(c.w, max(track.w, middle.w))
    h = min(c.h, TALLEST)
    c = c.window((c.w - w) // 2, (c.h - h) // 2, w, h)
    below: Player = view.seats.you or 1
    track.draw(c.window(0, 0, w, 2), OTHER[below], facts, view, above=True)
    track.draw(c.window(0, max(0, h - 2), w, 2), below, facts, view, above=False)
    room = h - TRACKS
    inside = c.window(0, 2 + max(0, room - middle.deep) // 2, w, middle.deep)
    if facts["winner"]:
        _won(inside, facts, labels["won"])
    else:
        middle.draw(inside, facts, labels)


class _Track(NamedTuple):
    """A line of points, as many columns each as there is room for; many points may share a column."""

    target: int
    long: int  # columns of the line
    beside: bool  # whether names stand beside it
    w: int  # columns in all

    @classmethod
    def fitting(cls, target: int, room: int) -> _Track:
        each = min(WIDEST, (room - 4) // (target + 1))
        long = target * each + 1 if each else room - 4
        beside = long + 4 + NAME <= room
        return cls(target, long, beside, long + 4 + NAME * beside)

    def at(self, score: int) -> int:
        """The column of a score."""
        return score * (self.long - 1) // self.target

    def draw(self, c: Canvas, player: Player, facts: Facts, view: View, above: bool) -> None:
        line, numbers = (1, 0) if above else (0, 1)
        score, x = facts["scores"][player - 1], (c.w - self.w) // 2 + 1
        lifted = view.held == KEEP and facts["turn"] == player and facts["card"]
        self._line(c.window(x, line, self.long + 2, 1), player, score, score + (lifted or 0), facts)
        name = f"{MARK[player]} {view.seats.name(player)}"
        if self.beside:
            c.put(x + self.long + 2, line, name, f"p{player}", "", "bold")
        self._numbers(c.window(x - 1, numbers, self.long + 3, 1), score, "" if self.beside else name, player)

    def _line(self, c: Canvas, player: Player, score: int, lifted: int, facts: Facts) -> None:
        """The way gone is filled, hatched for Player 2; ◆ at primes; dots where a lifted card would lead."""
        gone, leads = self.at(score), self.at(min(lifted, self.target))
        tens = {self.at(ten) for ten in range(10, self.target + 1, 10)}
        for column in range(self.long):
            if column <= gone:
                c.put(column, 0, " " if player == 1 else "╱", "p2h", f"p{player}f")
            elif column <= leads:
                c.put(column, 0, "·", "ink", f"p{player}s", "bold")
            else:
                c.put(column, 0, "┼" if column in tens else "─", "edge")
        for prime in facts["prime_scores"]:
            if leads != self.at(prime) or leads == gone:
                c.put(self.at(prime), 0, "◆", "cream" if self.at(prime) <= gone else "brass")
        if leads > gone:
            c.put(leads, 0, "◆" if lifted in facts["prime_scores"] else "○", f"p{player}", "", "bold")
        c.put(gone, 0, MARK[player], "on", f"p{player}f", "bold")
        c.put(self.long, 0, "✓" if score >= self.target else "▶", "brass")

    def _numbers(self, c: Canvas, score: int, name: str, player: Player) -> None:
        """The score, the name, the target, and every round number in whose place none of these stands."""
        at, text = self._named(score, c.w, name)
        taken = [(at, len(text))] * bool(text)
        c.put(at, 0, text, f"p{player}", "", "bold")
        for number in (score, self.target, *range(10, self.target, 10)):
            start, long = self._start(number), len(str(number))
            if all(start + long < there or there + other < start for there, other in taken):
                taken.append((start, long))
                own = number == score
                c.put(start, 0, str(number), "ink" if own else "ink2", "", "bold" * own)

    def _start(self, number: int) -> int:
        """Where a number begins, so that its last figure stands at its column."""
        return self.at(number) + 2 - len(str(number))

    def _named(self, score: int, columns: int, name: str) -> tuple[int, str]:
        """Where a name stands, and what fits there of it: before all numbers, else next to its score."""
        start = self._start(score)
        end, first = start + len(str(score)), min(start, self._start(min(10, self.target)))
        limit = self._start(self.target) if score < self.target else columns + 1
        short = name.replace("The house", "House")
        texts = [text for text in (name, short, short[2:]) if text]  # at last without its mark
        places = ((1, first - 2), (end + 1, limit - end - 2), (0, start - 1))
        for at, room in places:
            if text := next((text for text in texts[: 2 + (at != 1)] if len(text) <= room), ""):
                return (at or start - 1 - len(text)), text
        return 0, ""


class _Middle(NamedTuple):
    """The card on the table and the cards left, as large as there is room for."""

    size: Size
    card: int  # columns of the card
    deep: int  # rows
    back: bool  # whether the deck is drawn, too
    w: int

    @classmethod
    def fitting(cls, largest: int, columns: int, rows: int) -> _Middle:
        sizes: tuple[Size, ...] = ("L", "M", "S")
        for size in sizes:
            card = 4 + max(width(str(number), size) for number in range(1, largest + 1))
            w, deep = 2 + card + GAP + max(TITLE, 3 * largest - 1), HEIGHT[size] + 2
            if size == "S" or (w <= columns and deep <= rows):
                break
        back = size == "L" and w + BACK <= columns
        return cls(size, card, deep, back, w + BACK * back)

    def draw(self, c: Canvas, facts: Facts, labels: Mapping[str, str]) -> None:
        x, count = (c.w - self.w) // 2 + 1, sum(facts["deck"])
        if self.back:
            _deck(c.window(x, 0, BACK, self.deep), count)
            x += BACK
        self._card(c.window(x, 0, self.card, self.deep), facts, labels["place"])
        title = f"{labels['count']}{' in the deck' * self.back}"
        left = c.window(x + self.card + GAP, 0, max(TITLE, 3 * len(facts["deck"])), self.deep)
        end = left.put(0, 0, title, "ink", "", "bold")
        if _columns(left, facts, labels["deck"]) == 2:
            left.runs(end + 2, 0, (LEFT, "fill"), (" is two", "ink2"))

    def _card(self, c: Canvas, facts: Facts, place: str) -> None:
        """The card that awaits a decision; else the one before, faintly."""
        card, last = facts["card"], facts["last_card"]
        ink = "ink" if card else "ghost"
        c.box(0, 0, c.w, c.h, "ink" if card else "edge", "mat" if card else "", "round" if card else "dash")
        if not last:
            c.centre(0, c.h // 2, c.w, place, "ink2")
            return
        c.number((c.w - width(str(last), self.size) + 1) // 2, 1, str(last), self.size, ink)
        if not card:
            c.centre(0, c.h - 1, c.w, f" {place} ", "ink2")
        elif self.size == "L":
            c.put(1, 0, f" {card} ", "ink", "", "bold")
            c.right(c.w - 1, c.h - 1, f" {card} ", "ink", "bold")


def _deck(c: Canvas, count: int) -> None:
    """The cards from behind; where there are none, their place."""
    for row in range(c.h if count else 0):
        c.put(0, row, "◇◆◇◆◇" if row % 2 else "◆◇◆◇◆", "coin", "g4")
        c.put(5, row, "▏", "edge")
    if not count:
        c.box(0, 0, 6, c.h, "edge", "", "dash")


def _columns(c: Canvas, facts: Facts, note: str) -> int:
    """Draw how many there are of each card; how many a block stands for, 0 where figures tell it."""
    room, copies = c.h - 2, facts["rules"]["copies"]
    each = 1 if copies <= room else 2
    rows = -(-copies // each)
    top = 2 if rows + 2 < c.h else 1
    for at, count in enumerate(facts["deck"]):
        x = 3 * at
        c.put(x, top + min(rows, room), str(at + 1), "ink2" if count else "ghost")
        if rows > room:
            c.put(x, top + room - 1, str(count), "ink" if count else "ghost", "", "bold")
            continue
        for row in range(rows):
            full = count - each * row
            block = GONE if full <= 0 else LEFT if full >= each else "▃▃"
            c.put(x, top + rows - 1 - row, block, "fill" if full > 0 else "ghost")
    c.all_of(0, top + rows + 2, c.w, note)
    return 0 if rows > room else each


def _won(c: Canvas, facts: Facts, told: str) -> None:
    """The target in large figures, with the sum that made it."""
    target, last = facts["rules"]["target"], facts["last_card"]
    size: Size = "L" if c.h >= HEIGHT["L"] else "M" if c.h >= HEIGHT["M"] else "S"
    x = c.number(3, (c.h - HEIGHT[size]) // 2, str(target), size) + 3
    y = c.h // 2 - 1
    if last:
        c.put(x, y, f"{target - last} + {last} = {target}", "ink", "", "bold")
    c.put(x, y + 1, told, "ink2")
