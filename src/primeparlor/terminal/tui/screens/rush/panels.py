"""The panels of the rush screen: the clock, the page before, the score beside the board, the page after."""

from __future__ import annotations

import textwrap
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from primeparlor.coach.training.rush_rules import AIM, COURSE, NO_SCORE, SECONDS, SLIPS, TIES
from primeparlor.core import Move
from primeparlor.messages import Row, Said
from primeparlor.tables.messages import messages_of
from primeparlor.terminal.drawing import numerals
from primeparlor.terminal.drawing.board import View
from primeparlor.terminal.drawing.canvas import Canvas
from primeparlor.terminal.tui.boards import board_of
from primeparlor.terminal.tui.widgets.chrome import fit_sentences
from primeparlor.wording import format_figures, format_time_left

if TYPE_CHECKING:
    from primeparlor.coach.progress.document import RushScore
    from primeparlor.coach.puzzles.puzzle import Puzzle
    from primeparlor.coach.training.rush import Rush

ALL = "all"  # as in the diary, which is not imported yet when the page before is painted
SIGNS = {"+": ("✓", "good"), "-": ("✕", "bad"), " ": ("·", "ink2")}
ABOUT = (
    AIM,
    f"{COURSE} A key answers at once, without a second press; Enter does where the board asks for it.",
)
WIDEST = 76  # columns of the page before
MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")


class RushOffer(NamedTuple):
    """One game or all of them to rush through, and the best scores so far, the best first."""

    name: str | None
    title: str
    scores: tuple[RushScore, ...] = ()

    @property
    def best(self) -> int | None:
        """The highest number of solved puzzles."""
        return self.scores[0].right if self.scores else None

    def with_scores(self, scores: Mapping[str, tuple[RushScore, ...]]) -> RushOffer:
        """Return the same offer with the stored scores."""
        return self._replace(scores=scores.get(self.name or ALL, ()))


class Slip(NamedTuple):
    """A wrong answer and the right one, as rows of a move list, and why the right one is right."""

    title: str
    given: Row
    right: Row
    why: str


# The clock -----------------------------------------------------------------------------------------


class ShownClock(NamedTuple):
    """What the clock shows: the time left, the columns that it fills, and the score so far if any."""

    left: str
    full: int
    marks: str | None


def read_clock(rush: Rush | None, width: int, counts: bool) -> ShownClock:
    """Return what the clock shows in this width; with `counts`, also the score."""
    left = SECONDS if rush is None else rush.seconds_left
    marks = rush.marks if rush is not None and counts else None
    return ShownClock(f"{format_time_left(left)} left", -int(-width * left // SECONDS), marks)


def draw_clock(c: Canvas, left: str, full: int, marks: str | None) -> None:
    """Paint the clock as a shrinking bar with the time on it, and at its end the score."""
    cells = [(" ", "ink", "")] * c.w
    parts = [("3 minutes", "ink2", "")]
    if marks is not None:
        parts = [(f"{_count_right(marks)} solved  ", "ink", "bold"), *_format_slips(marks)]
    _place_text(cells, 2, [(left, "ink", "bold")])
    _place_text(cells, c.w - 1 - sum(len(text) for text, _, _ in parts), parts)
    for x, (glyph, ink, attributes) in enumerate(cells):
        if x < full:
            c.put(x, 0, glyph, "soot", "coin", attributes)
        else:
            c.put(x, 0, glyph, ink, "sunk", attributes)


def _place_text(cells: list[tuple[str, str, str]], x: int, parts: Sequence[tuple[str, str, str]]) -> None:
    for text, ink, attributes in parts:
        for glyph in text:
            cells[x] = glyph, ink, attributes
            x += 1


def _count_right(marks: str) -> int:
    return marks.count("+")


def _format_slips(marks: str) -> list[tuple[str, str, str]]:
    """Format the slips made, and those still allowed."""
    slips = marks.count("-")
    left = " ○" * (SLIPS - slips)
    made = " ✕" * slips
    return [(made[1:], "bad", "bold"), (left if made else left[1:], "ink2", "")]


# Before --------------------------------------------------------------------------------------------


def draw_intro(c: Canvas, offers: Sequence[RushOffer], chosen: int, framed: bool) -> None:
    """Paint the rules of a rush and the offers; a click on a row selects it."""
    if framed:
        c.panel()
    tall, end = c.h >= 20, min(c.w, WIDEST)
    x, y = 2, 1 if framed else 0
    if tall:
        x = c.number(2, y, "3", "L") + 2
    for line in textwrap.wrap(ABOUT[0], end - x - 2):
        c.put(x, y, line, "ink", "", "bold")
        y += 1
    y = c.para(x, y + tall, end - x - 2, ABOUT[1]) + 1
    if tall:
        c.rule(11)
        y = 13
    apart = 2 if y + 2 * len(offers) <= c.h else 1
    for at, offer in enumerate(offers):
        on = at == chosen
        c.fill(1, y, end - 2, 1, "mat" if on else "paper")
        c.put(2, y, "▶" if on else " ", "brass", "", "bold")
        c.put(4, y, offer.title, "ink" if on else "ink2", "", "bold" if on else "")
        if offer.scores:
            c.right(end - 3, y, f"best {offer.scores[0].right:,}", "ink" if on else "ink2")
        c.hit(1, y, end - 2, 1, str(at))
        y += apart


# The score -----------------------------------------------------------------------------------------


def draw_score(c: Canvas, marks: str, best: int | None) -> None:
    """Paint the current score: the count in large figures, the slips, and the result of each puzzle."""
    c.panel()
    c.put(2, 1, "Solved", "ink", "", "bold")
    _draw_number(c, 2, 2, str(_count_right(marks)))
    c.put(2, 12, "no score yet" if best is None else f"best so far: {best:,}", "ink2")
    c.rule(14)
    c.runs(c.put(2, 15, "Slips  ", "ink", "", "bold"), 15, *_format_slips(marks))
    c.put(2, 16, "The third ends the rush.", "ink2")
    y = _draw_marks(c, 2, 18, marks, c.h - 5)
    c.all_of(2, y + 1, c.w - 4, "Slips come back as puzzles.", "ink2", c.h - 1)


def _draw_number(c: Canvas, x: int, y: int, number: str) -> int:
    """Draw the number as large as it fits; return the column behind it."""
    size = numerals.fitting(number, c.w - x - 2, c.h - y - 1)
    return c.number(x, y, number, size) if size else c.put(x, y, number, "ink", "", "bold")


def _draw_marks(c: Canvas, x: int, y: int, marks: str, last: int) -> int:
    """Draw a sign for each puzzle, the latest ones if there is no room for all; return the row after them."""
    row = max(1, min(10, (c.w - x - 1) // 2))
    rows = [marks[at : at + row] for at in range(0, len(marks), row)]
    for line in rows[max(0, len(rows) - max(1, last - y)) :]:
        for at, mark in enumerate(line):
            sign, ink = SIGNS[mark]
            c.put(x + 2 * at, y, sign, ink, "", "bold")
        y += 1
    return y


def draw_best_scores(c: Canvas, offer: RushOffer, own_score: RushScore | None = None) -> None:
    """Paint the best scores, the best of them large; the score of this rush is highlighted."""
    c.panel()
    c.put(2, 1, "Best scores", "ink", "", "bold")
    c.put(2, 2, offer.title, "ink2")
    if not offer.scores:
        c.para(2, 4, c.w - 4, NO_SCORE)
        return
    _draw_number(c, 2, 4, str(offer.scores[0].right))
    c.put(2, 14, TIES, "ink2")
    lit = own_score is None
    for y, each in enumerate(offer.scores[: c.h - 16], 15):
        on = not lit and each == own_score
        lit = lit or on  # highlighted only once, though another score may be equal
        c.fill(1, y, c.w - 2, 1, "mat" if on else "paper")
        c.put(2, y, f"{each.right:3,}", "ink", "", "bold")
        c.put(6, y, format_figures(each.slips, "slip"), "ink2")
        c.right(c.w - 2, y, f"{each.day.day} {MONTHS[each.day.month - 1]}", "ink2")


# On the table --------------------------------------------------------------------------------------


def draw_waiting(c: Canvas, why: str, framed: bool) -> None:
    """Paint a placeholder for the board: there is no puzzle yet, or another screen covers this one."""
    if framed:
        c.panel()
    c.centre(0, c.h // 2 - 1, c.w, why, "ink2")
    c.centre(0, c.h // 2, c.w, "The clock stands.", "ink", "", "bold")


def draw_puzzle(
    c: Canvas, puzzle: Puzzle, number: int, facts: Mapping[str, Any], view: View, framed: bool
) -> None:
    """Paint the question, and below it the board."""
    board_of(puzzle.state).paint(draw_question(c, puzzle, number, framed), facts, view)


def draw_question(c: Canvas, puzzle: Puzzle, number: int, framed: bool) -> Canvas:
    """Paint the game and the question above the board; return the canvas for the board."""
    from primeparlor.coach.puzzles.header import build_header

    about = build_header(puzzle)
    pad, aside = (1 if framed else 0), f"№ {number}  {about.stars}"
    title, question = f"{about.game}: {about.variant}", puzzle.question
    if framed:
        c.panel()
    c.mark(1 + pad, pad, puzzle.state.turn)
    c.right(c.w - 1 - pad, pad, aside, "ink2")
    width = c.w - 2 * pad - 5
    x, top = c.put(3 + pad, pad, title, "ink", "", "bold"), pad + 1
    if x + 2 + len(question) < c.w - pad - len(aside) - 2:
        c.put(x + 2, pad, question, "ink2" if framed else "ink")
    else:
        for line in textwrap.wrap(question, width):
            c.put(3 + pad, top, line, "ink")
            top += 1
    if framed:
        c.rule(top)
    return c.window(pad, top + pad, c.w - 2 * pad, c.h - top - 2 * pad)


# After ---------------------------------------------------------------------------------------------


def build_slip(puzzle: Puzzle, move: Move, why: str) -> Slip:
    """Return a wrong answer as it is listed at the end."""
    state, messages = puzzle.state, messages_of(puzzle.state)
    made = (messages.row(state, state.after(each), each) for each in (move, puzzle.answers[0]))
    given, right = (row or Row("") for row in made)
    return Slip(state.title, given, right, why)


def format_end(rush: Rush, before: Sequence[RushScore]) -> Said:
    """Return the final message: how the rush ended, and whether it is a new best."""
    from primeparlor.coach.training.rush import NEW_BEST, format_result

    heading, text = format_result(rush.right, rush.slips, before, rush.end)
    return Said(heading, text, "◆", "good" if heading == NEW_BEST else "brass")


def draw_result(c: Canvas, marks: str, slips: Sequence[Slip], framed: bool) -> None:
    """Paint the count in large figures, the result of each puzzle, and the slips with the right answers."""
    if framed:
        c.panel()
    top = 1 if framed else 0
    tall = 9 if c.h >= 20 else 5
    x = c.number(2, top, str(_count_right(marks)), "L" if tall == 9 else "M") + 2
    c.put(x, top, "solved", "ink", "", "bold")
    c.runs(c.put(x, top + 1, "Slips  ", "ink2"), top + 1, *_format_slips(marks))
    _draw_marks(c.window(x, 0, c.w - x - 1, c.h), 0, top + 3, marks, top + tall)
    y = top + tall + (c.h >= 14)
    if framed:
        c.rule(y)
        y += 1
    if not slips:
        c.put(2, y, "No slips, so nothing comes back as a puzzle." if _count_right(marks) else "", "ink2")
        return
    c.put(2, y, "Slips come back as puzzles:", "ink2")
    for slip in slips:
        y = _draw_slip(c, y + 1 + framed, slip)


def _draw_slip(c: Canvas, y: int, slip: Slip) -> int:
    """Paint one slip in two rows; return the second of them."""
    x = c.put(c.put(2, y, "✕ ", "bad", "", "bold"), y, slip.title, "ink", "", "bold")
    c.put(x + 2, y, fit_sentences(_format_row(slip.given), c.w - x - 4), "ink2")
    x = c.put(c.put(2, y + 1, "✓ ", "good", "", "bold"), y + 1, _format_row(slip.right), "ink", "", "bold")
    c.put(x + 2, y + 1, fit_sentences(slip.why, c.w - x - 4), "ink2")
    return y + 1


def explain_slips(slips: Sequence[Slip]) -> list[str]:
    """Format every slip with the right answer, and why, in full."""
    told = [
        (f"{slip.title}: ✕ {_format_row(slip.given)}  ✓ {_format_row(slip.right)}", slip.why, "")
        for slip in slips
    ]
    return [line for lines in told for line in lines][:-1]


def _format_row(row: Row) -> str:
    return f"{row.move} → {row.result}" if row.what else row.move
