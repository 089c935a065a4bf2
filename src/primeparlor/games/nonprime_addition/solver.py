"""Parity: exact answers for Nonprime Addition, all variants.

Theorem. Let a and a + 1 be numbers that may be added. Of total + a and total + a + 1 one is even,
and an even number of at least 4 is not prime: that number is safe. The even one is at least 4
whenever total + a is at least 3, and so it stays at every later, larger total. Hence nobody can be
forced to lose, and perfect play never ends.

Range. `smallest` < `largest`, so there are always two neighbours. Totals and numbers are at least
1, so total + a is below 3 only at total 1 with a = 1; there 2 and 3 serve instead, since 1 + 3 = 4,
unless `largest` is 2. Of all variants this leaves one position: total 1 with the numbers 1 and 2
(`start=1 smallest=1 largest=2`). Both make a prime: the player to move has lost.

The proof of an answer, as JSON data:

    {"verdict": "endless", "neighbours": [2, 3], "primes": [2, 4, 6]}
        of the neighbours one makes an even total of at least 4, now and ever after; the numbers in
        `primes`, and no others, make a prime now
    {"verdict": "loss", "neighbours": null, "primes": [1, 2]}
        every number makes a prime
    {"verdict": "win", "neighbours": null, "primes": []}
        the game is over: the total is a prime, and the opponent made it
"""

from __future__ import annotations

from typing import Any

from primeparlor.games.nonprime_addition.rules import NonprimeAddition, NonprimeRules
from primeparlor.primes import is_prime
from primeparlor.solve import solver
from primeparlor.solve.answers import Analysis, Choice, Progress, Solution
from primeparlor.solve.forms import closed

_NUMBERS = {"type": "array", "items": {"type": "integer"}}
PROOF = closed(
    "Two neighbouring numbers of which one is always safe, and the numbers that make a prime now.",
    {
        "verdict": {"enum": ["endless", "loss"]},
        "neighbours": {"oneOf": [{"type": "null"}, _NUMBERS | {"minItems": 2, "maxItems": 2}]},
        "primes": _NUMBERS,
    },
)


def safe(state: NonprimeAddition) -> tuple[int, ...]:
    """The numbers that do not make a prime."""
    return tuple(number for number in state.moves() if not is_prime(state.total + number))


def deadly(state: NonprimeAddition) -> tuple[int, ...]:
    """The numbers that make a prime, and so lose at once."""
    return tuple(number for number in state.moves() if is_prime(state.total + number))


def neighbours(state: NonprimeAddition) -> tuple[int, int] | None:
    """Two neighbouring numbers, one of which is safe on this and every later turn.

    The smallest such; None where there are none: total 1 with the numbers 1 and 2, or game over.
    """
    for number in state.moves()[:-1]:
        if state.total + number >= 3:
            return number, number + 1
    return None


def risk(state: NonprimeAddition) -> float:
    """The share of numbers that lose at once: the risk of a blind choice; 0 if the game is over."""
    return len(deadly(state)) / max(1, len(state.moves()))


def temptation(state: NonprimeAddition) -> dict[int, float]:
    """For each safe number, the share of the opponent's numbers that would then lose at once."""
    return {number: risk(state.after(number)) for number in safe(state)}


class Solver(solver.Solver[NonprimeAddition]):
    """Answers every position at once: the theorem is the whole table."""

    complete = True
    proof_form = PROOF

    def analyse(
        self, state: NonprimeAddition, progress: Progress | None = None, exact: bool = False
    ) -> Analysis:
        """The exact answer for this position and for each of its moves, at once."""
        pair, rows = neighbours(state), self.choices(state)
        proof = {
            "verdict": "endless" if pair else "loss" if rows else "win",
            "neighbours": pair and list(pair),
            "primes": list(deadly(state)),
        }
        line = next((row.line for row in rows if row.best), ())
        if pair:
            return Analysis("endless", None, True, None, None, rows, (), proof, line)
        if rows:
            return Analysis("loss", 0.0, True, None, 1, rows, (), proof, line)
        return Analysis("win", 1.0, True, None, 0, rows, (), proof, line)

    def choices(self, state: NonprimeAddition) -> tuple[Choice, ...]:
        primes, lost = deadly(state), neighbours(state) is None
        return tuple(
            Choice(number, "loss", 0.0, lost, 1, (number,))
            if number in primes
            else Choice(number, "endless", None, True, None, (number,))
            for number in state.moves()
        )

    def solve(
        self, rules: NonprimeRules, progress: Progress | None = None, memory: str | None = None
    ) -> Solution:
        """The whole game under these rules, at once: there is no progress to report.

        `positions` is 1: the theorem answers every later position, and there is no end of them.
        """
        self.refuse_choice(memory)
        answer = self.analyse(NonprimeAddition.start(rules))
        wins = None if answer.verdict == "endless" else 0
        return Solution(answer.verdict, answer.value, True, None, 1, 1, wins)

    def positions(self, state: NonprimeAddition) -> int:
        """1: only this position is looked at."""
        return 1

    def check(self, state: NonprimeAddition, proof: Any) -> bool:
        """Whether the proof holds, by the rules and the test for primes alone."""
        return _holds(state, proof)


def _holds(state: NonprimeAddition, proof: Any) -> bool:
    if not isinstance(proof, dict) or proof.keys() != {"verdict", "neighbours", "primes"}:
        return False
    verdict, pair, primes = proof["verdict"], proof["neighbours"], proof["primes"]
    numbers = state.moves()
    if primes != [number for number in numbers if is_prime(state.total + number)]:
        return False
    if verdict == "endless":
        return (
            isinstance(pair, list)
            and len(pair) == 2
            and all(number in numbers for number in pair)
            and pair[1] == pair[0] + 1
            and state.total + pair[0] >= 3
        )
    ending = state.ending()
    over = ending is not None and ending.winner == state.turn
    holds = over if verdict == "win" else verdict == "loss" and len(primes) == len(numbers) > 0
    return holds and pair is None
