"""Reasons: one sentence for a position and for each of its moves, and a line of play that shows it.

Every reason comes from the exact answer, never from a guess. "You" is the player to move. The wording comes
from the game.
"""

from __future__ import annotations

from typing import Any

from primeparlor.coach.language.phrases import Reason
from primeparlor.coach.language.words import Words
from primeparlor.core import Move, State
from primeparlor.games import game_of
from primeparlor.solve.answers import Analysis


def words_of(game: State | type[State]) -> Words[Any]:
    """Return the `Words` of this game."""
    return game_of(game).part("words", Words)


def describe_variant(state: State) -> str:
    """Describe the rules that differ from the book's, as in "35 steps, 1 to 4"; "" for the standard game."""
    changed = state.rules.changed()
    return words_of(state).variant(changed) if changed else ""


def explain_position(state: State, analysis: Analysis) -> str:
    """Return one sentence about the position, addressed to the player to move."""
    words = words_of(state)
    return words.why(state, analysis) if analysis.moves else words.before_fate(state, analysis)


def explain_move(state: State, analysis: Analysis, move: Move) -> Reason:
    """Return the reason why this move is good or bad."""
    choice = next(choice for choice in analysis.moves if choice.move == move)
    return words_of(state).reason(state, analysis, choice)


__all__ = ["Reason", "describe_variant", "explain_move", "explain_position", "words_of"]
