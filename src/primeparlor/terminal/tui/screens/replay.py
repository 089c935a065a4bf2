"""The replay screen: a saved game move by move."""

from __future__ import annotations

from textual.app import ComposeResult
from textual.containers import Horizontal
from textual.events import MouseScrollDown, MouseScrollUp

from primeparlor import records
from primeparlor.core import State
from primeparlor.games import game_of
from primeparlor.match import Event, Match
from primeparlor.tables.saved_game_cache import format_players
from primeparlor.terminal.dialogue import list_played
from primeparlor.terminal.drawing.board import Said, View
from primeparlor.terminal.drawing.canvas import Canvas
from primeparlor.terminal.tui.base import ParlorScreen
from primeparlor.terminal.tui.boards import board_of, seats_of
from primeparlor.terminal.tui.jobs import run_in_thread
from primeparlor.terminal.tui.screens.table.playback import describe_end, describe_event
from primeparlor.terminal.tui.widgets import chrome
from primeparlor.terminal.tui.widgets.chrome import find_first_row, move_cursor
from primeparlor.terminal.tui.widgets.painted_widget import PaintedWidget

STEPS = {"left": -1, "up": -1, "right": 1, "down": 1, "space": 1, "enter": 1, " ": 1}
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
        whose = "Your turn" if turn == self.seats.you else f"{self.seats.name(turn)} to move"
        return chrome.TurnLine(turn, whose, "", place)

    @property
    def message(self) -> Said:
        """The message about the last event shown."""
        if self.at == 0:
            return Said("The beginning.", "→ shows the first move.", "→")
        if self.at == self.last and (outcome := self.match.find_outcome()) is not None:
            return describe_end(self.board, self.state, outcome, self.seats)
        event, before = self.line[self.at - 1]
        return describe_event(self.board, event, before, self.states[self.at], self.seats)


class ReplayScreen(ParlorScreen):
    """The board, a message and the move list; → steps forward, ← steps back."""

    back_label = "the replay"

    def __init__(self, path: str) -> None:
        super().__init__()
        self.path = path
        self.replay: Replay | None = None
        self.message, self.first = READING, 0

    def compose(self) -> ComposeResult:
        yield PaintedWidget(self._draw_header, "head", "wall")
        with Horizontal(id="main"):
            yield PaintedWidget(self._draw_board, "board")
            yield PaintedWidget(self._draw_side, "side")
        yield PaintedWidget(lambda c: chrome.draw_message(c, self.message), "say", "wall")
        yield PaintedWidget(self._draw_footer, "foot", "wall")

    def on_mount(self) -> None:
        self.run_worker(self._load_record())

    async def _load_record(self) -> None:
        try:
            record = await run_in_thread(lambda: records.load(self.path))
        except records.RecordError as error:
            self.message = Said("This game cannot be read.", str(error), "✕", "bad")
        else:
            self.replay = Replay(record.match)
            self.message = self.replay.message
        self.repaint()

    # Painters -----------------------------------------------------------------------------------------

    def _draw_header(self, c: Canvas) -> None:
        replay = self.replay
        if replay is None:
            chrome.draw_header(c, "Replay", "")
            return
        match, limit = replay.match, replay.board.rail(replay.facts)
        chrome.draw_header(c, f"Replay: {match.start.title}", format_players(match), limit)

    def _draw_board(self, c: Canvas) -> None:
        if (replay := self.replay) is not None:
            chrome.draw_board(c, replay.turn_line, replay.board, replay.facts, replay.view, self.app.roomy)

    def _draw_side(self, c: Canvas) -> None:
        """Paint the move list; a click on a move goes there."""
        c.panel("Moves")
        if (replay := self.replay) is None:
            return
        inner = c.window(1, 1, c.w - 2, c.h - 2)
        fit = max(1, inner.h)
        self.first = min(find_first_row(replay.at, self.first, fit), max(0, replay.last + 1 - fit))
        number = replay.count_moves(max(0, self.first - 1))
        for y, at in enumerate(range(self.first, min(replay.last + 1, self.first + fit))):
            number += at > 0 and replay.line[at - 1][0].who is not None
            _draw_move(inner.window(0, y, inner.w, 1), replay, at, number)

    def _draw_footer(self, c: Canvas) -> None:
        arrows = [("←", "back"), ("→", "on")] if c.w >= chrome.WIDE else [("←→", "step")]
        chrome.draw_footer(c, [*arrows, ("Home", "first"), ("End", "last"), ("?", "help"), self.find_exit()])

    # Keys ---------------------------------------------------------------------------------------------

    def press(self, key: str) -> None:
        key, replay = {"←": "left", "→": "right"}.get(key, key), self.replay
        to = move_cursor(key, replay.at, replay.last, 10, STEPS) if replay is not None else None
        if key.startswith("step "):
            to = int(key.removeprefix("step "))
        if key == "escape":
            self.leave()
        elif replay is not None and to is not None:
            replay.at = to
            self.message = replay.message
            self.repaint()
        else:
            super().press(key)

    def on_mouse_scroll_down(self, event: MouseScrollDown) -> None:
        self.press("right")

    def on_mouse_scroll_up(self, event: MouseScrollUp) -> None:
        self.press("left")


def _draw_move(c: Canvas, replay: Replay, at: int, number: int) -> None:
    """Paint one row of the move list; the first row is the beginning."""
    on = at == replay.at
    c.fill(0, 0, c.w, 1, "sunk" if on else "paper")
    c.put(0, 0, "▶" if on else " ", "brass")
    c.hit(0, 0, c.w, 1, f"step {at}")
    if at == 0:
        c.put(7, 0, "the beginning", "ink2")
        return
    event, before = replay.line[at - 1]
    row = replay.board.row(before, replay.states[at], event.move or 0)
    if event.who is not None:
        c.put(1, 0, f"{number:3}", "ink2")
        c.mark(5, 0, event.who)
    x = c.put(7, 0, row.move, "ink", "", "bold" if on else "")
    if x + len(row.what) + 1 < c.w:
        c.right(c.w - 1, 0, row.what, "ink2")
