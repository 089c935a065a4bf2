"""Nonprime Addition as text: a move is the number added, a position is the total."""

from __future__ import annotations

from primeparlor.games.nonprime_addition.rules import NonprimeAddition, NonprimeRules
from primeparlor.notation import blocks
from primeparlor.notation.blocks import NotationError, Words

TOTAL_LIMIT = 2**64  # ruling N3


class Form(blocks.Form[NonprimeAddition]):
    """`nonprime-addition total=26 turn=1`"""

    keys = ("total", "turn")
    adds = True

    def write(self, state: NonprimeAddition) -> dict[str, object]:
        return {"total": state.total, "turn": state.turn}

    def read(self, rules: NonprimeRules, words: Words) -> NonprimeAddition:
        total = words.number("total", 1, TOTAL_LIMIT - 1, rules.start)
        if total < rules.start:
            raise NotationError(f"A total of {total} is below the start, {rules.start}.")
        return NonprimeAddition(rules, total, words.turn())
