"""A review that gets better: estimates at once, then exact values in their place, the easy ones first.

Nothing changes in games whose answers are exact anyway.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from primeparlor.coach.review.review import Review, is_known, list_positions, review
from primeparlor.core import State
from primeparlor.match import Match
from primeparlor.solve import Analysis, Effort, Progress, analyse, refine


class OutOfTime(Exception):
    """Raised inside the work when its time is over."""


class RefinedReview:
    """The review of a match by what is known so far: by estimates first, then by exact values."""

    def __init__(self, match: Match) -> None:
        self.match = match
        self._answers: dict[State, Analysis] = {}

    def estimate(self, answer: Callable[[State], Analysis] = analyse) -> Review:
        """Review the match with the answers that take no time to speak of, where there are no better ones."""

        def keep_answer(state: State) -> Analysis:
            if state not in self._answers:
                self._answers[state] = answer(state)
            return self._answers[state]

        return review(self.match, keep_answer)

    def find_answer(self, state: State) -> Analysis:
        """Return the best answer known to a position that was reviewed."""
        return self._answers[state]

    def refine(self, effort: Effort, progress: Progress | None = None) -> Iterator[Review]:
        """Yield the review again whenever more of it is exact, until the effort is spent or all of it is."""

        def report(done: int, total: int | None) -> None:
            if not effort.seconds_left():
                raise OutOfTime
            if progress:
                progress(done, total)

        asked = {state: None for state in list_positions(self.match) if self._is_estimate(state)}
        changed = False
        try:
            for state, analysis in refine([*asked], effort, report):
                self._answers[state] = analysis
                changed = True
                if analysis.moves:  # what fate may bring is not a row
                    yield self.estimate()
                    changed = False
        except OutOfTime:
            pass
        if changed:
            yield self.estimate()

    def _is_estimate(self, state: State) -> bool:
        return state in self._answers and not is_known(self._answers[state])
