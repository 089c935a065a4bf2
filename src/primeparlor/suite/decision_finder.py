"""Decisions that matter, found among the positions of games that are drawn.

A decision matters if some moves keep the value of the position and another loses much of it, and the error
of an estimate cannot turn that round. A win at once is left out: nobody misses it. No decision comes twice:
the same board with the same values is the same decision, whoever is to move and whatever rules make no
difference there.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from primeparlor.coach.grades import find_instant_wins, find_keeping_moves, is_too_close
from primeparlor.coach.language.phrases import AT_STAKE, Asked, stake
from primeparlor.coach.puzzles.difficulty import rate_puzzle
from primeparlor.core import State
from primeparlor.solve import Analysis, TooLarge, outline, solver_of
from primeparlor.suite.row import Decision, Worth, build_worth
from primeparlor.suite.sampler import PositionSampler

ANYWHERE = 0.25  # share of the games with estimates where any position will do; else the last, exact ones
EXAMINED = 24  # positions of a game at most


class DecisionFinder:
    """Finds decisions that matter in one game after another."""

    def __init__(self, sampler: PositionSampler) -> None:
        self.sampler = sampler
        self._seen: set[Any] = set()

    def find_decisions(self, wanted: float, estimates: bool) -> Iterator[Decision]:
        """Draw a game and yield its decisions that matter; estimates only if they are asked for."""
        positions, random = self.sampler.draw_positions(wanted), self.sampler.random
        exact_only = bool(positions) and solver_of(positions[0]).estimates and random.random() >= ANYWHERE
        if exact_only:
            positions.reverse()  # late in a game there is less to work out
        else:
            random.shuffle(positions)
        matters = False
        for state in positions[:EXAMINED]:
            if len(state.moves()) < 2 or find_instant_wins(state):
                continue
            try:
                analysis = outline(state)
            except TooLarge:
                break
            if not analysis.exact and (exact_only or not estimates):
                break
            if not has_stake(analysis):
                continue
            matters = True
            worth = build_worth(analysis)
            if (key := _build_key(state, worth)) not in self._seen:
                self._seen.add(key)
                yield Decision(state, worth, _rate(state, worth))
        self.sampler.report_use(matters)


def has_stake(analysis: Analysis) -> bool:
    """Return True if the right moves are known, and others lose something that counts."""
    if is_too_close(analysis) or len(find_keeping_moves(analysis)) == len(analysis.moves):
        return False
    return stake(analysis) > AT_STAKE


def _rate(state: State, worth: Worth) -> int:
    answers = tuple(move["move"] for move in worth["moves"] if move["best"])
    return int(rate_puzzle(state, Asked("", answers)))


def _build_key(state: State, worth: Worth) -> Any:
    """Return what two decisions have in common that are the same."""
    fields: dict[str, Any] = state._asdict()  # type: ignore[attr-defined]
    board = tuple(value for name, value in fields.items() if name not in ("rules", "turn"))
    return board, tuple((move["move"], move["value"]) for move in worth["moves"])
