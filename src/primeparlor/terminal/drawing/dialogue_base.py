"""The dialogue of any game in plain lines, which a game's terminal.py derives its own from.

A game's `Dialogue` says in its own words what the one here says for every game. It decides nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Generic, TypeVar

from primeparlor.core import Move, State
from primeparlor.fact_words import Facts, list_changes
from primeparlor.terminal.drawing.lines import board, text_of

if TYPE_CHECKING:
    from primeparlor.match.events import Outcome

S = TypeVar("S", bound=State)
WIDTH = 76  # of what is told in a dialogue


class Dialogue(Generic[S]):
    """The lines printed and the questions asked at a table; the default, from a game's facts and form."""

    # Set by the caller: a dialogue cannot know where its game's facts and form come from.
    facts: Callable[[S], Facts]
    asked: Callable[[S], str]
    shown: Callable[[S, Move], str] = staticmethod(lambda state, move: str(move))

    def __init__(self, game: type[S]) -> None:
        self.game = game

    # Telling

    def opening(self, start: S) -> list[str]:
        """Return the first lines of a game."""
        variant = " ".join(f"{key}={value}" for key, value in start.rules.changed().items())
        different = [f"A variant: {variant}."] if variant else []
        return [f"Welcome to {start.title}!", f"The aim: {start.aim.rstrip('.')}.", *different, ""]

    def standing(self, state: S) -> list[str]:
        """Return what a player who resumes the game must know, if the turn does not say it."""
        return []

    def turn(self, state: S, extra: bool) -> list[str]:
        """Return the lines above the prompt; the first line says whose turn it is."""
        return [f"Player {state.turn}'s turn.", *map(text_of, board(self.facts(state), WIDTH))]

    def again(self, state: S) -> list[str]:
        """Return the lines above the prompt when it is repeated after a refusal."""
        return []

    def fate(self, before: S, after: S, outcome: Move) -> list[str]:
        """Describe a chance outcome."""
        lines = [f"{self.game.drawn.capitalize()} for Player {before.turn}: {self.shown(before, outcome)}."]
        if after.turn == before.turn and after.moves():
            return [*lines, ""]  # the turn below tells the rest
        return [*lines, *self.changes(before, after), ""]

    def forced(self, before: S, extra: bool) -> list[str]:
        """Describe the only legal move, which the referee plays automatically."""
        lines, move = self.turn(before, extra), before.forced()
        assert move is not None
        return [
            *lines,
            f"There is only one move: {self.shown(before, move)}.",
            *self.moved(before, before.after(move), move),
        ]

    def moved(self, before: S, after: S, move: Move) -> list[str]:
        """Describe what a move has done."""
        changes = self.changes(before, after)
        ends = after.ending() or (after.chances() and not changes)
        return changes if ends else [*changes, ""]

    def changes(self, before: S, after: S) -> list[str]:
        """Return the facts that differ; booleans and long values are left out, as the board shows them."""
        return list_changes(self.facts(before), self.facts(after))

    def refused(self, state: S, move: Move, reason: str) -> list[str]:
        """Explain why a well-formed move is illegal."""
        return [reason]

    def won(self, state: S, outcome: Outcome) -> list[str]:
        """Return the last lines of a game that ended by its rules."""
        ending = state.ending()
        return [f"Player {outcome.winner} wins: {ending.how if ending else outcome.reason}."]

    # Asking

    def prompts(self, state: S) -> Sequence[str]:
        """Return the questions that make up one move; most games ask one."""
        return [f"Your move ({self.asked(state)}): "]

    def asked_next(self, state: S, begun: str) -> str:
        """Describe the input that completes a move which begins with `begun`."""
        return f"the rest of {begun!r}, or another move"

    def answers(self, before: S, move: Move) -> Sequence[str]:
        """Return what a person would have typed for this move, prompt by prompt."""
        return [str(move)]

    def typed(self, before: S, move: Move) -> list[str]:
        """Return the prompts of this move, each followed by what a person would have typed."""
        asked = zip(self.prompts(before), self.answers(before, move), strict=True)
        return [prompt + answer for prompt, answer in asked]
