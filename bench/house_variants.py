"""Variants with a fair fight, for the menu, chosen by the solver.

python bench/house_variants.py

For each variant: how many positions can arise, how many moves best play lasts, which first moves win,
`lost` (share of the decisions where the player to move has already lost), `matter` (share where some moves
win and some lose), `blind` (Player 1's chance when both choose at random). Ranked by

    fight = 4 × lost × matter × share of first moves that lose

which is 1 when half of all decisions are lost, the move decides in the other half, and no first move wins.
"""

from __future__ import annotations

from typing import NamedTuple

from primeparlor.core import Move, State
from primeparlor.games import PocketAddition, PrimeClimb
from primeparlor.solve import retrograde

LONG_ENOUGH, SHORT_ENOUGH = 8, 60  # moves in a game
SMALL_ENOUGH = 20_000  # positions: few enough to answer at once
SHOWN = 3


class Variant(NamedTuple):
    start: State
    positions: int
    plies: int
    winning: list[Move]
    lost: float
    matter: float
    blind: float

    @property
    def fight(self) -> float:
        return 4 * self.lost * self.matter * (1 - len(self.winning) / len(self.start.moves()))

    def __str__(self) -> str:
        numbers = " ".join(f"{key}={n}" for key, n in self.start.rules.values().items())
        opening = f"{len(self.winning)} of {len(self.start.moves())} first moves win {self.winning}"
        shares = f"lost {self.lost:.0%}, matter {self.matter:.0%}, blind {self.blind:.0%}"
        return f"{numbers:22} {self.positions:6,} positions, {self.plies:2} moves, {shares}; {opening}"


def measured(start: State) -> Variant:
    """The figures of a variant."""
    table: retrograde.Table = {}
    retrograde._fill(start, table, None, retrograde.unknown)
    choices = lost = matter = 0
    blind: dict[State, float] = {}
    for state, value in table.items():  # every position after all that can follow it
        if ending := state.ending():
            blind[state] = float(ending.winner == 1)
            continue
        moves = state.moves()
        blind[state] = sum(blind[state.after(move)] for move in moves) / len(moves)
        if len(moves) > 1:
            choices += 1
            lost += value < 0
            matter += min(retrograde._values(state, table)) < 0 < value
    answer = retrograde.analyse(start)
    winning = [row.move for row in answer.moves if row.verdict == "win"]
    plies = answer.plies or 0
    return Variant(start, len(table), plies, winning, lost / choices, matter / choices, blind[start])


def show(title: str, standard: State, starts: list[State]) -> None:
    """Print the standard game and the best variants, one for each number of choices."""
    print(title)
    book = measured(standard)
    print(f"  standard {book.fight:.2f}  {book}")
    variants = [v for v in map(measured, starts) if LONG_ENOUGH <= v.plies <= SHORT_ENOUGH]
    best: dict[int, Variant] = {}
    for variant in sorted(variants, key=lambda v: -v.fight):
        if variant.positions <= SMALL_ENOUGH:
            best.setdefault(variant.start.rules.values()["largest"], variant)
    for variant in list(best.values())[:SHOWN]:
        print(f"  fight    {variant.fight:.2f}  {variant}")


def main() -> None:
    climbs: list[State] = [
        PrimeClimb.start(PrimeClimb.Rules(top=top, largest=largest))
        for largest in range(2, 10)
        for top in (*range(20, 60, 5), *range(60, 101, 10))
    ]
    pockets: list[State] = [
        PocketAddition.start(PocketAddition.Rules(target=target, largest=largest))
        for largest in range(7, 11)
        for target in range(largest + 4, 36)
    ]
    show("Prime Climb", PrimeClimb.start(), climbs)
    show("Pocket Addition", PocketAddition.start(), pockets)


if __name__ == "__main__":
    main()
