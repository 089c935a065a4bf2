"""The review screen: the curve, every choice graded, and the moment the game turned on."""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical

from primeparlor.core import PLAYERS, ParlorError, Player, State
from primeparlor.match import Match
from primeparlor.tables.sentences import helped
from primeparlor.terminal.drawing.canvas import Canvas
from primeparlor.terminal.tui.base import Room
from primeparlor.terminal.tui.jobs import apart
from primeparlor.terminal.tui.screens.review import chart
from primeparlor.terminal.tui.screens.review.summary import Score, verdict
from primeparlor.terminal.tui.screens.table.told import seats_of
from primeparlor.terminal.tui.widgets import chrome
from primeparlor.terminal.tui.widgets.painted_widget import Picture
from primeparlor.terminal.tui.working import Stopped, Working

if TYPE_CHECKING:
    from primeparlor.coach.review.story import Row, Story

REVIEWING = "Reviewing the game"
NAMED = 31  # columns of the header taken by the product's name and the screen's title


class ReviewRoom(Room):
    """The review of one match, computed in a worker thread."""

    called = "the review"

    def __init__(self, match: Match) -> None:
        super().__init__()
        self.match = match
        self.seats = seats_of(match)
        self.you = self.seats.you
        self.story: Story | None = None
        self.at = 0  # index of the selected row
        self.said = f"{REVIEWING} …"
        self.working = Working(REVIEWING, self._show_far)

    # Layout -----------------------------------------------------------------------------------------

    def compose(self) -> ComposeResult:
        yield Picture(self._head, "head", "wall")
        yield Picture(self._strip, "strip", "wall")
        with Horizontal(id="room"):
            with Vertical(id="left"):
                yield Picture(self._chart, "chart")
                yield Picture(self._graded, "graded")
            yield Picture(self._verdict, "side")
        yield Picture(self._foot, "foot", "wall")

    def on_mount(self) -> None:
        self.run_worker(self._review(), exclusive=True)

    def on_unmount(self) -> None:
        self.working.stop()

    async def _review(self) -> None:
        try:
            self.story = await apart(self._told)
        except Stopped:
            return
        except ParlorError as error:
            self.said = str(error)
        if self.story is not None and self.story.rows:
            turning = self.story.turning
            numbers = [row.number for row in self.story.rows]
            self.at = numbers.index(turning.number) if turning else len(numbers) - 1
        self.query_one("#chart").display = self._has_curve()
        self.repaint()

    def _told(self) -> Story:
        from primeparlor.coach.review.review import review
        from primeparlor.coach.review.story import story
        from primeparlor.solve import Analysis, analyse

        positions, answered = len(self.match.line) + 1, 0

        def far(done: int, total: int | None) -> None:
            self.working(answered + (done / total if total else 0), positions)

        def answer(state: State) -> Analysis:
            nonlocal answered
            far(0, None)  # report between positions: many quick analyses take long too
            analysis = analyse(state, progress=far)
            answered += 1
            return analysis

        return story(self.match, review(self.match, answer), self.seats.inside)

    def _show_far(self, text: str) -> None:
        """Show the progress of the review; called in its thread."""
        self.app.call_from_thread(self._tell, text)

    def _tell(self, text: str) -> None:
        self.said = text
        self.repaint()

    def _has_curve(self) -> bool:
        """Return True if there are chances to draw, or will be; False where nobody can be forced to lose."""
        return self.story is None or any(chance is not None for chance in self.story.chances[:-1])

    @property
    def row(self) -> Row | None:
        """The selected row."""
        return self.story.rows[self.at] if self.story and self.story.rows else None

    # Painters ---------------------------------------------------------------------------------------

    def _head(self, c: Canvas) -> None:
        title, help_used = self.match.start.title, helped(self.match)
        both = f"{title}, {help_used}" if help_used else title
        chrome.head(c, "Review", both if len(both) <= c.w - NAMED else help_used)

    def _strip(self, c: Canvas) -> None:
        c.fill(0, 0, c.w, 1, "mat")
        decided = self._decided()
        if len(decided) > c.w - 2 and ": " in decided:
            decided = f"{decided.partition(': ')[0]}."
        c.put(1, 0, chrome.whole(decided, c.w - 2), "ink", "", "bold")

    def _decided(self) -> str:
        return (self.story.closing or self.story.headline) if self.story else self.said

    def _chart(self, c: Canvas) -> None:
        whose = "Your winning chance" if self.you else f"{self.seats.name(1)}: winning chance"
        row = self.row
        c.panel(whose, f"move {row.move_number} of {len(self.story.rows)}" if row and self.story else "")
        if row is None or self.story is None:
            c.para(2, c.h // 2, c.w - 4, self.said, "ink2")
            return
        me: Player = self.you or 1
        chances = [0.5 if chance is None else chance for chance in self.story.chances_of(me)]
        lost = [(r.move_number, r.player) for r in self.story.rows if _is_mistake(r)]
        one, two = (self.seats.name(player) for player in PLAYERS)
        chart.draw(c, chart.Chart(chances, me, (one, two), lost, row.move_number, self._caption(row)))

    def _caption(self, row: Row) -> str:
        if row.kind != "bad":
            return ""
        if row.points:
            return f"move {row.move_number}: − {row.points / 10:.1f} %"
        return f"move {row.move_number} {row.word}"

    def _graded(self, c: Canvas) -> None:
        story = self.story
        c.panel("Every choice, graded", self._mistakes() if story and story.rows else "")
        if story is None:
            return
        if not story.rows:
            c.centre(0, c.h // 2, c.w, "No moves were made.", "ink2")
            return
        shown = [at for at, row in enumerate(story.rows) if not row.folded or at == self.at]
        first = self._first(shown, c.h - 2, c.w)
        y = 1
        for at in shown[first:]:
            y = self._grade(c, y, story.rows[at], at)
            if y >= c.h - 1:
                break
        for sentence in story.slips:
            if y < c.h - 2:
                y = c.para(7, y, c.w - 9, sentence, "ink2", c.h - 1 - y)

    def _mistakes(self) -> str:
        """Return the number of mistakes in a few words; small slips are listed below the rows."""
        from primeparlor.wording import counted

        assert self.story is not None
        made, moves = sum(map(_is_mistake, self.story.rows)), len(self.story.rows)
        return f"{counted(made, 'mistake')} in {moves:,} move{'s' * (moves > 1)}"

    def _first(self, shown: list[int], rows: int, width: int) -> int:
        """Return the index of the first list row to show, so that the selected one is fully visible."""
        assert self.story is not None
        tall, first = 0, shown.index(self.at)
        while first >= 0:
            tall += self._height(self.story.rows[shown[first]], width)
            if tall > rows:
                return first + 1
            first -= 1
        return 0

    def _height(self, row: Row, width: int) -> int:
        blank = Canvas(width, 0)
        return blank.para(0, 1, width - 10, _reason(row))

    def _grade(self, c: Canvas, y: int, row: Row, at: int) -> int:
        """Paint one row of the list with its reason; return the row below it."""
        tall = self._height(row, c.w)
        if at == self.at:
            c.fill(1, y, c.w - 2, min(tall, c.h - 1 - y), "bads" if row.kind == "bad" else "mat")
            c.put(1, y, "▶", "bad" if row.kind == "bad" else "brass")
        c.hit(1, y, c.w - 2, tall, f"row {at}")
        c.put(2, y, f"{row.move_number:3}", "ink2")
        c.mark(6, y, row.player)
        c.put(8, y, chrome.whole(row.brief, c.w - 26), "ink", "", "bold")
        cost = f"− {row.points / 10:.1f} %" if row.points else row.word
        c.right(c.w - 2, y, f"{row.glyph} {cost}", row.kind, "bold")
        text, room = _reason(row), max(0, c.h - 2 - y)
        while text and Canvas(0, 0).para(0, 0, c.w - 10, text) > room:  # the last row: whole sentences only
            text = text.rpartition(". ")[0]
            text += "." if text else ""
        c.para(8, y + 1, c.w - 10, text, "ink2")
        return y + tall

    def _verdict(self, c: Canvas) -> None:
        if self.story is None:
            c.panel()
            c.para(2, 1, c.w - 4, self.said, "ink")
            return
        sides = self.story.sides if self.you != 2 else self.story.sides[::-1]  # you first
        verdict(c, self.story, [Score(self.seats.name(side.player), side) for side in sides])

    def _foot(self, c: Canvas) -> None:
        attempt = "try it yourself" if c.w >= chrome.WIDE else "try"
        own = [("←→", "step"), ("↑↓", "mistakes")] if self.row is not None else []
        if self.row is not None and self.row.at_stake:
            own.append(("Enter", attempt))
        chrome.foot(c, [*own, ("?", "help"), self.way_out()])

    # Keys -------------------------------------------------------------------------------------------

    def press(self, key: str) -> None:
        rows = len(self.story.rows) if self.story else 0
        if key == "escape":
            self.leave()
        elif not rows or key in ("t", "?", "q", "ctrl+c"):
            super().press(key)
        elif key in ("left", "right", "home", "end"):
            self._go({"left": self.at - 1, "right": self.at + 1, "home": 0, "end": rows - 1}[key])
        elif key in ("up", "down"):
            self._go(self._mistake(-1 if key == "up" else 1))
        elif key.startswith("row "):
            self._go(int(key.split()[1]))
        elif key.startswith("move "):
            self._go(int(key.split()[1]) - 1)
        elif key == "enter":
            self._try()

    def _go(self, at: int) -> None:
        assert self.story is not None
        self.at = max(0, min(len(self.story.rows) - 1, at))
        self.repaint()

    def _mistake(self, step: int) -> int:
        """Return the index of the next mistake in this direction, or the selected row."""
        assert self.story is not None
        at = self.at + step
        while 0 <= at < len(self.story.rows):
            if _is_mistake(self.story.rows[at]):
                return at
            at += step
        return self.at

    def _try(self) -> None:
        """Open the selected position as a puzzle, if some move there is better than another."""
        from primeparlor.terminal.tui.screens.puzzle.trying import TryRoom

        if (row := self.row) is not None and row.at_stake:
            self.app.push_screen(TryRoom(self.match.line[row.place][1]))


def _is_mistake(row: Row) -> bool:
    """Return True if the choice cost more than a small slip."""
    return row.kind == "bad" and not row.folded


def _reason(row: Row) -> str:
    """Return the text below a row: what could have been gained, with the better moves, and what was left."""
    return "" if row.folded else row.reason
