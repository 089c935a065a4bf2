"""The replay screen: a saved game move by move."""

from __future__ import annotations

from typing import ClassVar

from textual import on, work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal
from textual.content import Content
from textual.events import MouseScrollDown, MouseScrollUp
from textual.widgets.option_list import Option

from primeparlor import records
from primeparlor.core import State, capital
from primeparlor.games import game_of
from primeparlor.match import Event, Match
from primeparlor.messages import Row, Said
from primeparlor.tables.messages import describe_event, messages_of
from primeparlor.tables.saved_game_cache import format_whom
from primeparlor.terminal.dialogue import list_played
from primeparlor.terminal.drawing.board import View
from primeparlor.terminal.drawing.canvas import MARK
from primeparlor.terminal.tui.base import ParlorScreen
from primeparlor.terminal.tui.boards import board_of, seats_of
from primeparlor.terminal.tui.jobs import run_in_thread
from primeparlor.terminal.tui.screens.table.playback import mark_end
from primeparlor.terminal.tui.widgets import chrome
from primeparlor.terminal.tui.widgets.footer import KeyFooter
from primeparlor.terminal.tui.widgets.marked_list import MarkedList
from primeparlor.terminal.tui.widgets.painted_widget import PaintedWidget, Values, draw_nothing, draw_with
from primeparlor.terminal.tui.widgets.panel import Panel
from primeparlor.wording import format_to_move

PAGE = 10  # moves that PgUp and PgDn go
STEP = Binding.Group("step", compact=True)
READING = Said("Reading the record …", "", "·")


class Replay:
    """A match, and the number of its events shown so far."""

    def __init__(self, match: Match) -> None:
        self.match, self.at = match, 0
        self.line: list[tuple[Event, State]] = list(match.line)
        self.states = [*(before for _, before in self.line), match.state]
        self.board, self.seats = board_of(match.start), seats_of(match)

    @property
    def last(self) -> int:
        """The number of events."""
        return len(self.line)

    def count_moves(self, at: int) -> int:
        """Return the number of moves among the first `at` events; chance outcomes do not count."""
        return sum(event.who is not None for event, _ in self.line[:at])

    @property
    def state(self) -> State:
        """The state after the events shown so far."""
        return self.states[self.at]

    @property
    def facts(self) -> dict[str, object]:
        """The facts visible to everybody at that point."""
        return game_of(self.state).facts(self.state, list_played(event for event, _ in self.line[: self.at]))

    @property
    def view(self) -> View:
        """The board as its player saw it, with nothing to press."""
        me = self.seats.you or self.state.turn
        return View(self.seats, me, yours=False, over=self.at == self.last)

    @property
    def turn_line(self) -> chrome.TurnLine:
        """The turn line above the board."""
        outcome, place = (
            self.match.find_outcome(),
            f"move {self.count_moves(self.at)} of {self.count_moves(self.last)}",
        )
        if self.at == self.last and outcome is not None:
            return chrome.TurnLine(outcome.winner, "The end", "", place)
        turn = self.state.turn
        return chrome.TurnLine(turn, capital(format_to_move(self.seats.name(turn))), "", place)

    @property
    def message(self) -> Said:
        """The message about the last event shown."""
        if self.at == 0:
            return Said("The beginning.", "→ shows the first move.", "→")
        if self.at == self.last and (outcome := self.match.find_outcome()) is not None:
            return mark_end(self.state, outcome, self.seats)
        event, before = self.line[self.at - 1]
        return describe_event(messages_of(before), event, before, self.states[self.at], self.seats)


class ReplayScreen(ParlorScreen):
    """The board, a message and the move list; → steps forward, ← steps back."""

    back_label = "the replay"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("left", "step(-1)", "step", tooltip="one move back, one on", group=STEP),
        Binding("right", "step(1)", "step", tooltip="the next move, like Enter", group=STEP),
        Binding("up", "step(-1)", show=False),
        Binding("down,enter,space", "step(1)", show=False),
        Binding("home", "show_step(0)", "first", tooltip="the beginning; End: the last move"),
        Binding("end", "step(100_000)", "last"),
        Binding("pagedown", f"step({PAGE})", "on", show=False, tooltip="ten moves on; PgUp: ten back"),
        Binding("pageup", f"step({-PAGE})", "back", show=False),
        Binding("escape", "leave", show=False),
    ]

    def __init__(self, path: str) -> None:
        super().__init__()
        self.path = path
        self.replay: Replay | None = None
        self.message = READING

    def compose(self) -> ComposeResult:
        yield PaintedWidget(chrome.draw_header, "head", "wall")
        with Horizontal(id="main"):
            yield PaintedWidget(draw_with, "board")
            with Panel(title="Moves", id="side"):
                yield MarkedList(id="moves")
        yield PaintedWidget(chrome.draw_message, "say", "wall")
        yield KeyFooter()

    def on_mount(self) -> None:
        self._load_record()

    @property
    def moves(self) -> MarkedList:
        """The move list; a click on a move goes there."""
        return self.query_one(MarkedList)

    @property
    def help_state(self) -> State | None:
        return self.replay.match.start if self.replay is not None else None

    @work
    async def _load_record(self) -> None:
        try:
            record = await run_in_thread(lambda: records.load(self.path))
        except records.RecordError as error:
            self.message = Said("This game cannot be read.", str(error), "✕", "bad")
        else:
            self.replay = Replay(record.match)
            self._fill_moves()
            self.action_show_step(0)
        self.repaint()

    def on_resize(self) -> None:
        super().on_resize()
        self.call_after_refresh(self._fill_moves)

    def _fill_moves(self) -> None:
        if (replay := self.replay) is not None:
            width = self.moves.scrollable_content_region.width
            with self.prevent(MarkedList.OptionHighlighted):
                self.moves.set_options(
                    Option(_format_move(replay, at, width)) for at in range(replay.last + 1)
                )
                self.moves.highlighted = replay.at

    # Painters -----------------------------------------------------------------------------------------

    def list_values(self) -> dict[str, Values]:
        if (replay := self.replay) is None:
            return {"head": ("Replay", ""), "board": (draw_nothing,), "say": (self.message,)}
        title, facts = f"Replay: {replay.match.start.title}", replay.facts
        board = replay.turn_line, replay.board, facts, replay.view, self.app.roomy
        return {
            "head": (title, format_whom(replay.match), replay.board.rail(facts)),
            "board": (chrome.draw_board, *board),
            "say": (self.message,),
        }

    # Keys ---------------------------------------------------------------------------------------------

    def action_step(self, by: int) -> None:
        """Go so many moves on, or back."""
        if self.replay is not None:
            self.action_show_step(self.replay.at + by)

    def action_show_step(self, at: int) -> None:
        """Show the position after so many events."""
        if (replay := self.replay) is not None:
            replay.at = max(0, min(replay.last, at))
            self.message = replay.message
            with self.prevent(MarkedList.OptionHighlighted):
                self.moves.highlighted = replay.at
            self.repaint()

    @on(MarkedList.OptionHighlighted)
    def _show_clicked(self, event: MarkedList.OptionHighlighted) -> None:
        self.action_show_step(event.option_index)

    def on_mouse_scroll_down(self, event: MouseScrollDown) -> None:
        self.action_step(1)

    def on_mouse_scroll_up(self, event: MouseScrollUp) -> None:
        self.action_step(-1)


def _format_move(replay: Replay, at: int, width: int) -> Content:
    """Return one row of the move list; the first row is the beginning."""
    if at == 0:
        return Content("       the beginning")
    event, before = replay.line[at - 1]
    messages, move = messages_of(before), event.move or 0
    row = messages.row(before, replay.states[at], move) or Row(messages.shown(before, move))
    start = Content(" " * 7)
    if event.who is not None:
        mark = (MARK[event.who], f"$p{event.who}")
        start = Content.assemble(f" {replay.count_moves(at):3} ", mark, " ")
    start += Content.styled(row.move, "$ink")
    room = width - 1 - len(start)
    result = next((result for result in (row.result, row.short) if len(result) < room), "")
    return start + " " * (room - len(result)) + result
