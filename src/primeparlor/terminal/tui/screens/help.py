"""The help dialog: the keys of the screen below it, the marks, and the aim of the game."""

from __future__ import annotations

import textwrap
from typing import Any, ClassVar, NamedTuple

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.screen import Screen

from primeparlor.coach.reasons import describe_variant
from primeparlor.core import State, capital
from primeparlor.games import ROTAS, game_of
from primeparlor.terminal.drawing.canvas import Canvas
from primeparlor.terminal.tui.base import BaseScreen, ParlorModal
from primeparlor.terminal.tui.boards import board_of
from primeparlor.terminal.tui.screens.home import format_reader_note
from primeparlor.terminal.tui.widgets import chrome
from primeparlor.terminal.tui.widgets.painted_widget import PaintedWidget, Values

Keys = list[tuple[str, str]]
MARKS = [
    ("●", "p1", "Player 1, solid"),
    ("■", "p2", "Player 2, hatched"),
    (chrome.SIGN, "brass", chrome.MEANING),
    ("✕", "bad", "refused, and why"),
]


class HelpContent(NamedTuple):
    """The content of the help dialog."""

    keys: Keys
    state: State | None = None


def build_help(screen: Screen[Any]) -> HelpContent:
    """Return the help content for this screen."""
    if not isinstance(screen, BaseScreen):  # the command palette
        return HelpContent([])
    return HelpContent([(item.label, item.sentence) for item in screen.list_keys()], screen.help_state)


class HelpModal(ParlorModal):
    """A dialog of one page; Esc or ? closes it, b opens the rules."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("b", "open_rules", "the rules"),
        Binding("t", "app.toggle_theme", show=False, tooltip="light or dark"),
    ]

    def __init__(self, help: HelpContent) -> None:
        super().__init__()
        self.help = help

    def compose(self) -> ComposeResult:
        yield PaintedWidget(self._paint, "help")

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        return action != "open_rules" or self.help.state is not None

    def action_open_rules(self) -> None:
        """Open the rules of the game, in place of this page."""
        self.dismiss()
        self.app.open("rules", self.help.state)

    def list_values(self) -> dict[str, Values]:
        return {"help": ()}

    def _paint(self, c: Canvas) -> None:
        c.box(0, 0, c.w, c.h, "brass", "paper", "line")
        beside, reader = c.w > 70, textwrap.wrap(format_reader_note(), c.w - 6)
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
