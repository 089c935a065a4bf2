"""Pig in words: what a hold makes, and what a roll risks."""

from __future__ import annotations

from primeparlor import messages
from primeparlor.coach.language import words
from primeparlor.coach.language.phrases import Reason, percent
from primeparlor.core import Move
from primeparlor.solve.answers import Analysis, Choice

from .rules import HOLD, Pig


class Words(words.Words[Pig]):
    """The words of a careful counter."""

    luck = "The die decided"
    puzzle_starts = ("target=10 sides=2",)  # with six sides to 20 it is always right to roll

    def reason(self, state: Pig, analysis: Analysis, choice: Choice) -> Reason:
        wins = f"you win {percent(analysis, choice)} of the time"
        held = state.score + state.points
        if choice.move == HOLD and held >= state.rules.target:
            return Reason(f"{state.score} + {state.points} = {held}: you win at once.", choice.line)
        if choice.move == HOLD:
            return Reason(f"{state.score} + {state.points} = {held} is safe; {wins}.", choice.line)
        risk = f"One roll in {state.rules.sides} costs you {state.points}"
        return Reason(f"{risk}, and the others add more; {wins}.", choice.line)

    def brief(self, state: Pig, move: Move) -> str:
        return f"{move} with {state.points} at {state.score}"

    def did(self, state: Pig, move: Move) -> str:
        return f"held {state.points}" if move == HOLD else f"rolled again with {state.points} at risk"


class Messages(messages.Messages[Pig]):
    """The messages of a careful counter."""

    def begins_turn(self, state: Pig) -> bool:
        return state.points == 0
