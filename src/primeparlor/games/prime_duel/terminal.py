"""Prime Duel at the terminal: the book's dialogue, the card, both scores and the cards left."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from primeparlor.core import PLAYERS, Move
from primeparlor.fact_words import Facts
from primeparlor.games.prime_duel.rules import DISCARD, KEEP, PrimeDuel
from primeparlor.terminal.drawing import dialogue_base
from primeparlor.terminal.drawing.lines import Line, folded, track

if TYPE_CHECKING:
    from primeparlor.match.events import Outcome


class Dialogue(dialogue_base.Dialogue[PrimeDuel]):
    """The wording of the book's sample."""

    def opening(self, start: PrimeDuel) -> list[str]:
        return [f"Welcome to Prime Duel! The first to score exactly {start.rules.target} wins.", ""]

    def turn(self, state: PrimeDuel, extra: bool) -> list[str]:
        return [
            f"Player {state.turn} {'Extra ' if extra else ''}Turn:",
            f"Current Score: {state.mine}",
            f"Opponent's Score: {state.theirs}",
            f"Card drawn: {state.card}",
        ]

    def prompts(self, state: PrimeDuel) -> Sequence[str]:
        return ["Do you want to keep this card? (yes/no): "]

    def answers(self, before: PrimeDuel, move: Move) -> Sequence[str]:
        return ["yes" if move == KEEP else "no"]

    def fate(self, before: PrimeDuel, after: PrimeDuel, outcome: Move) -> list[str]:
        lines = []
        if not before.deck:
            lines = ["The deck is empty: all cards are shuffled into a new one."]
        if not before.second:
            return [*lines, ""] if lines else []  # the turn begins below
        target, card = before.rules.target, int(outcome)
        if before.mine + card > target:
            return [*lines, f"Card drawn: {card} (would pass {target}, discarded). Turn ends.", ""]
        return [*lines, f"Card drawn: {card} (must keep)", *self._scored(before, after, before.mine + card)]

    def forced(self, before: PrimeDuel, extra: bool) -> list[str]:
        return [
            *self.turn(before, extra),
            f"This card would pass {before.rules.target}. You must discard it.",
        ]

    def moved(self, before: PrimeDuel, after: PrimeDuel, move: Move) -> list[str]:
        if move == DISCARD:
            return []
        return self._scored(before, after, before.mine + int(before.card or 0))

    def _scored(self, before: PrimeDuel, after: PrimeDuel, score: int) -> list[str]:
        new = f"New Score: {score}"
        if after.ending():
            return [new]
        if after.turn == before.turn:
            return [new, "Prime number! You get an extra turn.", ""]
        return [new, "No prime number. Turn ends.", ""]

    def won(self, state: PrimeDuel, outcome: Outcome) -> list[str]:
        return [f"Exactly {state.rules.target}! Player {outcome.winner} wins the game!"]


def board(facts: Facts, width: int) -> list[Line]:
    """The card on the table, both score tracks and the counts of the cards left."""
    lines: list[Line] = []
    if facts["card"] is not None:
        lines = [[(row, "now")] for row in ("┌────┐", f"│ {facts['card']:>2} │", "└────┘")]
    for player, score in zip(PLAYERS, facts["scores"], strict=True):
        prime = " ◆ prime" if score in facts["prime_scores"] else ""
        lines.append([*track(player, score, facts["rules"]["target"], width), (prime, "mark")])
    counts = [(f"{card}×{count}", "") for card, count in enumerate(facts["deck"], 1)]
    return [*lines, [], [(f"Cards left ({sum(facts['deck'])}):", "quiet")], *folded(counts, "  ", width)]
