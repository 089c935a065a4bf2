"""The five rule books once more, literal and slow, to compare the games with.

Written from the books and the rulings alone: players are indices 0 and 1, cards and numbers are sorted
tuples, nothing is precomputed and nothing is shared with the package. A book answers `start`, `options`
(what may happen next, as text, with the position it leads to), `weights` (how many ways fate has to bring
each option; empty when a player chooses) and `winner` (an index, or None while the game goes on).
"""

from __future__ import annotations

from collections import Counter
from functools import cache
from typing import Any, NamedTuple, Protocol


@cache
def prime(n: int) -> bool:
    """A natural number greater than 1 with no positive divisors other than 1 and itself."""
    return n > 1 and all(n % d for d in range(2, n) if d * d <= n)


def without(cards: tuple[int, ...], card: int) -> tuple[int, ...]:
    """The cards with one of this value taken out."""
    rest = list(cards)
    rest.remove(card)
    return tuple(rest)


def having(pair: tuple[Any, Any], player: int, value: Any) -> tuple[Any, Any]:
    """The pair with this player's value changed."""
    return (value, pair[1]) if player == 0 else (pair[0], value)


class Book(Protocol):
    """What all books answer."""

    def start(self) -> Any: ...
    def options(self, now: Any) -> dict[str, Any]: ...
    def weights(self, now: Any) -> Counter[str]: ...
    def winner(self, now: Any) -> int | None: ...


class Sum(NamedTuple):
    total: int
    player: int
    loser: int | None


class NonprimeBook:
    def __init__(self, start: int = 1, smallest: int = 2, largest: int = 9) -> None:
        self.first, self.smallest, self.largest = start, smallest, largest

    def start(self) -> Sum:
        return Sum(self.first, 0, None)

    def options(self, now: Sum) -> dict[str, Sum]:
        if now.loser is not None:
            return {}
        after = {}
        for number in range(self.smallest, self.largest + 1):
            total = now.total + number
            after[str(number)] = Sum(total, 1 - now.player, now.player if prime(total) else None)
        return after

    def weights(self, now: Sum) -> Counter[str]:
        return Counter()

    def winner(self, now: Sum) -> int | None:
        return None if now.loser is None else 1 - now.loser


class Morph(NamedTuple):
    number: str
    log: frozenset[str]
    player: int


class MorphBook:
    def __init__(self, digits: int = 3) -> None:
        self.firsts = [str(n) for n in range(10 ** (digits - 1), 10**digits) if prime(n)]

    def start(self) -> Morph:
        return Morph("", frozenset(), 0)

    def options(self, now: Morph) -> dict[str, Morph]:
        if not now.number:
            return {first: Morph(first, frozenset([first]), 0) for first in self.firsts}
        after = {}
        for place in range(len(now.number)):
            for digit in "0123456789":
                new = now.number[:place] + digit + now.number[place + 1 :]
                if new[0] != "0" and prime(int(new)) and new not in now.log:
                    after[new] = Morph(new, now.log | {new}, 1 - now.player)
        return after

    def weights(self, now: Morph) -> Counter[str]:
        return Counter() if now.number else Counter(self.firsts)

    def winner(self, now: Morph) -> int | None:
        return None if self.options(now) else 1 - now.player


class Climb(NamedTuple):
    steps: tuple[int, int]
    player: int


class ClimbBook:
    def __init__(self, top: int = 20, largest: int = 9) -> None:
        self.top, self.largest = top, largest

    def start(self) -> Climb:
        return Climb((0, 0), 0)

    def options(self, now: Climb) -> dict[str, Climb]:
        if self.winner(now) is not None:
            return {}
        after = {}
        mine, theirs = now.steps[now.player], now.steps[1 - now.player]
        for number in range(1, self.largest + 1):
            step = mine + number
            if step > self.top or step == theirs:
                continue
            extra = prime(step) and step != self.top
            after[str(number)] = Climb(
                having(now.steps, now.player, step), now.player if extra else 1 - now.player
            )
        return after or {"pass": Climb(now.steps, 1 - now.player)}

    def weights(self, now: Climb) -> Counter[str]:
        return Counter()

    def winner(self, now: Climb) -> int | None:
        return now.steps.index(self.top) if self.top in now.steps else None


class Pocket(NamedTuple):
    pool: tuple[int, ...]
    sums: tuple[int, int]
    passes: int
    last: int | None  # who made the last valid move
    player: int


class PocketBook:
    def __init__(self, target: int = 15, largest: int = 9) -> None:
        self.target, self.largest = target, largest

    def start(self) -> Pocket:
        return Pocket(tuple(range(1, self.largest + 1)), (0, 0), 0, None, 0)

    def options(self, now: Pocket) -> dict[str, Pocket]:
        if self.winner(now) is not None:
            return {}
        after = {}
        mine, other = now.sums[now.player], 1 - now.player
        for number in now.pool:
            if mine + number <= self.target:
                sums = having(now.sums, now.player, mine + number)
                after[str(number)] = Pocket(without(now.pool, number), sums, 0, now.player, other)
        return after or {"pass": now._replace(passes=now.passes + 1, player=other)}

    def weights(self, now: Pocket) -> Counter[str]:
        return Counter()

    def winner(self, now: Pocket) -> int | None:
        if self.target in now.sums:
            return now.sums.index(self.target)
        if now.pool and now.passes < 2:
            return None
        return now.last if now.sums[0] == now.sums[1] else now.sums.index(max(now.sums))


class Duel(NamedTuple):
    scores: tuple[int, int]
    deck: tuple[int, ...]
    pile: tuple[int, ...]  # the discard pile
    drawn: int | None  # the first card, not yet kept or discarded
    second: bool
    player: int


class DuelBook:
    def __init__(self, target: int = 50, largest: int = 10, copies: int = 4) -> None:
        self.target, self.largest, self.copies = target, largest, copies

    def start(self) -> Duel:
        deck = tuple(card for card in range(1, self.largest + 1) for _ in range(self.copies))
        return Duel((0, 0), deck, (), None, False, 0)

    def options(self, now: Duel) -> dict[str, Duel]:
        if self.winner(now) is not None:
            return {}
        if now.drawn is None:
            return {card: self.draw(now, int(card)) for card in self.weights(now)}
        thrown = now._replace(drawn=None, second=True, pile=self.on_pile(now, now.drawn))
        if now.scores[now.player] + now.drawn > self.target:
            return {"discard": thrown}
        return {"keep": self.add(now._replace(drawn=None), now.drawn), "discard": thrown}

    def draw(self, now: Duel, card: int) -> Duel:
        if not now.deck:
            now = now._replace(deck=now.pile, pile=())
        now = now._replace(deck=without(now.deck, card))
        if not now.second:
            return now._replace(drawn=card)
        now = now._replace(second=False)
        if now.scores[now.player] + card > self.target:
            return now._replace(pile=self.on_pile(now, card), player=1 - now.player)
        return self.add(now, card)

    def add(self, now: Duel, card: int) -> Duel:
        score = now.scores[now.player] + card
        extra = prime(score) and score != self.target
        return now._replace(
            scores=having(now.scores, now.player, score),
            pile=self.on_pile(now, card),
            player=now.player if extra else 1 - now.player,
        )

    def on_pile(self, now: Duel, card: int) -> tuple[int, ...]:
        return tuple(sorted([*now.pile, card]))

    def weights(self, now: Duel) -> Counter[str]:
        if now.drawn is not None or self.winner(now) is not None:
            return Counter()
        return Counter(map(str, now.deck or now.pile))

    def winner(self, now: Duel) -> int | None:
        return now.scores.index(self.target) if self.target in now.scores else None


BOOKS: dict[str, type[Book]] = {
    "nonprime-addition": NonprimeBook,
    "number-morph": MorphBook,
    "prime-climb": ClimbBook,
    "pocket-addition": PocketBook,
    "prime-duel": DuelBook,
}
