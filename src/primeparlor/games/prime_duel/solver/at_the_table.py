"""Answers for Prime Duel: at once for a position at the table, slowly for the whole game.

At the table the decks that can still be left are worked out as deep as is affordable. If that reaches
the empty deck, the answer is exact; if not, the decks at the bottom are guessed by `estimate`.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence
from operator import itemgetter
from time import monotonic
from typing import Any, Literal, NamedTuple

import numpy as np

from primeparlor.core import Move
from primeparlor.games.prime_duel.rules import DISCARD, KEEP, DuelRules, PrimeDuel
from primeparlor.games.prime_duel.solver.answers import Worth, analysis, verdict
from primeparlor.games.prime_duel.solver.compiled_recursion import Inside, Size, work_out
from primeparlor.games.prime_duel.solver.estimate import guessed_layer
from primeparlor.games.prime_duel.solver.plan import plan, refuse_too_large
from primeparlor.games.prime_duel.solver.recursion import (
    DECK,
    Counts,
    Layer,
    RecursionTable,
    Scores,
    SubDecks,
    count_sub_decks,
    from_table,
    last_layers,
)
from primeparlor.games.prime_duel.solver.sweep import compiled, default_bits, sweep
from primeparlor.games.prime_duel.solver.table import exact_from, full_deck_table
from primeparlor.solve import forms, solver
from primeparlor.solve.answers import Analysis, Choice, Effort, Progress, Solution
from primeparlor.solve.memory import memory_free, unless_too_much

# What is worked out while a player waits, in positions: all of them for an exact answer, or the first
# few cards before a guess.
AT_ONCE = 300_000
AHEAD = 80_000
MODEL_AT_ONCE = 8_000_000  # draws of the model times scores and decks
PATIENT = 20_000_000  # positions worked out without compiled code when an exact answer is asked for
BYTES = 25  # for each of them
COMPILED = 3_000_000_000  # positions worked out by compiled code within a deck; a sweep is better at more
STEPS = (10_000_000, 80_000_000, 640_000_000, COMPILED)  # positions, when many are refined
NUMPY_SPEED, COMPILED_SPEED = 2e6, 2e7  # positions a second, about; measured again on the way
ENOUGH = 2_000_000  # positions to measure it
BITS = {None: None, "full": 32, "small": 16}  # of a stored value, by the choice of memory
# Measured, not proven (bench/duel_loss.py, bench/duel_variants.py, bench/duel_choice.py): the error in 99 of
# 100 decisions of standard games, one larger than that of any estimate measured, variants included, and how
# many those were.
USUAL_ERROR, ERROR, MEASURED = 0.016, 0.1, 250_000


class Solver(solver.Solver[PrimeDuel]):
    """Sweeps where the generic method would need every position at once; estimates where time is short."""

    estimates = True
    proof_form = forms.NONE

    def analyse(self, state: PrimeDuel, progress: Progress | None = None, exact: bool = False) -> Analysis:
        """The worth of a position and of every choice or card, at once unless `exact` is wanted."""
        if state.ending():
            return analysis(state, Worth(0.0, {}), None)
        look = Look.at(state)
        table = full_deck_table(state.rules, progress)
        if look.is_closed and look.work()[-1] <= AT_ONCE:
            return analysis(state, look.worth(table, sum(look.counts)), None)
        if exact:
            return analysis(state, look.exact_worth(table, progress), None)
        known = look.is_closed and look.is_reshuffled
        return analysis(state, estimate(state)[0], 0.0 if known else ERROR)

    def refine(
        self, states: Sequence[PrimeDuel], effort: Effort, progress: Progress | None = None
    ) -> Iterator[tuple[PrimeDuel, Analysis]]:
        """Exact answers, easy positions first, as far as the effort goes; others are left out."""
        for look, worth in refine_worths([Look.at(state) for state in states], effort, progress):
            yield look.state, analysis(look.state, worth, None)

    def analyse_all(self, states: Sequence[PrimeDuel], progress: Progress | None = None) -> list[Analysis]:
        """Exact answers to any number of positions of one variant, by one sweep."""
        swept = sweep(states[0].rules, states, progress=progress)
        return [analysis(state, worth, None) for state, worth in zip(states, swept.answers, strict=True)]

    def choices(self, state: PrimeDuel) -> tuple[Choice, ...]:
        return self.analyse(state).moves

    def solve(
        self, rules: DuelRules, progress: Progress | None = None, memory: str | None = None
    ) -> Solution:
        """The whole game from the start, by a sweep over every deck and score."""
        swept = sweep(rules, bits=BITS[memory], progress=progress)
        value = float(swept.first[0, 0])
        wins = None if verdict(value) == "chance" else int(value)
        return Solution(verdict(value), value, True, swept.error, swept.positions, 1, wins)

    def positions(self, state: PrimeDuel) -> int:
        """How many a sweep from these scores settles: those with a first card due."""
        return plan(state.rules, (state.mine, state.theirs)).positions()

    def memory_needed(
        self,
        game: DuelRules | PrimeDuel,
        memory: str | None = None,
        choice: bool = False,
        progress: Progress | None = None,
    ) -> int:
        """How many bytes the whole game takes, or a position's exact answer; raises if they are not free.

        It also raises if a sweep would need Numba and Numba is missing. If the caller offers a choice of
        memory, the refusal suggests the smaller one when it would be enough.
        """
        if isinstance(game, DuelRules):
            todo = plan(game)
        else:
            look = Look.at(game)
            if look.way == "sweep":
                decks = count_sub_decks(look.counts) if look.is_closed else None
                todo = plan(game.rules, (game.mine, game.theirs), decks)
            else:
                is_compiled = look.way == "compiled"
                return unless_too_much(look.size.memory if is_compiled else look.work()[-1] * BYTES)
        bits = BITS[memory] or default_bits(todo)
        refuse_too_large(todo, bits, memory_free(), choice)
        compiled(todo.rules)  # before anything is announced
        return todo.memory(bits)

    def check(self, state: PrimeDuel, proof: Any) -> bool:
        """False: the tables are too large to show, and nothing less proves a chance."""
        return False


def estimate(state: PrimeDuel) -> tuple[Worth, bool]:
    """The worth of a position, looking ahead as far as is affordable, and whether that was to the end."""
    look = Look.at(state)
    depth = max(1, bisect_right(look.work(), AHEAD) - 1)
    return look.worth(full_deck_table(state.rules), depth), look.is_closed and depth >= sum(look.counts)


def refine_worths(
    looks: Sequence[Look], effort: Effort, progress: Progress | None
) -> Iterator[tuple[Look, Worth]]:
    """The exact worths of these positions as far as the effort goes, easy ones first.

    Compiled code works out the largest deck that a step allows, which brings along every position inside it:
    most of those that follow in a game. Each step is several times larger than the one before, so what is
    worked out again costs little.
    """
    closed = [look for look in looks if look.is_closed and not look.is_reshuffled]
    if not closed:
        return
    table, memory = full_deck_table(closed[0].state.rules), min(effort.memory, memory_free())
    if recursion_kernels() is None:
        for work, look in sorted(((look.work()[-1], look) for look in closed), key=itemgetter(0)):
            if work <= PATIENT and work * BYTES <= memory and work <= effort.seconds_left() * NUMPY_SPEED:
                yield look, look.worth(table, sum(look.counts), progress)
        return
    sizes = {look.state: look.size for look in closed}
    todo = sorted(
        (look for look in closed if sizes[look.state].memory <= memory), key=lambda look: sizes[look.state]
    )
    speed = COMPILED_SPEED
    for step in STEPS:
        while some := [
            look for look in todo if sizes[look.state].positions <= min(step, speed * effort.seconds_left())
        ]:
            largest, began = some[-1], monotonic()
            for look, worth in largest.compiled_worths(some, table, progress):
                todo.remove(look)
                yield look, worth
            if (positions := sizes[largest.state].positions) > ENOUGH:
                speed = positions / (monotonic() - began)


def recursion_kernels() -> Any:
    """The compiled loops of the recursion; None without Numba."""
    try:
        from primeparlor.games.prime_duel.solver import recursion_kernels
    except ImportError:
        return None
    return recursion_kernels


def smallest_unfit(state: PrimeDuel) -> int:
    """The smallest card that fits neither player."""
    return state.rules.target - min(state.scores) + 1


class Look(NamedTuple):
    """A position and the deck its next card comes from.

    Cards that fit neither player will fit nobody any more, because scores never fall. They are alike: only
    their number matters, so all of them count as the smallest one.
    """

    state: PrimeDuel
    scores: Scores
    counts: Counts  # how often each card is in the deck; of those that fit nobody, only the smallest
    merged: PrimeDuel  # the position with this deck

    @classmethod
    def at(cls, state: PrimeDuel) -> Look:
        deck = state.deck if state.card is not None else state.chances()
        alike = tuple(min(card, smallest_unfit(state)) for card in deck)
        counts = [alike.count(card) for card in range(1, state.rules.largest + 1)]
        merged = state._replace(deck=alike)
        return cls(state, Scores(state.rules, state.mine, state.theirs), counts, merged)

    def by_name(self, outcomes: Mapping[Move, float], unfit: int | None = None) -> dict[Move, float]:
        """The outcomes of the merged position with each card that fits nobody under its own name."""
        if self.state.card is not None:
            return dict(outcomes)
        unfit = unfit or smallest_unfit(self.state)
        return {card: outcomes[min(card, unfit)] for card in dict.fromkeys(self.state.chances())}

    @property
    def is_closed(self) -> bool:
        """Whether the full deck's table, in which all decks end, is exact at these scores."""
        return min(self.state.scores) >= exact_from(self.state.rules)

    @property
    def is_reshuffled(self) -> bool:
        """Whether a card of the full deck is due: the table has the value."""
        return self.state.card is None and sum(self.counts) == len(self.state.rules.full_deck)

    @property
    def risen(self) -> int:
        """How much higher both scores together may be before another card is drawn."""
        return self.state.card or 0

    @property
    def size(self) -> Size:
        """What the compiled recursion takes."""
        return Size.of(self.scores, self.counts, self.risen)

    @property
    def way(self) -> Literal["numpy", "compiled", "sweep"]:
        """How an exact answer is found: within the deck if possible, compiled if that is worth it."""
        if not self.is_closed:
            return "sweep"
        if (work := self.work()[-1]) <= AT_ONCE:
            return "numpy"
        positions, memory = self.size
        if positions <= COMPILED and memory <= memory_free() and recursion_kernels() is not None:
            return "compiled"
        return "numpy" if work <= PATIENT else "sweep"

    def reaches(self) -> list[int]:
        """How much higher the scores can be that matter when no card of the deck is missing, one, two …"""
        largest = max(card for card, count in enumerate(self.counts, 1) if count or card == 1)
        return [self.risen + largest * missing for missing in range(sum(self.counts) + 1)]

    def work(self) -> list[int]:
        """How many positions, or as good as, it takes to look no card ahead, one, two … and all."""
        by_missing = np.ones(1)
        for count in self.counts:
            by_missing = np.convolve(by_missing, np.ones(count + 1))
        rules, mine, theirs = self.scores
        reach = np.array(self.reaches()) + 1
        scores = np.minimum(reach, rules.target - mine) * np.minimum(reach, rules.target - theirs)
        return [int(n) for n in np.cumsum(by_missing * (scores + DECK))]

    def worth(self, table: RecursionTable, depth: int, progress: Progress | None = None) -> Worth:
        """The worth when so many cards are looked ahead; at a full deck it is the table's."""
        cards, reaches = sum(self.counts), self.reaches()
        decks = SubDecks.of(self.counts, depth, progress)
        if depth >= cards:
            lowest = from_table(self.scores, table)
        else:
            modelled = MODEL_AT_ONCE // (cards * len(self.counts) * self.scores.size)
            lowest = guessed_layer(self.scores, table, decks, modelled, reaches[depth])
        below, top = last_layers(self.scores, decks, lowest, reaches, progress)
        without = {card: int(to[0]) for card, _, to, _ in decks.links[-1]}
        return self._read(table, below, top, without)

    def exact_worth(self, table: RecursionTable, progress: Progress | None) -> Worth:
        """The exact worth, however long it takes."""
        if (way := self.way) == "numpy":
            return self.worth(table, sum(self.counts), progress)
        if way == "compiled":
            return self.compiled_worth(table, progress)
        rules, least = self.state.rules, (self.state.mine, self.state.theirs)
        if not self.is_closed:
            return sweep(rules, [self.state], least=least, progress=progress).answers[0]
        within = (self.counts, table)
        [worth] = sweep(rules, [self.merged], least=least, within=within, progress=progress).answers
        return worth._replace(outcomes=self.by_name(worth.outcomes))

    def compiled_worth(self, table: RecursionTable, progress: Progress | None) -> Worth:
        """The exact worth within the deck, by compiled code."""
        [(_, worth)] = self.compiled_worths([self], table, progress)
        return worth

    def compiled_worths(
        self, looks: Sequence[Look], table: RecursionTable, progress: Progress | None
    ) -> Iterator[tuple[Look, Worth]]:
        """The exact worths of those positions that are inside this one, small decks first."""
        places = [(look, inside) for look in looks if (inside := self.find_inside(look))]
        kernels, asked = recursion_kernels(), [inside for _, inside in places]
        for found in work_out(kernels, self.scores, self.counts, table, self.risen, asked, progress):
            look, layers = places[found.number][0], (found.below, found.top)
            if look.state.turn != self.state.turn:
                layers = found.below.turned, found.top.turned
            yield look, look._read(table, *layers, found.without, smallest_unfit(self.state))

    def find_inside(self, look: Look) -> Inside | None:
        """Where this position is worked out when the own deck is; None if it is not."""
        unfit, here, there = smallest_unfit(self.state), self.state.scores, look.state.scores
        higher = [after - before for before, after in zip(here, there, strict=True)]
        deck = look.state.deck if look.state.card is not None else look.state.chances()
        counts = [0] * len(self.counts)
        for card in deck:
            counts[min(card, unfit) - 1] += 1
        missing = [own - left for own, left in zip(self.counts, counts, strict=True)]
        gone = self.risen + sum(card * number for card, number in enumerate(missing, 1))
        kept = look.state.card if look.state.card and KEEP in look.state.moves() else 0
        if min(*higher, *missing) < 0 or sum(higher) + kept > gone:
            return None
        mine, theirs = higher if self.state.turn == 1 else higher[::-1]
        return Inside(counts, mine, theirs)

    def _read(
        self,
        table: RecursionTable,
        below: Layer,
        top: Layer,
        without: Mapping[int, int],
        unfit: int | None = None,
    ) -> Worth:
        """The worth, from the layer of the deck and that of the decks without one of its cards.

        There, cards from `unfit` up are counted together.
        """
        if self.state.card is not None:
            choices = self._choices(self.state.card, top, 0)
            return Worth(max(choices.values()), choices)
        outcomes: dict[Move, float] = {}
        for card, deck in without.items():
            choices = self._choices(card, below, deck)
            if not self.state.second:
                outcomes[card] = max(choices.values())
            elif KEEP in choices:
                outcomes[card] = choices[KEEP]
            else:
                outcomes[card] = 0.5 - float(below.other.first[deck, 0, 0])
        outcomes = self.by_name(outcomes, unfit)
        kind = 1 if self.state.second else 0
        if not self.is_reshuffled:
            return Worth(0.5 + float(top.mover[kind][0, 0, 0]), outcomes)
        value = float(table[kind][self.state.mine, self.state.theirs])
        # Every card is as likely. One that wins is worth 1, and what is missing the others share.
        others = [card for card in outcomes if self.state.mine + int(card) != self.state.rules.target]
        off = (value * len(outcomes) - sum(outcomes.values())) / max(1, len(others))
        return Worth(value, outcomes | {card: outcomes[card] + off for card in others})

    def _choices(self, card: int, layer: Layer, deck: int) -> dict[Move, float]:
        """The worth of keeping the card, if it fits, and of rejecting it, with this deck left."""
        rules, score = self.state.rules, self.state.mine + card
        choices: dict[Move, float] = {}
        if score == rules.target:
            choices[KEEP] = 1.0
        elif score < rules.target:
            own, others = layer.mover.first[deck, card, 0], layer.other.first[deck, 0, card]
            choices[KEEP] = 0.5 + float(own if rules.is_prime_score[score] else -others)
        choices[DISCARD] = 0.5 + float(layer.mover.second[deck, 0, 0])
        return choices
