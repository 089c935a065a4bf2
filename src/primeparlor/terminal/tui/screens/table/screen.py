"""The table screen: keys become moves, events are shown at a readable pace, and the house thinks."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Awaitable, Callable, Mapping
from contextlib import ExitStack, suppress
from functools import partial
from typing import TYPE_CHECKING, Any, ClassVar

from textual import on, work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.css.query import NoMatches
from textual.events import Key

from primeparlor import notation
from primeparlor.core import IllegalMove, Move, ParlorError, Player, State
from primeparlor.match import CallTime, Event, MatchError, Mistype, OutOfTime, Play
from primeparlor.messages import HELD, Said
from primeparlor.players.seats import LEVELS
from primeparlor.tables.prompt_words import COMMANDS
from primeparlor.tables.series_words import is_undecided
from primeparlor.tables.table import Table
from primeparlor.terminal.drawing.board import Board
from primeparlor.terminal.drawing.canvas import Canvas
from primeparlor.terminal.drawing.default import LISTING
from primeparlor.terminal.tui.base import BoardScreen, ShownBoard
from primeparlor.terminal.tui.jobs import run_in_thread
from primeparlor.terminal.tui.key_items import LEAVE
from primeparlor.terminal.tui.screens.dialogs import TextModal
from primeparlor.terminal.tui.screens.table import commands, game_over, side_panel
from primeparlor.terminal.tui.screens.table.playback import Playback
from primeparlor.terminal.tui.widgets import chrome
from primeparlor.terminal.tui.widgets.footer import KeyFooter
from primeparlor.terminal.tui.widgets.painted_widget import PaintedWidget, Values
from primeparlor.terminal.tui.widgets.text_input import TypedLine

if TYPE_CHECKING:
    from primeparlor.tables.rungs import RungResult

THINKING = 0.5  # least seconds that the computer is shown thinking
MOVED = 0.9  # seconds after a move of the computer
OWN = 0.35  # seconds after a person's own move
FORCED = 1.2  # seconds after a forced move or a draw of chance
TICK = 0.25  # seconds between two checks of the clock
ALWAYS = ("t", "?")  # keys that work at any time, also in a pause
MOVE_KEYS = ("enter", "space")  # keys with a meaning only in the hands of the board, or in a pause
AFTER_GAME = ("review", "rematch", "play_next", "go_on", "go_home", "explain_end", "toggle_theme")
IN_GAME = (
    *("hint", "explain", "refuse_help", "undo", "show_moves", "list_moves", "open_line", "resign"),
    *("cancel", "play_held", "skip"),
)


class Pace:
    """Delays that a key press ends; with a factor of 0 only waits for a key remain."""

    def __init__(self, factor: float = 1.0) -> None:
        self.factor = factor
        self.waiting = False
        self._skip = asyncio.Event()

    def skip(self) -> None:
        """End the current wait."""
        self._skip.set()

    async def wait(self, seconds: float) -> None:
        """Wait for this time, scaled by the factor, or until a key is pressed."""
        if seconds * self.factor > 0:
            with suppress(TimeoutError):
                await asyncio.wait_for(self.wait_for_key(), seconds * self.factor)

    async def wait_for_key(self) -> None:
        """Wait until a key is pressed."""
        self._skip.clear()
        self.waiting = True
        try:
            await self._skip.wait()
        finally:
            self.waiting = False


class TableAbandoned(Exception):
    """Raised in the worker thread of a house player whose table has been left: its choice is not played."""


class TableScreen(BoardScreen):
    """The screen of one match; a rematch at the same table gets a screen of its own."""

    back_label = "the table"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("r", "review", "review", tooltip="review the game"),
        Binding("a", "rematch", "again", tooltip="again, with seats swapped"),
        Binding("n", "play_next", show=False, tooltip="the next rung or level, or an easier one"),
        Binding("enter", "go_on", "go on", show=False, tooltip="the next game of the match"),
        Binding("enter", "go_home", "home", tooltip="home"),
        Binding("enter", "play_held", show=False, tooltip="play or try what is chosen"),
        Binding("escape", "cancel", show=False, tooltip="cancel your choice"),
        Binding("h", "hint", "hint", tooltip="next hint, one step at a time"),
        Binding("w", "explain", "why", tooltip="why: the last moves (counts as a hint)"),
        Binding("w", "explain_end", "why", tooltip="why: the last moves"),
        Binding("h,w", "refuse_help", show=False),
        Binding("u", "undo", "undo", tooltip="undo, back to your last choice"),
        Binding("m", "show_moves", "history", tooltip="the moves so far"),
        Binding(LISTING, "show_listing", show=False, tooltip="all that the board has no room for"),
        Binding("slash", "open_line", "type", tooltip="type a move, or a word such as board"),
        Binding("x", "resign", "resign", tooltip="resign; you are asked first"),
        Binding("space", "skip", show=False, tooltip="skip what is moving"),
        Binding("t", "toggle_theme", "light or dark", tooltip="light or dark"),
        Binding("q", "leave", "leave", tooltip="leave; the game is saved", id=LEAVE),
    ]

    keyless_actions: ClassVar[Mapping[str, str]] = {  # what can be typed, too
        "list_moves": COMMANDS["moves"],
        "open_rules": COMMANDS["rules"],
    }

    def __init__(self, table: Table, pace: float = 1.0, note: str = "") -> None:
        super().__init__()
        self.table, self.match, self.playback = table, table.match, Playback(table, note)
        self.pace = Pace(pace)
        self.thinking = False  # whether the house is
        self.turning_point = ""  # what the game turned on, once that is known
        self._question: Said | None = None  # asks whether to play what is held
        self._answered = self.playback.message  # what was said before
        self.rung_result: RungResult | None = None  # what it meant for the ladder, likewise
        self.match_changed = asyncio.Event()  # set when the match may have changed
        self.helping = self.left = False
        self.price_told = False  # whether it was told what the first help costs
        self.switching = False  # True while the screen changes to the next table
        self.save_lock = threading.Lock()  # held while a choice of the house is being saved
        self._paused = ExitStack()  # stops the clock while the window is too small
        self._unseen = ExitStack()  # stops the clock while a move of the house is not shown yet
        self._footer_keys: tuple[bool, Any] | None = None  # what the footer depends on
        self.next_report = 0.0  # when to show the next progress of a long computation

    def on_mount(self) -> None:
        self.app.last_table_screen = self
        self._arrange_widgets()
        self._run_game()
        self._find_stake()
        if self.match.settings.clock is not None:
            self.set_interval(TICK, self._check_clock)

    def on_screen_suspend(self) -> None:
        """Stop the clock while the window is too small."""
        if self.app.too_small and self.match.outcome is None:
            self._paused.enter_context(self.match.pause_clock())

    def on_screen_resume(self) -> None:
        self._paused.close()
        super().on_screen_resume()

    def leave(self) -> None:
        self.left = True
        with self.save_lock:
            self.app.leave_table(self.table)
        self.pace.skip()
        self.match_changed.set()

    # The game -----------------------------------------------------------------------------------------

    @work(group="stake")
    async def _find_stake(self) -> None:
        """Find the rung for which this game counts, and show it; a game of two friends counts for none."""
        if len(self.table.people) != 1:
            return
        from primeparlor.tables.rungs import find_stake

        self.playback.stake = await run_in_thread(lambda: find_stake(self.match))
        self.repaint()

    @work(exclusive=True)
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
                if (
                    self.app.preferences.wait
                    and self.match.settings.clock is None  # else there is time to think while it stands
                    and self.match.outcome is None
                    and self.playback.has_house_moved()
                ):
                    await self.pace.wait_for_key()
            if self.match.outcome is not None:
                await self._show_result()
                return
            if self.table.is_person_to_move():
                if self.playback.seats.you is not None:  # else two friends, who have seen every move
                    self.playback.summarize()
                if self.playback.remark:
                    self.playback.show_remark()
                self.match_changed.clear()
                self.repaint()
                await self.match_changed.wait()
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
        playback = self.playback
        while (entry := playback.show_next()) is not None:
            self._arrange_widgets()
            self.repaint()
            if isinstance(entry, Event) and (playback.pending or not self.table.is_person_to_move()):
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
            self.table.play_house_move(self._keep_remark, DecisionGuard(self, stack))
            self._unseen.enter_context(self.match.pause_clock())

    def _keep_remark(self, player: Player, text: str) -> None:
        """Keep what a level says of a weaker choice; what a program says is not for the opponent."""
        if self.match.seats[player - 1] in LEVELS:
            self.playback.remark = text

    async def _show_result(self) -> None:
        self._arrange_widgets()
        self.repaint()
        self.turning_point, self.rung_result = await run_in_thread(lambda: game_over.judge(self.playback))
        self.refresh_bindings()
        self.repaint()

    def _check_clock(self) -> None:
        """Repaint the clock, and call time when it has run out."""
        if self.thinking or self.helping or self.left or self.match.outcome is not None:
            return
        if self.match.time_left == 0:
            self.act(lambda: self.match.perform(CallTime()))
        self.repaint()

    # Keys ---------------------------------------------------------------------------------------------

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Return False for what this table does not offer now, and None for what has to wait."""
        settings, over = self.match.settings, self.playback.outcome is not None
        if action in AFTER_GAME:
            return over and self._has_next(action)
        if action == "show_listing":
            return type(self.playback.board).listing is not Board.listing
        if action not in IN_GAME:
            return True
        offered = {"undo": settings.undo, **dict.fromkeys(("hint", "explain", "list_moves"), settings.hints)}
        if over or not offered.get(action, action != "refuse_help" or not settings.hints):
            return False
        if action == "skip":
            return self.pace.waiting or None
        if self.helping:
            return action == "cancel" or None
        held = action not in ("cancel", "play_held") or bool(self.playback.held)
        return (held and self.is_your_turn()) or None

    def _has_next(self, action: str) -> bool:
        """Return False for a next game that nobody here can begin."""
        if action == "play_next":
            return bool(game_over.format_next(self.playback, self.rung_result))
        if action == "go_on" and not is_undecided(self.match):
            return False
        return action not in ("rematch", "go_on") or bool(self.table.people)

    def get_binding_word(self, binding: Binding) -> str:
        return binding.description

    def take_key(self, event: Key) -> bool:
        """Play a move with a key of the board; end a pause; drop keys while nobody here may choose."""
        key = event.character if event.is_printable and event.character else event.key
        if key == "q" or (key in ALWAYS and not self.switching) or (key == "escape" and self.helping):
            return False
        if self.switching:
            return True
        if self.pace.waiting:
            self.pace.skip()  # the key is dropped: it never plays a move
            return True
        if self.playback.outcome is not None or self.helping or not self.is_your_turn():
            return self.playback.outcome is None
        playback = self.playback
        pressed = playback.board.press(playback.facts, playback.build_view(), key)
        if pressed is None:
            self.count_unknown(event.key in self.active_bindings and event.key not in MOVE_KEYS)
            return False
        if self.unknown:
            self.count_unknown(known=True)
        if pressed.move:
            self._select_or_play(key, pressed.move)
        else:
            self._select_move(pressed.held, f"{pressed.held}?" if pressed.asks else "")
        return True

    def action_hint(self) -> None:
        """Show the next hint."""
        commands.request_hint(self)

    def action_explain(self) -> None:
        """Explain what the last moves were worth; this counts as a hint."""
        commands.explain_moves(self)

    def action_explain_end(self) -> None:
        """Explain the last moves after the game, when it no longer counts as a hint."""
        commands.explain_after_game(self)

    def action_refuse_help(self) -> None:
        """Say that this table has no hints."""
        self.show_message(commands.NO_HINTS)

    def action_undo(self) -> None:
        """Undo the last choice made at this keyboard, and the reply to it."""
        commands.undo(self)

    def action_show_moves(self) -> None:
        """Show all moves so far."""
        commands.show_moves(self)

    def action_show_listing(self) -> None:
        """Show in full what does not fit on the board."""
        if (listing := self.playback.board.listing(self.playback.facts)) is not None:
            self.app.push_screen(TextModal(listing.title, listing.lines))

    def action_open_line(self) -> None:
        """Open the text input in place of the message."""
        self.open_line()

    def action_resign(self) -> None:
        """Ask whether to resign."""
        commands.resign(self)

    def action_cancel(self) -> None:
        """Stop a computation that helps, or cancel the choice."""
        if self.helping:
            self.helping = False  # polled by the computation
        else:
            self._select_move("")

    def action_play_held(self) -> None:
        """Play the move that is chosen, as Enter does on the board."""
        playback = self.playback
        pressed = playback.board.press(playback.facts, playback.build_view(), "enter")
        if pressed is not None and pressed.move:
            self._select_or_play("enter", pressed.move)

    def action_skip(self) -> None:
        """End the pause in which something moves."""
        self.pace.skip()

    def action_list_moves(self) -> None:
        """Show every legal move; this counts as a hint."""
        commands.show_legal_moves(self)

    def action_open_rules(self) -> None:
        """Open the rules of this table."""
        commands.open_rules(self)

    def action_review(self) -> None:
        """Review the game that is over."""
        self.app.open("review", self.match)

    def action_rematch(self) -> None:
        """Play again, with seats swapped."""
        self.act(lambda: game_over.start_rematch(self))

    def action_go_on(self) -> None:
        """Play the next game of a match that nobody has won yet."""
        self.action_rematch()

    def action_play_next(self) -> None:
        """Play the next rung, or at the next level, or at an easier one after a loss."""
        game_over.open_next(self)

    def action_go_home(self) -> None:
        """Leave the finished game for the home screen."""
        self.app.go_home(self)

    def action_toggle_theme(self) -> None:
        """Switch between light and dark."""
        self.app.action_toggle_theme()

    @on(TypedLine.Done)
    def _handle_typed(self, event: TypedLine.Done) -> None:
        if self.line is None:  # the input line was closed meanwhile
            return
        commands.handle_text(self, event.text)

    def close_line(self) -> None:
        super().close_line()
        self._place_message(False)

    def clear_line(self) -> None:
        """Keep the input line open for another try, below the message."""
        assert self.line is not None
        self.line.value = ""
        self._place_message(True)

    def _place_message(self, above: bool) -> None:
        """Show the message above the input line, or alone in its place."""
        self.query_one("#below").set_class(above, "refused")
        self.query_one("#say").display = above or self.line is None

    # Moves --------------------------------------------------------------------------------------------

    def is_your_turn(self) -> bool:
        """Return True if a person here is to move, and all earlier events have been shown."""
        busy = self.thinking or self.pace.waiting or self.left or bool(self.playback.pending)
        return self.match.outcome is None and self.table.is_person_to_move() and not busy

    def _select_move(self, held: str, question: str = "", how: str = HELD) -> None:
        """Hold a choice, and ask in the message whether to play it; what was said before comes back after."""
        playback = self.playback
        playback.held = held
        if playback.message is self._question:
            playback.message = self._answered
        if playback.message.kind == "bad":
            playback.message = Said("")  # the refusal does not concern the new selection
        if question:
            self._answered = playback.message
            self._question = playback.message = Said(question, how, "○", "brass")
        self.repaint()

    def _select_or_play(self, key: str, move: str) -> None:
        """Play at once where a slip can be undone; otherwise the first press only selects a legal move."""
        state = self.match.state
        parsed = self.playback.form.parse(state, move)
        confirm, board = self.app.preferences.confirm, self.playback.board
        free = self.match.settings.undo if confirm == "when it counts" else confirm == "never"
        at_once = self.playback.held == move or free or not board.plays_at_once
        if at_once or parsed is None or state.why_not(parsed) is not None:
            self.play(parsed, move)
            return
        tiles = board.keys(self.playback.facts, self.playback.build_view())
        label = next((tile.label for tile in tiles if tile.key == key), move)
        self._select_move(move, f"{label}?", f"{key.upper()} or {HELD}" if len(key) == 1 else HELD)

    def play(self, move: Move | None, text: str) -> None:
        """Submit the move that this text is in the game's notation; None if it is none."""
        match = self.match
        if move is None:
            self.show_message(
                self.playback.messages.not_understood(match.state, text, notation.form(match.state))
            )
            self.act(partial(match.perform, Mistype(match.state.turn, match.number)))
        else:
            self.act(partial(match.perform, Play(match.state.turn, move, match.number)))

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
        self.match_changed.set()

    def show_message(self, message: Said) -> None:
        """Show a message."""
        self.playback.message = message
        self.repaint()

    # Painters -----------------------------------------------------------------------------------------

    def _arrange_widgets(self) -> None:
        """Show the widgets of a game in play, or those of a finished one."""
        playback, over = self.playback, self.playback.outcome is not None
        has_keys = not over and bool(playback.board.keys(playback.facts, playback.build_view()))
        with suppress(NoMatches):  # Textual may be taking the screen down already
            self.query_one("#keys").display = has_keys
            self.query_one("#below").display = not over
            self.query_one("#end").display = over
            self.query_one("#left").set_class(not has_keys, "alone")
            if over:
                self.close_line()
        if (keys := (over, playback.board.hints_of_keys(playback.facts))) != self._footer_keys:
            self._footer_keys = keys
            self.refresh_bindings()

    @property
    def help_state(self) -> State | None:
        return self.playback.state

    def get_shown_board(self) -> ShownBoard | None:
        playback = self.playback
        if playback.outcome is not None:
            return None
        return ShownBoard(playback.board, playback.facts, playback.build_view())

    def build_parts(self) -> list[PaintedWidget]:
        return [
            PaintedWidget(self._draw_header, "head", "wall"),
            PaintedWidget(side_panel.draw_strip, "strip", "wall"),
            PaintedWidget(self._draw_board, "board"),
            PaintedWidget(chrome.draw_keys, "keys", "wall"),
            PaintedWidget(chrome.draw_message, "say"),
            PaintedWidget(side_panel.draw_side, "side"),
            KeyFooter(),
        ]

    def compose_game_over(self) -> ComposeResult:
        yield PaintedWidget(game_over.draw_game_over, "end")

    def list_values(self) -> dict[str, Values]:
        """Return what each part shows: cheap to compare; its painter makes the rest, when it has changed."""
        playback, yours = self.playback, self.is_your_turn()
        board, keys = self.parts["board"].hover, self.parts["keys"].hover
        tiles = playback.board.keys(playback.facts, playback.build_view(keys, yours))
        time = "" if self.match.settings.clock is None else self._format_time()
        return {
            "head": (time, playback.step, playback.stake, playback.helped),
            "strip": (playback, playback.step),
            "board": (playback.build_view(board, yours), self.thinking, playback.step),
            "keys": (tiles, keys),
            "say": (playback.message,),
            "side": (
                *(playback, yours, playback.step, playback.hints, playback.all_open),
                *(playback.stake, playback.helped),
            ),
            "end": (playback, self.turning_point, self.rung_result, playback.step),
        }

    def _draw_header(self, c: Canvas, time: str = "", *changes: object) -> None:
        playback = self.playback
        limit = playback.board.rail(playback.facts)
        title = playback.match.start.title
        asides = playback.list_asides(time)
        chrome.draw_header(c, title, chrome.choose_aside(c.w, title, asides), limit)

    def _format_time(self) -> str:
        """Return the time left for this move; "" without a clock."""
        left = self.match.time_left
        if left is None or self.playback.outcome is not None or not self.table.is_person_to_move():
            return ""
        seconds = max(0, int(left))
        return f"{seconds // 60}:{seconds % 60:02} left for this move"

    def _draw_board(self, c: Canvas, *values: Any) -> None:
        playback, (view, thinking, _) = self.playback, values
        turn = playback.build_turn_line(thinking)
        chrome.draw_board(c, turn, playback.board, playback.facts, view, self.app.roomy)


class DecisionGuard:
    """The progress context of a player's choice; on exit it locks `save_lock` until the choice is saved.

    A player whose choice was refused is asked again: then the refusal is saved, and the lock is released.
    """

    def __init__(self, screen: TableScreen, stack: ExitStack) -> None:
        self.screen, self.stack = screen, stack

    def __enter__(self) -> None:
        self.stack.close()

    def __exit__(self, *error: object) -> None:
        self.stack.enter_context(self.screen.save_lock)
        if self.screen.left:
            raise TableAbandoned
