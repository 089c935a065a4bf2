"""A rush with puzzles that are known beforehand, and a clock that stands until it is moved on."""

from __future__ import annotations

from datetime import date
from typing import Any

from primeparlor.coach.language.phrases import Asked
from primeparlor.coach.progress.diary import Diary
from primeparlor.coach.puzzles.puzzle import Puzzle
from primeparlor.coach.training.rush import Rush
from primeparlor.core import Move
from primeparlor.notation import read_position
from primeparlor.terminal.tui.jobs import JobProgress, ReadyPuzzle
from primeparlor.terminal.tui.screens.rush.screen import RushScreen
from support.matches import Clock

TODAY = date(2026, 11, 17)
POSED: dict[str, tuple[Move, Move]] = {  # a position of each game, a right answer and a wrong one
    "nonprime-addition total=24 turn=2": (4, 8),
    "number-morph number=223 used=223 turn=1": (227, 233),
    "prime-climb steps=7,1 turn=1": (4, 2),
    "pocket-addition one=1,9 two=2 turn=2 passes=0": (5, 3),
    "prime-duel scores=31,38 deck=1,1,3,3,1,2,2,4,2,1 turn=1 card=10": ("keep", "discard"),
}
CLIMB = "prime-climb steps=7,1 turn=1"
RIGHT, WRONG = "4", "2"  # there


def posed_at(position: str, among: tuple[Move, ...] = ()) -> Puzzle:
    """A puzzle in this position, one of those above."""
    return Puzzle(read_position(position), Asked("Which is the right move?", (POSED[position][0],), among))


class Dealt(RushScreen):
    """Poses these puzzles in turn; without any, a stair again and again."""

    def __init__(self, *puzzles: Puzzle, game: str | None = None, kept: Diary | None = None) -> None:
        self.clock = Clock()
        super().__init__(game, self.clock, today=lambda: TODAY)
        self.diary = kept
        self.puzzles, self.count = puzzles or (posed_at(CLIMB),), 0

    def make_puzzle(self, rush: Rush, working: JobProgress) -> ReadyPuzzle:
        self.count += 1
        return ReadyPuzzle(
            self.puzzles[(self.count - 1) % len(self.puzzles)], f"This is reason {self.count}."
        )

    def time(self, seconds: float) -> None:
        """Let so much time pass."""
        self.clock.seconds += seconds


def rushed(room: RushScreen) -> Any:
    """The rush of a room in which there is one."""
    assert room.rush is not None
    return room.rush
