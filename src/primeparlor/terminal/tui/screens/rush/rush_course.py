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
from primeparlor.terminal.tui.jobs import apart
from primeparlor.terminal.tui.screens.dialogs import TextSheet
from primeparlor.terminal.tui.screens.rush import panels
from primeparlor.terminal.tui.screens.rush.rush_face import READY, RushFace
from primeparlor.terminal.tui.supply import LOOKING, Ready, Supply
from primeparlor.terminal.tui.widgets.painted_widget import Picture
from primeparlor.terminal.tui.working import Working

if TYPE_CHECKING:
    from primeparlor.coach.training.rush import Rush

TICK = 0.1  # seconds between two checks of the clock
SOON = Said(f"{LOOKING} …", "The clock stands until it is there.", "·")
RUNS = Said("The clock runs.", "The first ones are the easiest.", "◆", "brass")


class RushCourse(RushFace):
    """The phases of a rush: a page before, three minutes, and a page after."""

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        self.supply = Supply(self._show_far)
        self.no_puzzles = False  # True if no puzzle can be generated
        self.page: TextSheet | None = None  # the open page that belongs to the board
        self._clock = ""  # the text painted last

    # Puzzles ------------------------------------------------------------------------------------------

    def on_mount(self) -> None:
        self.query_one("#strip").display = True
        self.show_keys(False)
        self.set_interval(TICK, self._tick)
        self._prepare()

    def _prepare(self) -> None:
        """Start a new rush and generate its first puzzles."""
        self.supply.stop()
        self.supply = Supply(self._show_far)
        self.rush = self.on_table = None
        self.no_puzzles = False
        self.run_worker(self._work(self.supply), exclusive=True)

    async def _work(self, supply: Supply) -> None:
        try:
            rush = await apart(self._opened)
            self.rush = rush
            if self.covered:
                rush.pause()
            self._show_scores()
            await supply.run(lambda working: self.made(rush, working), self._deal)
        except ParlorError as error:
            self._fail(str(error))

    def _opened(self) -> Rush:
        """Create a rush, and the diary the first time; called in a thread."""
        from primeparlor.coach.training.rush import Rush
        from primeparlor.terminal.practice import open_diary

        self.diary = self.diary or open_diary(self._keep_trouble)
        return Rush(self.offer.name, self.random, self.now)

    def made(self, rush: Rush, working: Working) -> Ready:
        """Generate the next puzzle; called in a thread."""
        from primeparlor.coach.reasons import reason
        from primeparlor.solve import analyse

        puzzle = rush.make(working)
        analysis = analyse(puzzle.state, progress=working)
        return Ready(puzzle, reason(puzzle.state, analysis, puzzle.answers[0]).sentence)

    def _fail(self, why: str) -> None:
        """Show why there are no more puzzles."""
        self.no_puzzles = True
        if self.phase == "rush":
            self._finish()
        first, _, rest = why.partition(". ")
        self._tell(Said(f"{first}." if rest else first, rest, "✕", "bad"))

    def _show_scores(self) -> None:
        self.offers = [offer.with_scores(self.diary.rush) for offer in self.offers]
        if self.trouble and self.phase == "before":
            self.said = Said(self.trouble, "", "✕", "bad")
        self.repaint()

    def _show_far(self, text: str) -> None:
        """Show the progress of the search; called in its thread."""
        self.far = text
        self.app.call_from_thread(self.repaint)

    def _keep_trouble(self, sentence: str) -> None:
        """Store the diary's fault until the screen can show it."""
        self.trouble = sentence

    # The course ---------------------------------------------------------------------------------------

    def _begin(self) -> None:
        self.phase, self.slips, self.mine = "rush", [], None
        self._tell(SOON)
        self._deal()

    def _deal(self) -> None:
        """Show the next puzzle, if the rush runs, the board is empty and a puzzle is ready."""
        if self.phase != "rush" or self.on_table or not self.rush or not (ready := self.supply.take()):
            return
        self.on_table = ready
        one, two = ("You" if player == self.state.turn else "Your opponent" for player in (1, 2))
        self.seats, self.held, self.tried = Seats((one, two), self.state.turn), "", ()
        self.show_keys(bool(board_of(self.state).keys(self.facts, self.view())))
        self.rush.show(ready.puzzle)
        self._tell(self.said if self.rush.marks else RUNS)

    def _tick(self) -> None:
        """Check the clock: end the rush when the time is up, or repaint the clock when it has changed."""
        if self.phase != "rush" or self.rush is None:
            return
        if self.page is not None:
            self._look_up()  # the window may have become too small meanwhile
        if self.rush.over:
            self._finish()
        elif (now := panels.painted(self.rush, self.size.width)) != self._clock:
            self._clock = now
            self.query_one("#strip", Picture).repaint()

    def on_screen_suspend(self) -> None:
        self._look_up()
        super().on_screen_suspend()

    def on_screen_resume(self) -> None:
        self.page = None
        self._look_up()
        super().on_screen_resume()

    def _look_up(self) -> None:
        """Stop the clock if another screen covers this one, unless it is a page that belongs to the board."""
        self.covered = self.app.screen not in (self, self.page)
        if self.rush is not None:
            (self.rush.pause if self.covered else self.rush.resume)()

    def _finish(self) -> None:
        """End the rush, store the score and show it; a rush that has not started has none."""
        if self.rush is None:
            self._give_up()
            return
        self.rush.stop()
        self.supply.stop()
        self.close_line()
        if self.page is not None and self.page.is_current:
            self.page.dismiss()
        self.phase, self.on_table, self.held = "after", None, ""
        self.show_keys(False)
        self.said = self._result(self.rush)
        self._show_scores()

    def _give_up(self) -> None:
        """Return to the page before, and generate the first puzzles anew if possible."""
        self.phase = "before"
        self._tell(READY)
        if not self.no_puzzles:
            self._prepare()

    def _result(self, rush: Rush) -> Said:
        """Store the score and return the final message."""
        before, best = self.offer.best, self._keep(rush)
        if self.trouble:
            return panels.ended(rush, before, False)._replace(text=self.trouble, kind="bad")
        return panels.ended(rush, before, best)

    def _keep(self, rush: Rush) -> bool:
        """Store the score, if there is any; return True if it is a new best."""
        from primeparlor.coach.progress.document import Score

        if not rush.right:
            return False
        self.mine = Score(self.today(), rush.right, rush.slips)
        return bool(self.diary.rushed(self.offer.name, *self.mine))

    def on_unmount(self) -> None:
        self.supply.stop()
        if self.phase == "rush" and self.rush is not None:  # the player quits the app during a rush
            self._keep(self.rush)

    def _tell(self, said: Said) -> None:
        self.said = said
        self.repaint()
