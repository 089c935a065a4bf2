"""The drawing of a puzzle screen: board, keys, message, and a side panel for longer texts."""

from __future__ import annotations

import textwrap
from contextlib import suppress
from typing import Any, ClassVar

from primeparlor import notation
from primeparlor.core import Move, State
from primeparlor.games import game_of
from primeparlor.terminal.drawing.board import Key, Listing, Press, Said, Seats, View
from primeparlor.terminal.drawing.canvas import Canvas
from primeparlor.terminal.tui.board_room import BoardRoom, Items
from primeparlor.terminal.tui.boards import board_of
from primeparlor.terminal.tui.screens.table import side_panel
from primeparlor.terminal.tui.widgets import chrome
from primeparlor.terminal.tui.widgets.chrome import TurnLine
from primeparlor.terminal.tui.widgets.painted_widget import Picture


class PosedFace(BoardRoom):
    """The painters of the puzzle screen and the state they read."""

    room, called = "Puzzles", "the puzzles"
    typing: ClassVar[Items] = [("Enter", "answer"), ("Esc", "close")]
    asked: ClassVar[Items] = [("h", "hint"), ("a", "answer"), ("Space", "skip"), ("/", "type")]
    after: ClassVar[Items] = [("n", "next puzzle"), ("w", "why")]

    def __init__(self) -> None:
        super().__init__()
        self.puzzle: Any = None  # Any: the coach is imported with the first search
        self.position: State | None = None  # on the board; after the end, with the answer played
        self.seats, self.held, self.tried = Seats(), "", tuple[Move, ...]()
        self.hints, self.all_open = list[str](), False  # True once there are no more hints
        self.solved = self.given = False  # `solved` means over, also if the answer was given
        self.said = self.verdict = Said("")  # the last message, and the last verdict

    # Painters -----------------------------------------------------------------------------------------

    @property
    def facts(self) -> dict[str, Any]:
        """The public facts of the position on the board."""
        assert self.position is not None
        return game_of(self.position).facts(self.position)

    def view(self, hover: str = "") -> View:
        """Return the view of the player who has to answer."""
        state = self.puzzle.state
        actions = lambda: tuple(state.rules.actions)  # noqa: E731
        return View(
            self.seats, state.turn, self.held, self.tried, not self.solved, self.solved, hover, actions
        )

    @property
    def listing(self) -> Listing | None:
        return None if self.puzzle is None else board_of(self.puzzle.state).listing(self.facts)

    def head(self) -> tuple[str, str]:
        """Return the title of the screen and the text at the right end of the header."""
        return self.room, ""

    def turn_line(self) -> TurnLine:
        """Return the line above the board."""
        state, ended = self.puzzle.state, "Answer shown" if self.given else "Solved"
        title = ended if self.solved else f"You are Player {state.turn}"
        return TurnLine(state.turn, title, state.title, "", self.solved and not self.given)

    def _head(self, c: Canvas) -> None:
        limit = None if self.puzzle is None else board_of(self.puzzle.state).rail(self.facts)
        chrome.head(c, *self.head(), 0 if self.puzzle is None else limit)

    def _strip(self, c: Canvas) -> None:
        c.fill(0, 0, c.w, 1, "mat")
        if self.puzzle is not None:
            c.put(1, 0, chrome.whole(self.strip_text(), c.w - 2), "ink", "", "bold")

    def strip_text(self) -> str:
        """Return the text above the board in windows without a side panel."""
        return str(self.puzzle.question)

    def _board(self, c: Canvas) -> None:
        if self.puzzle is None:
            if self.said.kind != "bad":  # else the message says why there is no puzzle
                c.centre(0, c.h // 2, c.w, self.said.bold, "ink2")
            return
        board, hover = board_of(self.puzzle.state), self.query_one("#board", Picture).hover
        chrome.board(c, self.turn_line(), board, self.facts, self.view(hover), self.app.roomy)

    def _keys(self, c: Canvas) -> None:
        if self.puzzle is not None:
            hover = self.query_one("#keys", Picture).hover
            chrome.keys(c, self._tiles(self.view(hover)), hover)

    def _tiles(self, view: View) -> list[Key]:
        """Return the tiles below the board; those of tried moves are marked."""
        board, facts = board_of(self.puzzle.state), self.facts
        tiles = board.keys(facts, view)
        if self.solved:
            return [tile._replace(off=True, word="", chosen=False) for tile in tiles]
        if not self.tried or not board.plays_at_once:
            return tiles
        tried = {
            tile.key for tile in tiles if self._move_of(board.press(facts, view, tile.key)) in self.tried
        }
        return [tile._replace(word="✕ tried", ink="bad") if tile.key in tried else tile for tile in tiles]

    def _move_of(self, pressed: Press | None) -> Move | None:
        with suppress(notation.NotationError):
            return notation.parse(self.puzzle.state, pressed.move) if pressed and pressed.move else None
        return None

    def _say(self, c: Canvas) -> None:
        chrome.message(c, self.said)

    # What does not fit in the message -------------------------------------------------------------------

    def is_cut(self, said: Said) -> bool:
        """Return True if this does not fit in the message."""
        return chrome.laid(said, self.query_one("#below").size.width).cut

    def rows_told(self, c: Canvas) -> int:
        """Return the rows of the last verdict in the side panel; 0 if the message shows all of it."""
        return sum(map(len, self._reason(c))) + 1 if self.is_cut(self.verdict) else 0

    def _reason(self, c: Canvas) -> tuple[list[str], list[str]]:
        return textwrap.wrap(self.verdict.bold, c.w - 6), textwrap.wrap(self.verdict.text, c.w - 4)

    def in_full(self, c: Canvas, y: int) -> None:
        """Draw the last verdict, if the message cannot show all of it, and then the hints."""
        rows = self.rows_told(c)
        below = len(textwrap.wrap(self.hints[-1], c.w - 8)) + 1 if self.hints else 0
        if rows and y + rows + below <= c.h:  # else the key w shows it
            heading, lines = self._reason(c)
            c.put(2, y, self.verdict.glyph, self.verdict.kind, "", "bold")
            for row, line in enumerate(heading, y):
                c.put(4, row, line, "ink", "", "bold")
            for row, line in enumerate(lines, y + len(heading)):
                c.put(2, row, line, "ink")
            y += rows
        if self.hints:
            self._told_hints(c, y)

    def _told_hints(self, c: Canvas, y: int) -> None:
        """Draw the hints so far; some are left out if there is no room."""
        rungs = [side_panel.Rung(at, textwrap.wrap(hint, c.w - 8)) for at, hint in enumerate(self.hints, 1)]
        for number, lines, _ in side_panel.fitting(rungs, c.h - 1 - y):
            c.put(2, y, f"◆ {number}" if number else "", "brass", "", "bold")
            shown = lines if number or self.all_open else ["…"]
            if not number and self.all_open:
                c.hit(2, y, c.w - 4, 1, "h")
            for line in shown[: max(0, c.h - 1 - y)]:
                c.put(6, y, line, "ink")
                y += 1

    def _foot(self, c: Canvas) -> None:
        always = [("?", "help"), self.way_out()]
        if self.puzzle is None:
            chrome.foot(c, always)
            return
        cut = self.is_cut(self.said) or self.is_cut(self.verdict)
        if self.solved:
            chrome.foot(c, [*self.after, *always], ["w"] * cut)
            return
        why = ("w", "why" if self.is_cut(self.verdict) else "all of it")
        board = board_of(self.puzzle.state)
        common = [*([why] if cut else []), *self.asked, *always]
        self.foot(c, board, self.facts, self.view(), common, ["w"] * cut)
