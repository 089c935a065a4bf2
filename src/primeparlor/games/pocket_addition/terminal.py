"""Pocket Addition at the terminal: the book's dialogue, the pool and the pockets."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from primeparlor.core import PLAYERS, Move
from primeparlor.fact_words import Facts
from primeparlor.games.pocket_addition.rules import PocketAddition
from primeparlor.terminal.drawing import dialogue_base
from primeparlor.terminal.drawing.lines import STYLE, Line, labelled, track

if TYPE_CHECKING:
    from primeparlor.match.events import Outcome


class Dialogue(dialogue_base.Dialogue[PocketAddition]):
    """The wording of the book's sample."""

    def opening(self, start: PocketAddition) -> list[str]:
        return [f"Welcome to Pocket Addition! The first to make exactly {start.rules.target} wins.", ""]

    def turn(self, state: PocketAddition, extra: bool) -> list[str]:
        whose, theirs = f"Player {state.turn}'s Turn:", state.rules.total[state.theirs]
        return [whose, f"Opponent's Total Sum: {theirs}", *self.again(state)]

    def again(self, state: PocketAddition) -> list[str]:
        pool = " ".join(map(str, state.pool))
        return [f"Available Numbers: {pool}", f"Your Total Sum: {state.rules.total[state.mine]}"]

    def prompts(self, state: PocketAddition) -> Sequence[str]:
        return ["Select a number: "]

    def forced(self, before: PocketAddition, extra: bool) -> list[str]:
        target = before.rules.target
        passed = f"Cannot select any number without exceeding {target}. You pass your turn."
        return [*self.turn(before, extra), passed, ""]

    def moved(self, before: PocketAddition, after: PocketAddition, move: Move) -> list[str]:
        total = before.rules.total[before.mine] + int(move)
        return [f"Player {before.turn}'s Total Sum: {total}", ""]

    def won(self, state: PocketAddition, outcome: Outcome) -> list[str]:
        one, two = state.totals
        winner = f"Player {outcome.winner} wins the game"
        if state.rules.target in (one, two):
            return [f"{winner} immediately."]
        over = "No number fits any more." if state.pool else "The pool is empty."
        if one != two:
            return [
                over,
                f"Player 1 has a total sum of {one}, Player 2 of {two}.",
                f"{winner} with the higher total sum.",
            ]
        return [
            over,
            f"Both players have a total sum of {one}.",
            f"Player {outcome.winner} made the last valid move.",
            f"{winner} based on the tie-breaker rule.",
        ]


def board(facts: Facts, width: int) -> list[Line]:
    """The pool and both pockets with their totals."""
    rules, free = facts["rules"], facts["pool"]
    numbers = [(f"{n:>2}", "now") if n in free else (" ·", "quiet") for n in range(1, rules["largest"] + 1)]
    lines = [*labelled("Pool     ", numbers, " ", width), []]
    for player, pocket, total in zip(PLAYERS, facts["pockets"], facts["totals"], strict=True):
        held = [(f"{n:>2}", STYLE[player]) for n in pocket] or [(" –", "quiet")]
        lines.append(track(player, total, rules["target"], width))
        lines += labelled("  pocket ", held, " ", width)
    return lines
