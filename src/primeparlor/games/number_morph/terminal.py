"""Number Morph at the terminal: the book's dialogue, and the digits in boxes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from primeparlor.core import Move
from primeparlor.fact_words import Facts
from primeparlor.games.number_morph.form import PLACES, changed, places
from primeparlor.games.number_morph.rules import NumberMorph
from primeparlor.primes import as_product
from primeparlor.terminal.drawing import dialogue_base
from primeparlor.terminal.drawing.lines import Line, Piece, centred, folded

if TYPE_CHECKING:
    from primeparlor.match.events import Outcome

SHORT = dict(zip(PLACES, ("U", "T", "H", "Th", "TTh", "HTh", "M"), strict=True))
LONGEST_TRAIL = 12  # rows
NOT_YET = "The first number is not drawn yet."


class Dialogue(dialogue_base.Dialogue[NumberMorph]):
    """The wording of the book's sample, which asks for a place and then for its digit."""

    def opening(self, start: NumberMorph) -> list[str]:
        begun = [f"Starting number is: {start.number}"] if start.number is not None else []
        return ["Welcome to Number Morph!", *begun]

    def fate(self, before: NumberMorph, after: NumberMorph, outcome: Move) -> list[str]:
        return [f"Starting number is: {outcome}"]

    def turn(self, state: NumberMorph, extra: bool) -> list[str]:
        return [f"Player {state.turn}, it's your turn.", f"Current number: {state.number}"]

    def prompts(self, state: NumberMorph) -> Sequence[str]:
        names = "/".join(places(state))
        return [f"Enter the position to change ({names}): ", "Enter the new digit (0-9): "]

    def asked_next(self, state: NumberMorph, begun: str) -> str:
        return f"the new digit of the {begun} (0-9), or another place"

    def answers(self, before: NumberMorph, move: Move) -> Sequence[str]:
        return changed(before, int(move))

    def moved(self, before: NumberMorph, after: NumberMorph, move: Move) -> list[str]:
        return [f"New number formed: {move}", f"{move} is a prime number. Turn complete.", ""]

    def refused(self, state: NumberMorph, move: Move, reason: str) -> list[str]:
        if not state.is_attempt(move):
            return [reason]
        new = f"New number formed: {move}"
        if move in state.rules.index:
            return [new, f"{move} has already been used. Try again."]
        return [new, f"{move} is not a prime number. Try again.", as_product(int(move))]

    def won(self, state: NumberMorph, outcome: Outcome) -> list[str]:
        return [f"No valid moves left. Player {outcome.winner} wins!"]


def board(facts: Facts, width: int) -> list[Line]:
    """The digits in boxes and the trail of used primes."""
    if facts["number"] is None:
        return folded([(word, "quiet") for word in NOT_YET.split()], " ", width)
    used = [(str(prime), "mark") for prime in facts["used"]]
    set_up, played = used[: len(used) - facts["in_order"]], used[len(used) - facts["in_order"] :]
    trail = [*folded(set_up, " ", width), *_in_order(played, bool(set_up), width)]
    earlier: list[Line] = [[("…", "quiet")]] if len(trail) > LONGEST_TRAIL else []
    counted: Line = [(f"Used ({len(used)}):", "quiet")]
    return [*_boxes(str(facts["number"]), width), [], counted, *earlier, *trail[-LONGEST_TRAIL:]]


def _in_order(played: Sequence[Piece], goes_on: bool, width: int) -> list[Line]:
    """The primes in the order played; an arrow leads to the first from what was set up."""
    rows = folded(played, " → ", width - 2 * goes_on)
    return [[("→ " if row is rows[0] else "  ", "quiet"), *row] for row in rows] if goes_on else rows


def _boxes(figures: str, width: int) -> list[Line]:
    names: Sequence[str] = PLACES[: len(figures)][::-1]
    cells = [max(len(name), 5) for name in names]
    if sum(cells) + 2 * (len(cells) - 1) > width:
        names, cells = [SHORT[name] for name in names], [5] * len(names)
    return [
        centred(["┌───┐"] * len(cells), cells, "now"),
        centred([f"│ {figure} │" for figure in figures], cells, "now"),
        centred(["└───┘"] * len(cells), cells, "now"),
        centred(names, cells, "quiet"),
    ]
