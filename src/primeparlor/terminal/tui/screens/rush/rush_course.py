"""The course of a rush: puzzles are made, dealt one by one against the clock, and the score is kept.

The clock runs only while a puzzle is on the table. It stands while the next one is being looked for, and
while anything lies over the room: help, settings, or the cover of a window that is too small. The board is
not shown then either, so nobody can think at leisure. What belongs to the board and has a page of its own is
read while the clock runs.
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

TICK = 0.1  # seconds between two looks at the clock
SOON = Said(f"{LOOKING} …", "The clock stands until it is there.", "·")
RUNS = Said("The clock runs.", "The first ones are the easiest.", "◆", "brass")


class RushCourse(RushFace):
    """A page before, three minutes, and a page after."""

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        self.supply = Supply(self._show_far)
        self.no_puzzles = False  # whether no puzzle can be made
        self.page: TextSheet | None = None  # what belongs to the board, and is being read
        self._clock = ""  # as it was painted last

    # Puzzles ------------------------------------------------------------------------------------------

    def on_mount(self) -> None:
        self.query_one("#strip").display = True
        self.show_keys(False)
        self.set_interval(TICK, self._tick)
        self._prepare()

    def _prepare(self) -> None:
        """Have the first puzzles of a new rush made."""
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
        """A new rush, and the first time the diary; called in a thread."""
        from primeparlor.coach.training.rush import Rush
        from primeparlor.terminal.practice import open_diary

        self.diary = self.diary or open_diary(self._keep_trouble)
        return Rush(self.offer.name, self.random, self.now)

    def made(self, rush: Rush, working: Working) -> Ready:
        """The next puzzle; called in a thread."""
        from primeparlor.coach.reasons import reason
        from primeparlor.solve import analyse

        puzzle = rush.make(working)
        analysis = analyse(puzzle.state, progress=working)
        return Ready(puzzle, reason(puzzle.state, analysis, puzzle.answers[0]).sentence)

    def _fail(self, why: str) -> None:
        """Say why there are no more puzzles."""
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
        """Say how far the search is; called in its thread."""
        self.far = text
        self.app.call_from_thread(self.repaint)

    def _keep_trouble(self, sentence: str) -> None:
        """Keep what is wrong with the diary until it can be read."""
        self.trouble = sentence

    # The course ---------------------------------------------------------------------------------------

    def _begin(self) -> None:
        self.phase, self.slips, self.mine = "rush", [], None
        self._tell(SOON)
        self._deal()

    def _deal(self) -> None:
        """Put the next puzzle on the table, if it is time for it and there is one."""
        if self.phase != "rush" or self.on_table or not self.rush or not (ready := self.supply.take()):
            return
        self.on_table = ready
        one, two = ("You" if player == self.state.turn else "Your opponent" for player in (1, 2))
        self.seats, self.held, self.tried = Seats((one, two), self.state.turn), "", ()
        self.show_keys(bool(board_of(self.state).keys(self.facts, self.view())))
        self.rush.show(ready.puzzle)
        self._tell(self.said if self.rush.marks else RUNS)

    def _tick(self) -> None:
        """Look at the clock: the time may be up, or it is time to paint it again."""
        if self.phase != "rush" or self.rush is None:
            return
        if self.page is not None:
            self._look_up()  # the window may have become too small for the page as well
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
        """See what lies over the room; the clock stands unless that is a part of the board."""
        self.covered = self.app.screen not in (self, self.page)
        if self.rush is not None:
            (self.rush.pause if self.covered else self.rush.resume)()

    def _finish(self) -> None:
        """Keep the score and tell it; a rush that is not open yet has none."""
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
        """Go back to the page before, and have the first puzzles made anew, if any can be."""
        self.phase = "before"
        self._tell(READY)
        if not self.no_puzzles:
            self._prepare()

    def _result(self, rush: Rush) -> Said:
        """Keep the score; what is said in the end."""
        before, best = self.offer.best, self._keep(rush)
        if self.trouble:
            return panels.ended(rush, before, False)._replace(text=self.trouble, kind="bad")
        return panels.ended(rush, before, best)

    def _keep(self, rush: Rush) -> bool:
        """Keep the score, if there is any; returns whether it beats all before it."""
        from primeparlor.coach.progress.document import Score

        if not rush.right:
            return False
        self.mine = Score(self.today(), rush.right, rush.slips)
        return bool(self.diary.rushed(self.offer.name, *self.mine))

    def on_unmount(self) -> None:
        self.supply.stop()
        if self.phase == "rush" and self.rush is not None:  # the house is left in the middle of it
            self._keep(self.rush)

    def _tell(self, said: Said) -> None:
        self.said = said
        self.repaint()
