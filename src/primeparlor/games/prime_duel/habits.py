"""How people decide in Prime Duel, from the first game to long experience.

beginner   keeps whatever fits: points are points
casual     keeps what makes a prime or wins, and of the rest only larger cards
club       has a feeling for what each score is worth, but thinks of the deck as full
expert     has a better feeling, and counts the cards, now and then wrongly
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import TYPE_CHECKING

from primeparlor.coach.levels import Habits as Default
from primeparlor.coach.levels import Level
from primeparlor.core import Move
from primeparlor.games.prime_duel.rules import DISCARD, KEEP, PrimeDuel
from primeparlor.solve.answers import Progress

if TYPE_CHECKING:
    from primeparlor.games.prime_duel.solver.recursion import RecursionTable

LARGE = 3  # the least card that a casual player likes to keep
FORGETS = {2: 1.0, 3: 0.05}  # by rank: share of the cards gone that seem to be in the deck still
MISJUDGES = {2: 0.08, 3: 0.045}  # by rank: how far the feeling for a winning chance may be off


class Habits(Default[PrimeDuel]):
    """Keep or discard, by feeling."""

    regret = {
        "random": 0.0871,
        "beginner": 0.0237,
        "casual": 0.0134,
        "club": 0.0083,
        "expert": 0.0040,
        "perfect": 0.0,
    }
    regret_means = "how much winning chance a level gives away on average, where its choice matters"
    regret_told = "Where a choice matters, it gives away {} of the winning chance on average."
    described = {
        "beginner": "keeps every card that fits",
        "casual": "keeps what makes a prime, and cards from 3 up",
        "club": "has a feel for scores, but does not count the cards",
        "expert": "has a good feel for scores, and counts the cards",
        # Answers at the table are in part estimates: bench/duel_loss.py measures what they cost.
        "perfect": "almost perfect: its mistakes cost about one game in 5,000",
    }

    def choose(self, level: Level, state: PrimeDuel, moves: Sequence[Move], random: Random) -> Move:
        if KEEP not in moves:
            return DISCARD
        card, rank = int(state.card or 0), level.rank
        score = state.mine + card
        if score == state.rules.target or rank == 0:
            return KEEP
        if rank == 1:
            return KEEP if card >= LARGE or state.rules.is_prime_score[score] else DISCARD
        from primeparlor.games.prime_duel.solver.table import full_deck_table

        table = full_deck_table(state.rules)
        deck = _remembered_deck(state, FORGETS[rank], random)
        second = sum(_worth(state, state.mine + other, table) for other in deck) / len(deck)
        kept = _worth(state, score, table) + random.uniform(-1, 1) * MISJUDGES[rank]
        return KEEP if kept >= second else DISCARD

    def prepare(self, level: Level, state: PrimeDuel, progress: Progress) -> None:
        """Those with a feeling for scores have it from a table."""
        if level.rank in MISJUDGES:
            from primeparlor.games.prime_duel.solver.table import full_deck_table

            full_deck_table(state.rules, progress)


def _remembered_deck(state: PrimeDuel, forgets: float, random: Random) -> tuple[int, ...]:
    """The deck as this player believes it to be."""
    gone = list(state.rules.full_deck)
    for card in state.deck:
        gone.remove(card)
    return (*state.deck, *(card for card in gone if random.random() < forgets)) or state.rules.full_deck


def _worth(state: PrimeDuel, score: int, table: RecursionTable) -> float:
    """What it is worth to end the turn's draw with this score, by the table of the full deck."""
    rules, theirs = state.rules, state.theirs
    if score == rules.target:
        return 1.0
    if score > rules.target:
        return 1 - float(table.first[theirs, state.mine])
    if rules.is_prime_score[score]:
        return float(table.first[score, theirs])
    return 1 - float(table.first[theirs, score])
