"""Base classes of the screens: keys and clicks share one handler, and everything is painted."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

from textual.events import Key
from textual.screen import ModalScreen, Screen
from textual.widget import Widget

from primeparlor.terminal.tui.widgets.chrome import WIDE
from primeparlor.terminal.tui.widgets.painted_widget import PaintedWidget

if TYPE_CHECKING:
    from primeparlor.terminal.tui.app import Parlor


W = TypeVar("W", bound=Widget)
HOME = "home"


class PaintedMixin:
    """Key handling and repainting shared by screens and modal screens."""

    if TYPE_CHECKING:

        @property
        def app(self) -> Parlor: ...

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
        if self.app.late.is_answer_part(event.character):
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

    called = ""  # its name in labels such as "back to today"

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
        called = getattr(below, "called", "")
        if called == HOME:
            return "q", HOME
        return "q", f"back to {called}" if called and self.app.size.width >= WIDE else "back"


class ParlorModal(PaintedMixin, ModalScreen[None]):  # type: ignore[misc]
    """A modal screen over another screen; Esc closes it."""

    def press(self, key: str) -> None:
        if key in ("escape", "q", "ctrl+c", "?"):
            self.dismiss()
