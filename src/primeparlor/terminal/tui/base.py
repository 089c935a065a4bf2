"""A screen of the parlor: keys and clicks go the same way, and everything is painted."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

from textual.events import Key
from textual.screen import ModalScreen, Screen
from textual.widget import Widget

from primeparlor.terminal.tui.widgets.chrome import WIDE
from primeparlor.terminal.tui.widgets.painted_widget import Picture

if TYPE_CHECKING:
    from primeparlor.terminal.tui.app import Parlor


W = TypeVar("W", bound=Widget)
HOME = "home"


class Painted:
    """What rooms and sheets have in common."""

    if TYPE_CHECKING:

        @property
        def app(self) -> Parlor: ...

        def query(self, kind: type[W]) -> list[W]: ...

    def on_picture_pressed(self, event: Picture.Pressed) -> None:
        event.stop()
        if (line := getattr(self, "line", None)) is None:
            self.press(event.key)
        elif event.where == "foot" and event.key in ("enter", "escape"):  # which are the keys of the line
            line.done(event.key)

    def on_key(self, event: Key) -> None:
        if self.app.focused is not None:  # a line to type in is open, and takes the keys
            return
        event.stop()
        if (line := getattr(self, "line", None)) is not None:  # it is about to
            line.type_early(event)
            return
        event.prevent_default()  # Textual calls the handler of every class in the MRO otherwise
        if self.app.late.swallows(event.character):
            return
        self.press(event.character if event.is_printable and event.character else event.key)

    def on_screen_resume(self) -> None:
        self.app.cover()
        self.repaint()

    def on_screen_suspend(self) -> None:
        self.repaint()  # without its foot, if a sheet is laid over it

    def on_resize(self) -> None:
        self.app.cover()

    def press(self, key: str) -> None:
        """Do what this key means here."""
        raise NotImplementedError

    def repaint(self) -> None:
        """Paint everything again."""
        for picture in self.query(Picture):
            picture.repaint()


class Room(Painted, Screen[None]):  # type: ignore[misc]
    """A whole screen."""

    called = ""  # as the way back to it is named: "back to today"

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
        """Go back to where one came from."""
        self.app.back()

    def way_out(self) -> tuple[str, str]:
        """The key that leaves, and where it leads: to the room one came from, or out of the house."""
        stack = self.app.screen_stack
        below = stack[stack.index(self) - 1] if self in stack else self
        if below in (self, stack[0]):  # the first is Textual's own
            return "q", "leave"
        called = getattr(below, "called", "")
        if called == HOME:
            return "q", HOME
        return "q", f"back to {called}" if called and self.app.size.width >= WIDE else "back"


class Sheet(Painted, ModalScreen[None]):  # type: ignore[misc]
    """A page that lies over a room; Esc puts it away."""

    def press(self, key: str) -> None:
        if key in ("escape", "q", "ctrl+c", "?"):
            self.dismiss()
