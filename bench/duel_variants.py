"""How far off the estimates of Prime Duel are, in variants and in positions set up by hand.

python bench/duel_variants.py     writes results/duel_variants.txt

Where the full deck's table comes from a model, it is compared too: everything else rests on it. Only the
highest scores of the standard game are swept: bench/duel_loss.py measures the positions that occur in it.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from pathlib import Path
from time import process_time

import numpy as np

from primeparlor.core import Move
from primeparlor.games.prime_duel.rules import DuelRules, PrimeDuel
from primeparlor.games.prime_duel.solver.at_the_table import USUAL_ERROR
from primeparlor.games.prime_duel.solver.sweep import Swept, sweep
from primeparlor.games.prime_duel.solver.table import exact_from, full_deck_table
from primeparlor.solve import analyse

EACH = 100  # positions: from games, set up anywhere, and set up near the target
STANDARD_FROM = 45
VARIANTS = [
    DuelRules(target=target, largest=largest, copies=copies)
    for target, largest, copies in [
        *((90, 7, 1), (100, 8, 1), (100, 9, 1), (100, 10, 1), (24, 12, 1), (50, 12, 1), (84, 12, 1)),
        *((100, 5, 2), (50, 6, 2), (100, 6, 2), (100, 7, 2), (30, 9, 2), (12, 12, 2)),
        *((30, 8, 3), (97, 6, 3), (100, 4, 4), (60, 4, 5), (50, 5, 5), (100, 3, 8)),
    ]
]


def met(rules: DuelRules) -> list[PrimeDuel]:
    """Positions of games in which every move is equally likely."""
    rng, found = random.Random(3), []
    for _ in range(60):
        state = PrimeDuel.start(rules)
        while not state.ending():
            found.append(state)
            moves: Sequence[Move] = state.chances() or state.moves()
            state = state.after(rng.choice(moves))
    return rng.sample(found, EACH)


def set_up(rules: DuelRules, least: int) -> Iterator[PrimeDuel]:
    """Decks of any size, every other one with only a few cards, and scores from `least` upwards."""
    rng = random.Random(5)
    for number in range(EACH):
        some = rng.sample(range(1, rules.largest + 1), rng.randint(1, rules.largest))
        cards = [card for card in rules.full_deck if number % 2 or card in some]
        deck = tuple(sorted(rng.sample(cards, rng.randint(1, len(cards)))))
        out = [card for card in range(1, rules.largest + 1) if deck.count(card) < rules.copies]
        card = rng.choice(out) if out and number % 3 == 0 else None
        mine, theirs = (rng.randrange(least, rules.target) for _ in range(2))
        yield PrimeDuel(rules, mine, theirs, deck, card, number % 3 == 1, 1)


def compare(rules: DuelRules, states: Sequence[PrimeDuel], swept: Swept) -> str:
    """A line that says how far off the estimates are, and the table they rest on."""
    began = process_time()
    table = full_deck_table(rules)
    made = process_time() - began
    answers = [analyse(state) for state in states]
    off = [
        abs((answer.value or 0.0) - worth.value)
        for answer, worth in zip(answers, swept.answers, strict=True)
        if answer.error
    ]
    line = f"{rules!r}: {len(off)} of {len(states)} estimated"
    if off:
        usual = np.mean(np.array(off) <= USUAL_ERROR)
        line += (
            f", {100 * usual:.1f}% of them within {USUAL_ERROR}, off by {np.median(off):.4f} (half of them),"
        )
        line += f" {max(off):.4f} (at most)"
    line += f"; table in {made:.2f} s"
    if not (least := exact_from(rules)):
        return f"{line}, exact\n"
    worst = np.abs(np.stack(table) - np.stack([swept.first, swept.second])).max()
    return f"{line}, modelled below {least}, off by {worst:.4f} (at most)\n"


def main() -> None:
    lines = []
    for rules in VARIANTS:
        near = max(0, rules.target - 2 * rules.largest)
        states = [*met(rules), *set_up(rules, 0), *set_up(rules, near)]
        lines.append(compare(rules, states, sweep(rules, states)))
        print(lines[-1], end="", flush=True)
    standard = DuelRules()
    states = list(set_up(standard, STANDARD_FROM))
    lines.append(compare(standard, states, sweep(standard, states, least=(STANDARD_FROM, STANDARD_FROM))))
    print(lines[-1], end="")
    (Path(__file__).parent / "results/duel_variants.txt").write_text("".join(lines))


if __name__ == "__main__":
    main()
