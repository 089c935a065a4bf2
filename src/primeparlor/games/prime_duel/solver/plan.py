"""The order of the Prime Duel sweep and the memory it takes, known before any work.

A *pair* (a, b) is the score of the player to move and the other's; an *array* holds the value of one
pair for every deck. Scores never fall, so pairs are settled by falling sum, and an array is dropped
when the last pair that reads it is settled. Three kinds of pair share a sum, settled in this order:

- the mover cannot overshoot: every turn scores, so only larger sums are read;
- only the mover can overshoot: a turn without score leads to the swapped pair, settled just before;
- both can: the pair and its swap are settled together.
"""

from __future__ import annotations

from collections import Counter
from typing import NamedTuple, TypeAlias

from primeparlor.core import TooLarge
from primeparlor.games.prime_duel.rules import DuelRules
from primeparlor.games.prime_duel.solver.results import known_result

Pair: TypeAlias = tuple[int, int]

WIN = -1  # in place of a slot: this card reaches the target
BYTES = {16: 2, 32: 4, 64: 8}
GIB = 2**30
BESIDES = 1.05  # measured: a sweep takes up to 3 % more than its arrays


class Link(NamedTuple):
    """Where one card leads: the array to read, whether from the mover's own side, whether it fits."""

    pair: Pair | None  # None: the card reaches the target
    own: bool
    fits: bool


class Step(NamedTuple):
    """One pair to settle, or a pair and its swap at once, and the arrays not needed afterwards."""

    pairs: tuple[Pair, ...]
    cyclic: bool
    drop: tuple[Pair, ...]


class Plan(NamedTuple):
    rules: DuelRules
    steps: tuple[Step, ...]
    arrays: int  # held at once, at most
    decks: int

    def memory(self, bits: int) -> int:
        """Bytes needed: the arrays, two more in double precision for the second draw, and the rest."""
        return int(self.decks * (self.arrays * BYTES[bits] + 16) * BESIDES)

    def positions(self) -> int:
        """How many positions with a first draw due are settled."""
        return self.decks * sum(len(step.pairs) for step in self.steps)


def links(rules: DuelRules, pair: Pair) -> list[Link]:
    """Where each card leads once it is added, or would not fit, in the order of the cards."""
    mine, theirs = pair
    found = []
    for score in range(mine + 1, mine + rules.largest + 1):
        if score > rules.target:
            found.append(Link((theirs, mine), own=False, fits=False))
        elif score == rules.target:
            found.append(Link(None, own=True, fits=True))
        elif rules.is_prime_score[score]:
            found.append(Link((score, theirs), own=True, fits=True))
        else:
            found.append(Link((theirs, score), own=False, fits=True))
    return found


def plan(rules: DuelRules, least: Pair = (0, 0), decks: int | None = None) -> Plan:
    """The steps that settle every pair of scores from `least` (either way round) upwards."""
    groups = _groups(rules, least)
    reads = [
        {link.pair for pair in group for link in links(rules, pair) if link.pair and link.pair not in group}
        for group in groups
    ]
    waiting = Counter(pair for read in reads for pair in read)
    steps, held, most = [], 0, 0
    for group, read in zip(groups, reads, strict=True):
        waiting.subtract(read)
        drop = tuple(sorted(pair for pair in (*read, *group) if not waiting[pair]))
        held += len(group)
        most = max(most, held)
        held -= len(drop)
        steps.append(Step(group, all(_overshoots(rules, score) for score in group[0]), drop))
    return Plan(rules, tuple(steps), most, decks or (rules.copies + 1) ** rules.largest)


def _groups(rules: DuelRules, least: Pair) -> list[tuple[Pair, ...]]:
    """The pairs in the order in which they are settled, those that lead to each other together."""
    low, high = sorted(least)
    pairs = [
        (a, b)
        for a in range(rules.target)
        for b in range(rules.target)
        if min(a, b) >= low and max(a, b) >= high
    ]
    pairs.sort(key=lambda pair: (-sum(pair), *(_overshoots(rules, score) for score in pair), pair))
    groups: list[tuple[Pair, ...]] = []
    for a, b in pairs:
        if not (_overshoots(rules, a) and _overshoots(rules, b)) or a == b:
            groups.append(((a, b),))
        elif a < b:
            groups.append(((a, b), (b, a)))
    return groups


def _overshoots(rules: DuelRules, score: int) -> bool:
    """Whether a card can be too large for this score."""
    return score + rules.largest > rules.target


def refuse_too_large(plan: Plan, bits: int, available: int, choice: bool = False) -> None:
    """Raise `TooLarge`, with the numbers, unless the sweep fits the memory.

    If there is a choice of memory, it names the smaller one when that would fit.
    """
    if (needed := plan.memory(bits)) <= available:
        return
    hint = ""
    if choice and bits != 16 and plan.memory(16) <= available:
        hint = f" With 16-bit values (parlor solve --memory small) it takes {plan.memory(16) / GIB:.1f} GiB."
    raise TooLarge(
        f"This sweep holds {plan.arrays:,} arrays of {plan.decks:,} decks: {needed / GIB:,.1f} GiB with"
        f" {bits}-bit values, but only {available / GIB:.1f} GiB are free.{hint}{known_result(plan.rules)}"
    )
