"""A row of choices in a form, of which one is chosen: ← → choose another, and a click does too."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.events import DescendantFocus
from textual.geometry import Offset, Region, Size, Spacing
from textual.layout import ArrangeResult, Layout, WidgetPlacement
from textual.message import Message
from textual.widget import Widget
from textual.widgets import Label, RadioButton, RadioSet

GAP = 1  # columns between two choices
CHOOSE = Binding.Group("choose", compact=True)


class Choice(RadioButton):
    """One choice, with a tick if it is chosen; `above` is written over it."""

    def __init__(self, label: str, value: bool = False, above: str = "") -> None:
        super().__init__(Content(label), value)
        self.above = above

    class Clicked(Message):
        """Posted when a choice is clicked, also if it is chosen already."""

        def __init__(self, choice: Choice) -> None:
            super().__init__()
            self.choice = choice

    def on_click(self) -> None:
        self.post_message(self.Clicked(self))

    def render(self) -> Content:
        chip = Content.assemble(" ", "✓ " if self.value else "", self.label, " ")
        if not self.above:
            return chip
        return Content.assemble((f" {self.above}".ljust(len(chip)), "$brass on $paper not bold"), "\n", chip)

    def get_content_width(self, container: Size, viewport: Size) -> int:
        return len(self.label) + 2 + 2 * self.value

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        return 2 if self.above else 1

    def watch_value(self) -> None:
        super().watch_value()
        self.refresh(layout=True)


class FlowLayout(Layout):
    """Places widgets side by side, and in another row where there is no room left."""

    name = "flow"

    def arrange(
        self, parent: Widget, children: list[Widget], size: Size, greedy: bool = True
    ) -> ArrangeResult:
        parent.pre_layout(self)
        placements, x, y = [], 0, 0
        for child in children:
            width = child.get_content_width(size, parent.app.size)
            height = child.get_content_height(size, parent.app.size, width)
            if x and x + width > size.width:
                x, y = 0, y + height
            region = Region(x, y, width, height)
            placements.append(WidgetPlacement(region, Offset(0, 0), Spacing(), child))
            x += width + GAP
        return placements


class ChoiceRow(RadioSet, inherit_bindings=False):
    """A radio set whose choices stand side by side; ↑ ↓ are left to the form."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("left", "choose(-1)", "choose", tooltip="another choice", group=CHOOSE),
        Binding("right", "choose(1)", "choose", tooltip="another choice", group=CHOOSE),
    ]

    def __init__(self, choices: Sequence[Choice], name: str) -> None:
        self.choices = choices
        super().__init__(*choices, name=name, compact=True)
        self._flow = FlowLayout()

    @property
    def layout(self) -> Layout:
        return self._flow

    def action_choose(self, by: int) -> None:
        """Choose the next choice to the right or left, around the ends."""
        self.choose((self.pressed_index + by) % len(self.children))

    def choose(self, index: int) -> None:
        """Choose the choice at this index."""
        choice = self.children[index]
        assert isinstance(choice, Choice)
        choice.value = True


class Form(Vertical):
    """The container of some fields; a click beside them leaves the focus where it was."""

    def __init__(self, id: str | None = None, classes: str | None = None) -> None:
        super().__init__(id=id, classes=classes)
        self._last: Widget | None = None

    def on_descendant_focus(self, event: DescendantFocus) -> None:
        self._last = event.widget

    def on_click(self) -> None:
        if self.screen.focused is None and self._last is not None:
            self._last.focus()


class Field(Horizontal):
    """A row of a form: its label, marked while it has the focus, and its choices."""

    def __init__(self, label: str, choices: ChoiceRow) -> None:
        super().__init__(Label("▶", classes="mark"), Label(label, classes="label"), choices, classes="field")
        self.choices = choices
        self.set_class(any(choice.above for choice in choices.choices), "-high")

    def on_descendant_focus(self) -> None:
        self.add_class("-focused")

    def on_descendant_blur(self) -> None:
        self.remove_class("-focused")
