"""What is said at the table, game by game: the wording of the books' sample dialogues.

A dialogue turns what happened into lines and asks for the next move. It decides nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Generic, TypeVar

from primeparlor import notation
from primeparlor.core import OTHER, Move, State
from primeparlor.games import NonprimeAddition, NumberMorph, PocketAddition, PrimeClimb, PrimeDuel
from primeparlor.games.prime_duel import DISCARD, KEEP
from primeparlor.match import Outcome
from primeparlor.primes import as_product

S = TypeVar("S", bound=State)


class Dialogue(Generic[S]):
    """What every game's dialogue says; each game says its own."""

    def opening(self, start: S) -> list[str]:
        """The first lines of a game."""
        return []

    def standing(self, state: S) -> list[str]:
        """What somebody who comes back to the table must know, if the turn does not say it."""
        return []

    def turn(self, state: S, extra: bool) -> list[str]:
        """What stands above the prompt; the first line says whose turn it is."""
        raise NotImplementedError

    def again(self, state: S) -> list[str]:
        """What stands above the prompt when it is asked again after a refusal."""
        return []

    def prompts(self, state: S) -> Sequence[str]:
        """The questions that make up one move; most games ask one."""
        raise NotImplementedError

    def answers(self, before: S, move: Move) -> Sequence[str]:
        """What a person would have typed for this move, prompt by prompt."""
        return [str(move)]

    def typed(self, before: S, move: Move) -> list[str]:
        """The prompts of this move, each with what a person would have typed."""
        asked = zip(self.prompts(before), self.answers(before, move), strict=True)
        return [prompt + answer for prompt, answer in asked]

    def fate(self, before: S, after: S, outcome: Move) -> list[str]:
        """What fate brought."""
        return []

    def forced(self, before: S, extra: bool) -> list[str]:
        """A pass or discard that the referee plays."""
        raise NotImplementedError

    def moved(self, before: S, after: S, move: Move) -> list[str]:
        """What a move has done."""
        raise NotImplementedError

    def refused(self, state: S, move: Move, reason: str) -> list[str]:
        """Why a well-formed move was not taken."""
        return [reason]

    def won(self, state: S, outcome: Outcome) -> list[str]:
        """The last lines of a game that ended by its rules."""
        return []


class NonprimeDialogue(Dialogue[NonprimeAddition]):
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


class MorphDialogue(Dialogue[NumberMorph]):
    def opening(self, start: NumberMorph) -> list[str]:
        begun = [f"Starting number is: {start.number}"] if start.number is not None else []
        return ["Welcome to Number Morph!", *begun]

    def fate(self, before: NumberMorph, after: NumberMorph, outcome: Move) -> list[str]:
        return [f"Starting number is: {outcome}"]

    def turn(self, state: NumberMorph, extra: bool) -> list[str]:
        return [f"Player {state.turn}, it's your turn.", f"Current number: {state.number}"]

    def prompts(self, state: NumberMorph) -> Sequence[str]:
        names = "/".join(notation.places(state))
        return [f"Enter the position to change ({names}): ", "Enter the new digit (0-9): "]

    def answers(self, before: NumberMorph, move: Move) -> Sequence[str]:
        return notation.changed(before, int(move))

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


class ClimbDialogue(Dialogue[PrimeClimb]):
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


class PocketDialogue(Dialogue[PocketAddition]):
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


class DuelDialogue(Dialogue[PrimeDuel]):
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


DIALOGUES: dict[str, Dialogue[Any]] = {
    "nonprime-addition": NonprimeDialogue(),
    "number-morph": MorphDialogue(),
    "prime-climb": ClimbDialogue(),
    "pocket-addition": PocketDialogue(),
    "prime-duel": DuelDialogue(),
}
