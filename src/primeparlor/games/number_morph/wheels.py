"""The wheels of Number Morph as they are drawn, with the trail of primes, a map of those used, and a button.

What a player has chosen but not tried is `place:digit`, as in "1:6"; the digit is left out at first.
"""

from __future__ import annotations

import textwrap
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from primeparlor.core import Player
from primeparlor.fact_words import Facts
from primeparlor.games.number_morph.form import list_digits
from primeparlor.games.number_morph.rules import NumberMorph
from primeparlor.messages import Messages
from primeparlor.terminal.drawing import numerals
from primeparlor.terminal.drawing.board import View
from primeparlor.terminal.drawing.canvas import MARK, Canvas
from primeparlor.terminal.drawing.default import LISTING

MAP, BUTTON = 23, 12  # columns
MAP_ROWS = 12
QUARTERS = (1, 2, 4, 8)  # of a cell, as in numerals.QUAD: one for each last digit


class Choice(NamedTuple):
    """The place that is chosen, counted from the left, and the digit it would get, if any."""

    place: int
    digit: str
    number: str  # the current one

    @property
    def made(self) -> str:
        """The number that this makes."""
        return self.with_digit(self.digit) if self.digit else self.number

    def with_digit(self, digit: str) -> str:
        """The number with this digit at the place."""
        return self.number[: self.place] + digit + self.number[self.place + 1 :]

    def turned(self, by: int) -> Choice:
        """The wheel turned by one, to the next digit on it."""
        return self._replace(digit=self.on[(self.on.index(self.made[self.place]) + by) % len(self.on)])

    @property
    def on(self) -> str:
        """The digits on the wheel."""
        return list_digits(len(self.number))[self.place]

    @property
    def held(self) -> str:
        """The choice as text, which the screen keeps."""
        return f"{self.place}:{self.digit}"


def chosen(facts: Facts, view: View) -> Choice:
    """What is chosen: as held, else the place tried last, else the one in the middle."""
    number = str(facts["number"])
    place, _, digit = view.held.partition(":")
    if place:
        return Choice(int(place), digit, number)
    for tried in map(str, reversed(view.tried)):
        differs = [at for at, (a, b) in enumerate(zip(number, tried, strict=False)) if a != b]
        if len(tried) == len(number) and len(differs) == 1:
            return Choice(differs[0], "", number)
    return Choice((len(number) - 1) // 2, "", number)


def draw(c: Canvas, facts: Facts, view: View, messages: Messages[NumberMorph]) -> None:
    """Draw the board on all of this canvas."""
    plan = _plan(c, facts["rules"]["digits"])
    if facts["number"] is None:
        _waiting(c, plan, messages.labels(facts, view.seats)["caption"])
        return
    choice = chosen(facts, view)
    labels = messages.labels(facts, view.seats)
    _wheels(c, plan, choice, view.yours, labels)
    if plan.map is not None:
        _map(c, plan, facts, labels)
    if view.yours:
        _button(c, plan, choice, labels)
    _trail(c, facts, max(_trail_rows(c), c.h - 1 - plan.bottom), view.yours)


# Where things are --------------------------------------------------------------------------------


class Plan(NamedTuple):
    """Where things are on the canvas; a wheel has a row for its name below."""

    size: numerals.Size
    x: int  # of the first wheel
    y: int
    wide: int  # columns of a wheel
    tall: int  # rows of a wheel
    pitch: int  # columns from wheel to wheel
    digits: int
    button: tuple[int, int]
    map: tuple[int, int] | None  # None where there is no room for it
    legend: bool  # whether the map is explained below it

    @property
    def bottom(self) -> int:
        """The row below everything."""
        mapped = self.map[1] + MAP_ROWS + 2 * self.legend if self.map else 0
        return max(self.y + self.tall + 1, self.button[1] + 2, mapped)


def _plan(c: Canvas, digits: int) -> Plan:
    """Large figures where they fit; the map of three digits and the button beside them."""
    rows = c.h - 1 - _trail_rows(c)
    large = rows >= 14 and digits * 12 + BUTTON + 2 <= c.w
    size: numerals.Size = "L" if large else "M"
    wide, figure = (12, 9) if large else (9, 5)
    tall = figure + 4 if rows >= figure + 5 else figure + 2
    pitch = wide + (digits * (wide + 1) + BUTTON + 2 <= c.w)
    across = digits * pitch - (pitch - wide)
    mapped = digits == 3 and across + 1 + MAP <= c.w and rows >= MAP_ROWS
    gap = min(4, (c.w - across - (MAP if mapped else BUTTON)) // 2)
    x = (c.w - across - gap - (MAP if mapped else BUTTON) + 1) // 2
    y, beside = max(0, (rows - tall - 1) // 2), x + across + gap
    if not mapped:
        return Plan(size, x, y, wide, tall, pitch, digits, (beside, y + (tall - 2) // 2), None, False)
    if rows < MAP_ROWS + 2:  # no room below the map
        button = x + (across - BUTTON) // 2, tall + 1
        return Plan(size, x, 0, wide, tall, pitch, digits, button, (beside, 0), False)
    legend = rows >= MAP_ROWS + 4
    deep = MAP_ROWS + 2 * legend
    free = rows >= deep + 3
    top = (rows - deep - free - 2) // 2
    return Plan(size, x, y, wide, tall, pitch, digits, (beside, top + deep + free), (beside, top), legend)


def _trail_rows(c: Canvas) -> int:
    """How many rows the trail has in any case, below a line."""
    return 1 if c.h < 22 else 2 if c.h < 30 else 3


# Painting ----------------------------------------------------------------------------------------


def _waiting(c: Canvas, plan: Plan, told: str) -> None:
    """Wheels that have not come to rest."""
    for place in range(plan.digits):
        x = plan.x + place * plan.pitch
        c.box(x, plan.y, plan.wide, plan.tall, "edge", "mat")
        c.centre(x, plan.y + plan.tall // 2, plan.wide, "· · ·", "ghost")
    c.centre(0, c.h - 1, c.w, told, "ink2")


def _wheels(c: Canvas, plan: Plan, choice: Choice, yours: bool, labels: Mapping[str, str]) -> None:
    names = [labels[f"place{place}"] for place in range(plan.digits)]
    if any(len(name) > plan.wide - 1 for name in names):
        names = [labels[f"short{place}"] for place in range(plan.digits)]
    for place in range(plan.digits):
        x, on = plan.x + place * plan.pitch, yours and place == choice.place
        _wheel(c.window(x, plan.y, plan.wide, plan.tall), plan, choice, place, on)
        name = f"{'▲ ' if on else ''}{names[place]}"
        c.centre(x, plan.y + plan.tall, plan.wide, name, "brass" if on else "ink2", "", "bold" if on else "")
        if yours:
            c.hit(x, plan.y, plan.wide, plan.tall + 1, f"place{place}")
            c.hit(x, plan.y, plan.wide, 2, f"back{place}")
            c.hit(x, plan.y + plan.tall - 2, plan.wide, 2, f"forth{place}")


def _wheel(c: Canvas, plan: Plan, choice: Choice, place: int, on: bool) -> None:
    """One wheel, with its neighbours peeking in where there is room."""
    c.box(0, 0, c.w, c.h, "brass" if on else "edge", "mat", "heavy" if on else "round")
    digit = choice.made[place]
    peeks = c.h - numerals.HEIGHT[plan.size] - 2
    at = choice._replace(place=place, digit=digit)
    if peeks:
        for by, rows, y in ((-1, slice(-1, None), 1), (1, slice(0, 1), c.h - 2)):
            near = at.turned(by).digit
            c.number((c.w - numerals.width(near, plan.size)) // 2, y, near, plan.size, "ghost", rows)
    new = digit != choice.number[place]
    x = (c.w - numerals.width(digit, plan.size)) // 2
    c.number(x, 1 + peeks // 2, digit, plan.size, "brass" if new else "ink")


def _button(c: Canvas, plan: Plan, choice: Choice, labels: Mapping[str, str]) -> None:
    """What Enter does now."""
    x, y = plan.button
    width = min(BUTTON, c.w - x)
    if choice.made == choice.number:
        c.put(x, y, labels["pick"], "ink2")
        c.put(x, y + 1, labels["then"], "ink2")
        return
    c.fill(x, y, width, 2, "ink")
    c.centre(x, y, width, f"{labels['play']} {choice.made}", "paper", "", "bold")
    c.centre(x, y + 1, width, "Enter", "paper")
    c.hit(x, y, width, 2, "enter")


def _map(c: Canvas, plan: Plan, facts: Facts, labels: Mapping[str, str]) -> None:
    """A cell for each hundreds and tens, with a quarter of it for each last digit that a prime may have."""
    assert plan.map is not None
    x, y = plan.map
    c.put(x, y, labels["map"], "ink", "", "bold")
    units = dict(zip(labels["ends"], QUARTERS, strict=True))
    firsts, seconds, _ = list_digits(facts["rules"]["digits"])
    c.put(x + 4, y + 1, " ".join(firsts), "ink2")
    quarters: dict[str, int] = {}
    for number in map(str, facts["used"]):
        quarters[number[:2]] = quarters.get(number[:2], 0) | units[number[2]]
    for tens in seconds:
        row = y + 2 + int(tens)
        c.put(x + 1, row, tens, "ink2")
        c.put(x + 4, row, " ".join("·" * len(firsts)), "line", "mat")
        for hundreds in firsts:
            if (cell := hundreds + tens) in quarters:
                ink = "ink" if str(facts["number"]).startswith(cell) else "brass"
                c.put(x + 2 + int(hundreds) * 2, row, numerals.QUAD[quarters[cell]], ink)
    if plan.legend:
        signs = " ".join(numerals.QUAD[quarter] + unit for unit, quarter in units.items())
        legend = textwrap.wrap(f"{labels['axes']} Units {signs}", MAP)
        for row, line in enumerate(legend, y + MAP_ROWS):
            c.put(x, row, line, "ink2")


# The trail ---------------------------------------------------------------------------------------


class Trace(NamedTuple):
    """A prime of the trail: who made it, and in which place it differs from the one before, if known."""

    number: str
    who: Player | None
    place: int | None


def _traces(facts: Facts) -> list[Trace]:
    """The primes used, the current one last; of a set-up position nobody knows who made them."""
    used = [str(prime) for prime in facts["used"]]
    made_by: list[Player | None] = facts["made_by"]
    now = str(facts["number"])
    if not facts["in_order"]:
        return [Trace(number, None, None) for number in (*(n for n in used if n != now), now)]
    traces = list[Trace]()
    for at, (number, who) in enumerate(zip(used, made_by, strict=True)):
        after = who and (made_by[at - 1] or facts["ordered"])  # else the number before is not known
        place = next((k for k, d in enumerate(number) if d != used[at - 1][k]), None) if after else None
        traces.append(Trace(number, who, place))
    return traces


def _trail(c: Canvas, facts: Facts, most: int, yours: bool) -> None:
    """As much of the trail as fits in so many rows, the end of it; where it is cut, the key for the rest."""
    traces = _traces(facts)
    lines = _lines(traces, c.w - 4)
    rows = max(_trail_rows(c), min(most, len(lines)))
    if cut := len(lines) > rows:
        lines = _lines(traces, c.w - 7)
    c.put(1, c.h - rows - 1, "─" * (c.w - 2), "line")
    for y, line in enumerate(lines[-rows:], c.h - rows):
        x = _cut(c, y, yours) if cut and y == c.h - rows else 1
        for trace in line:
            link = "   " if trace.place is None else " ─ "
            x = c.put(x, y, link.lstrip() if trace is line[0] else link, "line")
            x = _trace(c, x, y, trace, trace is traces[-1])


def _cut(c: Canvas, y: int, yours: bool) -> int:
    """That something is left out, with the key that shows it; the column behind it."""
    x = 1
    if yours:
        x = c.put(x, y, f" {LISTING} ", "ink", "sunk", "bold") + 1
        c.hit(1, y, 5, 1, LISTING)
    return c.put(x, y, "… ", "ink2")


def _lines(traces: Sequence[Trace], width: int) -> list[list[Trace]]:
    """The trail in lines, filled from the end: the last primes are the ones to see."""
    lines: list[list[Trace]] = [[]]
    for trace in reversed(traces):
        if sum(map(_width, (trace, *lines[0]))) > width:
            lines.insert(0, [])
        lines[0].insert(0, trace)
    return lines


def _width(trace: Trace) -> int:
    return len(trace.number) + (2 if trace.who else 0) + 3


def _trace(c: Canvas, x: int, y: int, trace: Trace, now: bool) -> int:
    """One prime with the sign of who made it, the digit that changed underlined; the column behind it."""
    if trace.who:
        x = c.put(x, y, f"{MARK[trace.who]} ", f"p{trace.who}")
    for at, digit in enumerate(trace.number):
        style = f"{'bold ' if now else ''}{'underline' if at == trace.place else ''}".strip()
        x = c.put(x, y, digit, "ink" if now else "ink2", "soft" if now else "", style)
    return x
