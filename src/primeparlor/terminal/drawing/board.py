"""What a game draws on the screen; a game's screen.py brings its own `Board`.

Everything drawn comes from facts: what anybody at the table may see. What is said comes from the game's
messages. A board decides nothing: `press` only turns keys into a move in the game's own notation,
which the screen that shows the board submits.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from typing import Any, ClassVar, Generic, NamedTuple, TypeVar

from primeparlor.core import Move, ParlorError, Player, State
from primeparlor.fact_words import Facts
from primeparlor.messages import TRIED, KeyText, Messages, Seats
from primeparlor.terminal.drawing import default
from primeparlor.terminal.drawing.canvas import Canvas
from primeparlor.terminal.drawing.lines import Line

S = TypeVar("S", bound=State)
CROSSED = f"✕ {TRIED}"  # the word of a tile
AGAIN, ENTER = "again", "Enter"  # likewise: what plays it
MOST_KEYS = 10  # tiles in a row; a game with more moves is typed
FEW, FULL = 6, 3  # so many keys have room for a word; for their own name


def _none() -> Sequence[Move]:
    return ()


class View(NamedTuple):
    """The point of view of a board: whose seat it is seen from, and what the player has selected."""

    seats: Seats
    me: Player  # whose side of the table this is: yours, else of the player to move
    held: str = ""  # what is lifted or chosen but not played yet; each board reads its own
    tried: tuple[Move, ...] = ()  # moves refused since the last one was made
    yours: bool = True  # whether somebody at this keyboard is to move
    over: bool = False
    hover: str = ""  # the key under the mouse
    actions: Callable[[], Sequence[Move]] = _none  # every move there may ever be under these rules
    shown: Callable[[Move], str] = str  # how a move is written for people


class Key(NamedTuple):
    """A tile below the board."""

    key: str
    label: str  # large
    word: str = ""  # below: where it leads
    off: bool = False  # not to be had now; the word says why
    chosen: bool = False
    ink: str = "ink2"  # of the word


def show_key(key: str, text: KeyText, view: View, chosen: bool, move: Move, confirm: str = AGAIN) -> Key:
    """Return the tile of a move: what stands on it, or what the player has done with it.

    `confirm` says what plays the chosen move: its key again, or Enter where a digit may go on.
    """
    if text.off:
        return Key(key, text.name, text.word, off=True)
    if move in view.tried:
        return Key(key, text.name, CROSSED, chosen=chosen, ink="bad")
    return Key(
        key, text.name, confirm if chosen else text.word, chosen=chosen, ink="ink2" if chosen else text.ink
    )


class Press(NamedTuple):
    """The effect of a key: a selection to hold, or a move in the game's notation."""

    held: str = ""
    move: str = ""
    asks: bool = False  # whether the message asks to play what is held: a number that is typed


def type_number(held: str, key: str, largest: int) -> Press | None:
    """Return the effect of a key where numbers have several digits: a digit is held until Enter plays it.

    A number that grows too large begins anew; backspace takes the last digit back.
    """
    if key == "backspace":
        return Press(held=held[:-1], asks=len(held) > 1) if held else None
    if not (len(key) == 1 and key.isascii() and key.isdecimal()):
        return None
    number = int((held if held.isdecimal() else "") + key)
    if number > largest:
        number = int(key)
    return Press(held=str(number), asks=True) if number else None


class Listing(NamedTuple):
    """The full text of something that may not fit on the board: the word of its key, a title, lines."""

    word: str
    title: str
    lines: list[str]


class Board(Generic[S]):
    """The default board: large numbers, facts in rows, and keys for the moves if they are few."""

    # Whether a key that names a move plays it at once, where nothing is lost by a slip.
    plays_at_once = True

    # The signs of this board that need a word: glyph, ink and what it stands for, for the help page.
    marks: ClassVar[Sequence[tuple[str, str, str]]] = ()

    # Keys that do the same as others, which the help page names beside them.
    also: ClassVar[Mapping[str, str]] = {}

    # Set by the caller: a board cannot know what is said about its game, or whether it draws lines.
    find_messages: Callable[[], Messages[Any]] | None = None
    lines: Callable[[Facts, int], list[Line]] | None = None

    def __init__(self, game: type[S]) -> None:
        self.game = game
        self._moves: dict[tuple[int, ...], Sequence[Move] | None] = {}  # all there may be, for each variant

    @cached_property
    def messages(self) -> Messages[Any]:
        """What is said about the game, found when it is first asked for."""
        return self.find_messages() if self.find_messages else Messages(self.game)

    # Drawn from facts -------------------------------------------------------------------------------

    def paint(self, c: Canvas, facts: Facts, view: View) -> None:
        """Draw the board on the whole canvas, whatever its size."""
        typing = view.yours and not view.over and self._types(facts, view)
        asked = default.ask(view.held, self._here(facts, view), view.shown) if typing else ""
        default.paint(c, facts, view.seats.names, self.lines, asked)

    def keys(self, facts: Facts, view: View) -> list[Key]:
        """Return the tiles below the board; none if the board itself is clicked, or moves are typed."""
        moves = self._by_key(facts, view)
        return [self._key(key, move, view, len(moves)) for key, move in moves.items()]

    def _key(self, key: str, move: Move, view: View, count: int) -> Key:
        shown = view.shown(move)
        label = f"Play {shown}" if isinstance(move, int) and count <= FEW else shown.capitalize()
        chosen = view.held == str(move)
        if not view.yours:
            return Key(key, label, "wait", off=True)
        if move in view.tried:
            return Key(key, label, CROSSED, ink="bad")
        named = "" if count <= FULL or label.endswith(key) else f"key {key}"
        return Key(key, label, AGAIN if chosen else named, chosen=chosen)

    def _by_key(self, facts: Facts, view: View) -> dict[str, Move]:
        """Return the moves that have keys, by key; {} if they are too many, or cannot be enumerated."""
        moves = self._here(facts, view) or ()
        return default.keys_of(moves) if len(moves) <= MOST_KEYS else {}

    def _here(self, facts: Facts, view: View) -> Sequence[Move] | None:
        """Return the moves that can be made here if the game shows them, else all there may ever be.

        None if they cannot be enumerated.
        """
        if view.actions is _none:  # nobody is asked for a move
            return ()
        if self.game.shows_moves:
            here: Sequence[Move] = facts["moves"]
            return here
        variant = tuple(facts["rules"].values())
        if variant not in self._moves:
            try:
                self._moves[variant] = view.actions()
            except ParlorError:
                self._moves[variant] = None
        return self._moves[variant]

    def _types(self, facts: Facts, view: View) -> bool:
        """Return True if moves are typed on this board, because it has no keys for them."""
        own = type(self).keys is not Board.keys or type(self).press is not Board.press
        moves = () if own else self._here(facts, view)
        return moves is None or len(moves) > MOST_KEYS

    def rail(self, facts: Facts) -> int | None:
        """Return the last number whose primes the rail above the board may show; None for all of them."""
        return None

    def listing(self, facts: Facts) -> Listing | None:
        """Return the full text of what may not fit on the board; None if everything always fits."""
        return None

    def hints_of_keys(self, facts: Facts) -> list[tuple[str, str]]:
        """Return this game's own keys for the footer, with a word for each."""
        return []

    def aim(self, facts: Facts) -> str:
        """Return the aim of the game in this variant, such as "make exactly 21"."""
        return self.game.aim

    def art(self, c: Canvas) -> None:
        """Draw this game's small picture for the home screen."""
        default.art(c, self.game.title, self.game.Rules.numbers)

    # Keys -------------------------------------------------------------------------------------------

    def press(self, facts: Facts, view: View, key: str) -> Press | None:
        """Return the effect of this key, or None if it has none here. Enter plays the selected move."""
        if key == "enter" and view.held:
            return Press(move=view.held)
        if type(self).keys is not Board.keys:  # whoever brings keys says what they do
            return None
        if self._types(facts, view):
            held = default.typed(view.held, key.lower(), self._here(facts, view))
            return None if held is None else Press(held=held)
        move = self._by_key(facts, view).get(key.lower())
        return None if move is None else Press(move=str(move))
