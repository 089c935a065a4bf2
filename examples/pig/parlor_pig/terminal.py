"""Pig at the table: what is said, and the dice of this turn in a row."""

from __future__ import annotations

from primeparlor.core import PLAYERS, Move
from primeparlor.fact_words import Facts
from primeparlor.match.events import Outcome
from primeparlor.terminal.drawing import dialogue_base
from primeparlor.terminal.drawing.lines import Line, folded, track

from .rules import HOLD, Pig

ROLLS = 12  # shown of a long turn


class Dialogue(dialogue_base.Dialogue[Pig]):
    """The words of a scorekeeper."""

    def opening(self, start: Pig) -> list[str]:
        return [f"Welcome to Pig! The first to hold {start.rules.target} points wins.", ""]

    def turn(self, state: Pig, extra: bool) -> list[str]:
        scores = f"Player 1 has {state.one}, Player 2 has {state.two}."
        return [f"Player {state.turn}'s turn. {scores}", f"At risk: {state.points}."]

    def prompts(self, state: Pig) -> list[str]:
        return ["Roll or hold? "]

    def fate(self, before: Pig, after: Pig, outcome: Move) -> list[str]:
        if outcome == 1:
            return [f"Player {before.turn} rolls a 1. {before.points or 'No'} points are lost.", ""]
        return [f"Player {before.turn} rolls {'an' if outcome in (8, 11, 18) else 'a'} {outcome}."]

    def forced(self, before: Pig, extra: bool) -> list[str]:
        return [f"That is enough: {before.score} + {before.points} points are held.", ""]

    def moved(self, before: Pig, after: Pig, move: Move) -> list[str]:
        if move != HOLD:
            return []
        return [f"Player {before.turn} holds {before.points} and has {before.score + before.points}.", ""]

    def won(self, state: Pig, outcome: Outcome) -> list[str]:
        return [f"Player {outcome.winner} wins, {max(state.one, state.two)} to {min(state.one, state.two)}."]


def board(facts: Facts, width: int) -> list[Line]:
    """The dice of this turn, and how far both players are."""
    target = facts["rules"]["target"]
    dice = [(f"[{roll}]", "now") for roll in facts["rolls"][-ROLLS:]]
    tracks = [
        track(player, min(score, target), target, width)
        for player, score in zip(PLAYERS, facts["scores"], strict=True)
    ]
    return [*folded(dice, " ", width), [(f"At risk: {facts['points']}", "quiet")], [], *tracks]
