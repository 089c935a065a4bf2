"""The settings: when a move takes two key presses, whether the house waits, and how fast it moves."""

from __future__ import annotations

from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.widgets import Label

from primeparlor.terminal.tui.base import ParlorModal
from primeparlor.terminal.tui.key_items import LEAVE
from primeparlor.terminal.tui.widgets.choice_row import Choice, ChoiceRow, Field, Form
from primeparlor.terminal.tui.widgets.footer import KeyFooter

ROW = Binding.Group("row", compact=True)
PACES = {"slow": 2.0, "normal": 1.0, "quick": 0.4, "at once": 0.0}
ROWS: dict[str, tuple[str, tuple[tuple[object, str], ...], str]] = {  # label, values, explanation
    "confirm": (
        "Press twice to play",
        (("never", "never"), ("when it counts", "if undo is off"), ("always", "always")),
        "The first press chooses a move, the second plays it.",
    ),
    "wait": (
        "After the house",
        ((False, "go on"), (True, "wait for a key")),
        "Whether you press a key before play goes on.",
    ),
    "pace": (
        "The house moves",
        tuple((pace, name) for name, pace in PACES.items()),
        "How fast the house plays its moves.",
    ),
}


class SettingsModal(ParlorModal):
    """A modal screen with three settings, saved as preferences."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up", "app.focus_previous", "row", tooltip="another row", group=ROW),
        Binding("down", "app.focus_next", "row", tooltip="another row", group=ROW),
        Binding("question_mark", "app.open_help", show=False, tooltip="help on this screen"),
        Binding("escape,o,enter,q", "leave", "back", tooltip="close the settings, like o or Enter", id=LEAVE),
    ]

    def compose(self) -> ComposeResult:
        preferences = self.app.preferences
        values = {"confirm": preferences.confirm, "wait": preferences.wait, "pace": self.app.pace}
        with Form(classes="dialog"):
            yield Label("Settings", classes="heading")
            for name, (label, options, meaning) in ROWS.items():
                row = ChoiceRow([Choice(word, value == values[name]) for value, word in options], name)
                yield Field(label, row)
                yield Label(meaning, classes="quiet")
            yield KeyFooter("paper")

    @on(ChoiceRow.Changed)
    def _save_choice(self, event: ChoiceRow.Changed) -> None:
        name, preferences = str(event.radio_set.name), self.app.preferences
        value = ROWS[name][1][event.index][0]
        setattr(preferences, name, value)
        if isinstance(value, float):
            self.app.set_pace(value)
        preferences.save()
