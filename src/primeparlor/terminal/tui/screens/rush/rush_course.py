"""The course of a rush: puzzles are generated, shown one by one against the clock, and the score is stored.

The clock runs only while a puzzle is on the board. It stops while the next one is being generated, and while
another screen covers this one: help, settings, or the notice of a window that is too small. The board is
hidden then too, so that nobody can think without the clock. A page that belongs to the board is read while
the clock runs.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from primeparlor.core import ParlorError
from primeparlor.terminal.drawing.board import Said, Seats
from primeparlor.terminal.tui.boards import board_of
from primeparlor.terminal.tui.jobs import run_in_thread
from primeparlor.terminal.tui.screens.dialogs import TextModal
from primeparlor.terminal.tui.screens.rush import panels
from primeparlor.terminal.tui.screens.rush.rush_face import READY, RushFace
from primeparlor.terminal.tui.supply import LOOKING, PuzzleSupply, ReadyPuzzle
from primeparlor.terminal.tui.widgets.painted_widget import PaintedWidget
from primeparlor.terminal.tui.working import JobProgress

if TYPE_CHECKING:
    from primeparlor.coach.training.rush import Rush

TICK = 0.1  # seconds between two checks of the clock
SOON = Said(f"{LOOKING} …", "The clock stands until it is there.", "·")
RUNS = Said("The clock runs.", "The first ones are the easiest.", "◆", "brass")


class RushCourse(RushFace):
    """The phases of a rush: a page before, three minutes, and a page after."""

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        self.supply = PuzzleSupply(self._show_progress)
        self.no_puzzles = False  # True if no puzzle can be generated
        self.page: TextModal | None = None  # the open page that belongs to the board
        self._clock = ""  # the text painted last

    # Puzzles ------------------------------------------------------------------------------------------

    def on_mount(self) -> None:
        self.query_one("#strip").display = True
        self.show_keys(False)
        self.set_interval(TICK, self._check_clock)
        self._prepare_rush()

    def _prepare_rush(self) -> None:
        """Start a new rush and generate its first puzzles."""
        self.supply.stop()
        self.supply = PuzzleSupply(self._show_progress)
        self.rush = self.on_table = None
        self.no_puzzles = False
        self.run_worker(self._make_puzzles(self.supply), exclusive=True)

    async def _make_puzzles(self, supply: PuzzleSupply) -> None:
        try:
            rush = await run_in_thread(self._open_rush)
            self.rush = rush
            if self.covered:
                rush.pause()
            self._show_scores()
            await supply.run(lambda working: self.make_puzzle(rush, working), self._show_puzzle)
        except ParlorError as error:
            self._show_failure(str(error))

    def _open_rush(self) -> Rush:
        """Create a rush, and the diary the first time; called in a thread."""
        from primeparlor.coach.training.rush import Rush
        from primeparlor.terminal.practice import open_diary

        self.diary = self.diary or open_diary(self._store_trouble)
        return Rush(self.offer.name, self.random, self.now)

    def make_puzzle(self, rush: Rush, working: JobProgress) -> ReadyPuzzle:
        """Generate the next puzzle; called in a thread."""
        from primeparlor.coach.reasons import explain_move
        from primeparlor.solve import analyse

        puzzle = rush.generate_next(working)
        analysis = analyse(puzzle.state, progress=working)
        return ReadyPuzzle(puzzle, explain_move(puzzle.state, analysis, puzzle.answers[0]).sentence)

    def _show_failure(self, why: str) -> None:
        """Show why there are no more puzzles."""
        self.no_puzzles = True
        if self.phase == "rush":
            self._finish_rush()
        first, _, rest = why.partition(". ")
        self._show_message(Said(f"{first}." if rest else first, rest, "✕", "bad"))

    def _show_scores(self) -> None:
        self.offers = [offer.with_scores(self.diary.rush) for offer in self.offers]
        if self.trouble and self.phase == "before":
            self.said = Said(self.trouble, "", "✕", "bad")
        self.repaint()

    def _show_progress(self, text: str) -> None:
        """Show the progress of the search; called in its thread."""
        self.far = text
        self.app.call_from_thread(self.repaint)

    def _store_trouble(self, sentence: str) -> None:
        """Store the diary's fault until the screen can show it."""
        self.trouble = sentence

    # The course ---------------------------------------------------------------------------------------

    def _begin_rush(self) -> None:
        self.phase, self.slips, self.mine = "rush", [], None
        self._show_message(SOON)
        self._show_puzzle()

    def _show_puzzle(self) -> None:
        """Show the next puzzle, if the rush runs, the board is empty and a puzzle is ready."""
        if self.phase != "rush" or self.on_table or not self.rush or not (ready := self.supply.take()):
            return
        self.on_table = ready
        one, two = ("You" if player == self.state.turn else "Your opponent" for player in (1, 2))
        self.seats, self.held, self.tried = Seats((one, two), self.state.turn), "", ()
        self.show_keys(bool(board_of(self.state).keys(self.facts, self.build_view())))
        self.rush.show_puzzle(ready.puzzle)
        self._show_message(self.said if self.rush.marks else RUNS)

    def _check_clock(self) -> None:
        """Check the clock: end the rush when the time is up, or repaint the clock when it has changed."""
        if self.phase != "rush" or self.rush is None:
            return
        if self.page is not None:
            self._update_clock()  # the window may have become too small meanwhile
        if self.rush.over:
            self._finish_rush()
        elif (now := panels.format_clock(self.rush, self.size.width)) != self._clock:
            self._clock = now
            self.query_one("#strip", PaintedWidget).repaint()

    def on_screen_suspend(self) -> None:
        self._update_clock()
        super().on_screen_suspend()

    def on_screen_resume(self) -> None:
        self.page = None
        self._update_clock()
        super().on_screen_resume()

    def _update_clock(self) -> None:
        """Stop the clock if another screen covers this one, unless it is a page that belongs to the board."""
        self.covered = self.app.screen not in (self, self.page)
        if self.rush is not None:
            (self.rush.pause if self.covered else self.rush.resume)()

    def _finish_rush(self) -> None:
        """End the rush, store the score and show it; a rush that has not started has none."""
        if self.rush is None:
            self._cancel_rush()
            return
        self.rush.stop()
        self.supply.stop()
        self.close_line()
        if self.page is not None and self.page.is_current:
            self.page.dismiss()
        self.phase, self.on_table, self.held = "after", None, ""
        self.show_keys(False)
        self.said = self._store_result(self.rush)
        self._show_scores()

    def _cancel_rush(self) -> None:
        """Return to the page before, and generate the first puzzles anew if possible."""
        self.phase = "before"
        self._show_message(READY)
        if not self.no_puzzles:
            self._prepare_rush()

    def _store_result(self, rush: Rush) -> Said:
        """Store the score and return the final message."""
        before, best = self.offer.best, self._store_score(rush)
        if self.trouble:
            return panels.format_end(rush, before, False)._replace(text=self.trouble, kind="bad")
        return panels.format_end(rush, before, best)

    def _store_score(self, rush: Rush) -> bool:
        """Store the score, if there is any; return True if it is a new best."""
        from primeparlor.coach.progress.document import RushScore

        if not rush.right:
            return False
        self.mine = RushScore(self.today(), rush.right, rush.slips)
        return bool(self.diary.store_rush(self.offer.name, *self.mine))

    def on_unmount(self) -> None:
        self.supply.stop()
        if self.phase == "rush" and self.rush is not None:  # the player quits the app during a rush
            self._store_score(self.rush)

    def _show_message(self, said: Said) -> None:
        self.said = said
        self.repaint()
