"""What people at a table are told of a game; a game's `words.py` may bring its own `Messages`.

Each sentence stands here once: the screen paints it, and the server sends it to the page with the names left
open. So a message never tests who reads it: names, and the forms of verbs that fit them, come from `Seats`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Generic, NamedTuple, TypeVar

from primeparlor import fact_words
from primeparlor.core import Move, Player, State, capital
from primeparlor.fact_words import Facts
from primeparlor.wording import join_words

if TYPE_CHECKING:
    from primeparlor.match.events import Outcome

S = TypeVar("S", bound=State)
TRIED = "tried"  # on the key of a move that was refused before
PLAY = "Play"  # before a move, on a key that the game does not word
HELD = "Enter plays it, Esc cancels."  # where a move is chosen but not played
LONGEST_TYPED = 20  # characters of a typed text that are repeated


def ask_for_move(moves: Sequence[Move]) -> str:
    """Say what to type and to press, where the moves have no keys of their own."""
    numbers = [move for move in moves if isinstance(move, int)]
    if not numbers:
        return "Type your move, then press Enter."
    return f"Type a number from {min(numbers)} to {max(numbers)}, then press Enter."


class Seats(NamedTuple):
    """The players' names as they are shown: "You" and "The house", or "Player 1" and "Player 2"."""

    names: tuple[str, str] = ("Player 1", "Player 2")
    you: Player | None = None  # None where two people share the screen, or nobody plays

    def name(self, player: Player) -> str:
        """Return the player's name at the beginning of a sentence: "The house"."""
        return self.names[player - 1]

    def inside(self, player: Player) -> str:
        """Return the player's name within a sentence: "the house"."""
        name = self.name(player)
        return name.lower() if name in ("You", "The house", "The program", "Your opponent") else name

    @property
    def both_inside(self) -> tuple[str, str]:
        """Both names within a sentence."""
        return self.inside(1), self.inside(2)

    def possessive(self, player: Player) -> str:
        """Return the player's possessive: "your", "the house's"."""
        return "your" if player == self.you else f"{self.inside(player)}'s"

    def verb(self, player: Player, you: str, others: str) -> str:
        """Return the form that fits the player: "you were", "Mara was"."""
        return you if player == self.you else others


def seat_solver(player: Player) -> Seats:
    """Return the names at a puzzle, where "you" are the player to move."""
    you, other = "You", "Your opponent"
    return Seats((you, other) if player == 1 else (other, you), player)


class Said(NamedTuple):
    """A message of two lines: a glyph with the arithmetic, and what it means."""

    bold: str
    text: str = ""
    glyph: str = "→"
    kind: str = "ink2"  # "bad", "good", "brass" or "ink2"


class Row(NamedTuple):
    """A row of the move list: the move, and its result."""

    move: str
    what: str = ""
    short: str = ""  # for a narrow list, where the result has no room
    prime: bool = False  # whether the result has the sign of a prime
    struck: bool = False  # whether what was moved does not count, such as a card that is discarded
    pending: bool = False  # whether it stands only until the next event, which tells what came of it

    @property
    def result(self) -> str:
        """The result with its sign."""
        return f"{self.what} ◆" if self.prime else self.what


class KeyText(NamedTuple):
    """What stands on the key of a move, and whether the move can be made."""

    name: str  # what the move is called: "3", "+3", "Keep it"
    word: str = ""  # where it leads, or why it cannot be made: "to 10", "taken"; ◆ is the sign of a prime
    said: str = ""  # both in words, for those who hear it: "3 steps, to 10"; "" where name and word will do
    ink: str = "ink2"  # of the word: "good", "brass" or "ink2"
    off: bool = False  # whether the move cannot be made
    makes: int | None = None  # the number that is drawn on it, such as the score it makes


class Tips(NamedTuple):
    """What is explained in somebody's first game, each when it first matters; "" for nothing."""

    turn: str = ""  # at the first decision: what to do, and how
    again: str = ""  # at an extra turn
    forced: str = ""  # after a move without a choice
    drawn: str = ""  # after a chance outcome
    refused: str = ""  # after a refused move


class Messages(Generic[S]):
    """The messages of a game; the defaults for a game without its own."""

    # Set by the caller: what is below the rules of a game cannot know its facts, or how it writes moves.
    facts: Callable[..., dict[str, Any]] | None = None
    shown: Callable[[S, Move], str] = staticmethod(lambda state, move: str(move))
    has_codes = False  # whether that is not what people type

    def __init__(self, game: type[S]) -> None:
        self.game = game

    # The game ---------------------------------------------------------------------------------------

    def how_to_play(self, start: S) -> Sequence[str]:
        """Return the rules in three to five short sentences, and nothing on how to win by them."""
        return (f"{capital(self.game.aim).rstrip('.')}.",)

    def tips(self, start: S) -> Tips:
        """Return what explains the first game as it goes on, and nothing on how to win it."""
        return Tips(refused="A refused move costs nothing. Choose another one.")

    # The position -----------------------------------------------------------------------------------

    def task(self, facts: Facts, extra: bool) -> str:
        """Return what the player to move has to do; `extra` if the turn before earned this one."""
        return "Choose your move."

    def standing(self, facts: Facts, player: Player) -> str:
        """Return a player's progress in a few words, such as "Step 8"."""
        return fact_words.format_standing(facts, player)

    def labels(self, facts: Facts, seats: Seats) -> Mapping[str, str]:
        """Return the texts that stand on the board and around it, by names of the game's own.

        `aside` stands at the end of the turn line in place of the move number, and in the browser `asked` in
        the empty field for a move.
        """
        return {}

    def keys(self, facts: Facts, player: Player, seats: Seats) -> Mapping[str, KeyText]:
        """Return what stands on a player's keys, by the text that they hold or play."""
        return {}

    def begins_turn(self, state: S) -> bool:
        """Return True if this is the first decision or chance event of a turn."""
        return True

    # What happened ----------------------------------------------------------------------------------

    def moved(self, before: S, after: S, move: Move, seats: Seats) -> Said:
        """Describe a move that was made by choice."""
        name = seats.name(before.turn)
        return Said(f"{name} played {self.shown(before, move)}.", self._changes(before, after))

    def forced(self, before: S, after: S, move: Move, seats: Seats) -> Said:
        """Describe a move that was made because there was no other."""
        name = seats.name(before.turn)
        return Said(f"{name} had only one move: {self.shown(before, move)}.", self._changes(before, after))

    def drawn(self, before: S, after: S, outcome: Move, seats: Seats) -> Said:
        """Describe a chance outcome."""
        said = f"{capital(self.game.drawn)} for {seats.inside(before.turn)}: {self.shown(before, outcome)}."
        return Said(said, self._changes(before, after), "◆", "brass")

    def several(self, steps: Sequence[tuple[S, S, Move]], seats: Seats) -> str:
        """Describe several moves of one player, and the chance outcomes between them, in a sentence."""
        moves = [self.shown(before, move) for before, _, move in steps if before.moves()]
        return f"{seats.name(steps[0][0].turn)} played {join_words(moves)}."

    def deed(self, before: S, move: Move) -> str:
        """Return what a player chose, as in "Mara asks to take back …"."""
        return f"the last move, {self.shown(before, move)}"

    def row(self, before: S, after: S, move: Move) -> Row | None:
        """Return the row of the move list for a move or a chance outcome; None if it needs none."""
        return Row(self.shown(before, move), "" if before.moves() else before.drawn)

    # Refused ----------------------------------------------------------------------------------------

    def refused(self, state: S, move: Move, reason: str, seats: Seats) -> Said:
        """Explain why a well-formed move is illegal."""
        return Said(reason, "", "✕", "bad")

    def not_understood(self, state: S, text: str, asked: str) -> Said:
        """Say what to type instead of a text that is no move; `asked` describes the expected input."""
        named = text.strip()
        named = f"{named[:LONGEST_TYPED].rstrip()}…" if len(named) > LONGEST_TYPED else named
        numbers = any(isinstance(move, int) for move in state.moves())
        if numbers and named.startswith("-") and named[1:].isdecimal():
            return Said(f"{named} is out of range.", f"Type {asked}.", "✕", "bad")
        return Said(f"'{named}' is not a move here.", f"Type {asked}.", "✕", "bad")

    # The end ----------------------------------------------------------------------------------------

    def result(self, state: S, outcome: Outcome, seats: Seats) -> Said:
        """Describe how a game ended by its rules: who won, and how."""
        ending, winner = state.ending(), outcome.winner
        assert winner is not None
        how = ending.how if ending else outcome.reason
        return Said(f"{seats.name(winner)} won.", f"{capital(how).rstrip('.')}.")

    def _changes(self, before: S, after: S) -> str:
        """Describe each fact that has changed."""
        if self.facts is None:
            return ""
        return " ".join(
            f"{change}." for change in fact_words.list_changes(self.facts(before), self.facts(after))
        )
