"""How far the estimates of Prime Duel are from the truth in variants, whose full deck's table is modelled.

python bench/duel_variants.py     writes results/duel_variants.txt
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from pathlib import Path

import numpy as np

from primeparlor.core import Move
from primeparlor.games.prime_duel import DuelRules, PrimeDuel
from primeparlor.solve.duel import analyse
from primeparlor.solve.duel_sweep import sweep
from primeparlor.solve.duel_table import full_deck_table

VARIANTS = [
    DuelRules(largest=12, copies=1),
    DuelRules(target=30, largest=8, copies=3),
    DuelRules(target=12, largest=12, copies=2),
    DuelRules(target=100, copies=1),
    DuelRules(target=60, largest=4, copies=5),
]


def positions(rules: DuelRules, games: int) -> list[PrimeDuel]:
    """Every position of games in which any move is as likely."""
    rng, met = random.Random(3), []
    for _ in range(games):
        state = PrimeDuel.start(rules)
        while not state.ending():
            met.append(state)
            moves: Sequence[Move] = state.chances() or state.moves()
            state = state.after(rng.choice(moves))
    return rng.sample(met, 300)


def main() -> None:
    lines = []
    for rules in VARIANTS:
        states = positions(rules, 60)
        swept = sweep(rules, states)
        answers = [analyse(state) for state in states]
        off = np.array(
            [
                abs((answer.value or 0.0) - worth.value)
                for answer, worth in zip(answers, swept.answers, strict=True)
                if not answer.exact
            ]
        )
        table, exact = full_deck_table(rules)
        lines.append(
            f"{rules!r}: {len(off)} of {len(states)} estimated, off by {np.median(off):.4f} (half of them),"
            f" {off.max():.4f} (at most); table {'exact' if exact else 'modelled'},"
            f" off by at most {np.abs(table.first - swept.first).max():.4f}\n"
        )
        print(lines[-1], end="", flush=True)
    (Path(__file__).parent / "results/duel_variants.txt").write_text("".join(lines))


if __name__ == "__main__":
    main()
