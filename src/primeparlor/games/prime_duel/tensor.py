"""Prime Duel as numbers: a place for each score, the cards left of each value, the card on the table."""

from __future__ import annotations

from primeparlor.core import Player
from primeparlor.games.prime_duel.rules import DuelRules, PrimeDuel
from primeparlor.tensors import tensor
from primeparlor.tensors.tensor import TURN, Block, encode_turn, one_hot


class Tensor(tensor.Tensor[PrimeDuel]):
    """Both scores, the cards left, the card, which draw is due, and the turn; nothing tells the order."""

    def blocks(self, rules: DuelRules) -> tuple[Block, ...]:
        scores, cards = range(rules.target + 1), range(1, rules.largest + 1)
        return (
            TURN,
            Block("your score", scores, "1 at your score"),
            Block("their score", scores, "1 at your opponent's score"),
            Block("deck", cards, f"how many of each card are face down, of {rules.copies}"),
            Block("card", cards, "1 for the card on the table; all 0 while a card is drawn"),
            Block("second draw", ("",), "1 if the first card was rejected and the second is due"),
        )

    def encode(self, state: PrimeDuel, player: Player) -> list[float]:
        rules, mine, theirs, deck, card, second, turn = state
        yours, other = (mine, theirs) if turn == player else (theirs, mine)
        size, values = rules.target + 1, range(1, rules.largest + 1)
        return [
            *encode_turn(state, player),
            *one_hot(yours, size),
            *one_hot(other, size),
            *(deck.count(value) / rules.copies for value in values),
            *one_hot(None if card is None else card - 1, rules.largest),
            float(second),
        ]
