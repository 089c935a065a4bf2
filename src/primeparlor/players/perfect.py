"""`perfect`: plays what the coach would advise."""

from __future__ import annotations

from typing import TYPE_CHECKING

from primeparlor.coach.traps import advised
from primeparlor.core import Move, State
from primeparlor.solve import Progress, analyse, memory_needed, solver_of

if TYPE_CHECKING:
    from primeparlor.players import View


class Perfect:
    """Never gives a won position away; in a lost one sets the trap that most answers fall into."""

    def __init__(self, progress: Progress | None = None) -> None:
        self.progress = progress

    def sit_down(self, start: State) -> None:
        """Raise the sentence of `solve.TooLarge` if the game cannot be solved; what is counted is kept."""
        if not solver_of(start).estimates and not start.ending():
            memory_needed(start, progress=self.progress)

    def choose(self, view: View) -> Move:
        if len(view.moves) == 1:
            return view.moves[0]
        return advised(view.state, analyse(view.state, progress=self.progress))
