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
from primeparlor.terminal.tui.board_room import BoardScreen, Items
from primeparlor.terminal.tui.boards import board_of
from primeparlor.terminal.tui.screens.table import side_panel
from primeparlor.terminal.tui.widgets import chrome
from primeparlor.terminal.tui.widgets.chrome import TurnLine
from primeparlor.terminal.tui.widgets.painted_widget import PaintedWidget


class PosedFace(BoardScreen):
    """The painters of the puzzle screen and the state they read."""

    room, called = "Puzzles", "the puzzles"
    input_keys: ClassVar[Items] = [("Enter", "answer"), ("Esc", "close")]
    unsolved_keys: ClassVar[Items] = [("h", "hint"), ("a", "answer"), ("Space", "skip"), ("/", "type")]
    solved_keys: ClassVar[Items] = [("n", "next puzzle"), ("w", "why")]

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

    def build_view(self, hover: str = "") -> View:
        """Return the view of the player who has to answer."""
        state = self.puzzle.state
        actions = lambda: tuple(state.rules.actions)  # noqa: E731
        return View(
            self.seats, state.turn, self.held, self.tried, not self.solved, self.solved, hover, actions
        )

    @property
    def listing(self) -> Listing | None:
        return None if self.puzzle is None else board_of(self.puzzle.state).listing(self.facts)

    def build_title(self) -> tuple[str, str]:
        """Return the title of the screen and the text at the right end of the header."""
        return self.room, ""

    def build_turn_line(self) -> TurnLine:
        """Return the line above the board."""
        state, ended = self.puzzle.state, "Answer shown" if self.given else "Solved"
        title = ended if self.solved else f"You are Player {state.turn}"
        return TurnLine(state.turn, title, state.title, "", self.solved and not self.given)

    def _draw_header(self, c: Canvas) -> None:
        limit = None if self.puzzle is None else board_of(self.puzzle.state).rail(self.facts)
        chrome.draw_header(c, *self.build_title(), 0 if self.puzzle is None else limit)

    def _draw_strip(self, c: Canvas) -> None:
        c.fill(0, 0, c.w, 1, "mat")
        if self.puzzle is not None:
            c.put(1, 0, chrome.fit_sentences(self.build_strip_text(), c.w - 2), "ink", "", "bold")

    def build_strip_text(self) -> str:
        """Return the text above the board in windows without a side panel."""
        return str(self.puzzle.question)

    def _draw_board(self, c: Canvas) -> None:
        if self.puzzle is None:
            if self.said.kind != "bad":  # else the message says why there is no puzzle
                c.centre(0, c.h // 2, c.w, self.said.bold, "ink2")
            return
        board, hover = board_of(self.puzzle.state), self.query_one("#board", PaintedWidget).hover
        chrome.draw_board(
            c, self.build_turn_line(), board, self.facts, self.build_view(hover), self.app.roomy
        )

    def _draw_keys(self, c: Canvas) -> None:
        if self.puzzle is not None:
            hover = self.query_one("#keys", PaintedWidget).hover
            chrome.draw_keys(c, self._build_tiles(self.build_view(hover)), hover)

    def _build_tiles(self, view: View) -> list[Key]:
        """Return the tiles below the board; those of tried moves are marked."""
        board, facts = board_of(self.puzzle.state), self.facts
        tiles = board.keys(facts, view)
        if self.solved:
            return [tile._replace(off=True, word="", chosen=False) for tile in tiles]
        if not self.tried or not board.plays_at_once:
            return tiles
        tried = {
            tile.key for tile in tiles if self._parse_press(board.press(facts, view, tile.key)) in self.tried
        }
        return [tile._replace(word="✕ tried", ink="bad") if tile.key in tried else tile for tile in tiles]

    def _parse_press(self, pressed: Press | None) -> Move | None:
        with suppress(notation.NotationError):
            return notation.parse(self.puzzle.state, pressed.move) if pressed and pressed.move else None
        return None

    def _draw_message(self, c: Canvas) -> None:
        chrome.draw_message(c, self.said)

    # What does not fit in the message -------------------------------------------------------------------

    def is_cut(self, said: Said) -> bool:
        """Return True if this does not fit in the message."""
        return chrome.layout_message(said, self.query_one("#below").size.width).cut

    def count_verdict_rows(self, c: Canvas) -> int:
        """Return the rows of the last verdict in the side panel; 0 if the message shows all of it."""
        return sum(map(len, self._wrap_verdict(c))) + 1 if self.is_cut(self.verdict) else 0

    def _wrap_verdict(self, c: Canvas) -> tuple[list[str], list[str]]:
        return textwrap.wrap(self.verdict.bold, c.w - 6), textwrap.wrap(self.verdict.text, c.w - 4)

    def draw_details(self, c: Canvas, y: int) -> None:
        """Draw the last verdict, if the message cannot show all of it, and then the hints."""
        rows = self.count_verdict_rows(c)
        below = len(textwrap.wrap(self.hints[-1], c.w - 8)) + 1 if self.hints else 0
        if rows and y + rows + below <= c.h:  # else the key w shows it
            heading, lines = self._wrap_verdict(c)
            c.put(2, y, self.verdict.glyph, self.verdict.kind, "", "bold")
            for row, line in enumerate(heading, y):
                c.put(4, row, line, "ink", "", "bold")
            for row, line in enumerate(lines, y + len(heading)):
                c.put(2, row, line, "ink")
            y += rows
        if self.hints:
            self._draw_hints(c, y)

    def _draw_hints(self, c: Canvas, y: int) -> None:
        """Draw the hints so far; some are left out if there is no room."""
        rungs = [
            side_panel.HintStep(at, textwrap.wrap(hint, c.w - 8)) for at, hint in enumerate(self.hints, 1)
        ]
        for number, lines, _ in side_panel.fit_steps(rungs, c.h - 1 - y):
            c.put(2, y, f"◆ {number}" if number else "", "brass", "", "bold")
            shown = lines if number or self.all_open else ["…"]
            if not number and self.all_open:
                c.hit(2, y, c.w - 4, 1, "h")
            for line in shown[: max(0, c.h - 1 - y)]:
                c.put(6, y, line, "ink")
                y += 1

    def _draw_footer(self, c: Canvas) -> None:
        always = [("?", "help"), self.find_exit()]
        if self.puzzle is None:
            chrome.draw_footer(c, always)
            return
        cut = self.is_cut(self.said) or self.is_cut(self.verdict)
        if self.solved:
            chrome.draw_footer(c, [*self.solved_keys, *always], ["w"] * cut)
            return
        why = ("w", "why" if self.is_cut(self.verdict) else "all of it")
        board = board_of(self.puzzle.state)
        common = [*([why] if cut else []), *self.unsolved_keys, *always]
        self.draw_board_foot(c, board, self.facts, self.build_view(), common, ["w"] * cut)
