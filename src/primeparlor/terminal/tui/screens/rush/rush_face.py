"""The painters of the rush screen: which page, board, score and keys are shown when."""

from __future__ import annotations

import time
from collections.abc import Callable
from datetime import date
from random import Random, SystemRandom
from typing import TYPE_CHECKING, Any, ClassVar, Literal

from primeparlor.core import Move
from primeparlor.games import GAMES, game_of
from primeparlor.terminal import here
from primeparlor.terminal.drawing.board import Listing, Said, Seats, View
from primeparlor.terminal.drawing.canvas import Canvas
from primeparlor.terminal.tui.board_room import BoardScreen, Items
from primeparlor.terminal.tui.boards import board_of
from primeparlor.terminal.tui.screens.rush import panels
from primeparlor.terminal.tui.screens.rush.panels import RushOffer, Slip
from primeparlor.terminal.tui.supply import LOOKING, ReadyPuzzle
from primeparlor.terminal.tui.widgets import chrome
from primeparlor.terminal.tui.widgets.painted_widget import PaintedWidget

if TYPE_CHECKING:
    from primeparlor.coach.progress.document import RushScore
    from primeparlor.coach.training.rush import Rush

READY = Said("Enter begins.", "The clock stands until then.", "◆", "brass")
HELP = ("?", "help")


class RushFace(BoardScreen):
    """Everything that is painted, and the state it depends on."""

    called = "the rush"

    input_keys: ClassVar[Items] = [("Enter", "answer"), ("Esc", "close")]
    told_keys: ClassVar[Items] = [
        ("Enter", "begin"),
        ("← →", "another game, before you begin"),
        ("Space", "skip: it costs only the time; w: why"),
        ("/", "type an answer, as in the book"),
        ("Esc", "stop, and see your score"),
        ("a", "again, when it is over"),
        ("z", "puzzles, when it is over"),
    ]

    def __init__(
        self,
        game: str | None = None,
        now: Callable[[], float] = time.monotonic,
        random: Random | None = None,
        today: Callable[[], date] = here.get_today,
    ) -> None:
        super().__init__()
        names = [None, *GAMES.ours, *([game] if game and game not in GAMES.ours else [])]
        self.offers = [RushOffer(name, GAMES[name].title if name else "All games") for name in names]
        self.chosen = names.index(game)
        self.now, self.random, self.today = now, random or SystemRandom(), today
        self.phase: Literal["before", "rush", "after"] = "before"
        self.rush: Rush | None = None  # the coach is imported after the screen has opened
        self.diary: Any = None
        self.on_table: ReadyPuzzle | None = None
        self.seats, self.held, self.tried = Seats(), "", tuple[Move, ...]()
        self.slips = list[Slip]()
        self.mine: RushScore | None = None  # the score of the finished rush
        self.said, self.far, self.trouble = READY, LOOKING, ""
        self.covered = False  # True if another screen covers this one

    @property
    def offer(self) -> RushOffer:
        """The selected offer: one game, or all of them."""
        return self.offers[self.chosen]

    @property
    def state(self) -> Any:
        """The position on the board, or None."""
        return self.on_table.puzzle.state if self.on_table else None

    @property
    def facts(self) -> dict[str, Any]:
        """The facts of that position, visible to everybody."""
        return game_of(self.state).facts(self.state)

    @property
    def listing(self) -> Listing | None:
        return board_of(self.state).listing(self.facts) if self.state else None

    def build_view(self, hover: str = "") -> View:
        """Return the board's view from the side of the player to move."""
        state = self.state
        actions = lambda: tuple(state.rules.actions)  # noqa: E731
        return View(self.seats, state.turn, self.held, self.tried, hover=hover, actions=actions)

    @property
    def is_cut(self) -> bool:
        """True if the message has too little room for its text."""
        return chrome.layout_message(self.said, self.query_one("#below").size.width).cut

    # Painters -----------------------------------------------------------------------------------------

    def _draw_header(self, c: Canvas) -> None:
        limit = None
        if self.phase == "rush":  # the rail must not answer what a board asks
            limit = board_of(self.state).rail(self.facts) if self.state else 0
        chrome.draw_header(c, "Rush", self.offer.title, limit)

    def _draw_strip(self, c: Canvas) -> None:
        panels.draw_clock(c, self.rush, self.phase == "rush" and not self.app.roomy)

    def _draw_board(self, c: Canvas) -> None:
        framed = self.app.roomy
        if self.phase == "before":
            panels.draw_intro(c, self.offers, self.chosen, framed)
        elif self.phase == "after" and self.rush is not None:
            panels.draw_result(c, self.rush, self.slips, framed)
        elif self.covered or self.on_table is None or self.rush is None:
            panels.draw_waiting(c, "" if self.covered else self.far, framed)
        else:
            puzzle, hover = self.on_table.puzzle, self.query_one("#board", PaintedWidget).hover
            inside = panels.draw_question(c, puzzle, 1 + len(self.rush.marks), framed)
            board_of(puzzle.state).paint(inside, self.facts, self.build_view(hover))

    def _draw_keys(self, c: Canvas) -> None:
        if self.state and not self.covered:
            hover = self.query_one("#keys", PaintedWidget).hover
            chrome.draw_keys(c, board_of(self.state).keys(self.facts, self.build_view(hover)), hover)

    def _draw_message(self, c: Canvas) -> None:
        chrome.draw_message(c, self.said)

    def _draw_side(self, c: Canvas) -> None:
        if self.phase == "rush" and self.rush is not None:
            panels.draw_score(c, self.rush, self.offer.best)
        else:
            panels.draw_best_scores(c, self.offer, self.mine)

    def _draw_footer(self, c: Canvas) -> None:
        out, cut = self.find_exit(), self.is_cut or (self.phase == "after" and bool(self.slips))
        why, needed = [("w", "why")] * cut, ["w"] * cut
        if self.phase == "before":
            chrome.draw_footer(c, [("Enter", "begin"), ("←→", "another game"), HELP, out])
        elif self.phase == "after":
            chrome.draw_footer(c, [("a", "again"), *why, ("z", "puzzles"), HELP, out], needed)
        elif not self.state:
            chrome.draw_footer(c, [HELP, ("Esc", "stop")])
        else:
            stop = ("Esc", "put back" if self.held else "stop")
            common = [("Space", "skip"), *why, HELP, stop]
            self.draw_board_foot(c, board_of(self.state), self.facts, self.build_view(), common, needed)
