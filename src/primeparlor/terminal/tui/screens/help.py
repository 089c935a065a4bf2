"""The help dialog: the keys of the screen below it, the marks, and the aim of the game."""

from __future__ import annotations

import textwrap
from typing import Any, NamedTuple

from textual.app import ComposeResult
from textual.screen import Screen

from primeparlor.coach.reasons import describe_variant
from primeparlor.core import State, capital
from primeparlor.fact_words import Facts
from primeparlor.games import GAMES, ROTAS, game_of
from primeparlor.terminal.drawing.board import Board, View
from primeparlor.terminal.drawing.canvas import Canvas
from primeparlor.terminal.tui.base import BoardScreen, PaintedMixin, ParlorModal
from primeparlor.terminal.tui.boards import board_of
from primeparlor.terminal.tui.screens.home import READER
from primeparlor.terminal.tui.screens.new_game import NewGameModal
from primeparlor.terminal.tui.screens.puzzle.screen import PuzzleScreen
from primeparlor.terminal.tui.screens.replay import ReplayScreen
from primeparlor.terminal.tui.screens.review.screen import ReviewScreen
from primeparlor.terminal.tui.screens.rules import RulesScreen
from primeparlor.terminal.tui.screens.rush.screen import RushScreen
from primeparlor.terminal.tui.screens.saved_games import SavedGamesScreen
from primeparlor.terminal.tui.widgets import chrome
from primeparlor.terminal.tui.widgets.painted_widget import PaintedWidget

Keys = list[tuple[str, str]]
MARKS = [
    ("●", "p1", "Player 1, solid"),
    ("■", "p2", "Player 2, hatched"),
    (chrome.SIGN, "brass", chrome.MEANING),
    ("✕", "bad", "refused, and why"),
]
_PUZZLE: Keys = [
    ("Enter", "answer with what is chosen"),
    ("Esc", "cancel your choice"),
    ("/", "type a move"),
    ("h", "next hint; w: the last try explained"),
    ("a", "show the answer"),
]
_REVIEW: Keys = [
    ("← →", "one move back, one on"),
    ("↑ ↓", "the previous or next mistake"),
    ("Home", "the first move; End: the last"),
    ("Enter", "look for a better move yourself"),
]
_NEW: Keys = [
    ("↑ ↓", "another row"),
    ("← →", "another choice"),
    ("Enter", "sit down"),
    ("b", "the rules"),
]
_SAVED_GAMES: Keys = [
    ("↑ ↓", "another game"),
    ("PgUp", "a page up; PgDn: a page down"),
    ("Home", "the newest; End: the oldest"),
    ("Enter", "resume it, or review it if it is over"),
    ("p", "replay it move by move"),
]
_REPLAY: Keys = [
    ("→", "the next move, like Enter"),
    ("←", "the move before"),
    ("PgDn", "ten moves on; PgUp: ten back"),
    ("Home", "the beginning; End: the last move"),
]
_RULES: Keys = [
    ("↑ ↓", "scroll"),
    ("PgUp", "a page up; PgDn or Space: a page down"),
    ("Home", "the top; End: the end"),
    ("← →", "another game's rules"),
]
COMMON: Keys = [("t", "light or dark"), ("o", "settings"), ("?", "this page")]
BACK = ("q", "back, like Esc")


class HelpContent(NamedTuple):
    """The content of the help dialog."""

    keys: Keys
    state: State | None = None


def build_help(screen: Screen[Any]) -> HelpContent:
    """Return the help content for this screen."""
    if isinstance(screen, PaintedMixin) and screen._find_press() is None:
        return HelpContent([(item.label, item.sentence) for item in screen.list_keys()], screen.help_state)
    if isinstance(screen, PuzzleScreen):
        return _build_puzzle_help(screen)
    if isinstance(screen, RushScreen):
        return _build_rush_help(screen)
    if isinstance(screen, NewGameModal):
        return HelpContent([*_NEW, *COMMON, BACK], screen.options.start)
    if isinstance(screen, RulesScreen):
        return HelpContent([*_RULES, *COMMON, BACK], screen.state)
    if isinstance(screen, ReviewScreen):
        return HelpContent([*_REVIEW, *COMMON, BACK], screen.match.start)
    if isinstance(screen, ReplayScreen):
        return HelpContent([*_REPLAY, *COMMON, BACK], screen.replay.match.start if screen.replay else None)
    own = _SAVED_GAMES if isinstance(screen, SavedGamesScreen) else getattr(screen, "help_keys", [])
    taken = {key for key, _ in own}
    return HelpContent([*own, *(item for item in COMMON if item[0] not in taken), BACK])


def _build_board_keys(board: Board[Any], facts: Facts, view: View) -> Keys:
    """Return the keys of a game's board: its footer items, and the letters among its tiles."""
    footer_keys = [item for item in board.hints_of_keys(facts) if item[0] not in ("Enter", "/")]
    listed = {key for key, _ in footer_keys}
    tiles = [
        (tile.key, tile.label.lower())
        for tile in board.keys(facts, view)
        if tile.key.isalpha() and tile.key not in listed
    ]
    return [
        (key, f"{what}, like {board.also[key]}" if key in board.also else what)
        for key, what in [*footer_keys, *tiles]
    ]


def _build_puzzle_help(screen: PuzzleScreen) -> HelpContent:
    """Return the help of a puzzle screen: its own keys, and those of its game once a puzzle is shown."""
    keys = [*_PUZZLE, *screen.help_keys, *_build_listing_keys(screen)]
    if screen.puzzle is None:
        return HelpContent([*keys, *COMMON, BACK])
    state = screen.puzzle.state
    own = _build_board_keys(board_of(state), screen.facts, screen.build_view())
    return HelpContent([*own, *keys, *COMMON, BACK], state)


def _build_rush_help(screen: RushScreen) -> HelpContent:
    """Return the help of the rush: its own keys, and those of the game on the board."""
    leave = ("q", "leave; your score is kept")
    if screen.state is None:
        start = GAMES[screen.offer.name].start() if screen.offer.name else None
        return HelpContent([*screen.help_keys, *COMMON, leave], start)
    own = _build_board_keys(board_of(screen.state), screen.facts, screen.build_view())
    return HelpContent([*own, *screen.help_keys, *_build_listing_keys(screen), *COMMON, leave], screen.state)


def _build_listing_keys(screen: BoardScreen) -> Keys:
    """Return the key of the listing, with its title."""
    return [(key, screen.listing.title.lower()) for key, _ in screen.listing_keys if screen.listing]


class HelpModal(ParlorModal):
    """A dialog of one page; Esc or ? closes it, b opens the rules."""

    def __init__(self, help: HelpContent) -> None:
        super().__init__()
        self.help = help

    def compose(self) -> ComposeResult:
        yield PaintedWidget(self._paint, "help")

    def press(self, key: str) -> None:
        if key == "b" and self.help.state is not None:
            state = self.help.state
            self.dismiss()
            self.app.open_rules(state)
        elif key == "t":
            self.app.toggle_theme()
        else:
            super().press(key)

    def _paint(self, c: Canvas) -> None:
        c.box(0, 0, c.w, c.h, "brass", "paper", "line")
        beside, reader = c.w > 70, textwrap.wrap(READER, c.w - 6)
        c.put(3, 1, "The keys", "ink", "", "bold")
        top = 3 if beside else 2
        keys = fit_keys(
            self.help.keys, c.h - top - len(reader) - (3 if beside else 4), (52 if beside else c.w) - 14
        )
        for y, (key, what) in enumerate(keys, top):
            c.put(3, y, f" {key} ", "ink", "sunk", "bold")
            c.put(12, y, what, "ink2")
        if beside:
            self._draw_beside(c.window(52, 1, c.w - 54, c.h - 5))
        else:
            under = top + len(keys)
            self._draw_below(c.window(3, under, c.w - 5, c.h - 2 - len(reader) - under))
        for y, line in enumerate(reader, c.h - 2 - len(reader)):
            c.put(3, y, line, "ink2")
        end = c.put(3, c.h - 2, "Esc or ? closes this page.", "ink2")
        c.hit(3, c.h - 2, end - 3, 1, "escape")

    def _draw_beside(self, c: Canvas) -> None:
        """Draw the marks and the aim of the game beside the keys."""
        c.put(0, 0, "The marks", "ink", "", "bold")
        state = self.help.state
        marks = [*_list_marks(state), *(board_of(state).marks if state is not None else ())]
        for y, (glyph, ink, what) in enumerate(marks, 2):
            c.put(1, y, glyph, ink)
            c.put(4, y, what, "ink2")
        if state is not None:
            top = len(marks) + 3
            c.put(0, top, state.title, "ink", "", "bold")
            y = c.para(0, top + 2, c.w, format_aim(state), rows=6)
            c.chips(0, y + 1, [("b", "the whole rule book")])

    def _draw_below(self, c: Canvas) -> None:
        """Draw the marks and the aim below the keys, in a small window."""
        x = 0
        for glyph, ink, what in _list_marks(self.help.state)[:3]:
            x = c.put(c.put(x, 0, f"{glyph} ", ink), 0, what.split(",")[0], "ink2") + 3
        if self.help.state is not None:
            c.chips(x, 0, [("b", "rules")])
            c.all_of(0, 1, c.w, f"{self.help.state.title}: {format_aim(self.help.state)}", end=c.h)


def _list_marks(state: State | None) -> list[tuple[str, str, str]]:
    """Return the marks of every game; one that is not of the rota need not be about primes."""
    about_primes = state is None or state.name in ROTAS[1]
    return [mark for mark in MARKS if about_primes or mark[0] != chrome.SIGN]


def fit_keys(keys: Keys, rows: int, width: int) -> Keys:
    """Join neighbours, the shortest first, until the keys fit in these rows or no two fit in one."""
    keys = list(keys)
    while len(keys) > rows:
        pairs = [f"{keys[at][1]}; {keys[at + 1][0]}: {keys[at + 1][1]}" for at in range(len(keys) - 1)]
        at = min(range(len(pairs)), key=lambda at: len(pairs[at]))
        if len(pairs[at]) > width:
            break
        keys[at : at + 2] = [(keys[at][0], pairs[at])]
    return keys


def format_aim(state: State) -> str:
    """Describe the aim of the game under these rules, and how they differ from the standard ones."""
    board = board_of(state)
    texts = [board.aim(game_of(state).facts(state)), describe_variant(state)]
    return " ".join(f"{capital(text.rstrip('.'))}." for text in texts if text)
