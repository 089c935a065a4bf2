"""A room with a board: its keys and a message below, a side, and a line in which a move can be typed."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from typing import Any, ClassVar

from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.css.query import NoMatches

from primeparlor.terminal.drawing.board import Board, Listing, Said, View
from primeparlor.terminal.drawing.canvas import Canvas
from primeparlor.terminal.drawing.lines import Facts
from primeparlor.terminal.tui.base import Room
from primeparlor.terminal.tui.widgets import chrome
from primeparlor.terminal.tui.widgets.painted_widget import Picture
from primeparlor.terminal.tui.widgets.text_input import TypedLine

Items = list[tuple[str, str]]
NEEDED = ("h", "u", "Space")  # what the foot keeps longest, beside help and the way out
LISTING = "m"  # the key that shows what the board has no room for
TYPING: Items = [("Enter", "play it"), ("Esc", "close")]
UNKNOWN = Said("That key does nothing here.", "? shows the keys.", "·")  # after the second in a row


class BoardRoom(Room):
    """What a table and a puzzle have in common; each paints its own parts."""

    typing: ClassVar[Items] = TYPING  # the keys of the line

    def __init__(self) -> None:
        super().__init__()
        self.line: TypedLine | None = None  # where a move is being typed

    def compose(self) -> ComposeResult:
        yield Picture(self._head, "head", "wall")
        yield Picture(self._strip, "strip", "wall")
        with Horizontal(id="room"):
            with Vertical(id="left"):
                yield Picture(self._board, "board")
                yield Picture(self._keys, "keys", "wall")
                with Horizontal(id="below"):
                    yield Picture(self._say, "say")
                yield from self.in_the_end()
            yield Picture(self._side, "side")
        yield Picture(self._foot, "foot", "wall")

    def in_the_end(self) -> ComposeResult:
        """What takes the place of keys and message when all is over."""
        yield from ()

    def show_keys(self, shown: bool) -> None:
        """Show or hide the keys below the board."""
        with suppress(NoMatches):  # Textual may be taking the room down already
            self.query_one("#keys").display = shown

    # Painters -----------------------------------------------------------------------------------------

    def _head(self, c: Canvas) -> None:
        raise NotImplementedError

    def _strip(self, c: Canvas) -> None:
        raise NotImplementedError

    def _board(self, c: Canvas) -> None:
        raise NotImplementedError

    def _keys(self, c: Canvas) -> None:
        raise NotImplementedError

    def _say(self, c: Canvas) -> None:
        raise NotImplementedError

    def _side(self, c: Canvas) -> None:
        raise NotImplementedError

    def _foot(self, c: Canvas) -> None:
        raise NotImplementedError

    def foot(
        self,
        c: Canvas,
        board: Board[Any],
        facts: Facts,
        view: View,
        common: Items,
        needed: Sequence[str] = (),
    ) -> None:
        """The keys of the line while it is open, else the game's own and those of every game.

        Keys that stand on the tiles as well are the first to go; the first of the game's own, and the one
        for what the board has no room for, stay longer than the others.
        """
        if self.line is not None:
            c.chips(1, 0, self.typing)
            return
        own, listed = board.hints_of_keys(facts), self.listed
        taken, tiles = {key for key, _ in own}, {tile.key for tile in board.keys(facts, view)}
        items = [*own, *listed, *(item for item in common if item[0] not in taken)]
        stay = [key for key, _ in (*own[:1], *listed) if key not in tiles]
        chrome.foot(c, items, (*needed, *NEEDED, *stay), tiles)

    # What the board has no room for -------------------------------------------------------------------

    @property
    def listing(self) -> Listing | None:
        """What can be read in full on a page of its own, if anything."""
        return None

    @property
    def listed(self) -> Items:
        """The key for it, as the foot names it."""
        return [(LISTING, self.listing.word)] if self.listing else []

    # The line -----------------------------------------------------------------------------------------

    def open_line(self) -> None:
        """Let a move be typed in the place of the message."""
        self.query_one("#say").display = False
        self.line = TypedLine()
        self.query_one("#below").mount(self.line)
        self.repaint()

    def close_line(self) -> None:
        """Show the message again, if a line is open."""
        if self.line is not None:
            self.line.remove()
            self.line = None
            self.query_one("#say").display = True
            self.repaint()
