"""The rules of a game as one page of text that scrolls."""

from __future__ import annotations

import re
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Center, VerticalScroll
from textual.content import Content
from textual.widgets import Markdown
from textual.widgets.markdown import MarkdownFence

from primeparlor.core import State
from primeparlor.games import GAMES
from primeparlor.tables.prompt_words import PROMPT, WORDS
from primeparlor.terminal.rules_text import build_variant_page
from primeparlor.terminal.tui.base import ParlorScreen
from primeparlor.terminal.tui.widgets import chrome
from primeparlor.terminal.tui.widgets.footer import KeyFooter
from primeparlor.terminal.tui.widgets.painted_widget import PaintedWidget, Values

SCROLL, GAME = Binding.Group("scroll", compact=True), Binding.Group("other games", compact=True)
RULING = re.compile(r"^- ([A-Z]\d+)  ", re.MULTILINE)


class Example(MarkdownFence):
    """A game as it is written down, in one colour."""

    @classmethod
    def highlight(cls, code: str, language: str, ansi: bool = False, dark: bool = False) -> Content:
        return Content(code.rstrip("\n"))


class RulesPage(Markdown):
    """The text of the rules."""

    BULLETS = ["· "]
    BLOCKS = {**Markdown.BLOCKS, "fence": Example, "code_block": Example}


class RulesScreen(ParlorScreen):
    """The rules of one game; ← → switch to another game."""

    back_label = "the rules"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up", "scroll('up')", "scroll", tooltip="scroll up, or down", group=SCROLL),
        Binding("down", "scroll('down')", "scroll", group=SCROLL),
        Binding("left", "switch_game(-1)", "other games", tooltip="another game's rules", group=GAME),
        Binding("right", "switch_game(1)", "other games", group=GAME),
        Binding("pageup", "scroll('page_up')", show=False, tooltip="a page up; PgDn or Space: a page down"),
        Binding("pagedown,space", "scroll('page_down')", show=False),
        Binding("home", "scroll('home')", show=False, tooltip="the top; End: the end"),
        Binding("end", "scroll('end')", show=False),
        Binding("t", "app.toggle_theme", "light or dark", tooltip="light or dark"),
        Binding("escape", "leave", "back", show=False),
    ]

    def __init__(self, state: State) -> None:
        super().__init__()
        self.state = state

    def compose(self) -> ComposeResult:
        yield PaintedWidget(chrome.draw_header, "head", "wall")
        with Center(id="sheet"), VerticalScroll(id="page", can_focus=False):
            yield RulesPage(format_page(self.state), open_links=False)
        yield KeyFooter()

    def list_values(self) -> dict[str, Values]:
        return {"head": (f"Rules: {self.state.title}", "")}

    def action_switch_game(self, by: int) -> None:
        """Show the rules of another game."""
        games = list(GAMES.values())
        at = games.index(type(self.state)) if type(self.state) in games else 0
        self.state = games[(at + by) % len(games)].start()
        self.query_one(RulesPage).update(format_page(self.state))
        self.query_one("#page").scroll_home(animate=False)
        self.repaint()

    def action_scroll(self, where: str) -> None:
        """Scroll up, down, by a page, or to an end."""
        getattr(self.query_one("#page"), f"scroll_{where}")(animate=False)

    @property
    def help_state(self) -> State:
        return self.state


def format_page(state: State) -> str:
    """Return the rules as Markdown, without the part on the prompt, which the screen does not have."""
    page = build_variant_page(state).removesuffix(WORDS).partition(f"\n{PROMPT}\n")[0]
    page = page.replace("# ", "# `◆` ", 1)
    return RULING.sub("- `\\1`\N{NO-BREAK SPACE}\N{NO-BREAK SPACE}", page)
