"""The positions of the suite as a taskset of verifiers: `vf-eval parlor_positions`."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import verifiers.v1 as vf

from primeparlor.notation import find_game, read_position
from primeparlor.players import NoAnswer
from primeparlor.players.prompt import build_position_prompt, read_answer
from primeparlor.suite import find_move, read_rows, regret

__all__ = ["PositionTaskset"]


class PositionsConfig(vf.TasksetConfig):
    """Which positions are asked about."""

    game: str = ""
    """The name of a game; all of them if it is left out."""
    show_moves: bool = False
    """Lists the legal moves in the prompt."""


class PositionData(vf.TaskData):
    """A position, as a row of the suite has it."""

    row: dict[str, Any]


class PositionTask(vf.Task[PositionData, vf.State, vf.TaskConfig]):
    """A position: the reward of an answer is 1 less what its move gives away."""

    @vf.reward
    async def kept(self, trace: vf.Trace) -> float:
        """Return the winning chance that the move keeps, of what could be kept."""
        return 1 - regret(self.data.row, self._read_move(trace))

    @vf.metric
    async def optimal(self, trace: vf.Trace) -> float:
        """Return 1 for a best move, else 0."""
        found = find_move(self.data.row, self._read_move(trace))
        return float(found is not None and found["best"])

    @vf.metric
    async def legal(self, trace: vf.Trace) -> float:
        """Return 1 for a legal move, else 0."""
        return float(find_move(self.data.row, self._read_move(trace)) is not None)

    def _read_move(self, trace: vf.Trace) -> object:
        """Return the move in the last line of the reply; None if it names none."""
        try:
            return read_answer(read_position(self.data.row["position"]), trace.last_reply)
        except NoAnswer:
            return None


class PositionTaskset(vf.Taskset[PositionTask, PositionsConfig]):
    """The suite that is shipped with Prime Parlor."""

    def load(self) -> Iterator[PositionTask]:
        """Yield a task for each position."""
        game = find_game(self.config.game).name if self.config.game else None
        for row in read_rows():
            if game in (None, row["game"]):
                state = read_position(row["position"])
                prompt = build_position_prompt(state, show_moves=self.config.show_moves)
                data = PositionData(id=row["id"], name=row["id"], prompt=prompt, row=dict(row))
                yield PositionTask(data, self.config.task)
