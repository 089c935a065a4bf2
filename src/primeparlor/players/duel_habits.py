"""How people decide in Prime Duel, from the first game to long experience.

beginner   keeps what makes a prime or wins, and anything large that fits
casual     keeps what makes a prime or wins; else looks whether the second card likely would
club       knows what scores are worth, but thinks of the deck as full
expert     knows that too, and counts the cards for the draw at hand, now and then wrongly
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import TYPE_CHECKING

from primeparlor.core import Move
from primeparlor.games.prime_duel import DISCARD, KEEP, PrimeDuel

if TYPE_CHECKING:
    from primeparlor.solve.duel_recursion import Table

LARGE = 6
FORGETS = 0.1  # share of the cards gone that an expert believes to be in the deck still
WORTH_A_TRY = 0.4  # chance of a prime for which a casual player gives up a card


def keep_or_discard(rank: int, state: PrimeDuel, moves: Sequence[Move], random: Random) -> Move:
    """The choice of a player of this rank, from 0."""
    if KEEP not in moves:
        return DISCARD
    score = state.mine + int(state.card or 0)
    if score == state.rules.target:
        return KEEP
    if rank >= 2:
        return _by_worth(state, score, _believed_deck(rank, state, random))
    if state.rules.is_prime_score[score]:
        return KEEP
    if rank == 0:
        return KEEP if int(state.card or 0) >= LARGE else DISCARD
    deck = state.rules.full_deck
    good = sum(_is_good(state, state.mine + card) for card in deck)
    return DISCARD if good / len(deck) >= WORTH_A_TRY else KEEP


def _is_good(state: PrimeDuel, score: int) -> bool:
    rules = state.rules
    return score == rules.target or (score < rules.target and bool(rules.is_prime_score[score]))


def _believed_deck(rank: int, state: PrimeDuel, random: Random) -> tuple[int, ...]:
    """The deck as this player remembers it."""
    full = state.rules.full_deck
    if rank == 2:
        return full
    gone = list(full)
    for card in state.deck:
        gone.remove(card)
    return (*state.deck, *(card for card in gone if random.random() < FORGETS)) or full


def _by_worth(state: PrimeDuel, score: int, deck: tuple[int, ...]) -> Move:
    from primeparlor.solve.duel_table import full_deck_table

    table, _ = full_deck_table(state.rules)
    second = sum(_worth(state, state.mine + card, table) for card in deck) / len(deck)
    return KEEP if _worth(state, score, table) >= second else DISCARD


def _worth(state: PrimeDuel, score: int, table: Table) -> float:
    """What it is worth to end the turn's draw with this score, by the table of the full deck."""
    rules, theirs = state.rules, state.theirs
    if score == rules.target:
        return 1.0
    if score > rules.target:
        return 1 - float(table.first[theirs, state.mine])
    if rules.is_prime_score[score]:
        return float(table.first[score, theirs])
    return 1 - float(table.first[theirs, score])
