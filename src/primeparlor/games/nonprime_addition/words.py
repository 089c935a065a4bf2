"""Nonprime Addition in words: what a number makes, and which answers then lose."""

from __future__ import annotations

from collections.abc import Sequence
from math import log2

from primeparlor.coach.blocks import Asked, Reason, from_1_to_5
from primeparlor.coach.lines import Name, Verb
from primeparlor.coach.words import Words as Default
from primeparlor.core import Ending, Move
from primeparlor.games.nonprime_addition.rules import NonprimeAddition
from primeparlor.games.nonprime_addition.solver import risk, temptation
from primeparlor.primes import as_product, is_prime
from primeparlor.solve.answers import Analysis, Choice, Solution

FACTORED_BELOW = 10**12  # larger totals take too long to factorise while somebody waits
TEMPTING = "Find the safe number that leaves your opponent the most losing numbers."


class Words(Default[NonprimeAddition]):
    """Safe numbers, and how many losing answers they leave."""

    verb = Verb("add", "adds", "added")

    def why(self, state: NonprimeAddition, analysis: Analysis) -> str:
        if analysis.verdict == "loss":
            return f"You lose: whatever you add to {state.total} makes a prime."
        safe = sum(choice.verdict != "loss" for choice in analysis.moves)
        one, two = analysis.proof["neighbours"]
        return (
            f"{safe} of the {len(analysis.moves)} numbers {'is' if safe == 1 else 'are'} safe; "
            f"either {one} or {two} always is, as it makes the total even."
        )

    def reason(self, state: NonprimeAddition, analysis: Analysis, choice: Choice) -> Reason:
        total = state.total + int(choice.move)
        made = f"{state.total} + {choice.move} = {total}"
        if is_prime(total):
            return Reason(f"{made} is prime: you lose at once.", (choice.move,))
        if total % 2 and total < FACTORED_BELOW:
            made = f"{state.total} + {choice.move} = {as_product(total)}"
        what = "not prime" if total % 2 else "even, so not prime"
        numbers = state.rules.choices
        deadly = sum(is_prime(total + number) for number in numbers)
        answers = f"{deadly or 'none'} of the {len(numbers)} answers {'lose' if deadly > 1 else 'loses'}"
        return Reason(f"{made} is {what}; {answers}.", (choice.move,))

    def brief(self, state: NonprimeAddition, move: Move) -> str:
        return f"{state.total} + {move} = {state.total + int(move)}"

    def won(self, state: NonprimeAddition, ending: Ending, name: Name) -> str:
        return f"{name(ending.winner)} won: {name(ending.by)} made {state.total}, a prime"

    def solved(self, solution: Solution) -> str:
        if solution.verdict == "endless":
            return "A safe number always exists: nobody can be forced to lose, and perfect play never ends."
        return super().solved(solution)

    def kind(self, state: NonprimeAddition, analysis: Analysis, kept: Sequence[Move]) -> str:
        return (
            "Every even total above 2 is safe; of the safe numbers, choose the one that leaves your opponent "
            "the most losing numbers."
        )

    def clue(self, state: NonprimeAddition, analysis: Analysis, answers: Sequence[Move]) -> str:
        if len(answers) > 1:
            return self.kind(state, analysis, answers)
        return f"It makes the total {'odd' if (state.total + int(answers[0])) % 2 else 'even'}."

    def risk(self, state: NonprimeAddition) -> float:
        """The share of numbers that lose at once: the risk of a blind choice."""
        return risk(state)

    def puzzle(self, state: NonprimeAddition, analysis: Analysis) -> Asked | None:
        """Several numbers are always safe: the right one leaves the most losing answers."""
        tempting = sorted((share, number) for number, share in temptation(state).items())
        if len(tempting) < 2 or tempting[-1][0] == tempting[-2][0]:
            return None
        return Asked(TEMPTING, (tempting[-1][1],))

    def question(self, state: NonprimeAddition, analysis: Analysis, right: int) -> str:
        return f"Find {'the only' if right == 1 else 'a'} safe number."

    def difficulty(self, state: NonprimeAddition, analysis: Analysis, right: int) -> int:
        """Odd totals have to be tested, and the larger they are, the harder that is."""
        return from_1_to_5(log2(state.total) - 4)
