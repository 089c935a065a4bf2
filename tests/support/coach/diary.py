"""What the tests of the diary share."""

from __future__ import annotations

import json
from datetime import date, timedelta
from pathlib import Path
from typing import Any

from primeparlor.coach.language.phrases import Asked
from primeparlor.coach.progress.diary import Diary
from primeparlor.coach.puzzles.puzzle import Puzzle
from primeparlor.notation import read_position
from support.coach.puzzles import rated

ONE, TWO = "pocket-addition one=1,9 two=2 turn=2 passes=0", "prime-climb steps=9,3 turn=2"
DAY = date(2026, 11, 17)
NOON = 1_794_916_800.0  # of some day, in UTC
HOURS, A_DAY = 3_600, 86_400


def posed(position: str = ONE, rating: float = 1000.0) -> Puzzle:
    """A puzzle in this position."""
    state = read_position(position)
    return rated(Puzzle(state, Asked("Find a move.", (state.moves()[0],))), rating)


def day(after: int) -> date:
    """So many days after the first."""
    return DAY + timedelta(days=after)


def written(path: Path | str, data: Any) -> str:
    """The path of a file with this data, or text."""
    Path(path).parent.mkdir(parents=True, exist_ok=True)
    Path(path).write_text(data if isinstance(data, str) else json.dumps(data), encoding="utf-8")
    return str(path)


def rows(diary: Diary) -> dict[str, dict[str, int]]:
    """How often in a row the replies of the openings were right."""
    return {game: {at: reply.row for at, reply in known.items()} for game, known in diary.openings.items()}


def replies(**rows: int) -> dict[str, Any]:
    """Replies as the file has them, by position."""
    return {at: {"reply": "6", "row": row} for at, row in rows.items()}


def held(path: Path | str) -> Any:
    """The data in this file."""
    return json.loads(Path(path).read_text(encoding="utf-8"))


class Told(list[str]):
    """The sentences that a diary says."""

    def diary(self, path: Path | str) -> Diary:
        """A diary that says them here."""
        return Diary(str(path), self.append)
