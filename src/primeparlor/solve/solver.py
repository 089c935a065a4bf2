"""The default solver, for a game without one of its own: it chooses the method itself.

Backward induction answers games without chance in which no position comes twice. Where it meets fate,
or a position again, it hands over to the expectation method, which answers any small game. A folder's
`solver.py` derives a `Solver` of its own from this one: a faster method, or just a count of positions.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Generic, TypeVar

from primeparlor.core import ParlorError, State
from primeparlor.solve import forms, retrograde
from primeparlor.solve.answers import Analysis, Choice, Progress, Solution
from primeparlor.solve.forms import Form
from primeparlor.solve.memory import unless_too_much
from primeparlor.solve.retrograde import Unsuited
from primeparlor.solve.spelled import spelled

S = TypeVar("S", bound=State)


class Solver(Generic[S]):
    """Answers questions about the positions of any game.

    Rules and states are those of one game. `TooLarge` is raised for what cannot be solved here.
    """

    estimates = False  # whether it answers at once, by an estimate, unless asked to be exact
    proof_form: Form = forms.GENERIC  # of the proofs in its answers, as JSON Schema

    def __init__(self, game: type[S]) -> None:
        self.game = game

    def analyse(self, state: S, progress: Progress | None = None, exact: bool = False) -> Analysis:
        """The answer to a position; with `exact`, never an estimate, however long it takes."""
        try:
            return retrograde.analyse(state, progress, self.positions, self.spelled)
        except Unsuited:
            from primeparlor.solve import expectation  # which brings numpy

            return expectation.analyse(state, progress, self.spelled)

    def outline(self, state: S, progress: Progress | None = None) -> Analysis:
        """The answer without proof and lines, except for the first best move: enough to choose by."""
        if type(self).analyse is not Solver.analyse:  # the game has its own method, and no shortcut
            return self.analyse(state, progress)
        try:
            return retrograde.outline(state, progress, self.positions)
        except Unsuited:
            from primeparlor.solve import expectation

            return expectation.outline(state, progress)

    def analyse_all(self, states: Sequence[S], progress: Progress | None = None) -> list[Analysis]:
        """Exact answers to positions under the same rules."""
        return [self.analyse(state, progress, exact=True) for state in states]

    def choices(self, state: S) -> tuple[Choice, ...]:
        """The moves of `analyse`, without the work of proof and lines."""
        try:
            return retrograde.choices(state, self.positions)
        except Unsuited:
            from primeparlor.solve import expectation

            return expectation.choices(state)

    def solve(self, rules: Any, progress: Progress | None = None, memory: str | None = None) -> Solution:
        """The whole game under these rules; `memory` where there is a choice of methods."""
        self.refuse_choice(memory)
        start = self.game.start(rules)
        try:
            return retrograde.solve(start, progress, self.positions)
        except Unsuited:
            from primeparlor.solve import expectation

            return expectation.solve(start, progress)

    def positions(self, state: S) -> int | None:
        """About how many positions can follow, this one included; None if that is not known in advance."""
        return None

    def memory_needed(
        self, game: Any, memory: str | None = None, choice: bool = False, progress: Progress | None = None
    ) -> int:
        """About how many bytes it takes to solve this game or position; refused if they are not there.

        Where the size is not known before, this counts, and what is found is kept for the answer.
        """
        self.refuse_choice(memory)
        state = game if isinstance(game, self.game) else self.game.start(game)
        if (known := self.positions(state)) is not None:
            return unless_too_much(known * retrograde.BYTES)
        try:
            return retrograde.count(state, progress) * retrograde.BYTES
        except Unsuited:
            from primeparlor.solve import expectation

            return unless_too_much(expectation.count(state, progress) * expectation.BYTES)

    def check(self, state: S, proof: Any) -> bool:
        """Whether the proof of an answer holds, by the rules alone."""
        if isinstance(proof, dict) and "winner" in proof:
            return retrograde.check(state, proof, self.spelled)
        from primeparlor.solve import expectation

        return expectation.check(state, proof, self.spelled)

    def spelled(self, state: S) -> str:
        """The position in words: the keys of a proof."""
        return spelled(state)

    def refuse_choice(self, memory: str | None) -> None:
        """Refuse a choice of memory for a game that has none."""
        if memory is not None:
            raise ParlorError(f"There is only one way to solve {self.game.title}: leave out --memory.")
