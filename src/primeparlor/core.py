"""What a game is: rules, states, moves and endings. Standard library only.

A state is an immutable value. Exactly one of these has an answer for every state:

    ending()    the game is over: who won, and why
    chances()   fate acts next: the equally likely outcomes
    moves()     the player `turn` chooses next

Errors, all of them a `ParlorError` whose text is a sentence for the player:

    ParlorError
    ├── RulesError     a variant outside the ranges of its book
    ├── IllegalMove    a move the rules refuse
    ├── GameError      a game that lacks what it needs
    └── TooLarge       a game or position too large to be solved exactly
"""

from __future__ import annotations

from _thread import RLock  # `threading` would take a millisecond before every first prompt
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar, Literal, NamedTuple, Self, TypeAlias, cast
from weakref import WeakValueDictionary

if TYPE_CHECKING:
    from fractions import Fraction

Player: TypeAlias = Literal[1, 2]
Move: TypeAlias = int | str

Played: TypeAlias = tuple[Player | None, Move]  # who moved, None for fate, and the move

PLAYERS: tuple[Player, Player] = (1, 2)
OTHER: Mapping[Player, Player] = {1: 2, 2: 1}
PASS = "pass"
MOST_WALKED = 100_000  # positions visited for what a game's folder does not say


def named(move: Move) -> str:
    """The move as a sentence names it; one that is too long or unprintable is just "that"."""
    if isinstance(move, int):
        return str(move) if -(10**20) < move < 10**20 else "that"
    return move if len(move) <= 20 and move.isprintable() else "that"


def refuse(name: str, deed: str = "played") -> str:
    """The sentence for a move, named like this, of which no more is known than that it is not legal."""
    return f"{capital(name)} cannot be {deed} here."


def capital(text: str) -> str:
    """The text with a capital letter first, the rest as it is."""
    return text[:1].upper() + text[1:]


class ParlorError(Exception):
    """Something cannot be done; the text says why, and what would work."""


class RulesError(ParlorError):
    """A variant outside the ranges of its book."""


class IllegalMove(ParlorError):
    """A move that the rules refuse; the state stays as it was."""


class TooLarge(ParlorError):
    """A game or position too large to be solved exactly."""


class GameError(ParlorError):
    """A game with something missing; the text tells its author what to do."""


class Ending(NamedTuple):
    """Who won by the rules, how, and whose move ended the game: not always the winner's."""

    winner: Player
    reason: str
    by: Player

    @property
    def how(self) -> str:
        """How the game was won; names the player who ended it if that was not the winner."""
        return self.reason if self.by == self.winner else f"Player {self.by} {self.reason}"


class Range(NamedTuple):
    """A number of the book and the values a variant may give it."""

    standard: int
    least: int
    most: int
    most_to_play: int | None = None  # where larger values can be solved but not played


class Rules:
    """The numbers of a book and the tables made from them.

    There is one object per value, so rules are equal exactly when they are the same object, and
    comparing or hashing a state never looks inside them. Tables are made once, in `prepare`. A variant
    that is no longer used is forgotten; the book's own rules stay.
    """

    numbers: ClassVar[Mapping[str, Range]]
    game: ClassVar[type[State]]  # whose rules these are
    _known: ClassVar[WeakValueDictionary[tuple[type[Rules], tuple[int, ...]], Rules]] = WeakValueDictionary()
    _books: ClassVar[set[Rules]] = set()  # kept here, since every `start()` asks for them
    _lock: ClassVar[RLock] = RLock()

    def __new__(cls, /, **given: int) -> Self:
        values = tuple(cls._in_range(name, given.pop(name, None)) for name in cls.numbers)
        for name in given:
            raise RulesError(f"There is no rule {name}. The rules are: {', '.join(cls.numbers)}.")
        if (known := Rules._known.get((cls, values))) is not None:
            return cast(Self, known)
        rules = super().__new__(cls)
        rules.__dict__.update(zip(cls.numbers, values, strict=True))
        rules.prepare()
        rules.__dict__["_sealed"] = True
        with Rules._lock:  # if several threads make the same rules, the first one wins
            rules = cast(Self, Rules._known.setdefault((cls, values), rules))
            if not rules.changed():
                Rules._books.add(rules)
        return rules

    @classmethod
    def _in_range(cls, name: str, value: int | None) -> int:
        standard, least, most, _ = cls.numbers[name]
        if value is None:
            return standard
        if type(value) is not int or not least <= value <= most:
            raise RulesError(f"{name} must be a whole number from {least} to {most}.")
        return value

    def prepare(self) -> None:
        """Make the tables; refuse numbers that contradict each other."""

    def __setattr__(self, name: str, value: object) -> None:
        if name in self.numbers or "_sealed" in self.__dict__:
            raise AttributeError(f"rules cannot change: {name}")
        super().__setattr__(name, value)

    def __delattr__(self, name: str) -> None:
        raise AttributeError(f"rules cannot change: {name}")

    @cached_property
    def named(self) -> dict[str, int]:
        """Every number of these rules by name, in the book's order: made once, and not to be changed."""
        return {name: getattr(self, name) for name in self.numbers}

    def values(self) -> dict[str, int]:
        """Every number of these rules by name, in the book's order."""
        return dict(self.named)

    def changed(self) -> dict[str, int]:
        """The numbers that differ from the book's; empty for the standard game."""
        return {name: n for name, n in self.values().items() if n != self.numbers[name].standard}

    @cached_property
    def words(self) -> str:
        """The numbers that differ from the book's, as words in the book's order; empty for its own game."""
        return " ".join(f"{name}={n}" for name, n in self.changed().items())

    @cached_property
    def actions(self) -> tuple[Move, ...]:
        """Every move a player can ever make, in a fixed order: numbers, then words, a pass last."""
        return _in_order(self._ever[0])

    @cached_property
    def outcomes(self) -> tuple[Move, ...]:
        """Every outcome fate can ever bring, in a fixed order."""
        return _in_order(self._ever[1])

    @cached_property
    def _ever(self) -> tuple[set[Move], set[Move]]:
        """All moves and outcomes, found by visiting every position: for games that do not list them."""
        moves: set[Move] = set()
        outcomes: set[Move] = set()
        try:
            for state in visit_positions(self.game.start(self)):
                moves.update(state.moves())
                outcomes.update(state.chances())
        except TooLarge:
            raise RulesError(
                f"{self.game.title} has too many positions to collect its moves by visiting them all: "
                "list them in its Rules as `actions` and `outcomes`."
            ) from None
        return moves, outcomes

    def too_large_to_play(self) -> str | None:
        """The refusal when these rules can be solved but not played, else None."""
        for name, (_, least, _, most) in self.numbers.items():
            if most is not None and getattr(self, name) > most:
                return f"To play, {name} must be a whole number from {least} to {most}."
        return None

    def __repr__(self) -> str:
        numbers = ", ".join(f"{name}={n}" for name, n in self.changed().items())
        return f"{type(self).__qualname__}({numbers})"

    def __reduce__(self) -> tuple[Any, ...]:
        return _rules_again, (type(self), self.values())


def _in_order(moves: set[Move]) -> tuple[Move, ...]:
    return tuple(sorted(moves, key=lambda move: (move == PASS, isinstance(move, str), move)))


def _rules_again(cls: type[Rules], values: dict[str, int]) -> Rules:
    """The one object with these values, so that copies, even in another process, are the same."""
    return cls(**values)


_AnyRules: TypeAlias = Rules  # inside State, the name Rules is the game's own


class State:
    """What every game answers. A game derives from this and from a NamedTuple of its fields."""

    __slots__ = ()

    name: ClassVar[str]
    title: ClassVar[str]
    aim: ClassVar[str]  # in one line
    house_variants: ClassVar[Mapping[str, str]] = {}  # a variant as words, and what it is like
    drawn: ClassVar[str] = "drawn"  # what happens to an outcome of fate: cards are drawn, dice rolled
    favoured: ClassVar[Mapping[str, str]] = {}  # who has the edge, and why, by variant; "" is the book's game
    # Who wins with perfect play, by variant; left out where nobody does, or nobody knows.
    winning_side: ClassVar[Mapping[str, Player]] = {}
    shows_moves: ClassVar[bool] = False  # whether anybody may see which moves are legal: facts then list them
    Rules: ClassVar[type[_AnyRules]]

    def __init_subclass__(cls) -> None:
        if "Rules" in cls.__dict__:
            cls.Rules.game = cls

    if TYPE_CHECKING:  # fields of the NamedTuple each game brings

        @property
        def rules(self) -> _AnyRules: ...
        @property
        def turn(self) -> Player: ...

    @classmethod
    def start(cls, rules: Any = None) -> Self:
        """The first state under these rules; without any, the book's own."""
        raise NotImplementedError

    def too_large_to_play(self) -> str | None:
        """The refusal when a match cannot begin here although the position can be solved, else None."""
        return self.rules.too_large_to_play()

    def moves(self) -> Sequence[Move]:
        """What `turn` may choose; a forced pass or discard is listed as the only move."""
        raise NotImplementedError

    def chances(self) -> Sequence[Move]:
        """The equally likely outcomes of fate; one that is twice as likely is listed twice."""
        return ()

    def after(self, move: Any) -> Self:
        """The next state. Trusts the move; `play` checks it first."""
        raise NotImplementedError

    def ending(self) -> Ending | None:
        """None while the game goes on, else who won, why, and whose move ended it."""
        raise NotImplementedError

    def refusal(self, move: Move) -> str:
        """The sentence for a move that is not among `moves()`; most games can say why not."""
        return refuse(named(move))

    may_attempt: ClassVar[bool] = False  # whether the book lets people try some illegal moves

    def is_attempt(self, move: Move) -> bool:
        """Whether this is such a move: refused, but without a penalty."""
        return False

    def why_not(self, move: object) -> str | None:
        """None if the move, or outcome of fate, is legal now; else what the player is told."""
        if self.ending():
            return "The game is over."
        if type(move) is not int and type(move) is not str:
            return "A move is a whole number or a word."
        if chances := self.chances():
            return None if move in chances else refuse(named(move), self.drawn)
        return None if move in self.moves() else self.refusal(move)

    def play(self, move: Move) -> Self:
        """The next state, or `IllegalMove` with the reason."""
        if reason := self.why_not(move):
            raise IllegalMove(reason)
        return self.after(move)

    def forced(self) -> Move | None:
        """The pass or discard that is the only legal move (ruling A3), else None.

        Numbers are choices even when only one is left; a word alone on the list is forced.
        """
        moves = self.moves()
        return moves[0] if len(moves) == 1 and isinstance(moves[0], str) else None

    def odds(self) -> dict[Move, Fraction]:
        """The outcomes fate may bring, with their exact probabilities."""
        from fractions import Fraction

        weights: dict[Move, int] = {}
        for move in self.chances():
            weights[move] = weights.get(move, 0) + 1
        return {move: Fraction(weight, len(self.chances())) for move, weight in weights.items()}


def visit_positions(start: State) -> Iterator[State]:
    """Every position from this one on, each once; raises `TooLarge` if there are too many to visit."""
    waiting = [start]
    seen = {start}
    for state in waiting:
        yield state
        new = {state.after(move) for move in (*state.moves(), *state.chances())} - seen
        seen |= new
        waiting += new
        if len(seen) > MOST_WALKED:
            raise TooLarge(f"{start.title} has too many positions to visit them all.")
