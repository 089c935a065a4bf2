"""The default solver, for a game without one of its own: it picks the method.

Backward induction answers games without chance in which no position repeats. If it meets chance or a
repeated position, the expectation method takes over, which answers any small game. A game's `solver.py`
derives its own `Solver` from this one, with a faster method or just a count of positions. A game that counts
its positions may also bring a sweep, which solves all of them at once where there are many.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Generic, TypeVar

from primeparlor.core import ParlorError, State, TooLarge
from primeparlor.solve import forms, retrograde, sweeps
from primeparlor.solve.answers import Analysis, Choice, Effort, Progress, Solution
from primeparlor.solve.cache import Recent
from primeparlor.solve.forms import Form
from primeparlor.solve.memory import unless_too_much
from primeparlor.solve.position_key import spell_position
from primeparlor.solve.retrograde import Unsuited
from primeparlor.solve.sweeps import Sweep

S = TypeVar("S", bound=State)
MOST_COUNTED = 100  # positions remembered as solvable or not

counted: Recent[State, bool] = Recent(lambda solvable: 1, MOST_COUNTED)


class Solver(Generic[S]):
    """Answers questions about the positions of any game.

    Rules and states are those of one game. Raises `TooLarge` for what cannot be solved here.
    """

    complete = False  # whether it answers every position of every variant that can be played
    estimates = False  # whether it answers with a quick estimate unless asked to be exact
    proof_form: Form = forms.GENERIC  # the form of the proofs in its answers, as JSON Schema

    def __init__(self, game: type[S]) -> None:
        self.game = game

    def analyse(self, state: S, progress: Progress | None = None, exact: bool = False) -> Analysis:
        """The answer to a position; with `exact`, never an estimate, however long it takes."""
        if (sweep := self._find_sweep(state, progress)) is not None:
            return retrograde.analyse_with(sweep, state, self.spelled)
        try:
            return retrograde.analyse(state, progress, self.positions, self.spelled)
        except Unsuited:
            from primeparlor.solve.expectation import expectation  # imported here because it needs numpy

            return expectation.analyse(state, progress, self.spelled)

    def outline(self, state: S, progress: Progress | None = None) -> Analysis:
        """The answer without proof and lines, except for the first best move: enough to choose a move."""
        if type(self).analyse is not Solver.analyse:  # the game has its own method, and no shortcut
            return self.analyse(state, progress)
        if (sweep := self._find_sweep(state, progress)) is not None:
            return retrograde.outline_with(sweep, state)
        try:
            return retrograde.outline(state, progress, self.positions)
        except Unsuited:
            from primeparlor.solve.expectation import expectation

            return expectation.outline(state, progress)

    def refine(
        self, states: Sequence[S], effort: Effort, progress: Progress | None = None
    ) -> Iterator[tuple[S, Analysis]]:
        """Exact answers to positions under the same rules that are estimated, easy ones first.

        Those that take more than this effort are left out. None by default: nothing is estimated.
        """
        yield from ()

    def analyse_all(self, states: Sequence[S], progress: Progress | None = None) -> list[Analysis]:
        """Exact answers to positions under the same rules."""
        return [self.analyse(state, progress, exact=True) for state in states]

    def choices(self, state: S) -> tuple[Choice, ...]:
        """The moves of `analyse`, without a proof or lines of play."""
        if (sweep := self._find_sweep(state)) is not None:
            return retrograde.choices_with(sweep, state)
        try:
            return retrograde.choices(state, self.positions)
        except Unsuited:
            from primeparlor.solve.expectation import expectation

            return expectation.choices(state)

    def solve(self, rules: Any, progress: Progress | None = None, memory: str | None = None) -> Solution:
        """The whole game under these rules; `memory` chooses the method in games that have several."""
        self.refuse_choice(memory)
        start = self.game.start(rules)
        if (sweep := self._find_sweep(start, progress)) is not None:
            return retrograde.solve_with(sweep, start, sweep.count_positions())
        try:
            return retrograde.solve(start, progress, self.positions)
        except Unsuited:
            from primeparlor.solve.expectation import expectation

            return expectation.solve(start, progress)

    def positions(self, state: S) -> int | None:
        """About how many positions can follow, this one included; None if that is not known in advance."""
        return None

    def sweep(self, rules: Any, progress: Progress | None = None) -> Sweep | None:
        """All positions under these rules, solved at once; None if the game has no such way."""
        return None

    def sweep_bytes(self, rules: Any) -> int | None:
        """How many bytes `sweep` takes; None if there is none."""
        return None

    def is_solvable(self, state: S) -> bool | None:
        """Whether this can be solved here; None if that is not known without counting what can follow."""
        return True if self.complete or self.estimates else counted.get(state)

    def find_solvable(self, state: S, progress: Progress | None = None) -> bool:
        """The same, counted if need be; what was found is remembered."""
        if self.estimates or state.ending():
            return True
        try:
            self.memory_needed(state, progress=progress)
        except TooLarge:
            return counted.put(state, False)
        return counted.put(state, True)

    def memory_needed(
        self, game: Any, memory: str | None = None, choice: bool = False, progress: Progress | None = None
    ) -> int:
        """About how many bytes it takes to solve this game or position; raises if that many are not free.

        If the size is not known in advance, this counts the positions and keeps them for the answer.
        """
        self.refuse_choice(memory)
        state = game if isinstance(game, self.game) else self.game.start(game)
        known, swept = self.positions(state), self.sweep_bytes(state.rules)
        if known is not None and known > sweeps.LARGE and swept is not None:
            return unless_too_much(swept)
        if known is not None:
            return unless_too_much(known * retrograde.BYTES)
        try:
            return retrograde.count(state, progress) * retrograde.BYTES
        except Unsuited:
            from primeparlor.solve.expectation import expectation

            return unless_too_much(expectation.count(state, progress) * expectation.BYTES)

    def check(self, state: S, proof: Any) -> bool:
        """Whether the proof of an answer holds, checked by the rules alone."""
        if isinstance(proof, dict) and "winner" in proof:
            return retrograde.check(state, proof, self.spelled)
        from primeparlor.solve.expectation import expectation

        return expectation.check(state, proof, self.spelled)

    def spelled(self, state: S) -> str:
        """The position in words: the keys of a proof."""
        return spell_position(state)

    def _find_sweep(self, state: S, progress: Progress | None = None) -> Sweep | None:
        """The sweep of these rules, if it is kept or many positions can follow; else None."""
        rules: Any = state.rules
        if self.sweep_bytes(rules) is None or not self._is_large(rules):
            return None
        if (found := sweeps.kept.get(rules)) is not None:
            return found
        if (self.positions(state) or 0) <= sweeps.LARGE or (made := self.sweep(rules, progress)) is None:
            return None
        return sweeps.kept.put(rules, made)

    def _is_large(self, rules: Any) -> bool:
        """Whether many positions can follow the start; counting them for each position would take long."""
        if (known := sweeps.large.get(rules)) is None:
            count = self.positions(self.game.start(rules))
            known = sweeps.large.put(rules, count is not None and count > sweeps.LARGE)
        return known

    def refuse_choice(self, memory: str | None) -> None:
        """Refuse a choice of memory for a game that has none."""
        if memory is not None:
            raise ParlorError(f"There is only one way to solve {self.game.title}: leave out --memory.")
