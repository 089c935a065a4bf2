"""The building blocks of the games' forms: words, numbers, `key=value`, and the default form.

Knows no game. A game's `form.py` has a class `Form` that derives from the one here and changes what
its book does differently.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar, Generic, TypeVar, cast
from weakref import WeakKeyDictionary

from primeparlor.core import GameError, Move, ParlorError, Player, Rules, RulesError, State, named, refuse

if TYPE_CHECKING:
    from primeparlor.notation.fields import Kind

S = TypeVar("S", bound=State)
T = TypeVar("T")

BLANKS = " \t\r\n"
FEW = 10  # numbers with gaps between them that are listed one by one
LISTED = 12  # outcomes of chance that a refusal lists


class NotationError(ParlorError):
    """A text that is not a move or a position; the sentence says what to type."""


# Words and numbers ---------------------------------------------------------------------------


def word(text: str) -> str:
    """The text without surrounding blanks, in small letters if it is plain ASCII."""
    text = text.strip(BLANKS)
    return text.lower() if text.isascii() else text


def whole_number(text: str) -> int | None:
    """The number written in plain digits, without sign, point or leading zero; else None."""
    text = text.strip(BLANKS)
    if not (text.isascii() and text.isdigit()) or len(text) > 20 or (text[0] == "0" and text != "0"):
        return None
    return int(text)


def shown(text: str) -> str:
    """Untrusted text, shortened and made printable."""
    return repr(text if len(text) <= 40 else text[:40] + "…")


def either(words: Sequence[object]) -> str:
    """The words as a choice in a sentence: "hold, roll or pass"."""
    *others, last = map(str, words)
    return f"{', '.join(others)} or {last}" if others else last


def by_player(turn: Player, one: T, two: T) -> tuple[T, T]:
    """Mine and theirs, given Player 1's and Player 2's."""
    return (one, two) if turn == 1 else (two, one)


class Words:
    """The `key=value` words of a position; unknown keys are refused."""

    def __init__(self, words: Iterable[str], position: tuple[str, ...], rules: tuple[str, ...] = ()) -> None:
        self.values: dict[str, str] = {}
        for text in words:
            key, equals, value = text.partition("=")
            if not equals or key not in (*position, *rules):
                groups = {"rules": rules, "position": position}
                known = "; ".join(f"{group}: {', '.join(keys)}" for group, keys in groups.items() if keys)
                raise NotationError(f"{shown(text)} is not understood. Write key=value ({known}).")
            if key in self.values:
                raise NotationError(f"{key} is given twice.")
            self.values[key] = value

    def number(self, key: str, least: int, most: int, default: int) -> int:
        return self._within(key, self.values[key], least, most) if key in self.values else default

    def numbers(self, key: str, least: int, most: int) -> tuple[int, ...] | None:
        """The numbers of a list with commas; an empty list is written `key=`; None if not given."""
        if key not in self.values:
            return None
        text = self.values[key]
        return tuple(self._within(key, part, least, most) for part in text.split(",")) if text else ()

    def pair(self, key: str, most: int) -> tuple[int, int]:
        """Player 1's and Player 2's number; 0 and 0 if not given."""
        numbers = self.numbers(key, 0, most)
        if numbers is None:
            return 0, 0
        if len(numbers) != 2:
            raise NotationError(f"{key} takes two numbers, Player 1's and Player 2's, as in {key}=7,0.")
        return numbers[0], numbers[1]

    def turn(self) -> Player:
        return cast(Player, self.number("turn", 1, 2, 1))

    def _within(self, key: str, text: str, least: int, most: int) -> int:
        number = whole_number(text)
        if number is None or str(number) != text or not least <= number <= most:
            raise NotationError(f"{key} takes whole numbers from {least} to {most}, not {shown(text)}.")
        return number


# The form of a game ----------------------------------------------------------------------------


class Form(Generic[S]):
    """Text ⇄ moves and positions of one game.

    It works for every game as it is: a position is written field by field, and a move is one of the
    numbers and words that the rules list.
    """

    adds: ClassVar[bool] = False  # whether a move is a number to add, which may be typed as +6

    def __init__(self, game: type[S]) -> None:
        self.game = game
        self._lists: WeakKeyDictionary[Rules, dict[bool, tuple[Move, ...]]] = WeakKeyDictionary()

    # Moves

    def asked(self, state: S) -> str:
        """What to type here, in words: completes "Please type …"."""
        # built from all moves of the game: those of this position could give the good ones away
        moves = self._ever(state)
        numbers = sorted(move for move in moves if isinstance(move, int))
        words = [move for move in moves if isinstance(move, str)]
        if not moves:
            return "a whole number or a word from the rules"
        gaps = bool(numbers) and numbers[-1] - numbers[0] >= len(numbers)
        if len(numbers) <= (FEW if gaps else 2):
            return either([*numbers, *words])
        among = f"a whole number from {numbers[0]} to {numbers[-1]}"
        return f"{among}, {'or ' * (len(words) == 1)}{either(words)}" if words else among

    def parse(self, state: S, text: str) -> Move | None:
        """The move, or outcome of fate, that the text names; None if it names none.

        It need not be legal: the rules have a better sentence for that.
        """
        plain = text.strip(BLANKS).removeprefix("+") if self.adds else text
        number = whole_number(plain)
        if self.adds and number is not None:
            return number
        name, now = word(text), state.chances() or state.moves()
        if number is not None and (number in now or self._takes_numbers(state)):
            return number
        words = (move for moves in (now, self._ever(state)) for move in moves if isinstance(move, str))
        return next((move for move in words if word(move) == name), None)

    def shown(self, state: S, move: Move) -> str:
        """The move as people read it, such as "1 + 4" for the code 14."""
        return str(move)

    def refused(self, state: S, move: Move, reason: str) -> str:
        """The reason as people read it: the rules' own, else a sentence with the move as it is shown."""
        deed = state.drawn if state.chances() else "played"
        if reason != refuse(named(move), deed) or move not in self._ever(state):
            return reason
        return refuse(self.shown(state, move), deed)

    def begun(self, state: S, text: str) -> str | None:
        """The text in its normal form if it is the first half of a move that needs another word."""
        return None

    def completed(self, state: S, begun: str, text: str) -> str:
        """Both halves of a move as one text."""
        return f"{begun} {text}"

    def why_not_drawn(self, state: S, outcome: Move | None) -> str:
        """Why this outcome cannot be drawn here; None stands for text that names no outcome at all."""
        possible = [*dict.fromkeys(state.chances())]
        numbers = sorted(outcome for outcome in possible if isinstance(outcome, int))
        is_row = len(numbers) == len(possible) > 2 and numbers[-1] - numbers[0] < len(numbers)
        some = [*possible[:LISTED], *["others"] * (len(possible) > LISTED)]
        only = f"{numbers[0]} to {numbers[-1]}" if is_row else either(some)
        return f"only {only} can be {self.game.drawn} there."

    def _takes_numbers(self, state: S) -> bool:
        moves = self._ever(state)
        return not moves or any(isinstance(move, int) for move in moves)

    def _ever(self, state: S) -> tuple[Move, ...]:
        """Everything a player, or fate, can ever do; empty if there is too much to find out."""
        of_fate = bool(state.chances())
        lists = self._lists.setdefault(state.rules, {})
        if of_fate not in lists:
            try:
                moves = state.rules.outcomes if of_fate else state.rules.actions
            except RulesError:  # the game is too large to explore, and lists nothing
                moves = ()
            lists[of_fate] = moves
        return lists[of_fate]

    # Positions

    @cached_property
    def keys(self) -> tuple[str, ...]:
        """The keys a position may have, besides those of the rules."""
        fields = getattr(self.game, "_fields", None)
        if fields is None:
            raise GameError(
                f"The state of {self.game.title} is not a NamedTuple: make it one, or add a form.py."
            )
        names = tuple(name for name in fields if name != "rules")
        for name in names:
            if name in self.game.Rules.numbers:
                raise GameError(
                    f"In {self.game.title} a field and a rule are both named {name}: "
                    "rename one of them, or add a form.py."
                )
        return names

    def write(self, state: S) -> dict[str, object]:
        """The values of the keys, as text or as something that prints as it."""
        start: Any = self.game.start(state.rules)
        texts = {}
        for key in self.keys:
            value = getattr(state, key)
            if value is not None or getattr(start, key) is not None:  # else it is as at the start
                texts[key] = self._kinds[key].text(key, value)
        return dict(texts)

    def read(self, rules: Any, words: Words) -> S:
        """The state that the words describe; anything left out is as at the start."""
        start: Any = self.game.start(rules)
        given = {key: text for key, text in words.values.items() if key in self.keys}
        state: S = start._replace(**{key: self._kinds[key].value(key, text) for key, text in given.items()})
        if given and not _is_position(state):
            raise NotationError(f"This position cannot occur in {self.game.title}.")
        return state

    @cached_property
    def _kinds(self) -> dict[str, Kind]:
        from primeparlor.notation.fields import kinds

        return kinds(self.game, self.keys)


def _is_position(state: State) -> bool:
    """Whether the game can go on, or has ended, in a made-up position."""
    try:
        answers = [state.ending() is not None, bool(state.chances()), bool(state.moves())]
    except Exception:  # rules need not handle positions that play never reaches
        return False
    return answers.count(True) == 1
