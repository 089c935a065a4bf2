"""Small dialogs: text, the moves, a question before what is final; and the screen of a too small window."""

from __future__ import annotations

import textwrap
from collections.abc import Callable, Sequence
from typing import ClassVar, NamedTuple

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.content import Content
from textual.geometry import Size
from textual.widget import Widget
from textual.widgets import Button, Label, Static

from primeparlor.files import find_command
from primeparlor.match import NOBODY_MOVED
from primeparlor.terminal.drawing.canvas import Canvas
from primeparlor.terminal.tui.base import ParlorModal, ParlorScreen
from primeparlor.terminal.tui.key_items import LEAVE
from primeparlor.terminal.tui.screens.table import side_panel
from primeparlor.terminal.tui.screens.table.playback import Playback
from primeparlor.terminal.tui.widgets.footer import KeyFooter
from primeparlor.terminal.tui.widgets.painted_widget import PaintedWidget, Values

SCROLL = Binding.Group("scroll", compact=True)


class ScrolledModal(ParlorModal):
    """A heading above rows that scroll."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up", "scroll('up')", "scroll", group=SCROLL),
        Binding("down", "scroll('down')", "scroll", group=SCROLL),
        Binding("pageup", "scroll('page_up')", show=False),
        Binding("pagedown", "scroll('page_down')", show=False),
        Binding("home", "scroll('home')", show=False),
        Binding("end", "scroll('end')", show=False),
        Binding("escape,enter,space,q,l,m,w,question_mark", "leave", "back to the board", id=LEAVE),
    ]

    def __init__(self, heading: str) -> None:
        super().__init__()
        self.heading = heading

    def compose(self) -> ComposeResult:
        with Vertical(classes="dialog"):
            yield Label(Content(self.heading), classes="heading")
            with VerticalScroll(classes="rows", can_focus=False):
                yield from self.compose_rows()
            yield KeyFooter("paper")

    def compose_rows(self) -> ComposeResult:
        """Yield what scrolls."""
        raise NotImplementedError

    @property
    def rows(self) -> Widget:
        """The container that scrolls."""
        return self.query_one(".rows")

    def action_scroll(self, where: str) -> None:
        """Scroll up, down, by a page, or to an end."""
        getattr(self.rows, f"scroll_{where}")(animate=False)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        return action != "scroll" or any(rows.max_scroll_y > 0 for rows in self.query(".rows"))


class TextModal(ScrolledModal):
    """A few lines under a title."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("h", "show_more", show=False, tooltip="next hint")]

    def __init__(self, title: str, lines: Sequence[str], more: Callable[[], None] | None = None) -> None:
        super().__init__(title)
        self.lines, self.more = lines, more  # `more` is called on h, where there is more to show

    def compose_rows(self) -> ComposeResult:
        for line in self.lines:
            row = Static(Content(line.strip() or " "))
            row.styles.padding = (0, 0, 0, len(line) - len(line.lstrip()))
            yield row

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        return self.more is not None if action == "show_more" else super().check_action(action, parameters)

    def action_show_more(self) -> None:
        """Close this dialog and open the next hint."""
        if self.more is not None:
            self.dismiss()
            self.more()


class MovesModal(ScrolledModal):
    """All moves of a game, scrolled to the last ones."""

    def __init__(self, playback: Playback) -> None:
        super().__init__("The moves so far")
        self.moves = playback.rows

    def compose_rows(self) -> ComposeResult:
        if not self.moves:
            yield Static(NOBODY_MOVED, classes="quiet")
            return
        picture = PaintedWidget(side_panel.draw_moves, "moves")
        picture.styles.height = len(self.moves)
        yield picture

    def list_values(self) -> dict[str, Values]:
        return {"moves": (self.moves,)}

    def on_mount(self) -> None:
        for rows in self.query(".rows"):  # none if a second key has closed the dialog already
            self.call_after_refresh(rows.scroll_end, animate=False)


class Question(NamedTuple):
    """A question before something that cannot be undone."""

    text: str
    warning: str
    yes: str  # what each answer does, in a word or two
    no: str


class ConfirmModal(ParlorModal):
    """A question before something final; Enter alone changes nothing."""

    AUTO_FOCUS = "#no"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("y", "accept", "yes"),
        Binding("n,escape,q", "leave", "no"),
        Binding("left,up", "app.focus_previous", show=False),
        Binding("right,down", "app.focus_next", show=False),
    ]

    def __init__(self, question: Question, accept: Callable[[], None]) -> None:
        super().__init__()
        self.question, self.accept = question, accept

    def compose(self) -> ComposeResult:
        question = self.question
        with Vertical(classes="dialog"):
            yield Label(Content(question.text), classes="heading")
            yield Static(Content(question.warning), classes="quiet")
            with Horizontal(classes="buttons"):
                yield Button(_format_button("y", question.yes), action="screen.accept", compact=True)
                yield Button(_format_button("Esc", question.no), id="no", action="screen.leave", compact=True)

    def action_accept(self) -> None:
        """Close the dialog and do what was asked about."""
        self.dismiss()
        self.accept()


def _format_button(key: str, word: str) -> Content:
    """Return the label of a button: its key, and what it does."""
    return Content.assemble((f" {key} ", "$ink bold on $sunk"), f" {word} ")


class TooSmallScreen(ParlorScreen):
    """A screen with one sentence, on top of all others until the window is larger."""

    def compose(self) -> ComposeResult:
        yield PaintedWidget(self._paint, "cover", "wall")

    def list_values(self) -> dict[str, Values]:
        return {"cover": (self.app.size,)}

    def _paint(self, c: Canvas, size: Size) -> None:
        (least_w, least_h), (w, h) = self.app.SMALLEST, size
        grow = "widen it" if h >= least_h else "enlarge it"
        text = (
            f"The parlor needs {least_w}~×~{least_h}. This window is {w}~×~{h}; "
            f"{grow}, or leave with q and use {find_command()} --plain."
        )
        # ~ stands for a space where no line may break, as within a size
        lines = textwrap.wrap(text, max(1, min(44, c.w - 2)))
        top = max(0, (c.h - len(lines)) // 2)
        for y, line in enumerate(lines, top):
            c.centre(0, y, c.w, line.replace("~", " "), "ink", "wall")

    def leave(self) -> None:
        """Save all games and leave the program."""
        self.app.suspend_all()
        self.app.exit(0)
