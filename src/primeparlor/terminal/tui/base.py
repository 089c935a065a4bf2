"""Base classes of the screens: full screens, modal screens, and screens with a board."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, Any, ClassVar, TypeVar

from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.css.query import NoMatches
from textual.events import Key
from textual.screen import ModalScreen, Screen
from textual.widget import Widget

from primeparlor.terminal.drawing.board import Board, Listing, Said, View
from primeparlor.terminal.drawing.canvas import Canvas
from primeparlor.terminal.drawing.lines import Facts
from primeparlor.terminal.tui.widgets import chrome
from primeparlor.terminal.tui.widgets.chrome import WIDE
from primeparlor.terminal.tui.widgets.painted_widget import PaintedWidget
from primeparlor.terminal.tui.widgets.text_input import TypedLine

if TYPE_CHECKING:
    from primeparlor.terminal.tui.app import ParlorApp

W = TypeVar("W", bound=Widget)
Items = list[tuple[str, str]]
HOME = "home"
NEEDED = ("h", "u", "Space")  # keys the footer drops last, except for help and leave
LISTING = "m"  # the key that lists what does not fit on the board
TYPING: Items = [("Enter", "play it"), ("Esc", "close")]
UNKNOWN = Said("That key does nothing here.", "? shows the keys.", "·")  # after two unknown keys in a row


class PaintedMixin:
    """Key handling and repainting shared by screens and modal screens."""

    if TYPE_CHECKING:

        @property
        def app(self) -> ParlorApp: ...

        def query(self, kind: type[W]) -> list[W]: ...

    def on_painted_widget_pressed(self, event: PaintedWidget.Pressed) -> None:
        event.stop()
        if (line := getattr(self, "line", None)) is None:
            self.press(event.key)
        elif event.where == "foot" and event.key in ("enter", "escape"):  # the keys of the input line
            line.post_done(event.key)

    def on_key(self, event: Key) -> None:
        if self.app.focused is not None:  # the input line has the focus and takes the keys
            return
        event.stop()
        if (line := getattr(self, "line", None)) is not None:  # the input line is mounted but not focused yet
            line.handle_early_key(event)
            return
        event.prevent_default()  # Textual calls the handler of every class in the MRO otherwise
        if self.app.late_answers.is_answer_part(event.character):
            return
        self.press(event.character if event.is_printable and event.character else event.key)

    def on_screen_resume(self) -> None:
        self.app.check_window_size()
        self.repaint()

    def on_screen_suspend(self) -> None:
        self.repaint()  # a screen below a modal is painted without its footer

    def on_resize(self) -> None:
        self.app.check_window_size()

    def press(self, key: str) -> None:
        """Handle this key."""
        raise NotImplementedError

    def repaint(self) -> None:
        """Repaint all painted widgets."""
        for picture in self.query(PaintedWidget):
            picture.repaint()


class ParlorScreen(PaintedMixin, Screen[None]):  # type: ignore[misc]
    """A full screen with the keys that all screens share."""

    back_label = ""  # its name in labels such as "back to today"

    def press(self, key: str) -> None:
        if key == "t":
            self.app.toggle_theme()
        elif key == "?":
            self.app.open_help()
        elif key == "o":
            self.app.open_settings()
        elif key in ("q", "ctrl+c"):
            self.leave()

    def leave(self) -> None:
        """Go back to the previous screen."""
        self.app.go_back()

    def find_exit(self) -> tuple[str, str]:
        """Return the key that leaves, and its label: where it leads."""
        stack = self.app.screen_stack
        below = stack[stack.index(self) - 1] if self in stack else self
        if below in (self, stack[0]):  # the first screen is Textual's own
            return "q", "leave"
        back_label = getattr(below, "back_label", "")
        if back_label == HOME:
            return "q", HOME
        return "q", f"back to {back_label}" if back_label and self.app.size.width >= WIDE else "back"


class ParlorModal(PaintedMixin, ModalScreen[None]):  # type: ignore[misc]
    """A modal screen over another screen; Esc closes it."""

    def press(self, key: str) -> None:
        if key in ("escape", "q", "ctrl+c", "?"):
            self.dismiss()


class BoardScreen(ParlorScreen):
    """The base class of table, puzzle and rush screens; subclasses implement the painters."""

    input_keys: ClassVar[Items] = TYPING  # footer keys while the text input is open

    def __init__(self) -> None:
        super().__init__()
        self.line: TypedLine | None = None  # the text input, while it is open

    def compose(self) -> ComposeResult:
        yield PaintedWidget(self._draw_header, "head", "wall")
        yield PaintedWidget(self._draw_strip, "strip", "wall")
        with Horizontal(id="main"):
            with Vertical(id="left"):
                yield PaintedWidget(self._draw_board, "board")
                yield PaintedWidget(self._draw_keys, "keys", "wall")
                with Horizontal(id="below"):
                    yield PaintedWidget(self._draw_message, "say")
                yield from self.compose_game_over()
            yield PaintedWidget(self._draw_side, "side")
        yield PaintedWidget(self._draw_footer, "foot", "wall")

    def compose_game_over(self) -> ComposeResult:
        """Yield widgets that replace the keys and the message when the game is over."""
        yield from ()

    def show_keys(self, shown: bool) -> None:
        """Show or hide the keys below the board."""
        with suppress(NoMatches):  # Textual may be removing the screen already
            self.query_one("#keys").display = shown

    # Painters -----------------------------------------------------------------------------------------

    def _draw_header(self, c: Canvas) -> None:
        raise NotImplementedError

    def _draw_strip(self, c: Canvas) -> None:
        raise NotImplementedError

    def _draw_board(self, c: Canvas) -> None:
        raise NotImplementedError

    def _draw_keys(self, c: Canvas) -> None:
        raise NotImplementedError

    def _draw_message(self, c: Canvas) -> None:
        raise NotImplementedError

    def _draw_side(self, c: Canvas) -> None:
        raise NotImplementedError

    def _draw_footer(self, c: Canvas) -> None:
        raise NotImplementedError

    def draw_board_foot(
        self,
        c: Canvas,
        board: Board[Any],
        facts: Facts,
        view: View,
        common: Items,
        needed: Sequence[str] = (),
    ) -> None:
        """Draw the footer: the keys of the text input while it is open, else those of the game and `common`.

        In a narrow window, keys that are also shown as tiles are dropped first. The first key of the game
        and the listing key are dropped later than the others.
        """
        if self.line is not None:
            c.chips(1, 0, self.input_keys)
            return
        own, listed = board.hints_of_keys(facts), self.listing_keys
        taken, tiles = {key for key, _ in own}, {tile.key for tile in board.keys(facts, view)}
        items = [*own, *listed, *(item for item in common if item[0] not in taken)]
        stay = [key for key, _ in (*own[:1], *listed) if key not in tiles]
        chrome.draw_footer(c, items, (*needed, *NEEDED, *stay), tiles)

    # The listing --------------------------------------------------------------------------------------

    @property
    def listing(self) -> Listing | None:
        """The full text of what does not fit on the board, or None."""
        return None

    @property
    def listing_keys(self) -> Items:
        """The footer item for the listing; empty without one."""
        return [(LISTING, self.listing.word)] if self.listing else []

    # The text input -----------------------------------------------------------------------------------

    def open_line(self) -> None:
        """Open the text input in place of the message."""
        self.query_one("#say").display = False
        self.line = TypedLine()
        self.query_one("#below").mount(self.line)
        self.repaint()

    def close_line(self) -> None:
        """Close the text input, if open, and show the message again."""
        if self.line is not None:
            self.line.remove()
            self.line = None
            self.query_one("#say").display = True
            self.repaint()
