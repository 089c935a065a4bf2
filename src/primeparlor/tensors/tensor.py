"""A position as a list of numbers from 0 to 1: the base of a game's encoding, and its default.

Knows no game. A game's `tensor.py` has a class `Tensor` that derives from the one here. What it promises:

- a fixed length under the same rules, and every number from 0 to 1;
- two positions that can occur never look the same to a player;
- it is seen by one player, whose own things come first, so that a program may learn both seats as one.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Generic, NamedTuple, TypeVar
from weakref import WeakKeyDictionary

from primeparlor.core import Player, Rules, State

if TYPE_CHECKING:
    from primeparlor.tensors.fields import Field

S = TypeVar("S", bound=State)


class Block(NamedTuple):
    """Numbers that belong together, such as one for each digit."""

    name: str
    labels: Sequence[object]  # what each number stands for; a single number needs no label: ("",)
    meaning: str  # for people who read the table of the encoding

    @property
    def names(self) -> list[str]:
        """The name of each number."""
        return [f"{self.name} {label}".rstrip() for label in self.labels]


TURN = Block("turn", ("yours", "theirs"), "1 for whoever moves next")
SEAT = Block("seat", ("",), "1 if you are Player 1")


def one_hot(place: int | None, size: int) -> list[float]:
    """Return 1 at this place and 0 elsewhere; 0 everywhere if there is none."""
    numbers = [0.0] * size
    if place is not None:
        numbers[place] = 1.0
    return numbers


def list_bits(number: int, size: int) -> list[float]:
    """Return the binary digits of a number, the lowest first: a set that is kept as a mask."""
    return [float(bit) for bit in f"{number:0{size}b}"[::-1]]


def encode_turn(state: State, player: Player) -> list[float]:
    """Return the numbers of the block `TURN`."""
    return [1.0, 0.0] if state.turn == player else [0.0, 1.0]


class Tensor(Generic[S]):
    """Positions of one game as numbers.

    It works for every small game as it is: whose turn it is, who you are, and each field of the state, scaled
    by the values it takes in all positions. A game that is too large for that needs a `tensor.py`.
    """

    def __init__(self, game: type[S]) -> None:
        self.game = game
        self._fields: WeakKeyDictionary[Rules, tuple[Field, ...]] = WeakKeyDictionary()

    def blocks(self, rules: Any) -> tuple[Block, ...]:
        """Return the blocks of the encoding under these rules, in order."""
        return (TURN, SEAT, *(block for field in self._list_fields(rules) for block in field.blocks))

    def encode(self, state: S, player: Player) -> list[float]:
        """Return the position as this player sees it, one number for each name."""
        numbers = [*encode_turn(state, player), float(player == 1)]
        for field in self._list_fields(state.rules):
            numbers += field.encode(getattr(state, field.name))
        return numbers

    def size(self, rules: Any) -> int:
        """Return how many numbers there are under these rules."""
        return sum(len(block.labels) for block in self.blocks(rules))

    def names(self, rules: Any) -> list[str]:
        """Return a name for each number."""
        return [name for block in self.blocks(rules) for name in block.names]

    def _list_fields(self, rules: Rules) -> tuple[Field, ...]:
        """Return the fields of the state; under new rules, after a visit to every position."""
        found = self._fields.get(rules)
        if found is None:
            from primeparlor.tensors.fields import list_fields

            found = self._fields.setdefault(rules, list_fields(self.game.start(rules)))
        return found
