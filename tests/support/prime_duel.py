"""What is known of Prime Duel without a solver."""

from __future__ import annotations

from math import comb

from primeparlor.games.prime_duel.rules import DuelRules


def one_short_of_the_target(rules: DuelRules) -> tuple[float, float]:
    """Who moves wins so often when both lack one point: at a full deck, and with the first card rejected.

    Only a 1 helps: whoever draws the first 1 of the pack wins, and a turn draws two cards.
    """
    cards, ones = len(rules.full_deck), rules.copies
    first_one_at = {
        place: comb(cards - place, ones - 1) / comb(cards, ones) for place in range(1, cards - ones + 2)
    }
    mover = sum(chance for place, chance in first_one_at.items() if (place + 1) // 2 % 2 == 1)
    # with the first card rejected the second is the first of the pack, and the turns shift by one card
    shifted = sum(chance for place, chance in first_one_at.items() if place // 2 % 2 == 0)
    return mover, shifted
