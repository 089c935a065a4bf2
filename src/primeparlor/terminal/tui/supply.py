"""Generation of puzzles in a worker thread, one or two ahead of the player."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable
from typing import TYPE_CHECKING, NamedTuple

from primeparlor.terminal.tui.jobs import run_in_thread
from primeparlor.terminal.tui.working import JobCancelled, JobProgress

if TYPE_CHECKING:
    from primeparlor.coach.puzzles.puzzle import Puzzle

AHEAD = 2  # puzzles that are ready before they are needed
LOOKING = "Looking for a puzzle"


class ReadyPuzzle(NamedTuple):
    """A puzzle that is ready to be shown, and why its answer is right."""

    puzzle: Puzzle
    why: str


class PuzzleSupply:
    """Generates puzzles in a thread, one at a time, until it is stopped."""

    def __init__(self, show_far: Callable[[str], None]) -> None:
        self.working = JobProgress(LOOKING, show_far)
        self._ready = deque[ReadyPuzzle]()
        self._taken = asyncio.Event()

    async def run(self, make: Callable[[JobProgress], ReadyPuzzle], came: Callable[[], None]) -> None:
        """Keep some puzzles ready; `came` is called for each new one."""
        while True:
            try:
                self._ready.append(await run_in_thread(lambda: make(self.working)))
            except JobCancelled:
                return
            came()
            while len(self._ready) >= AHEAD:
                self._taken.clear()
                await self._taken.wait()

    def take(self) -> ReadyPuzzle | None:
        """Return the next puzzle, or None if none is ready."""
        self._taken.set()
        return self._ready.popleft() if self._ready else None

    def stop(self) -> None:
        """Stop generating; the puzzle in progress is dropped."""
        self.working.stop()
