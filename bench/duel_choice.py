"""How far off the estimates of Prime Duel are where it matters: in the difference between keep and discard.

    python bench/duel_choice.py estimate FOLDER    the estimates at the table; continues if it was interrupted
    python bench/duel_choice.py sweep FOLDER       the exact values of the same decisions: one sweep, 13 GiB
    python bench/duel_choice.py variants FOLDER    both, for variants of the game
    python bench/duel_choice.py report FOLDER      writes results/duel_choice.txt
    python bench/duel_choice.py all FOLDER         one after the other

The decisions of the standard game: those met in games between levels, those met in games in which every move
is equally likely, and positions set up anywhere. The first two kinds are reachable; the last need not be.
"""

from __future__ import annotations

import argparse
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from itertools import product
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from duel_table import full_sweep
from duel_variants import VARIANTS
from primeparlor.coach.levels import WEAKER, Level
from primeparlor.games.prime_duel.habits import Habits
from primeparlor.games.prime_duel.rules import CHOICE, DISCARD, KEEP, DuelRules, PrimeDuel
from primeparlor.games.prime_duel.solver.at_the_table import estimate
from primeparlor.games.prime_duel.solver.choice_error import CARDS, SMALL, TO_TARGET
from primeparlor.games.prime_duel.solver.sweep import sweep

RULES = DuelRules()
EACH = 400  # decisions of a variant: met, and set up anywhere
KINDS = {"games between levels": 55_000, "games with random moves": 40_000, "positions set up": 35_000}
RESULTS = Path(__file__).parent / "results/duel_choice.txt"


# The decisions --------------------------------------------------------------------------------------


def decisions() -> list[tuple[str, PrimeDuel]]:
    """The decisions of every kind, each once, in an order that makes any first part of them a fair sample."""
    found: dict[PrimeDuel, str] = {}
    kinds = [met(RULES, list(product(WEAKER, WEAKER))), met(RULES, [(None, None)]), set_up(RULES)]
    for (kind, number), states in zip(KINDS.items(), kinds, strict=True):
        before = len(found)
        while len(found) < before + number:
            found.setdefault(next(states)._replace(turn=1), kind)
    rows = [(kind, state) for state, kind in found.items()]
    Random(4).shuffle(rows)
    return rows


def met(rules: DuelRules, pairings: Sequence[tuple[Level | None, Level | None]]) -> Iterator[PrimeDuel]:
    """The free decisions of games between these levels, in turn; None moves at random."""
    habits, random = Habits(PrimeDuel), Random(2)
    while True:
        for pairing in pairings:
            state = PrimeDuel.start(rules)
            while not state.ending():
                if cards := state.chances():
                    state = state.after(random.choice(cards))
                    continue
                moves = state.moves()
                if len(moves) > 1:
                    yield state
                level = pairing[state.turn - 1]
                state = state.after(
                    habits.choose(level, state, moves, random) if level else random.choice(moves)
                )


def set_up(rules: DuelRules) -> Iterator[PrimeDuel]:
    """Decks of any size, every other one with only some of the cards, and any scores that the card fits."""
    random = Random(3)
    while True:
        some = random.sample(range(1, rules.largest + 1), random.randint(1, rules.largest))
        cards = [card for card in rules.full_deck if card in some or random.random() < 0.5]
        deck = tuple(sorted(random.sample(cards, random.randint(1, len(cards)))))
        out = [card for card in range(1, rules.largest + 1) if deck.count(card) < rules.copies]
        mine, theirs = random.randrange(rules.target), random.randrange(rules.target)
        if out and mine + (card := random.choice(out)) <= rules.target:
            state = PrimeDuel(rules, mine, theirs, deck, card, False, 1)
            if state.moves() == CHOICE:
                yield state


# What is said of them, and the truth -------------------------------------------------------------------


def estimate_all(folder: Path) -> None:
    """Add the estimates of the decisions not yet in the file: keep, discard, and whether they are exact."""
    path = folder / "estimates.txt"
    done = len(path.read_text().splitlines()) if path.exists() else 0
    with path.open("a") as file:
        for _, state in decisions()[done:]:
            worth, exact = estimate(state)
            file.write(f"{worth.outcomes[KEEP]!r} {worth.outcomes[DISCARD]!r} {exact:d}\n")
            file.flush()


def sweep_all(folder: Path) -> None:
    """Write the exact values of keep and discard."""
    swept = full_sweep([state for _, state in decisions()])
    values = [[worth.outcomes[move] for move in CHOICE] for worth in swept.answers]
    np.save(folder / "exact.npy", np.array(values), allow_pickle=False)


# How far apart they are ----------------------------------------------------------------------------------


class Sample(NamedTuple):
    """Decisions that are estimated, and in which no card wins at once."""

    kinds: NDArray[np.int64]
    cards: NDArray[np.int64]  # row of the table of bounds
    needed: NDArray[np.int64]  # column
    said: NDArray[np.float64]  # keep minus discard
    true: NDArray[np.float64]
    value: NDArray[np.float64]  # how far off the value of the position is

    @property
    def error(self) -> NDArray[np.float64]:
        return np.abs(self.said - self.true)

    def part(self, chosen: Any) -> Sample:
        return Sample(*(column[chosen] for column in self))

    def bounds(self) -> NDArray[np.float64]:
        """[cards, needed]: the largest error where the difference is small, rounded up.

        Nearer the target it is at least that of farther away.
        """
        most, near = np.zeros((len(CARDS) + 1, len(TO_TARGET) + 1)), self.part(np.abs(self.said) <= SMALL)
        np.maximum.at(most, (near.cards, near.needed), near.error)
        rounded = np.ceil(most * 1000 - 1e-6) / 1000
        return np.maximum.accumulate(rounded[:, ::-1], axis=1)[:, ::-1]

    def bound(self, bounds: NDArray[np.float64]) -> NDArray[np.float64]:
        """The bound for each decision."""
        return np.where(np.abs(self.said) > SMALL, SMALL, bounds[self.cards, self.needed])


def gather(folder: Path) -> tuple[Sample, int, int]:
    """The sample, how many decisions there are in all, and how many of them look ahead to the end."""
    estimates = np.loadtxt(folder / "estimates.txt", ndmin=2)
    exact = np.load(folder / "exact.npy")[: len(estimates)]
    rows = decisions()[: len(estimates)]
    sample = Sample(
        np.array([[*KINDS].index(kind) for kind, _ in rows]),
        np.array([bisect_left(CARDS, len(state.deck)) for _, state in rows]),
        np.array([bisect_left(TO_TARGET, RULES.target - state.mine) for _, state in rows]),
        estimates[:, 0] - estimates[:, 1],
        exact[:, 0] - exact[:, 1],
        np.abs(estimates[:, :2].max(axis=1) - exact.max(axis=1)),
    )
    at_once = np.array([state.mine + int(state.card or 0) == RULES.target for _, state in rows])
    known = estimates[:, 2] == 1
    assert sample.error[known].max() < 1e-6
    return sample.part(~known & ~at_once), len(rows), int(known.sum())


def report(folder: Path) -> str:
    """The table of bounds, how often it leaves a choice open, and whether it holds for other decisions."""
    sample, number, known = gather(folder)
    bounds = sample.bounds()
    bound = sample.bound(bounds)
    wrong = sample.said * sample.true < 0
    clear = np.abs(sample.said) > bound
    half = np.arange(len(sample.said)) % 2 == 0
    one, other = sample.part(half), sample.part(~half)
    outside = other.error > other.bound(one.bounds())
    lines = [
        f"decisions                  {number:,}: "
        + ", ".join(f"{count:,} of {kind}" for kind, count in KINDS.items()),
        f"exact anyway               {known:,}",
        f"estimated, no win at once  {len(sample.said):,}",
        "difference off by          "
        + ", ".join(f"{np.quantile(sample.error, q):.4f} ({100 * q:g} %)" for q in (0.5, 0.9, 0.99, 0.999))
        + f", {sample.error.max():.4f} at most",
        f"value off by               {np.quantile(sample.value, 0.99):.4f} (99 %),"
        f" {sample.value.max():.4f} at most",
        f"the worse choice preferred {wrong.sum():,} times ({wrong.mean():.2%}),"
        f" by {np.abs(sample.said[wrong]).max():.4f} at most",
        f"above the bound            {(wrong & clear).sum()} times of {clear.sum():,}",
        "too close to call          "
        + ", ".join(f"{1 - clear[sample.kinds == at].mean():.1%} in {kind}" for at, kind in enumerate(KINDS)),
        f"bounds from every second decision hold for {1 - outside.mean():.3%} of the others",
        "",
        f"The largest error of a difference of at most {SMALL}, by cards left and by the points still needed",
        "cards left        "
        + "".join(f"{f'1 to {most}' if at == 0 else f'to {most}':>18}" for at, most in enumerate(TO_TARGET))
        + f"{'more':>18}",
    ]
    for row, most in enumerate([*map(str, CARDS), "more"]):
        cells = []
        for column in range(len(TO_TARGET) + 1):
            small = np.abs(sample.said) <= SMALL
            here = sample.part((sample.cards == row) & (sample.needed == column) & small)
            cells.append(f"{bounds[row, column]:.3f} of {len(here.said):,}")
        lines.append(
            f"{f'at most {most}' if most != 'more' else 'more':18}" + "".join(f"{cell:>18}" for cell in cells)
        )
    return "\n".join(lines) + "\n"


def measure_variants() -> str:
    """The largest error of the difference in variants, at decisions that are estimated."""
    worst, number, lines = 0.0, 0, []
    for rules in VARIANTS:
        walks, anywhere = met(rules, [(None, None)]), set_up(rules)
        found = [next(states) for states in (walks, anywhere) for _ in range(EACH)]
        states = [state for state in found if not state.after(KEEP).ending()]
        answers = [
            (worth, state, *estimate(state))
            for state, worth in zip(states, sweep(rules, states).answers, strict=True)
        ]
        errors = [
            abs(
                (said.outcomes[KEEP] - said.outcomes[DISCARD])
                - (worth.outcomes[KEEP] - worth.outcomes[DISCARD])
            )
            for worth, _, said, exact in answers
            if not exact
        ]
        number += len(errors)
        worst = max([worst, *errors])
        lines.append(f"  {rules!r}: {len(errors)} decisions, {max(errors, default=0.0):.4f} at most")
        print(lines[-1], flush=True)
    head = f"\nVariants: {number:,} decisions, off by {worst:.4f} at most"
    return "\n".join([head, *lines]) + "\n"


def variants(folder: Path) -> None:
    (folder / "variants.txt").write_text(measure_variants())


def write(folder: Path) -> None:
    text = report(folder) + (folder / "variants.txt").read_text()
    print(text, end="")
    RESULTS.write_text(text)


def main() -> None:
    steps = {"estimate": estimate_all, "sweep": sweep_all, "variants": variants, "report": write}
    parser = argparse.ArgumentParser(description="Measure the error of a choice in Prime Duel.")
    parser.add_argument("step", choices=[*steps, "all"])
    parser.add_argument("folder", type=Path, help="where the steps keep what they find")
    args = parser.parse_args()
    args.folder.mkdir(parents=True, exist_ok=True)
    for name, step in steps.items():
        if args.step in (name, "all"):
            step(args.folder)


if __name__ == "__main__":
    main()
