"""Rush on the screen: one board after another against the clock.

The clock runs only while a puzzle is on the table. It stands while the next one is being looked for, and
while anything lies over the room: help, settings, or the cover of a window that is too small. The board is
not shown then either, so nobody can think at leisure.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from primeparlor.core import ParlorError, capital
from primeparlor.games import GAMES
from primeparlor.terminal.drawing.board import Said, Seats
from primeparlor.terminal.screen import rush_parts
from primeparlor.terminal.screen.apart import apart
from primeparlor.terminal.screen.boards import board_of
from primeparlor.terminal.screen.line import TypedLine
from primeparlor.terminal.screen.picture import Picture
from primeparlor.terminal.screen.reading import Refused, read
from primeparlor.terminal.screen.rush_face import READY, RushFace
from primeparlor.terminal.screen.sheets import TextSheet
from primeparlor.terminal.screen.supply import LOOKING, Ready, Supply
from primeparlor.terminal.screen.working import Working

if TYPE_CHECKING:
    from primeparlor.coach.rush import Rush

TICK = 0.1  # seconds between two looks at the clock
STEPS = {"left": -1, "up": -1, "right": 1, "down": 1}
SOON = Said(f"{LOOKING} …", "The clock stands until it is there.", "·")
RUNS = Said("The clock runs.", "The first ones are the easiest.", "◆", "brass")


class RushRoom(RushFace):
    """A page before, three minutes, and a page after."""

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        self.supply = Supply(self._show_far)
        self.no_puzzles = False  # whether no puzzle can be made
        self._clock = ""  # as it was painted last

    # Puzzles ------------------------------------------------------------------------------------------

    def on_mount(self) -> None:
        self.query_one("#strip").display = True
        self.query_one("#keys").display = False
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
        from primeparlor.coach.rush import Rush
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
        self.query_one("#keys").display = bool(board_of(self.state).keys(self.facts, self.view()))
        self.rush.show(ready.puzzle)
        self._tell(self.said if self.rush.marks else RUNS)

    def _tick(self) -> None:
        """Look at the clock: the time may be up, or it is time to paint it again."""
        if self.phase != "rush" or self.rush is None:
            return
        if self.rush.over:
            self._finish()
        elif (now := rush_parts.painted(self.rush, self.size.width)) != self._clock:
            self._clock = now
            self.query_one("#strip", Picture).repaint()

    def on_screen_suspend(self) -> None:
        self.covered = True
        if self.rush is not None:
            self.rush.pause()
        self.repaint()

    def on_screen_resume(self) -> None:
        self.covered = False
        if self.rush is not None:
            self.rush.resume()
        self.repaint()
        super().on_screen_resume()

    def _finish(self) -> None:
        """Keep the score and tell it; a rush that is not open yet has none."""
        if self.rush is None:
            self._give_up()
            return
        self.rush.stop()
        self.supply.stop()
        self.close_line()
        self.phase, self.on_table, self.held = "after", None, ""
        self.query_one("#keys").display = False
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
            return rush_parts.ended(rush, before, False)._replace(text=self.trouble, kind="bad")
        return rush_parts.ended(rush, before, best)

    def _keep(self, rush: Rush) -> bool:
        """Keep the score, if there is any; returns whether it beats all before it."""
        from primeparlor.coach.pages import Score

        if not rush.right:
            return False
        self.mine = Score(self.today(), rush.right, rush.slips)
        return bool(self.diary.rushed(self.offer.name, *self.mine))

    def on_unmount(self) -> None:
        self.supply.stop()
        if self.phase == "rush" and self.rush is not None:  # the house is left in the middle of it
            self._keep(self.rush)

    # Keys -----------------------------------------------------------------------------------------------

    def press(self, key: str) -> None:
        if key in ("q", "ctrl+c"):
            if self.phase == "rush" and self.rush is not None:
                self._finish()
            self.leave()
        elif key in ("t", "?"):
            super().press(key)
        elif self.phase == "before":
            self._choose(key)
        elif self.phase == "rush":
            self._play(key)
        elif key == "a":
            self._prepare()
            self._begin()
        elif key == "w" and self.slips:
            self.app.push_screen(TextSheet("Why", rush_parts.explained(self.slips)))
        elif key == "z":
            self.app.open_puzzles(GAMES[self.offer.name] if self.offer.name else None)
        elif key == "escape":
            self.leave()
        else:
            super().press(key)

    def _choose(self, key: str) -> None:
        """Choose what to rush through, begin, or leave."""
        at = (self.chosen + STEPS.get(key, 0)) % len(self.offers)
        if key.isdecimal() and int(key) < len(self.offers):
            at = int(key)
        if key == "enter" and not self.no_puzzles:
            self._begin()
        elif key == "escape":
            self.leave()
        elif at != self.chosen:
            self.chosen = at
            self._prepare()
            self._tell(READY)
        else:
            super().press(key)

    def _play(self, key: str) -> None:
        """Answer, pass or stop."""
        assert self.rush is not None or not self.state
        pressed = board_of(self.state).press(self.facts, self.view(), key) if self.state else None
        if pressed is not None and pressed.move:
            self._answer(pressed.move)
        elif pressed is not None or (key == "escape" and self.held):
            self.held = pressed.held if pressed else ""
            self.repaint()
        elif key == "escape":
            self._finish()
        elif key in ("space", " ") and self.state:
            self._pass()
        elif key == "/" and self.state:
            self.open_line()
        elif key == "w" and self.is_cut:
            self.app.push_screen(TextSheet(self.said.bold, [self.said.text]))
        else:
            super().press(key)

    def on_typed_line_done(self, event: TypedLine.Done) -> None:
        self.close_line()
        if event.text and event.text.strip() and self.state:
            self._answer(event.text)

    def _answer(self, text: str) -> None:
        """Take this answer: it is right, a slip, too late, or no try."""
        assert self.on_table is not None
        assert self.rush is not None
        (puzzle, why), self.held = self.on_table, ""
        move = read(puzzle, text, self.seats)
        if isinstance(move, Refused):
            self.tried = self.tried if move.move is None else (*self.tried, move.move)
            self._tell(move.said)
            return
        right = self.rush.answer(move)
        if right is None:
            self._finish()
            return
        if right:
            said = Said(capital(f"{move} is right."), why, "✓", "good")
        else:
            self.diary.answered(puzzle, False, first=False)  # it comes back, but the rating stays
            self.slips.append(rush_parts.slipped(puzzle, move, why))
            said = Said(capital(f"{move} was a slip: {puzzle.answers[0]} was right."), why, "✕", "bad")
        self._next(said)

    def _pass(self) -> None:
        """Go on to the next puzzle."""
        assert self.on_table is not None
        assert self.rush is not None
        puzzle, why = self.on_table
        self.rush.skip()
        self._next(Said(capital(f"{puzzle.answers[0]} was right."), why, "→"))

    def _next(self, said: Said) -> None:
        assert self.rush is not None
        self.said, self.on_table = said, None
        if self.rush.over:
            self._finish()
        else:
            self._deal()
            self.repaint()

    def _tell(self, said: Said) -> None:
        self.said = said
        self.repaint()
