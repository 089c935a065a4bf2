"""Prime Climb at the terminal: the book's dialogue, and the staircase."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from primeparlor.core import PLAYERS, Move
from primeparlor.fact_words import Facts
from primeparlor.games.prime_climb.rules import PrimeClimb
from primeparlor.terminal.drawing import dialogue_base
from primeparlor.terminal.drawing.lines import Line

if TYPE_CHECKING:
    from primeparlor.match.events import Outcome

TALLEST = 12  # rows


class Dialogue(dialogue_base.Dialogue[PrimeClimb]):
    """The wording of the book's sample."""

    def opening(self, start: PrimeClimb) -> list[str]:
        return ["--- Prime Climb Game Start ---", ""]

    def turn(self, state: PrimeClimb, extra: bool) -> list[str]:
        whose = f"Player {state.turn} {'Extra ' if extra else ''}Turn:"
        return [whose, f"- Current Step: {state.mine}", f"- Opponent's Step: {state.theirs}"]

    def prompts(self, state: PrimeClimb) -> Sequence[str]:
        return [f"- Choose a number to add (1-{state.rules.largest}): "]

    def forced(self, before: PrimeClimb, extra: bool) -> list[str]:
        return [*self.turn(before, extra), "- No step is open. You pass your turn.", ""]

    def moved(self, before: PrimeClimb, after: PrimeClimb, move: Move) -> list[str]:
        step = before.mine + int(move)
        prime = " (Prime)" if before.rules.is_prime_step[step] else ""
        lines = [f"- Moved to Step {step}{prime}"]
        if after.ending():
            return lines
        return [*lines, *(["- Extra Turn Granted!"] if after.turn == before.turn else []), ""]

    def won(self, state: PrimeClimb, outcome: Outcome) -> list[str]:
        reached = f"- Reached Step {state.rules.top}! Player {outcome.winner} wins!"
        return [reached, "", "--- Game Over ---"]


def board(facts: Facts, width: int) -> list[Line]:
    """The staircase from the top down, with both tokens; prime steps carry a ◆."""
    top, steps = facts["rules"]["top"], facts["steps"]
    stairs = (top + 1) // 2 * 4 + 14 <= width and top <= 24  # only short stairs fit as stairs
    rows = _stairs(facts) if stairs else _landings(facts, width)
    waiting = " ".join(f"P{player}" for player, step in zip(PLAYERS, steps, strict=True) if step == 0)
    ground: list[Line] = [[("Step 0 ", "quiet"), (waiting, "now")]] if waiting else []
    return [*rows, *ground, [("◆ prime: another turn", "quiet")]]


def _stairs(facts: Facts) -> list[Line]:
    """Two steps a row, each row a little to the right of the one below."""
    top = facts["rules"]["top"]
    rows: list[Line] = []
    for at, first in enumerate(range(1, top + 1, 2)):
        steps = range(first, min(first + 1, top) + 1)
        treads = [piece for step in steps for piece in _step(facts, step, "─")]
        rows.append([(" " * (4 * at) + "┌", "quiet"), *treads, ("┘", "quiet")])
    return rows[::-1]


def _landings(facts: Facts, width: int) -> list[Line]:
    """As many steps a row as fit, up to ten; of a tall staircase only the rows near tokens and top."""
    top = facts["rules"]["top"]
    per_row = max(1, min(10, width // (len(str(top)) + 5)))
    rows: list[Line] = []
    near = {(max(step, 1) - 1) // per_row + d for step in (*facts["steps"], top) for d in (-1, 0, 1)}
    last = (top - 1) // per_row
    for row in reversed(range(last + 1)):
        steps = range(row * per_row + 1, min(top, (row + 1) * per_row) + 1)
        if last < TALLEST or row in near:
            rows.append([piece for step in steps for piece in _step(facts, step, " ")])
        elif rows[-1] != [("…", "quiet")]:
            rows.append([("…", "quiet")])
    return rows


def _step(facts: Facts, step: int, fill: str) -> Line:
    """A step's number, its mark if it is prime, and who stands there."""
    prime, digits = step in facts["prime_steps"], len(str(facts["rules"]["top"]))
    token = f"P{facts['steps'].index(step) + 1}" if step in facts["steps"] else fill * 2
    return [
        (fill * (digits - len(str(step))), "quiet"),
        (str(step), "mark" if prime else ""),
        ("◆" if prime else fill, "mark" if prime else "quiet"),
        (token, {"P1": "one", "P2": "two"}.get(token, "quiet")),
        (fill * 2, "quiet"),
    ]
