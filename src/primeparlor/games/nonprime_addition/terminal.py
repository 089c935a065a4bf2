"""Nonprime Addition at the terminal: the book's dialogue, and a number line."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from primeparlor.core import OTHER, Move
from primeparlor.fact_words import Facts
from primeparlor.games.nonprime_addition.rules import NonprimeAddition
from primeparlor.terminal.drawing import dialogue_base
from primeparlor.terminal.drawing.lines import Line, folded

if TYPE_CHECKING:
    from primeparlor.match.events import Outcome

STYLES = {"▲": "now", "◆": "mark", "●": "now"}


class Dialogue(dialogue_base.Dialogue[NonprimeAddition]):
    """The wording of the book's sample."""

    def opening(self, start: NonprimeAddition) -> list[str]:
        return ["Starting Nonprime Addition Game!", *self.standing(start), ""]

    def standing(self, state: NonprimeAddition) -> list[str]:
        return [f"Running Total: {state.total}"]

    def turn(self, state: NonprimeAddition, extra: bool) -> list[str]:
        return [f"Player {state.turn}'s turn."]

    def prompts(self, state: NonprimeAddition) -> Sequence[str]:
        return [f"Choose a number to add ({state.rules.smallest}-{state.rules.largest}): "]

    def moved(self, before: NonprimeAddition, after: NonprimeAddition, move: Move) -> list[str]:
        new = f"New Total: {after.total}"
        if after.ending():
            return [new, f"{after.total} is prime!"]
        return [new, f"{after.total} is not prime.", "Game continues...", ""]

    def won(self, state: NonprimeAddition, outcome: Outcome) -> list[str]:
        return [f"Player {OTHER[state.turn]} loses.", f"Player {state.turn} wins the game!"]


def board(facts: Facts, width: int) -> list[Line]:
    """The running total between where it has been and where it can go.

    Primes are marked only where the total has passed them: which ones lie ahead is the game.
    """
    total, rules = facts["total"], facts["rules"]
    cell = len(str(total if facts["winner"] else total + rules["largest"])) + 1
    cells = max(1, width // cell)
    shown = _around(facts, cells)
    lines = folded([(word, "now") for word in f"Total {_product(facts)}".split()], " ", width)
    for at in range(0, len(shown), cells):
        numbers, marks, reach = [], [], []
        for n in shown[at : at + cells]:
            mark = _mark(n, facts)
            style = STYLES.get(mark, "quiet")
            adds = f"+{n - total}" if n and n >= total + rules["smallest"] else ""
            marks.append((mark.rjust(cell), style))
            numbers.append((str(n or "…").rjust(cell), style if n and n <= total else ""))
            reach.append((adds.rjust(cell), "quiet"))
        lines += [[], numbers, marks, reach]
    return lines


def _product(facts: Facts) -> str:
    product = " × ".join(map(str, facts["factors"]))
    return f"{facts['total']} = {product}" if len(facts["factors"]) > 1 else str(facts["total"])


def _around(facts: Facts, cells: int) -> list[int | None]:
    """The total and every choice; what lies between and behind where a row has room. None is a gap."""
    rules, total = facts["rules"], facts["total"]
    ahead: list[int | None] = []
    if not facts["winner"]:
        between = range(total + 1, total + rules["smallest"])
        choices = range(total + rules["smallest"], total + rules["largest"] + 1)
        fits = len(between) < 2 or len(between) + len(choices) < cells
        ahead = [*between, *choices] if fits else [None, *choices]
    behind = max(0, cells - 1 - len(ahead))
    return [*range(max(rules["start"], total - behind), total + 1), *ahead]


def _mark(n: int | None, facts: Facts) -> str:
    if n is None:
        return ""
    if n == facts["total"]:
        return "▲"
    if n in facts["been"]:
        return "●"
    return "◆" if n in facts["primes_passed"] else "·"
