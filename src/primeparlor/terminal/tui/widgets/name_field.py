"""A row of a form in which the two players at one keyboard type their names."""

from __future__ import annotations

from textual.containers import Horizontal
from textual.widgets import Input, Label

from primeparlor.core import PLAYERS, Player
from primeparlor.match.name_rules import LONGEST_NAME
from primeparlor.terminal.drawing.canvas import MARK
from primeparlor.wording import name_by_number


class NameInput(Input):
    """The input for one name; without any, the player is called by number."""

    def __init__(self, player: Player, name: str) -> None:
        placeholder = f"{MARK[player]} {name_by_number(player)}"
        super().__init__(
            name, placeholder=placeholder, max_length=LONGEST_NAME, compact=True, select_on_focus=False
        )
        self.cursor_blink = False


class NameField(Horizontal):
    """A row of a form: its label, marked while it has the focus, and the inputs for both names."""

    def __init__(self, label: str, names: tuple[str, str]) -> None:
        self.inputs = [NameInput(player, name) for player, name in zip(PLAYERS, names, strict=True)]
        super().__init__(
            Label("▶", classes="mark"), Label(label, classes="label"), *self.inputs, classes="field"
        )

    @property
    def names(self) -> tuple[str, str]:
        """The names as they are typed."""
        one, two = (typed.value.strip() for typed in self.inputs)
        return one, two

    def on_descendant_focus(self) -> None:
        self.add_class("-focused")

    def on_descendant_blur(self) -> None:
        self.remove_class("-focused")
