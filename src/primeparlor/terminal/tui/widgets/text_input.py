"""The text input for moves; while it is open, letters are text and not keys."""

from __future__ import annotations

from textual.events import Key, Paste
from textual.message import Message
from textual.widgets import Input

LONGEST = 200  # characters; a paste beyond is cut


class TypedLine(Input):
    """A text input that posts `Done` with its text on Enter, or with None on Esc."""

    class Done(Message):
        """Posted when Enter or Esc is pressed."""

        def __init__(self, line: TypedLine, text: str | None) -> None:
            super().__init__()
            self.line, self.text = line, text

    def __init__(self, placeholder: str = "Type a move. Enter plays it, Esc closes.") -> None:
        super().__init__(placeholder=placeholder, id="typed", max_length=LONGEST, compact=True)
        self.cursor_blink = False

    def post_done(self, key: str) -> None:
        """Post `Done`, with the text if this key is Enter."""
        self.post_message(self.Done(self, self.value if key == "enter" else None))

    def handle_early_key(self, event: Key) -> None:
        """Handle a key that was pressed before the input had the focus."""
        if event.key in ("escape", "enter"):
            self.post_done(event.key)
        elif event.is_printable and event.character:
            self.value = (self.value + event.character)[:LONGEST]
            self.cursor_position = len(self.value)

    async def _on_key(self, event: Key) -> None:
        if event.key in ("escape", "enter"):
            event.stop()
            event.prevent_default()
            self.post_done(event.key)
            return
        await super()._on_key(event)
        if not event.is_printable:  # the screen stops every key, so Textual would never look for a binding
            await self.app._check_bindings(event.key)
        event.stop()

    def _on_paste(self, event: Paste) -> None:
        lines = event.text[: LONGEST * 4].splitlines()
        if lines:
            self.insert_text_at_cursor(lines[0][:LONGEST])
        event.stop()
        event.prevent_default()
