"""The dialogue of any game in plain lines, which a game's terminal.py derives its own from.

A game's `Dialogue` says in its own words what the one here says for every game. It decides nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Generic, TypeVar

from primeparlor.core import Move, State
from primeparlor.terminal.drawing.lines import Facts, board, changes, text_of

if TYPE_CHECKING:
    from primeparlor.match.events import Outcome

S = TypeVar("S", bound=State)
WIDTH = 76  # of what is told in a dialogue


class Dialogue(Generic[S]):
    """What is said at the table, and the questions asked: for any game, told from its facts and its form."""

    # What the room lends: a dialogue cannot know where its game's facts and form come from.
    facts: Callable[[S], Facts]
    asked: Callable[[S], str]

    def __init__(self, game: type[S]) -> None:
        self.game = game

    # Telling

    def opening(self, start: S) -> list[str]:
        """The first lines of a game."""
        variant = " ".join(f"{key}={value}" for key, value in start.rules.changed().items())
        different = [f"A variant: {variant}."] if variant else []
        return [f"Welcome to {start.title}!", f"The aim: {start.aim.rstrip('.')}.", *different, ""]

    def standing(self, state: S) -> list[str]:
        """What somebody who comes back to the table must know, if the turn does not say it."""
        return []

    def begins_turn(self, state: S) -> bool:
        """Whether a turn begins here, and not in the middle of one that takes several events."""
        return True

    def turn(self, state: S, extra: bool) -> list[str]:
        """What stands above the prompt; the first line says whose turn it is."""
        return [f"Player {state.turn}'s turn.", *map(text_of, board(self.facts(state), WIDTH))]

    def again(self, state: S) -> list[str]:
        """What stands above the prompt when it is asked again after a refusal."""
        return []

    def fate(self, before: S, after: S, outcome: Move) -> list[str]:
        """What chance brought."""
        lines = [f"{self.game.drawn.capitalize()} for Player {before.turn}: {outcome}."]
        if after.turn == before.turn and after.moves():
            return [*lines, ""]  # the turn below tells the rest
        return [*lines, *self.changes(before, after), ""]

    def forced(self, before: S, extra: bool) -> list[str]:
        """A move that the referee plays, as there is no other."""
        lines, move = self.turn(before, extra), before.forced()
        assert move is not None
        return [*lines, f"There is only one move: {move}.", *self.moved(before, before.after(move), move)]

    def moved(self, before: S, after: S, move: Move) -> list[str]:
        """What a move has done."""
        changes = self.changes(before, after)
        ends = after.ending() or (after.chances() and not changes)
        return changes if ends else [*changes, ""]

    def changes(self, before: S, after: S) -> list[str]:
        """The facts that differ, yes or no left out: the board tells those, and what is long."""
        return changes(self.facts(before), self.facts(after))

    def refused(self, state: S, move: Move, reason: str) -> list[str]:
        """Why a well-formed move was not taken."""
        return [reason]

    def won(self, state: S, outcome: Outcome) -> list[str]:
        """The last lines of a game that ended by its rules."""
        ending = state.ending()
        return [f"Player {outcome.winner} wins: {ending.how if ending else outcome.reason}."]

    # Asking

    def prompts(self, state: S) -> Sequence[str]:
        """The questions that make up one move; most games ask one."""
        return [f"Your move ({self.asked(state)}): "]

    def asked_next(self, state: S, begun: str) -> str:
        """What is asked for, in words, when a move is begun with this."""
        return f"the rest of {begun!r}, or another move"

    def answers(self, before: S, move: Move) -> Sequence[str]:
        """What a person would have typed for this move, prompt by prompt."""
        return [str(move)]

    def typed(self, before: S, move: Move) -> list[str]:
        """The prompts of this move, each with what a person would have typed."""
        asked = zip(self.prompts(before), self.answers(before, move), strict=True)
        return [prompt + answer for prompt, answer in asked]
