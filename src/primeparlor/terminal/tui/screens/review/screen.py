"""The review screen: the curve, every choice graded, and the moment the game turned on."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING, ClassVar

from textual import on, work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.widgets.option_list import Option

from primeparlor.core import PLAYERS, ParlorError, Player, State
from primeparlor.match import Match
from primeparlor.tables.sentences import format_help_used
from primeparlor.terminal.drawing.canvas import MARK, Canvas, wrapped
from primeparlor.terminal.tui.base import ParlorScreen
from primeparlor.terminal.tui.boards import seats_of
from primeparlor.terminal.tui.jobs import JobCancelled, JobProgress, run_in_thread
from primeparlor.terminal.tui.screens.review import chart
from primeparlor.terminal.tui.screens.review.side_panel import PlayerScore, draw_verdict, format_exactness
from primeparlor.terminal.tui.widgets import chrome
from primeparlor.terminal.tui.widgets.footer import KeyFooter
from primeparlor.terminal.tui.widgets.marked_list import MarkedList
from primeparlor.terminal.tui.widgets.painted_widget import PaintedWidget, Values
from primeparlor.terminal.tui.widgets.panel import Panel

if TYPE_CHECKING:
    from primeparlor.coach.review.story import ReviewRow, Story

REVIEWING = "Reviewing the game"
GRADED = "Every choice, graded"
SECONDS = 60.0  # for exact values in place of estimates; leaving the screen ends the work
INDENT = " " * 7  # of the sentences below a move
STEP, MISTAKES = Binding.Group("step", compact=True), Binding.Group("mistakes", compact=True)
NAMED = 31  # columns of the header taken by the product's name and the screen's title


class ReviewScreen(ParlorScreen):
    """The review of one match, computed in a worker thread."""

    back_label = "the review"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("left", "step(-1)", "step", tooltip="one move back, one on", group=STEP),
        Binding("right", "step(1)", "step", group=STEP),
        Binding("up", "find_mistake(-1)", "mistakes", tooltip="the previous or next mistake", group=MISTAKES),
        Binding("down", "find_mistake(1)", "mistakes", group=MISTAKES),
        Binding("home", "step(-100_000)", show=False, tooltip="the first move; End: the last"),
        Binding("end", "step(100_000)", show=False),
        Binding("enter", "open_try", "try it yourself", tooltip="look for a better move yourself"),
        Binding("escape", "leave", show=False),
    ]

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
        yield PaintedWidget(_draw_headline, "strip", "wall")
        with Horizontal(id="main"):
            with Vertical(id="left"):
                yield PaintedWidget(self._draw_chart, "chart")
                with Panel(title=GRADED, id="graded"):
                    yield MarkedList(id="choices")
            yield PaintedWidget(self._draw_verdict, "side")
        yield KeyFooter()

    def on_mount(self) -> None:
        self._run_review()

    def on_unmount(self) -> None:
        self.working.stop()

    def on_resize(self) -> None:
        super().on_resize()
        self.call_after_refresh(self._fill_choices)

    @property
    def choices(self) -> MarkedList:
        """The list of all choices; small slips are folded, except for the selected one."""
        return self.query_one(MarkedList)

    @property
    def help_state(self) -> State:
        return self.match.start

    @work(exclusive=True)
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
        self._fill_choices()
        self.repaint()
        self.refresh_bindings()
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
        self._fill_choices()
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

    def list_values(self) -> dict[str, Values]:
        story, message = self.story, self.message
        return {
            "head": (self.match.start.title, format_help_used(self.match)),
            "strip": ((story.closing or story.headline) if story else message,),
            "chart": (story, self.row, message),
            "side": (story, message),
        }

    def _draw_header(self, c: Canvas, title: str, help_used: str) -> None:
        both = f"{title}, {help_used}" if help_used else title
        chrome.draw_header(c, "Review", both if len(both) <= c.w - NAMED else help_used)

    def _draw_chart(self, c: Canvas, story: Story | None, row: ReviewRow | None, message: str) -> None:
        from primeparlor.coach.review.story import title_chances

        me: Player = self.you or 1
        title = title_chances(story.chances_of(me) if story else [0.5], me, self.seats)
        c.panel(title, f"move {row.move_number} of {len(story.rows)}" if row and story else "")
        if row is None or story is None:
            c.para(2, c.h // 2, c.w - 4, message, "ink2")
            return
        chances = [0.5 if chance is None else chance for chance in story.chances_of(me)]
        lost = [(r.move_number, r.player) for r in story.rows if r.is_mistake]
        one, two = (self.seats.name(player) for player in PLAYERS)
        chart.draw_chart(
            c, chart.Chart(chances, me, (one, two), lost, row.move_number, self._format_caption(row))
        )

    def _format_caption(self, row: ReviewRow) -> str:
        if row.kind != "bad":
            return ""
        return f"move {row.move_number}: {row.cost}" if row.cost else f"move {row.move_number} {row.word}"

    def _fill_choices(self) -> None:
        """Fill the list for its present width, and highlight the selected row."""
        if (story := self.story) is None:
            return
        choices, width = self.choices, self.choices.scrollable_content_region.width
        shown = [at for at, row in enumerate(story.rows) if not row.folded or at == self.at]
        options = [Option(_format_choice(story.rows[at], width), id=str(at)) for at in shown]
        after = [_indent_text(sentence, width) for sentence in story.slips]
        if not story.rows:
            after = [Content("No moves were made.".center(width))]
        with self.prevent(MarkedList.OptionHighlighted):
            choices.set_options([*options, *(Option(text, disabled=True) for text in after)])
            choices.highlighted = shown.index(self.at) if shown else None
        choices.set_class(self.row is not None and self.row.kind == "bad", "bad")
        label = story.mistakes_text if story.rows else ""
        room = self.query_one(Panel).size.width - len(GRADED) - 8
        self.query_one(Panel).set_texts(GRADED, format_exactness(label, story, self.refining, room))
        self.call_after_refresh(self._refit_choices, width)

    def _refit_choices(self, width: int) -> None:
        """Fill the list again if a scroll bar has taken a part of the width it was filled for."""
        if self.is_mounted and self.choices.scrollable_content_region.width != width:
            self._fill_choices()

    def _draw_verdict(self, c: Canvas, story: Story | None, message: str) -> None:
        if story is None:
            c.panel()
            c.para(2, 1, c.w - 4, message, "ink")
            return
        sides = story.sides if self.you != 2 else story.sides[::-1]  # you first
        draw_verdict(c, story, [PlayerScore(self.seats.name(side.player), side) for side in sides])

    # Keys -------------------------------------------------------------------------------------------

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        if action == "open_try":
            return self.row is not None and self.row.at_stake
        return action not in ("step", "find_mistake") or self.row is not None

    def get_binding_word(self, binding: Binding) -> str:
        narrow = binding.action == "open_try" and self.app.size.width < chrome.WIDE
        return "try" if narrow else super().get_binding_word(binding)

    def action_step(self, by: int) -> None:
        """Select the move so many moves on, or back."""
        self._select_row(self.at + by)

    def action_find_mistake(self, step: int) -> None:
        """Select the next mistake in this direction."""
        self._select_row(self._find_mistake(step))

    def action_select_move(self, number: int) -> None:
        """Select the move with this number."""
        self._select_row(number - 1)

    @on(MarkedList.OptionHighlighted)
    def _select_clicked(self, event: MarkedList.OptionHighlighted) -> None:
        self._select_row(int(event.option_id or 0))

    def _select_row(self, at: int) -> None:
        assert self.story is not None
        self.at = max(0, min(len(self.story.rows) - 1, at))
        self._fill_choices()
        self.repaint()
        self.refresh_bindings()

    def _find_mistake(self, step: int) -> int:
        """Return the index of the next mistake in this direction, or the selected row."""
        assert self.story is not None
        at = self.at + step
        while 0 <= at < len(self.story.rows):
            if self.story.rows[at].is_mistake:
                return at
            at += step
        return self.at

    def action_open_try(self) -> None:
        """Open the selected position as a puzzle, if some move there is better than another."""
        from primeparlor.terminal.tui.screens.review.try_screen import TryScreen

        if (row := self.row) is not None and row.at_stake:
            self.app.push_screen(TryScreen(self.match.line[row.place][1]))


def _draw_headline(c: Canvas, headline: str) -> None:
    """Draw how the game ended, in a small window without the explanation."""
    if len(headline) > c.w - 2 and ": " in headline:
        headline = f"{headline.partition(': ')[0]}."
    chrome.draw_strip(c, headline)


def _format_choice(row: ReviewRow, width: int) -> Content:
    """Return a row of the list: the move and its grade, and below it what could have been gained."""
    grade = f"{row.glyph} {row.cost or row.word}"
    brief = chrome.fit_sentences(row.brief, width - 24)
    start = Content.assemble(
        f" {row.move_number:3} ", (MARK[row.player], f"$p{row.player}"), " ", (brief, "$ink bold")
    )
    start = start.pad_right(width - 1 - len(start) - len(grade))
    start += Content.styled(grade, f"${row.kind} bold")
    if row.folded or not row.reason:
        return start
    return Content("\n").join((start, _indent_text(row.reason, width)))


def _indent_text(text: str, width: int) -> Content:
    return Content("\n".join(f"{INDENT}{line}" for line in wrapped(text, width - len(INDENT) - 1)))
