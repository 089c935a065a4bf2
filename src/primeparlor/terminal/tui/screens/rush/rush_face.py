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
from primeparlor.terminal.tui.board_room import BoardRoom, Items
from primeparlor.terminal.tui.boards import board_of
from primeparlor.terminal.tui.screens.rush import panels
from primeparlor.terminal.tui.screens.rush.panels import Offer, Slip
from primeparlor.terminal.tui.supply import LOOKING, Ready
from primeparlor.terminal.tui.widgets import chrome
from primeparlor.terminal.tui.widgets.painted_widget import Picture

if TYPE_CHECKING:
    from primeparlor.coach.progress.document import Score
    from primeparlor.coach.training.rush import Rush

READY = Said("Enter begins.", "The clock stands until then.", "◆", "brass")
HELP = ("?", "help")


class RushFace(BoardRoom):
    """Everything that is painted, and the state it depends on."""

    called = "the rush"

    typing: ClassVar[Items] = [("Enter", "answer"), ("Esc", "close")]
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
        today: Callable[[], date] = here.this_day,
    ) -> None:
        super().__init__()
        names = [None, *GAMES.ours, *([game] if game and game not in GAMES.ours else [])]
        self.offers = [Offer(name, GAMES[name].title if name else "All games") for name in names]
        self.chosen = names.index(game)
        self.now, self.random, self.today = now, random or SystemRandom(), today
        self.phase: Literal["before", "rush", "after"] = "before"
        self.rush: Rush | None = None  # the coach is imported after the screen has opened
        self.diary: Any = None
        self.on_table: Ready | None = None
        self.seats, self.held, self.tried = Seats(), "", tuple[Move, ...]()
        self.slips = list[Slip]()
        self.mine: Score | None = None  # the score of the finished rush
        self.said, self.far, self.trouble = READY, LOOKING, ""
        self.covered = False  # True if another screen covers this one

    @property
    def offer(self) -> Offer:
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

    def view(self, hover: str = "") -> View:
        """Return the board's view from the side of the player to move."""
        state = self.state
        actions = lambda: tuple(state.rules.actions)  # noqa: E731
        return View(self.seats, state.turn, self.held, self.tried, hover=hover, actions=actions)

    @property
    def is_cut(self) -> bool:
        """True if the message has too little room for its text."""
        return chrome.laid(self.said, self.query_one("#below").size.width).cut

    # Painters -----------------------------------------------------------------------------------------

    def _head(self, c: Canvas) -> None:
        limit = None
        if self.phase == "rush":  # the rail must not answer what a board asks
            limit = board_of(self.state).rail(self.facts) if self.state else 0
        chrome.head(c, "Rush", self.offer.title, limit)

    def _strip(self, c: Canvas) -> None:
        panels.clock(c, self.rush, self.phase == "rush" and not self.app.roomy)

    def _board(self, c: Canvas) -> None:
        framed = self.app.roomy
        if self.phase == "before":
            panels.before(c, self.offers, self.chosen, framed)
        elif self.phase == "after" and self.rush is not None:
            panels.after(c, self.rush, self.slips, framed)
        elif self.covered or self.on_table is None or self.rush is None:
            panels.standing(c, "" if self.covered else self.far, framed)
        else:
            puzzle, hover = self.on_table.puzzle, self.query_one("#board", Picture).hover
            inside = panels.asked(c, puzzle, 1 + len(self.rush.marks), framed)
            board_of(puzzle.state).paint(inside, self.facts, self.view(hover))

    def _keys(self, c: Canvas) -> None:
        if self.state and not self.covered:
            hover = self.query_one("#keys", Picture).hover
            chrome.keys(c, board_of(self.state).keys(self.facts, self.view(hover)), hover)

    def _say(self, c: Canvas) -> None:
        chrome.message(c, self.said)

    def _side(self, c: Canvas) -> None:
        if self.phase == "rush" and self.rush is not None:
            panels.score(c, self.rush, self.offer.best)
        else:
            panels.best_scores(c, self.offer, self.mine)

    def _foot(self, c: Canvas) -> None:
        out, cut = self.way_out(), self.is_cut or (self.phase == "after" and bool(self.slips))
        why, needed = [("w", "why")] * cut, ["w"] * cut
        if self.phase == "before":
            chrome.foot(c, [("Enter", "begin"), ("←→", "another game"), HELP, out])
        elif self.phase == "after":
            chrome.foot(c, [("a", "again"), *why, ("z", "puzzles"), HELP, out], needed)
        elif not self.state:
            chrome.foot(c, [HELP, ("Esc", "stop")])
        else:
            stop = ("Esc", "put back" if self.held else "stop")
            common = [("Space", "skip"), *why, HELP, stop]
            self.foot(c, board_of(self.state), self.facts, self.view(), common, needed)
