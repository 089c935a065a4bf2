"""The table screen: keys become moves, events are shown at a readable pace, and the house thinks."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Awaitable, Callable
from contextlib import ExitStack, suppress

from primeparlor import notation
from primeparlor.core import IllegalMove, ParlorError
from primeparlor.match import Event, MatchError, OutOfTime
from primeparlor.tables.table import Table
from primeparlor.terminal.drawing.board import Said
from primeparlor.terminal.tui.board_room import UNKNOWN
from primeparlor.terminal.tui.jobs import apart
from primeparlor.terminal.tui.screens.table import commands, game_over
from primeparlor.terminal.tui.screens.table.pace import FORCED, MOVED, OWN, THINKING
from primeparlor.terminal.tui.screens.table.table_face import TableFace
from primeparlor.terminal.tui.widgets.text_input import TypedLine

TICK = 0.25  # seconds between two checks of the clock


class TableRoom(TableFace):
    """The screen of one match; a rematch at the same table gets a screen of its own."""

    def __init__(self, table: Table, pace: float = 1.0, note: str = "") -> None:
        super().__init__(table, pace, note)
        self.decided = asyncio.Event()  # set when the match may have changed
        self.helping = self.left = False
        self.moving = False  # True while the screen changes to the next table
        self.keeping = threading.Lock()  # held while a choice of the house is being saved
        self._paused = ExitStack()  # stops the clock while the window is too small
        self._unseen = ExitStack()  # stops the clock while a move of the house is not shown yet
        self.unknown = 0  # number of consecutive keys without a meaning
        self.tell_next = 0.0  # when to show the next progress of a long computation

    # The game loop ------------------------------------------------------------------------------------

    def on_mount(self) -> None:
        self.app.at_table = self
        self._arrange()
        self.run_worker(self._course(), exclusive=True)
        if self.match.settings.clock is not None:
            self.set_interval(TICK, self._tick)

    def may_choose(self) -> bool:
        """Return True if a person here may act now."""
        return self._yours() and not self.helping and not self.left

    async def _course(self) -> None:
        """Run the game until the match is over or left."""
        if not self.table.person_to_move():
            await self.pace.wait(FORCED)  # time to read the first message
        await self._until_done(self._begin)
        commands.open_again(self)
        while not self.left:
            with self.match.clock_stopped():  # nobody can choose while events are shown
                self._unseen.close()
                await self._show_news()
                if self.app.choices.wait and self.match.outcome is None and self.sitting.house_moved():
                    await self.pace.key()
            if self.match.outcome is not None:
                await self._over()
                return
            if self.table.person_to_move():
                self.sitting.sum_up()
                self.decided.clear()
                self.repaint()
                await self.decided.wait()
            else:
                await self._until_done(self._let_the_house_choose)

    async def _begin(self) -> None:
        with suppress(OutOfTime):
            self.match.begin()

    async def _until_done(self, act: Callable[[], Awaitable[None]]) -> None:
        """Run an action of the table itself, and repeat it if it cannot be saved."""
        while not self.left:
            try:
                await act()
            except (ParlorError, OSError) as error:
                self.say(Said(str(error), "Any key tries again, q leaves.", "✕", "bad"))
                await self.pace.key()
            else:
                return

    async def _show_news(self) -> None:
        """Show the queued entries one after another; each stays a while if another follows."""
        sitting = self.sitting
        while (entry := sitting.show_next()) is not None:
            self._arrange()
            self.repaint()
            if isinstance(entry, Event) and (sitting.news or not self.table.person_to_move()):
                await self.pace.wait(self._stays(entry))

    def _stays(self, event: Event) -> float:
        if event.forced or event.who is None:
            return FORCED
        return OWN if event.who in self.table.people else MOVED

    async def _let_the_house_choose(self) -> None:
        self.thinking = True
        self.repaint()
        thought = asyncio.create_task(apart(self._thought))
        try:
            await self.pace.wait(THINKING)
            with suppress(Left):
                await thought
        finally:
            thought.cancel()
            self.thinking = False

    def _thought(self) -> None:
        """Make one decision of the house, in a thread: once it is found, leaving waits until it is saved."""
        with ExitStack() as stack:
            self.table.play_on(self._tell, Found(self, stack))
            self._unseen.enter_context(self.match.clock_stopped())

    def _tell(self, player: int, text: str) -> None:
        """Ignore a house player's remark about its choice: it is not for the opponent."""

    async def _over(self) -> None:
        self._arrange()
        self.repaint()
        self.turning = await apart(lambda: game_over.turning(self.sitting))
        self.repaint()

    def _tick(self) -> None:
        """Repaint the clock, and call time when it has run out."""
        if self.thinking or self.helping or self.left or self.match.outcome is not None:
            return
        if self.match.time_left == 0:
            self.do(self.match.call_time)
        self.repaint()

    def on_screen_suspend(self) -> None:
        """Stop the clock while the window is too small."""
        if self.app.too_small and self.match.outcome is None:
            self._paused.enter_context(self.match.clock_stopped())

    def on_screen_resume(self) -> None:
        self._paused.close()
        super().on_screen_resume()

    # Keys -------------------------------------------------------------------------------------------

    def press(self, key: str) -> None:
        if key in ("q", "ctrl+c"):
            self.leave()
        elif self.moving:
            return
        elif key in ("t", "?", "o"):
            super().press(key)
        elif key == "escape" and self.helping:
            self.helping = False  # polled by the computation
        elif self.pace.waiting:
            self.pace.skip()  # the key is dropped: it never plays a move
        elif self.sitting.outcome is not None:
            game_over.press(self, key)
        elif self.may_choose():
            self._decide(key)

    def _decide(self, key: str) -> None:
        sitting = self.sitting
        pressed = sitting.board.press(sitting.facts, sitting.view(), key)
        self.unknown = (
            0 if pressed is not None or key in commands.KEYS or key == "escape" else self.unknown + 1
        )
        if pressed is not None and pressed.move:
            self._lift_or_play(key, pressed.move)
        elif pressed is not None:
            self._hold(pressed.held)
        elif key in commands.KEYS:
            commands.KEYS[key](self)
        elif key == "escape":
            self._hold("")
        elif self.unknown > 1:
            self.say(UNKNOWN)

    def _hold(self, held: str) -> None:
        self.sitting.held = held
        if self.sitting.said.kind == "bad":
            self.sitting.said = Said("")  # the refusal does not concern the new selection
        self.repaint()

    def _lift_or_play(self, key: str, move: str) -> None:
        """Play at once where a slip can be undone; otherwise the first press only selects a legal move."""
        if self.sitting.held == move or self._at_once() or not self.is_legal(move):
            self.play(move)
            return
        tiles = self.sitting.board.keys(self.sitting.facts, self.sitting.view())
        label = next((tile.label for tile in tiles if tile.key == key), move)
        how = f"{key.upper()} or Enter plays it, Esc cancels."
        self.sitting.said = Said(f"{label}?", how, "○", "brass")
        self._hold(move)

    def _at_once(self) -> bool:
        confirm = self.app.choices.confirm
        free = self.match.settings.undo if confirm == "when it counts" else confirm == "never"
        return free or not self.sitting.board.plays_at_once

    def is_legal(self, text: str) -> bool:
        """Return True if this text is a move that is legal now."""
        try:
            return self.match.state.why_not(notation.parse(self.match.state, text)) is None
        except notation.NotationError:
            return False

    def play(self, text: str) -> None:
        """Submit a move given in the game's notation."""
        match = self.match
        try:
            move = notation.parse(match.state, text)
        except notation.NotationError:
            self.say(self.sitting.board.not_understood(match.state, text, notation.form(match.state)))
            self.do(lambda: match.invalid(match.state.turn, match.number))
        else:
            self.do(lambda: match.submit(match.state.turn, move, match.number))

    def do(self, act: Callable[[], object]) -> None:
        """Run an action at the table, or show why it failed; its events are observed and shown in turn."""
        try:
            act()
        except (IllegalMove, OutOfTime):
            pass  # observed like all events
        except MatchError as error:
            self.say(Said(str(error), "", "·"))
        except (ParlorError, OSError) as error:
            self.say(Said(str(error), "It does not count: the table is as it was.", "✕", "bad"))
        self.decided.set()

    def say(self, said: Said) -> None:
        """Show a message."""
        self.sitting.said = said
        self.repaint()

    def on_typed_line_done(self, event: TypedLine.Done) -> None:
        if self.line is None:  # the input line was closed meanwhile
            return
        if event.text is not None and self.may_choose() and commands.is_wrong(self, event.text):
            self.line.value = ""  # the line stays open: the next letters must not become commands
            self._say_above_line(True)
            self.play(event.text)
        else:
            self.close_line()
            commands.typed(self, event.text)

    def close_line(self) -> None:
        super().close_line()
        self._say_above_line(False)

    def _say_above_line(self, above: bool) -> None:
        """Show the message above the input line, or alone in its place."""
        self.query_one("#below").set_class(above, "refused")
        self.query_one("#say").display = above or self.line is None

    # Leaving ----------------------------------------------------------------------------------------

    def leave(self) -> None:
        self.left = True
        with self.keeping:
            self.app.leave_table(self.table)
        self.pace.skip()
        self.decided.set()


class Left(Exception):
    """Raised in the worker thread of a house player whose table has been left: its choice is not played."""


class Found:
    """The progress context of the house's decision; on exit it locks `keeping` until the move is saved."""

    def __init__(self, room: TableRoom, stack: ExitStack) -> None:
        self.room, self.stack = room, stack

    def __enter__(self) -> None:
        """Do nothing: the house begins to think."""

    def __exit__(self, *error: object) -> None:
        self.stack.enter_context(self.room.keeping)
        if self.room.left:
            raise Left
