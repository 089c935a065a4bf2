"""The review screen: the curve, every choice graded, and the moment the game turned on."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING

from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical

from primeparlor.core import PLAYERS, ParlorError, Player, State
from primeparlor.match import Match
from primeparlor.tables.sentences import format_help_used
from primeparlor.terminal.drawing.canvas import Canvas
from primeparlor.terminal.tui.base import ParlorScreen
from primeparlor.terminal.tui.boards import seats_of
from primeparlor.terminal.tui.jobs import JobCancelled, JobProgress, run_in_thread
from primeparlor.terminal.tui.screens.review import chart
from primeparlor.terminal.tui.screens.review.side_panel import PlayerScore, draw_verdict, format_exactness
from primeparlor.terminal.tui.widgets import chrome
from primeparlor.terminal.tui.widgets.painted_widget import PaintedWidget

if TYPE_CHECKING:
    from primeparlor.coach.review.story import ReviewRow, Story

REVIEWING, CHOICES = "Reviewing the game", "Every choice, graded"
SECONDS = 60.0  # for exact values in place of estimates; leaving the screen ends the work
NAMED = 31  # columns of the header taken by the product's name and the screen's title


class ReviewScreen(ParlorScreen):
    """The review of one match, computed in a worker thread."""

    back_label = "the review"

    def __init__(self, match: Match) -> None:
        super().__init__()
        self.match = match
        self.seats = seats_of(match)
        self.you = self.seats.you
        self.story: Story | None = None
        self.at = 0  # index of the selected row
        self.message = f"{REVIEWING} …"
        self.working = JobProgress(REVIEWING, self._show_progress)
        self.refining = ""  # the progress of exact values; empty if none are worked out

    # Layout -----------------------------------------------------------------------------------------

    def compose(self) -> ComposeResult:
        yield PaintedWidget(self._draw_header, "head", "wall")
        yield PaintedWidget(self._draw_strip, "strip", "wall")
        with Horizontal(id="main"):
            with Vertical(id="left"):
                yield PaintedWidget(self._draw_chart, "chart")
                yield PaintedWidget(self._draw_choices, "graded")
            yield PaintedWidget(self._draw_verdict, "side")
        yield PaintedWidget(self._draw_footer, "foot", "wall")

    def on_mount(self) -> None:
        self.run_worker(self._run_review(), exclusive=True)

    def on_unmount(self) -> None:
        self.working.stop()

    async def _run_review(self) -> None:
        try:
            self.story = await run_in_thread(self._build_story)
        except JobCancelled:
            return
        except ParlorError as error:
            self.message = str(error)
        if self.story is not None and self.story.rows:
            turning = self.story.turning
            numbers = [row.number for row in self.story.rows]
            self.at = numbers.index(turning.number) if turning else len(numbers) - 1
        self.query_one("#chart").display = self._has_curve()
        self.repaint()
        if self.story is not None and any(side.about for side in self.story.sides):
            with suppress(JobCancelled):
                await run_in_thread(self._refine_story)

    def _refine_story(self) -> None:
        """Show the story again whenever more of it is exact."""
        from primeparlor.coach.review.story import build_story
        from primeparlor.solve import Effort

        self.working.doing, self.working.show = "", self._show_refining
        for found in self.refined.refine(Effort.within(SECONDS), self.working):
            story = build_story(self.match, found, self.seats.inside)
            self.app.call_from_thread(self._show_story, story, self.refining)
        self.app.call_from_thread(self._show_story, self.story, "")

    def _show_refining(self, text: str) -> None:
        """Show the progress of exact values; called in the thread that works them out."""
        self.app.call_from_thread(self._show_story, self.story, text)

    def _show_story(self, story: Story | None, refining: str) -> None:
        self.story, self.refining = story, refining
        self.repaint()

    def _build_story(self) -> Story:
        from primeparlor.coach.review.refinement import RefinedReview
        from primeparlor.coach.review.story import build_story
        from primeparlor.solve import Analysis, analyse

        positions, answered = len(self.match.line) + 1, 0

        def report(done: int, total: int | None) -> None:
            self.working(answered + (done / total if total else 0), positions)

        def answer(state: State) -> Analysis:
            nonlocal answered
            report(0, None)  # report between positions: many quick analyses take long too
            analysis = analyse(state, progress=report)
            answered += 1
            return analysis

        self.refined = RefinedReview(self.match)
        return build_story(self.match, self.refined.estimate(answer), self.seats.inside)

    def _show_progress(self, text: str) -> None:
        """Show the progress of the review; called in its thread."""
        self.app.call_from_thread(self._show_message, text)

    def _show_message(self, text: str) -> None:
        self.message = text
        self.repaint()

    def _has_curve(self) -> bool:
        """Return True if there are chances to draw, or will be; False where nobody can be forced to lose."""
        return self.story is None or any(chance is not None for chance in self.story.chances[:-1])

    @property
    def row(self) -> ReviewRow | None:
        """The selected row."""
        return self.story.rows[self.at] if self.story and self.story.rows else None

    # Painters ---------------------------------------------------------------------------------------

    def _draw_header(self, c: Canvas) -> None:
        title, help_used = self.match.start.title, format_help_used(self.match)
        both = f"{title}, {help_used}" if help_used else title
        chrome.draw_header(c, "Review", both if len(both) <= c.w - NAMED else help_used)

    def _draw_strip(self, c: Canvas) -> None:
        c.fill(0, 0, c.w, 1, "mat")
        decided = self._format_headline()
        if len(decided) > c.w - 2 and ": " in decided:
            decided = f"{decided.partition(': ')[0]}."
        c.put(1, 0, chrome.fit_sentences(decided, c.w - 2), "ink", "", "bold")

    def _format_headline(self) -> str:
        return (self.story.closing or self.story.headline) if self.story else self.message

    def _draw_chart(self, c: Canvas) -> None:
        whose = "Your winning chance" if self.you else f"{self.seats.name(1)}: winning chance"
        row = self.row
        c.panel(whose, f"move {row.move_number} of {len(self.story.rows)}" if row and self.story else "")
        if row is None or self.story is None:
            c.para(2, c.h // 2, c.w - 4, self.message, "ink2")
            return
        me: Player = self.you or 1
        chances = [0.5 if chance is None else chance for chance in self.story.chances_of(me)]
        lost = [(r.move_number, r.player) for r in self.story.rows if _is_mistake(r)]
        one, two = (self.seats.name(player) for player in PLAYERS)
        chart.draw_chart(
            c, chart.Chart(chances, me, (one, two), lost, row.move_number, self._format_caption(row))
        )

    def _format_caption(self, row: ReviewRow) -> str:
        if row.kind != "bad":
            return ""
        return f"move {row.move_number}: {row.cost}" if row.cost else f"move {row.move_number} {row.word}"

    def _draw_choices(self, c: Canvas) -> None:
        story = self.story
        label = self._format_mistakes() if story and story.rows else ""
        c.panel(CHOICES, format_exactness(label, story, self.refining, c.w - len(CHOICES) - 8))
        if story is None:
            return
        if not story.rows:
            c.centre(0, c.h // 2, c.w, "No moves were made.", "ink2")
            return
        shown = [at for at, row in enumerate(story.rows) if not row.folded or at == self.at]
        first = self._find_first(shown, c.h - 2, c.w)
        y = 1
        for at in shown[first:]:
            y = self._draw_choice(c, y, story.rows[at], at)
            if y >= c.h - 1:
                break
        for sentence in story.slips:
            if y < c.h - 2:
                y = c.para(7, y, c.w - 9, sentence, "ink2", c.h - 1 - y)

    def _format_mistakes(self) -> str:
        """Return the number of mistakes in a few words; small slips are listed below the rows."""
        from primeparlor.wording import format_count

        assert self.story is not None
        made, moves = sum(map(_is_mistake, self.story.rows)), len(self.story.rows)
        return f"{format_count(made, 'mistake')} in {moves:,} move{'s' * (moves > 1)}"

    def _find_first(self, shown: list[int], rows: int, width: int) -> int:
        """Return the index of the first list row to show, so that the selected one is fully visible."""
        assert self.story is not None
        tall, first = 0, shown.index(self.at)
        while first >= 0:
            tall += self._measure_row(self.story.rows[shown[first]], width)
            if tall > rows:
                return first + 1
            first -= 1
        return 0

    def _measure_row(self, row: ReviewRow, width: int) -> int:
        blank = Canvas(width, 0)
        return blank.para(0, 1, width - 10, _format_reason(row))

    def _draw_choice(self, c: Canvas, y: int, row: ReviewRow, at: int) -> int:
        """Paint one row of the list with its reason; return the row below it."""
        tall = self._measure_row(row, c.w)
        if at == self.at:
            c.fill(1, y, c.w - 2, min(tall, c.h - 1 - y), "bads" if row.kind == "bad" else "mat")
            c.put(1, y, "▶", "bad" if row.kind == "bad" else "brass")
        c.hit(1, y, c.w - 2, tall, f"row {at}")
        c.put(2, y, f"{row.move_number:3}", "ink2")
        c.mark(6, y, row.player)
        c.put(8, y, chrome.fit_sentences(row.brief, c.w - 26), "ink", "", "bold")
        c.right(c.w - 2, y, f"{row.glyph} {row.cost or row.word}", row.kind, "bold")
        text, room = _format_reason(row), max(0, c.h - 2 - y)
        while text and Canvas(0, 0).para(0, 0, c.w - 10, text) > room:  # the last row: whole sentences only
            text = text.rpartition(". ")[0]
            text += "." if text else ""
        c.para(8, y + 1, c.w - 10, text, "ink2")
        return y + tall

    def _draw_verdict(self, c: Canvas) -> None:
        if self.story is None:
            c.panel()
            c.para(2, 1, c.w - 4, self.message, "ink")
            return
        sides = self.story.sides if self.you != 2 else self.story.sides[::-1]  # you first
        draw_verdict(c, self.story, [PlayerScore(self.seats.name(side.player), side) for side in sides])

    def _draw_footer(self, c: Canvas) -> None:
        attempt = "try it yourself" if c.w >= chrome.WIDE else "try"
        own = [("←→", "step"), ("↑↓", "mistakes")] if self.row is not None else []
        if self.row is not None and self.row.at_stake:
            own.append(("Enter", attempt))
        chrome.draw_footer(c, [*own, ("?", "help"), self.find_exit()])

    # Keys -------------------------------------------------------------------------------------------

    def press(self, key: str) -> None:
        rows = len(self.story.rows) if self.story else 0
        if key == "escape":
            self.leave()
        elif not rows or key in ("t", "?", "q", "ctrl+c"):
            super().press(key)
        elif key in ("left", "right", "home", "end"):
            self._select_row({"left": self.at - 1, "right": self.at + 1, "home": 0, "end": rows - 1}[key])
        elif key in ("up", "down"):
            self._select_row(self._find_mistake(-1 if key == "up" else 1))
        elif key.startswith("row "):
            self._select_row(int(key.split()[1]))
        elif key.startswith("move "):
            self._select_row(int(key.split()[1]) - 1)
        elif key == "enter":
            self._open_try()

    def _select_row(self, at: int) -> None:
        assert self.story is not None
        self.at = max(0, min(len(self.story.rows) - 1, at))
        self.repaint()

    def _find_mistake(self, step: int) -> int:
        """Return the index of the next mistake in this direction, or the selected row."""
        assert self.story is not None
        at = self.at + step
        while 0 <= at < len(self.story.rows):
            if _is_mistake(self.story.rows[at]):
                return at
            at += step
        return self.at

    def _open_try(self) -> None:
        """Open the selected position as a puzzle, if some move there is better than another."""
        from primeparlor.terminal.tui.screens.review.try_screen import TryScreen

        if (row := self.row) is not None and row.at_stake:
            self.app.push_screen(TryScreen(self.match.line[row.place][1]))


def _is_mistake(row: ReviewRow) -> bool:
    """Return True if the choice cost more than a small slip."""
    return row.kind == "bad" and not row.folded


def _format_reason(row: ReviewRow) -> str:
    """Return the text below a row: what could have been gained, with the better moves, and what was left."""
    return "" if row.folded else row.reason
