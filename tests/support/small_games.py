"""Small games for tests of the general solver: webs drawn by hand, and their exact values."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import product
from typing import NamedTuple, Self, TypeAlias

from primeparlor.core import Ending, Move, Player, Range, Rules, State

Knot: TypeAlias = tuple[
    int, tuple[int, ...]
]  # who acts (0 is fate; -1 or -2: that player has won), and what follows
Web: TypeAlias = tuple[Knot, ...]
WON_1: Knot = (-1, ())
WON_2: Knot = (-2, ())


class WebRules(Rules):
    """Rules that name their web by a number, as rules hold numbers only."""

    numbers = {"number": Range(0, 0, 1_000_000)}
    webs: list[Web] = []
    number: int

    def prepare(self) -> None:
        self.web = self.webs[self.number]


class _Knots(NamedTuple):
    rules: WebRules
    at: int


class Strand(_Knots, State):
    """A game drawn by hand. Fate's outcomes and moves name the knot they lead to, moves with a letter."""

    __slots__ = ()
    name, title = "web", "Web"
    Rules = WebRules

    @classmethod
    def start(cls, rules: WebRules | None = None) -> Self:
        return cls(rules or WebRules(), 0)

    @property
    def turn(self) -> Player:
        return 2 if self.rules.web[self.at][0] in (2, -2) else 1

    def chances(self) -> Sequence[Move]:
        who, there = self.rules.web[self.at]
        return there if who == 0 else ()

    def moves(self) -> Sequence[Move]:
        who, there = self.rules.web[self.at]
        return [f"{letter}{knot}" for letter, knot in zip("abcdef", there, strict=False)] if who > 0 else ()

    def after(self, move: Move) -> Self:
        return self._replace(at=move if isinstance(move, int) else int(move[1:]))

    def ending(self) -> Ending | None:
        who = self.rules.web[self.at][0]
        return None if who >= 0 else Ending(self.turn, "arrived", self.turn)


def web(*knots: Knot, at: int = 0) -> Strand:
    """The game drawn by these knots."""
    if knots not in WebRules.webs:
        WebRules.webs.append(knots)
    return Strand(WebRules(number=WebRules.webs.index(knots)), at)


def guarantees(knots: Web) -> list[tuple[Fraction, Fraction]]:
    """What Player 1 and Player 2 can each secure at every knot, found by trying all pairs of plans."""
    plans = {player: list(_plans(knots, player)) for player in (1, 2)}
    chances = [[_arrivals(knots, one | two) for two in plans[2]] for one in plans[1]]
    found = []
    for at in range(len(knots)):
        first = max(min(pair[at][0] for pair in row) for row in chances)
        second = max(min(row[k][at][1] for row in chances) for k in range(len(plans[2])))
        found.append((first, second))
    return found


def _plans(knots: Web, player: int) -> Iterator[dict[int, int]]:
    """Every way to choose one strand at each knot of the player."""
    mine = [at for at, (who, _) in enumerate(knots) if who == player]
    for chosen in product(*(sorted(set(knots[at][1])) for at in mine)):
        yield dict(zip(mine, chosen, strict=True))


def _arrivals(knots: Web, plan: Mapping[int, int]) -> list[tuple[Fraction, Fraction]]:
    """The chances that Player 1 and that Player 2 wins."""
    after = [(plan[at],) if at in plan else there for at, (_, there) in enumerate(knots)]
    found = []
    for winner in (-1, -2):
        hopeful = {at for at, (who, _) in enumerate(knots) if who == winner}
        while more := {at for at, there in enumerate(after) if hopeful & {*there}} - hopeful:
            hopeful |= more
        found.append(_reached(knots, after, winner, sorted(hopeful)))
    return list(zip(*found, strict=True))


def _reached(knots: Web, after: Sequence[tuple[int, ...]], winner: int, hopeful: list[int]) -> list[Fraction]:
    """The chance of arriving from each knot, by substituting one equation after another."""
    forms: dict[int, dict[int, Fraction]] = {}  # -1 is the constant
    for at in hopeful:
        share = Fraction(1, max(1, len(after[at])))
        forms[at] = {-1: Fraction(knots[at][0] == winner)}
        for there in after[at]:
            if there in hopeful:
                forms[at][there] = forms[at].get(there, Fraction(0)) + share
    for at in hopeful:
        own = forms[at].pop(at, Fraction(0))
        forms[at] = {there: part / (1 - own) for there, part in forms[at].items()}
        for form in forms.values():
            if times := form.pop(at, None):
                for there, part in forms[at].items():
                    form[there] = form.get(there, Fraction(0)) + times * part
    return [forms[at][-1] if at in forms else Fraction(0) for at in range(len(knots))]
