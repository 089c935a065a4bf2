"""The settings: when a move takes two key presses, whether the house waits, and how fast it moves."""

from __future__ import annotations

from typing import ClassVar

from textual.app import ComposeResult

from primeparlor.terminal.drawing.canvas import Canvas
from primeparlor.terminal.preferences import Preferences
from primeparlor.terminal.tui.base import ParlorModal
from primeparlor.terminal.tui.widgets.painted_widget import PaintedWidget

PACES = {"slow": 2.0, "normal": 1.0, "quick": 0.4, "at once": 0.0}
ROWS: dict[str, tuple[tuple[object, str], ...]] = {
    "Press twice to play": (("never", "never"), ("when it counts", "if undo is off"), ("always", "always")),
    "After the house": ((False, "go on"), (True, "wait for a key")),
    "The house moves": tuple((pace, name) for name, pace in PACES.items()),
}
MEANT = (
    "The first press chooses a move, the second plays it.",
    "Whether you press a key before play goes on.",
    "How fast the house plays its moves.",
)


class SettingsModal(ParlorModal):
    """A modal screen with three settings, saved as preferences."""

    help_keys: ClassVar[list[tuple[str, str]]] = [
        ("↑ ↓", "another row"),
        ("← →", "another choice"),
        ("o", "close the settings, like Enter"),
        ("Esc", "close them too"),
    ]

    def __init__(self) -> None:
        super().__init__()
        self.row = 0

    def compose(self) -> ComposeResult:
        picture = PaintedWidget(self._paint, "settings")
        picture.styles.width, picture.styles.height = 60, 16
        yield picture

    def _list_values(self, preferences: Preferences) -> list[object]:
        return [preferences.confirm, preferences.wait, self.app.pace]

    def _paint(self, c: Canvas) -> None:
        c.box(0, 0, c.w, c.h, "brass", "paper", "line")
        c.put(3, 1, "Settings", "ink", "", "bold")
        for at, (label, options) in enumerate(ROWS.items()):
            y, on = 3 + 3 * at, at == self.row
            c.put(1, y, "▶" if on else " ", "brass", "", "bold")
            x = c.put(3, y, f"{label:<20}", "ink" if on else "ink2", "", "bold" if on else "")
            for place, (value, word) in enumerate(options):
                chosen = value == self._list_values(self.app.preferences)[at]
                text = f" {'✓ ' if chosen else ''}{word} "
                c.hit(x, y, len(text), 1, f"set {at} {place}")
                x = c.put(x, y, text, "paper" if chosen else "ink", "ink" if chosen else "sunk") + 1
            c.put(5, y + 1, MEANT[at], "ink2")
        c.chips(3, c.h - 2, [("↑↓", "row"), ("←→", "choose"), ("Esc", "back")])

    def press(self, key: str) -> None:
        if key in ("up", "down"):
            self.row = (self.row + (1 if key == "down" else -1)) % len(ROWS)
        elif key in ("left", "right"):
            self._cycle_value(1 if key == "right" else -1)
        elif key.startswith("set "):
            _, row, place = key.split()
            self.row = int(row)
            self._set_value(int(place))
        elif key in ("enter", "o"):
            self.dismiss()
            return
        elif key == "?":
            self.app.open_help()
            return
        else:
            super().press(key)
            return
        self.repaint()

    def _cycle_value(self, by: int) -> None:
        values = [value for value, _ in list(ROWS.values())[self.row]]
        now = self._list_values(self.app.preferences)[self.row]
        at = values.index(now) if now in values else 0
        self._set_value((at + by) % len(values))

    def _set_value(self, place: int) -> None:
        value, preferences = list(ROWS.values())[self.row][place][0], self.app.preferences
        if self.row == 0:
            preferences.confirm = str(value)
        elif self.row == 1:
            preferences.wait = bool(value)
        elif isinstance(value, float):
            preferences.pace = value
            self.app.set_pace(value)
        preferences.save()
