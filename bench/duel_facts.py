"""Facts about solved Prime Duel, for people: every figure comes from the table and one exact sweep.

python bench/duel_facts.py      one sweep; writes results/duel_facts.txt
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from duel_table import full_sweep
from primeparlor.core import Move
from primeparlor.games.prime_duel.rules import DISCARD, KEEP, DuelRules, PrimeDuel
from primeparlor.games.prime_duel.solver.answers import Worth
from primeparlor.games.prime_duel.solver.recursion import RecursionTable
from primeparlor.games.prime_duel.solver.table import full_deck_table

RULES = DuelRules()
TARGET, CARDS = RULES.target, range(1, RULES.largest + 1)
Policy: TypeAlias = Callable[[int, int], bool]  # own score, card that fits: keep it?


class Decision(NamedTuple):
    policy: str
    game: int
    state: PrimeDuel
    kept: bool


# What a score is worth with a fresh deck --------------------------------------------------------


def added(table: RecursionTable) -> NDArray[np.float64]:
    """[score, theirs]: the winning chance of a player who has just reached a score."""
    passed = 1 - table.first.T
    return np.where(np.array(RULES.is_prime_score[:TARGET])[:, None], table.first, passed)


def alike(score: int) -> slice:
    """The other player's scores in a close game."""
    return slice(max(0, score - 8), min(TARGET, score + 9))


def keep_table(table: RecursionTable) -> list[list[int]]:
    """By own score: the cards to keep when the deck is fresh and the other player's score is close."""
    kept = added(table)
    return [
        [
            card
            for card in CARDS
            if score + card == TARGET
            or (
                score + card < TARGET
                and kept[score + card, alike(score)].mean() >= table.second[score, alike(score)].mean()
            )
        ]
        for score in range(TARGET)
    ]


# Policies a person can follow ------------------------------------------------------------------


def policies(table: RecursionTable) -> dict[str, Policy]:
    to_keep = keep_table(table)

    def prime_or_won(score: int, card: int) -> bool:
        return score + card == TARGET or bool(RULES.is_prime_score[score + card])

    return {
        "keep whatever fits": lambda score, card: True,
        "keep what makes a prime or 50": prime_or_won,
        "the same, and an 8, 9 or 10 up to 42": lambda score, card: (
            prime_or_won(score, card) or (card >= 8 and score + card <= 42)
        ),
        "the keep-table": lambda score, card: card in to_keep[score],
    }


def games(policies: Mapping[str, Policy], number: int) -> Iterator[Decision]:
    """The free decisions of games in which both seats follow the same policy."""
    for name, keeps in policies.items():
        for seed in range(number):
            rng, state = random.Random(seed), PrimeDuel.start(RULES)
            while not state.ending():
                if cards := state.chances():
                    state = state.after(rng.choice(cards))
                    continue
                free = len(state.moves()) == 2
                kept = free and keeps(state.mine, state.card or 0)
                if free:
                    yield Decision(name, seed, state, kept)
                state = state.after(KEEP if kept else DISCARD)


def fresh() -> list[PrimeDuel]:
    """Every free decision on the first card of a fresh deck."""
    states = []
    for card in CARDS:
        deck = list(RULES.full_deck)
        deck.remove(card)
        states += [
            PrimeDuel(RULES, mine, theirs, tuple(deck), card, False, 1)
            for mine in range(TARGET - card)
            for theirs in range(TARGET)
        ]
    return states


# The report -------------------------------------------------------------------------------------


def gain(outcomes: Mapping[Move, float]) -> float:
    """How much better it is to keep."""
    return outcomes[KEEP] - outcomes[DISCARD]


def waiting(table: RecursionTable) -> Iterator[str]:
    """The scores to wait on when the other player is to move somewhere in the forties.

    Prime scores are left out: a player who makes one moves again, and waits there only after a failed turn.
    """
    chance = 1 - table.first[40:].mean(axis=0)
    scores = [score for score in range(TARGET) if not RULES.is_prime_score[score]]
    order = sorted((score for score in scores if score >= 30), key=lambda score: -chance[score])
    yield "Scores to wait on (chance with the other player to move at 40 to 49, fresh deck), best first:"
    yield "  " + "  ".join(f"{score}: {chance[score]:.3f}" for score in order)
    worse = [str(score) for lower, score in pairwise(scores) if chance[score] < chance[lower]]
    yield f"Scores on which it is worse to wait than on the next lower: {', '.join(worse) or 'none'}"


def primes(states: Sequence[PrimeDuel], answers: Sequence[Worth]) -> Iterator[str]:
    """When to refuse a prime."""
    cases: dict[tuple[int, int], list[float]] = {}
    refused: dict[tuple[int, int], list[float]] = {}
    for state, worth in zip(states, answers, strict=True):
        score = state.mine + (state.card or 0)
        if RULES.is_prime_score[score]:
            cases.setdefault((state.mine, score), []).append(gain(worth.outcomes))
            if gain(worth.outcomes) < 0:
                refused.setdefault((state.mine, score), []).append(gain(worth.outcomes))
    all_cases, all_refused = (sum(map(len, some.values())) for some in (cases, refused))
    yield f"Refusing a prime is right in {all_refused:,} of {all_cases:,} first decisions on a fresh deck:"
    for (mine, score), losses in sorted(refused.items()):
        against = len(cases[mine, score])
        yield (
            f"  from {mine} to {score}: against {len(losses)} of {against} scores,"
            f" keeping gives away up to {-min(losses):.4f}"
        )


def losses(decisions: Sequence[Decision], answers: Sequence[Worth]) -> Iterator[str]:
    """What each policy loses per seat and game."""
    yield "What policies lose against perfect play (a seat, a game; 95 %):"
    for name in dict.fromkeys(decision.policy for decision in decisions):
        per_game: dict[int, float] = {}
        for decision, worth in zip(decisions, answers, strict=True):
            if decision.policy == name:
                lost = worth.value - worth.outcomes[KEEP if decision.kept else DISCARD]
                per_game[decision.game] = per_game.get(decision.game, 0.0) + lost / 2
        sample = np.array([*per_game.values()])
        wide = 1.96 * sample.std(ddof=1) / len(sample) ** 0.5
        yield f"  {name}: {sample.mean():.4f} ± {wide:.4f} in {len(sample):,} games"


def in_rows(table: RecursionTable) -> Iterator[str]:
    yield "The keep-table: with this score, keep these cards (others are refused; close game, fresh deck):"
    for score, cards in enumerate(keep_table(table)):
        yield f"  {score:2}: {' '.join(map(str, cards)) or '-'}"


def questions(number: int = 5_000) -> tuple[list[PrimeDuel], list[Decision]]:
    """The questions for the sweep: the start, fresh decks, and the policies' decisions."""
    table = full_deck_table(RULES)
    return [PrimeDuel.start(RULES), *fresh()], list(games(policies(table), number))


def report(states: Sequence[PrimeDuel], decisions: Sequence[Decision], answers: Sequence[Worth]) -> str:
    table = full_deck_table(RULES)
    start, *on_fresh = answers[: len(states)]
    of_games = answers[len(states) :]
    first_cards = "  ".join(f"{card}: {value:.4f}" for card, value in start.outcomes.items())
    keeps = np.mean([gain(worth.outcomes) > 0 for worth in on_fresh])
    lines = [
        f"Player 1 wins {start.value:.6f} of perfect games: the first move is worth {start.value - 0.5:.6f}.",
        f"By the first card drawn: {first_cards}",
        f"Keeping is right in {keeps:.1%} of all free decisions on a fresh deck's first card.",
        "",
        *waiting(table),
        "",
        *primes(states[1:], on_fresh),
        "",
        *losses(decisions, of_games),
        "",
        *in_rows(table),
    ]
    return "\n".join(lines) + "\n"


def main() -> None:
    states, decisions = questions()
    swept = full_sweep([*states, *(decision.state for decision in decisions)])
    text = report(states, decisions, swept.answers)
    print(text, end="")
    (Path(__file__).parent / "results/duel_facts.txt").write_text(text)


if __name__ == "__main__":
    main()
