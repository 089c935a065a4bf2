"""Base classes of the screens: full screens, modal screens, and screens with a board."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple, TypeVar, cast

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.css.query import NoMatches
from textual.events import Key
from textual.screen import ModalScreen, Screen
from textual.widget import Widget

from primeparlor.core import State
from primeparlor.fact_words import Facts
from primeparlor.messages import Said
from primeparlor.terminal.drawing.board import Board, Listing, View
from primeparlor.terminal.drawing.default import LISTING
from primeparlor.terminal.tui.key_items import KEY_NAMES, LEAVE, KeyItem, list_items
from primeparlor.terminal.tui.widgets.chrome import WIDE
from primeparlor.terminal.tui.widgets.footer import KeyFooter
from primeparlor.terminal.tui.widgets.painted_widget import PaintedWidget, Values
from primeparlor.terminal.tui.widgets.text_input import TypedLine

if TYPE_CHECKING:
    from primeparlor.terminal.tui.app import ParlorApp

W = TypeVar("W", bound=Widget)
Items = list[tuple[str, str]]
HOME = "home"
NEEDED = ("h", "u", "Space")  # keys the footer drops last, except for help and leave
TYPING: Items = [("Enter", "play it"), ("Esc", "close")]
ARROWS = {"←→": ("left", "right"), "↑↓": ("up", "down")}
KEY_CODES = {name: key for key, name in KEY_NAMES.items()}
UNKNOWN = "That key does nothing here."  # after two unknown keys in a row, beside the key that helps


class BaseScreen(Screen[None]):
    """A screen with keys from its bindings and parts that are painted: the base of screens and dialogs.

    A screen declares its keys in BINDINGS and says in `check_action` which of them have a meaning now. Of a
    binding, the description is the footer's word and the tooltip the sentence on the help page. A hit area
    of a painted widget names a key, or an action such as "choose(3)".
    """

    line: TypedLine | None = None  # the text input, while it is open
    needed_keys: Sequence[str] = ()  # labels that the footer drops last, except for help and leave
    spare_keys: Collection[str] = ()  # labels that it drops first
    footer_notice = ""  # stands there in place of all keys but help and leave
    keyless_actions: ClassVar[Mapping[str, str]] = {}  # sentences for the palette

    if TYPE_CHECKING:

        @property
        def app(self) -> ParlorApp: ...  # type: ignore[override]

    @on(PaintedWidget.Pressed)
    async def _press_hit_area(self, event: PaintedWidget.Pressed) -> None:
        event.stop()
        if self.line is not None:
            if event.where == "foot" and event.key in ("enter", "escape"):  # the keys of the input line
                self.line.post_done(event.key)
        elif event.key.endswith(")"):
            await self.run_action(event.key)
        elif self.app.focused is not None and (active := self.active_bindings.get(event.key)) is not None:
            await self.app.run_action(active.binding.action, active.node)  # a key would not pass this screen
        else:
            self.app.simulate_key(event.key)

    async def on_key(self, event: Key) -> None:
        """Handle keys in the order in which they were pressed, however quickly.

        Textual runs bindings in the application, whose queue may hold later keys already, so those of the
        screen are run here.
        """
        if self.line is not None:  # pressed before it had the focus: it stops those it gets itself
            event.stop()
            self.line.handle_early_key(event)
        elif self.app.focused is not None:  # the focused widget takes the keys
            return
        elif self.take_key(event) or await self.app._check_bindings(event.key):
            event.stop()

    def take_key(self, event: Key) -> bool:
        """Handle a key that no binding can name, such as a move; return False to leave it to the bindings."""
        return False

    def action_leave(self) -> None:
        """Leave this screen or close this dialog; Ctrl+C does the same everywhere."""
        self.leave()

    def leave(self) -> None:
        """Go back to the screen below."""
        raise NotImplementedError

    def on_screen_resume(self) -> None:
        self.app.check_window_size()
        self.refresh_bindings()
        self.repaint()

    def on_screen_suspend(self) -> None:
        self.refresh_bindings()  # a screen below a modal is painted without its footer
        self.repaint()

    def on_resize(self) -> None:
        self.app.check_window_size()

    def repaint(self) -> None:
        """Repaint those painted widgets whose values have changed; the footer follows `refresh_bindings`."""
        listed = self.list_values()
        for picture in self.query(PaintedWidget):
            if not isinstance(picture, KeyFooter):
                picture.repaint(listed.get(picture.id or ""))

    def list_values(self) -> dict[str, Values]:
        """Return by id what each painted part of the screen shows: it is repainted when this has changed.

        A list that grows in place equals itself, so it is listed as a tuple.
        """
        return {}

    # The keys -----------------------------------------------------------------------------------------

    @property
    def help_state(self) -> State | None:
        """A state of the game that the help page explains, or None."""
        return None

    def get_binding_word(self, binding: Binding) -> str:
        """Return the footer's word for a binding, which may depend on the moment; "" keeps it out."""
        return binding.description

    def list_keys(self) -> list[KeyItem]:
        """Return the keys that have a meaning now, for the footer and the help page."""
        return list_items(cast("ParlorScreen", self))


class ParlorScreen(BaseScreen):
    """A full screen. The keys that all screens share are bindings of the application."""

    back_label = ""  # its name in labels such as "back to today"

    def leave(self) -> None:
        """Go back to the previous screen."""
        self.app.go_back()

    def get_binding_word(self, binding: Binding) -> str:
        return self.find_exit()[1] if binding.id == LEAVE else binding.description

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


class ParlorModal(BaseScreen, ModalScreen[None]):
    """A modal screen over another screen; Esc closes it."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,q,question_mark", "leave", "back", tooltip="back, like q", id=LEAVE)
    ]

    def leave(self) -> None:
        """Close this dialog."""
        self.dismiss()


class ShownBoard(NamedTuple):
    """A board, and what it shows."""

    board: Board[Any]
    facts: Facts
    view: View

    @property
    def own_keys(self) -> list[KeyItem]:
        """The keys of the game: its footer items, and for the help page the letters among its tiles."""
        items = [_build_item(self.board, *item) for item in self.board.hints_of_keys(self.facts)]
        named = {item.label for item in items}
        letters = [tile for tile in self.board.keys(self.facts, self.view) if tile.key.isalpha()]
        more = [_build_item(self.board, tile.key, tile.label.lower()) for tile in letters]
        return [*items, *(item._replace(shown=False) for item in more if item.label not in named)]

    @property
    def tile_keys(self) -> set[str]:
        return {tile.key for tile in self.board.keys(self.facts, self.view)}


def _build_item(board: Board[Any], label: str, word: str) -> KeyItem:
    """Return the item of a game's key; a click presses it, unless the label names several keys."""
    sentence = f"{word}, like {board.also[label]}" if label in board.also else word
    one = (KEY_CODES.get(label, label),) if len(label) == 1 or label in KEY_CODES else ()
    return KeyItem(label, word, sentence, ARROWS.get(label, one))


class BoardScreen(ParlorScreen):
    """The base class of table, puzzle and rush screens; subclasses build the parts."""

    input_keys: ClassVar[Items] = TYPING  # footer keys while the text input is open

    def __init__(self) -> None:
        super().__init__()
        self.unknown = 0  # keys without a meaning in a row
        self.parts: dict[str, PaintedWidget] = {}  # by id

    def compose(self) -> ComposeResult:
        parts = self.parts = {part.id or "": part for part in self.build_parts()}
        yield parts["head"]
        yield parts["strip"]
        with Horizontal(id="main"):
            with Vertical(id="left"):
                yield parts["board"]
                yield parts["keys"]
                with Horizontal(id="below"):
                    yield parts["say"]
                yield from self.compose_game_over()
            yield parts["side"]
        yield parts["foot"]

    def build_parts(self) -> list[PaintedWidget]:
        """Return the painted parts of this screen, each with its painter."""
        raise NotImplementedError

    def on_resize(self) -> None:
        super().on_resize()
        self.call_after_refresh(self._fit_message)

    def _fit_message(self) -> None:
        """Follow the new layout: whether the message is cut decides what the footer and the side show."""
        self.refresh_bindings()
        self.repaint()

    def compose_game_over(self) -> ComposeResult:
        """Yield widgets that replace the keys and the message when the game is over."""
        yield from ()

    def show_keys(self, shown: bool) -> None:
        """Show or hide the keys below the board."""
        with suppress(NoMatches):  # Textual may be removing the screen already
            self.query_one("#keys").display = shown

    # The keys of the game -----------------------------------------------------------------------------

    def get_shown_board(self) -> ShownBoard | None:
        """Return the board as it is shown now, or None if there is nothing to play."""
        return None

    def list_keys(self) -> list[KeyItem]:
        """Return the keys of the text input while it is open, else those of the game and the bindings."""
        if self.line is not None:
            return [KeyItem(label, word, word, (KEY_CODES[label],)) for label, word in self.input_keys]
        items = super().list_keys()
        if (shown := self.get_shown_board()) is None:
            return items
        own = {item.label: item for item in shown.own_keys}
        if (listing := self.listing) is not None:
            own[LISTING] = KeyItem(LISTING, listing.word, listing.title.lower(), (LISTING,))
        for item in items:
            if item.label in own and own[item.label].shown:  # the game's word, the sentence of the binding
                own[item.label] = item._replace(word=own[item.label].word, shown=True)
        return [*own.values(), *(item for item in items if item.label not in own)]

    @property
    def needed_keys(self) -> Sequence[str]:  # type: ignore[override]
        """The labels that the footer drops last: commands, the first key of the game, the listing."""
        if (shown := self.get_shown_board()) is None:
            return NEEDED
        own = [item.label for item in shown.own_keys[:1]]
        listed = [LISTING] if self.listing else []
        return (*NEEDED, *(label for label in (*own, *listed) if label not in shown.tile_keys))

    @property
    def spare_keys(self) -> Collection[str]:  # type: ignore[override]
        """The labels that the footer drops first: those of keys that are also tiles below the board."""
        return shown.tile_keys if (shown := self.get_shown_board()) else ()

    def count_unknown(self, known: bool) -> None:
        """Tell in the footer after two keys without a meaning how to find those that have one."""
        self.unknown = 0 if known else self.unknown + 1
        notice = UNKNOWN if self.unknown > 1 else ""
        if notice != self.footer_notice:
            self.footer_notice = notice
            self.refresh_bindings()

    def show_message(self, message: Said) -> None:
        """Show a message in place of the last one."""
        raise NotImplementedError

    # The listing --------------------------------------------------------------------------------------

    @property
    def listing(self) -> Listing | None:
        """The full text of what does not fit on the board, or None."""
        return None

    # The text input -----------------------------------------------------------------------------------

    def open_line(self) -> None:
        """Open the text input in place of the message."""
        self.query_one("#say").display = False
        self.line = TypedLine()
        self.query_one("#below").mount(self.line)
        self.set_focus(self.line)
        self.refresh_bindings()
        self.repaint()

    def close_line(self) -> None:
        """Close the text input, if open, and show the message again."""
        if self.line is not None:
            self.line.remove()
            self.line = None
            self.query_one("#say").display = True
            self.refresh_bindings()
            self.repaint()
