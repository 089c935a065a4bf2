"""Prime Duel: draw cards, keep or discard, and be the first with a score of exactly 50.

A turn: draw a card; keep it, or discard it and keep the second one drawn. A prime score gives
another turn.

Rulings
- D1  Kept cards go to the discard pile once they are scored, so a reshuffle restores the full deck.
- D2  The deck is reshuffled when a card must be drawn and none is left, even between the first and
      the second card of a turn; the rejected first card is then part of the new deck.
- D3  A first card that would pass the target cannot be kept: discarding it is the only legal move.
- D4  A second card is kept if it fits; if not, the turn ends with the score as it was.
- D5  The extra turn belongs to adding a card: a turn that ended by D4 gives none.
- D6  Exactly the target wins at once.
- D7  Everyone knows the cards left, nobody their order: a draw is fate's move over the cards left.
"""

from __future__ import annotations

from typing import NamedTuple, Self

from primeparlor.core import OTHER, Ending, Move, Player, Range, Rules, State
from primeparlor.primes import sieve

new = tuple.__new__
KEEP, DISCARD = "keep", "discard"
CHOICE = (KEEP, DISCARD)
FORCED = (DISCARD,)


class DuelRules(Rules):
    """Components: the target and a deck with `copies` of each card from 1 to `largest`."""

    numbers = {"target": Range(50, 2, 100), "largest": Range(10, 2, 12), "copies": Range(4, 1, 8)}
    target: int
    largest: int
    copies: int

    def prepare(self) -> None:
        self.actions, self.outcomes = CHOICE, tuple(range(1, self.largest + 1))
        self.is_prime_score = sieve(self.target + 1)
        self.full_deck = tuple(sorted([*range(1, self.largest + 1)] * self.copies))


class _Fields(NamedTuple):
    rules: DuelRules
    mine: int  # the score of the player to move
    theirs: int
    deck: tuple[int, ...]  # the cards left, in rising order: nobody knows the real order (D7)
    card: int | None  # the first card, while its player decides
    second: bool  # the first card was rejected and the second is due
    turn: Player


class PrimeDuel(_Fields, State):
    """Both scores, the cards left, the card on the table and whose turn it is."""

    __slots__ = ()
    name, title = "prime-duel", "Prime Duel"
    aim = "keep or discard; land exactly on 50"
    favoured = {"": "Player 1 wins 54.4 % of games if both play perfectly."}
    Rules = DuelRules

    @classmethod
    def start(cls, rules: DuelRules | None = None) -> Self:
        rules = rules or DuelRules()
        return cls(rules, 0, 0, rules.full_deck, None, False, 1)

    @property
    def scores(self) -> tuple[int, int]:
        """The scores of Player 1 and Player 2."""
        return (self.mine, self.theirs) if self.turn == 1 else (self.theirs, self.mine)

    def chances(self) -> tuple[int, ...]:
        if self.card is not None or self.theirs == self.rules.target:
            return ()
        return self.deck or self.rules.full_deck

    def moves(self) -> tuple[str, ...]:
        if self.card is None:
            return ()
        return CHOICE if self.mine + self.card <= self.rules.target else FORCED

    def after(self, move: Move) -> Self:
        rules, mine, theirs, deck, card, second, turn = self
        if move == KEEP:
            assert card is not None
            return self._scored(mine + card, deck)
        if move == DISCARD:
            return new(type(self), (rules, mine, theirs, deck, None, True, turn))
        assert isinstance(move, int)
        deck = deck or rules.full_deck
        at = deck.index(move)
        deck = deck[:at] + deck[at + 1 :]
        if not second:
            return new(type(self), (rules, mine, theirs, deck, move, False, turn))
        if mine + move <= rules.target:
            return self._scored(mine + move, deck)
        return new(type(self), (rules, theirs, mine, deck, None, False, OTHER[turn]))

    def _scored(self, score: int, deck: tuple[int, ...]) -> Self:
        """The state after adding a card: a prime score gives another turn, any other passes it."""
        rules, theirs, turn = self.rules, self.theirs, self.turn
        if rules.is_prime_score[score] and score != rules.target:
            return new(type(self), (rules, score, theirs, deck, None, False, turn))
        return new(type(self), (rules, theirs, score, deck, None, False, OTHER[turn]))

    def ending(self) -> Ending | None:
        rules, turn = self.rules, self.turn
        if self.theirs != rules.target:
            return None
        return Ending(OTHER[turn], f"reached {rules.target}", OTHER[turn])

    def refusal(self, move: Move) -> str:
        if move == KEEP:
            return f"{self.mine} + {self.card} would pass {self.rules.target}: you must discard."
        return "Answer yes to keep the card or no to discard it."
