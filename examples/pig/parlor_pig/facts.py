"""What everyone at the table may see."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from primeparlor.core import Played

from .rules import Pig


def facts(state: Pig, line: Sequence[Played] = ()) -> dict[str, Any]:
    """Both scores, the points at risk, and the rolls of this turn, if known."""
    rolls: list[int] = []
    for who, move in line:
        if who is None:
            rolls.append(int(move))
        elif move == "hold":
            rolls.clear()
        if rolls[-1:] == [1]:
            rolls.clear()
    return {
        "scores": [state.one, state.two],
        "points": state.points,
        "rolls": rolls,
        "rolling": state.rolling,
    }
