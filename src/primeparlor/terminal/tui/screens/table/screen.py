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
from primeparlor.terminal.tui.jobs import run_in_thread
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
        self._arrange_widgets()
        self.run_worker(self._run_game(), exclusive=True)
        if self.match.settings.clock is not None:
            self.set_interval(TICK, self._check_clock)

    def may_choose(self) -> bool:
        """Return True if a person here may act now."""
        return self._is_your_turn() and not self.helping and not self.left

    async def _run_game(self) -> None:
        """Run the game until the match is over or left."""
        if not self.table.is_person_to_move():
            await self.pace.wait(FORCED)  # time to read the first message
        await self._retry_until_done(self._begin_match)
        commands.reopen_hints(self)
        while not self.left:
            with self.match.pause_clock():  # nobody can choose while events are shown
                self._unseen.close()
                await self._show_events()
                if self.app.choices.wait and self.match.outcome is None and self.sitting.has_house_moved():
                    await self.pace.wait_for_key()
            if self.match.outcome is not None:
                await self._show_result()
                return
            if self.table.is_person_to_move():
                self.sitting.summarize()
                self.decided.clear()
                self.repaint()
                await self.decided.wait()
            else:
                await self._retry_until_done(self._run_house)

    async def _begin_match(self) -> None:
        with suppress(OutOfTime):
            self.match.begin()

    async def _retry_until_done(self, act: Callable[[], Awaitable[None]]) -> None:
        """Run an action of the table itself, and repeat it if it cannot be saved."""
        while not self.left:
            try:
                await act()
            except (ParlorError, OSError) as error:
                self.show_message(Said(str(error), "Any key tries again, q leaves.", "✕", "bad"))
                await self.pace.wait_for_key()
            else:
                return

    async def _show_events(self) -> None:
        """Show the queued entries one after another; each stays a while if another follows."""
        sitting = self.sitting
        while (entry := sitting.show_next()) is not None:
            self._arrange_widgets()
            self.repaint()
            if isinstance(entry, Event) and (sitting.news or not self.table.is_person_to_move()):
                await self.pace.wait(self._find_delay(entry))

    def _find_delay(self, event: Event) -> float:
        if event.forced or event.who is None:
            return FORCED
        return OWN if event.who in self.table.people else MOVED

    async def _run_house(self) -> None:
        self.thinking = True
        self.repaint()
        thought = asyncio.create_task(run_in_thread(self._make_decision))
        try:
            await self.pace.wait(THINKING)
            with suppress(TableAbandoned):
                await thought
        finally:
            thought.cancel()
            self.thinking = False

    def _make_decision(self) -> None:
        """Make one decision of the house, in a thread: once it is found, leaving waits until it is saved."""
        with ExitStack() as stack:
            self.table.play_house_move(self._ignore_remark, DecisionGuard(self, stack))
            self._unseen.enter_context(self.match.pause_clock())

    def _ignore_remark(self, player: int, text: str) -> None:
        """Ignore a house player's remark about its choice: it is not for the opponent."""

    async def _show_result(self) -> None:
        self._arrange_widgets()
        self.repaint()
        self.turning = await run_in_thread(lambda: game_over.format_turning_point(self.sitting))
        self.repaint()

    def _check_clock(self) -> None:
        """Repaint the clock, and call time when it has run out."""
        if self.thinking or self.helping or self.left or self.match.outcome is not None:
            return
        if self.match.time_left == 0:
            self.act(self.match.check_time)
        self.repaint()

    def on_screen_suspend(self) -> None:
        """Stop the clock while the window is too small."""
        if self.app.too_small and self.match.outcome is None:
            self._paused.enter_context(self.match.pause_clock())

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
            game_over.handle_key(self, key)
        elif self.may_choose():
            self._handle_key(key)

    def _handle_key(self, key: str) -> None:
        sitting = self.sitting
        pressed = sitting.board.press(sitting.facts, sitting.build_view(), key)
        self.unknown = (
            0 if pressed is not None or key in commands.KEYS or key == "escape" else self.unknown + 1
        )
        if pressed is not None and pressed.move:
            self._select_or_play(key, pressed.move)
        elif pressed is not None:
            self._select_move(pressed.held)
        elif key in commands.KEYS:
            commands.KEYS[key](self)
        elif key == "escape":
            self._select_move("")
        elif self.unknown > 1:
            self.show_message(UNKNOWN)

    def _select_move(self, held: str) -> None:
        self.sitting.held = held
        if self.sitting.said.kind == "bad":
            self.sitting.said = Said("")  # the refusal does not concern the new selection
        self.repaint()

    def _select_or_play(self, key: str, move: str) -> None:
        """Play at once where a slip can be undone; otherwise the first press only selects a legal move."""
        if self.sitting.held == move or self._plays_at_once() or not self.is_legal(move):
            self.play(move)
            return
        tiles = self.sitting.board.keys(self.sitting.facts, self.sitting.build_view())
        label = next((tile.label for tile in tiles if tile.key == key), move)
        how = f"{key.upper()} or Enter plays it, Esc cancels."
        self.sitting.said = Said(f"{label}?", how, "○", "brass")
        self._select_move(move)

    def _plays_at_once(self) -> bool:
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
            self.show_message(
                self.sitting.board.not_understood(match.state, text, notation.form(match.state))
            )
            self.act(lambda: match.note_invalid(match.state.turn, match.number))
        else:
            self.act(lambda: match.submit(match.state.turn, move, match.number))

    def act(self, act: Callable[[], object]) -> None:
        """Run an action at the table, or show why it failed; its events are observed and shown in turn."""
        try:
            act()
        except (IllegalMove, OutOfTime):
            pass  # observed like all events
        except MatchError as error:
            self.show_message(Said(str(error), "", "·"))
        except (ParlorError, OSError) as error:
            self.show_message(Said(str(error), "It does not count: the table is as it was.", "✕", "bad"))
        self.decided.set()

    def show_message(self, said: Said) -> None:
        """Show a message."""
        self.sitting.said = said
        self.repaint()

    def on_typed_line_done(self, event: TypedLine.Done) -> None:
        if self.line is None:  # the input line was closed meanwhile
            return
        if event.text is not None and self.may_choose() and commands.is_wrong(self, event.text):
            self.line.value = ""  # the line stays open: the next letters must not become commands
            self._place_message(True)
            self.play(event.text)
        else:
            self.close_line()
            commands.handle_text(self, event.text)

    def close_line(self) -> None:
        super().close_line()
        self._place_message(False)

    def _place_message(self, above: bool) -> None:
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


class TableAbandoned(Exception):
    """Raised in the worker thread of a house player whose table has been left: its choice is not played."""


class DecisionGuard:
    """The progress context of the house's decision; on exit it locks `keeping` until the move is saved."""

    def __init__(self, room: TableRoom, stack: ExitStack) -> None:
        self.room, self.stack = room, stack

    def __enter__(self) -> None:
        """Do nothing: the house begins to think."""

    def __exit__(self, *error: object) -> None:
        self.stack.enter_context(self.room.keeping)
        if self.room.left:
            raise TableAbandoned
