"""Endpoints of today, puzzles, rush and reviews of a record: workers compute, nothing is stored.

The name of a puzzle is its position in letters that fit into a URL; its answer is computed again.
"""

from __future__ import annotations

import asyncio
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections import OrderedDict
from datetime import UTC, datetime
from typing import Any

from primeparlor.core import TooLarge
from primeparlor.web.api.bodies import (
    LONGEST_MOVE,
    LONGEST_POSITION,
    YES_NO,
    Schema,
    check_type,
    malformed,
    one_of,
    read_bytes,
    record,
    text,
    whole,
)
from primeparlor.web.api.calls import THOUGHTS, Asked, Call, Does
from primeparlor.web.api.days import read_day
from primeparlor.web.errors import Refused
from primeparlor.web.tables.create import check_size
from primeparlor.web.tables.shielding import shielded
from primeparlor.web.threads import LARGE, apart

SECONDS = {
    "today": 30.0,
    "puzzle": 15.0,
    "answer": 15.0,
    "clue": 15.0,
    "judge": 15.0,
    "review": 60.0,
    "progress": 30.0,
}
MISTAKE, FRESH = "m", "p"  # first letter of a puzzle's name
DAYS = 40  # cached
MOST_SEEN = 500
MOST_TRIED = 100
MOST_LINES = 20_000  # of a record: more than a meaningful record of the largest size has

WANTED = record(
    {},
    {
        "game": text(100),
        "ratings": {
            "type": "object",
            "description": "Those of your progress: the puzzle is one you can solve.",
        },
        "position": text(LONGEST_POSITION) | {"description": "A puzzle here, one that comes back."},
        "mistake": YES_NO | {"description": "The position is one where you made a mistake."},
        "rush": whole(0, 10_000) | {"description": "Which puzzle of a rush this is, from 0 on."},
        "seen": {
            "type": "array",
            "maxItems": MOST_SEEN,
            "items": text(LONGEST_POSITION),
            "description": "Positions that are not asked again, whoever is to move: just seen, or waiting.",
        },
    },
)
ANSWER = record({}, {"move": text(LONGEST_MOVE), "show": YES_NO})
TRIED: Schema = {
    "type": "array",
    "maxItems": MOST_TRIED,
    "items": text(LONGEST_MOVE),
    "description": "Moves that were tried and are wrong: no hint names them again.",
}
CLUE = record({"step": whole(1, 5)}, {"tried": TRIED})
JUDGE = record({"position": text(LONGEST_POSITION), "move": text(LONGEST_MOVE)})


# Names of puzzles -----------------------------------------------------------------------------------------


def name_of(position: str, mistake: bool) -> str:
    """Encode a position as the name of its puzzle."""
    coded = urlsafe_b64encode(position.encode()).decode().rstrip("=")
    return f"{MISTAKE if mistake else FRESH}{coded}"


def read_name(name: str) -> tuple[str, bool]:
    """Decode a puzzle's name into its position and whether it practises a mistake."""
    kind, coded = name[:1], name[1:]
    try:
        padded = coded + "=" * (-len(coded) % 4)
        position = urlsafe_b64decode(padded.encode("ascii")).decode("ascii")
        valid = kind in (MISTAKE, FRESH) and name == name_of(position, kind == MISTAKE)
    except ValueError:  # not base64, or not text
        valid = False
    if not valid or len(position) > LONGEST_POSITION:
        raise Refused(404, "no puzzle", "There is no puzzle of this name.")
    return position, kind == MISTAKE


def named(made: dict[str, Any]) -> dict[str, Any]:
    """Replace the puzzle's `mistake` with its name."""
    mistake = made.pop("mistake")
    return {"puzzle": name_of(made["position"], mistake)} | made


# Endpoints ------------------------------------------------------------------------------------------------


async def think(asked: Asked, task: str, **data: Any) -> dict[str, Any]:
    """Run a task in a worker; reject a position of a variant too large to play first."""
    if "position" in data:
        check_size(data["position"])
    return await asked.rooms.hall.house.ask(task, seconds=SECONDS[task], **data)


class Days:
    """Cache of the daily puzzles, computed once per date for all clients."""

    def __init__(self) -> None:
        self._found: OrderedDict[str, asyncio.Task[dict[str, Any]]] = OrderedDict()

    async def of(self, asked: Asked) -> dict[str, Any]:
        """Return the puzzles and the duel of the date in the query; without one, of today in UTC."""
        text = asked.query("date")
        day = (datetime.now(UTC).date() if text is None else read_day(text)).isoformat()
        task = self._found.get(day)
        if task is None or (task.done() and (task.cancelled() or task.exception() is not None)):
            task = self._found[day] = asyncio.create_task(think(asked, "today", day=day))
        self._found.move_to_end(day)
        while len(self._found) > DAYS:
            self._found.popitem(last=False)
        found = await shielded(task)
        puzzles = {"puzzle": named({**found["puzzle"]}), "more": [named({**each}) for each in found["more"]]}
        return found | puzzles


async def pose(asked: Asked) -> dict[str, Any]:
    """Return a puzzle."""
    return named(await think(asked, "puzzle", **await asked.data()))


async def answer(asked: Asked) -> dict[str, Any]:
    """Check an answer to a puzzle, or show the solution."""
    position, mistake = read_name(asked.path["puzzle"])
    data = await asked.data()
    if ("move" in data) == bool(data.get("show")):
        raise malformed("Send either a move or show: true.")
    return await think(asked, "answer", position=position, mistake=mistake, **data)


async def hint(asked: Asked) -> dict[str, Any]:
    """Return one hint of a puzzle."""
    position, mistake = read_name(asked.path["puzzle"])
    return await think(asked, "clue", position=position, mistake=mistake, **await asked.data())


async def judge(asked: Asked) -> dict[str, Any]:
    """Return what a move is worth."""
    return await think(asked, "judge", **await asked.data())


async def review(asked: Asked) -> dict[str, Any]:
    """Return the review of the record in the body, which is not stored."""
    answers = asked.query("answers") == "1"
    check_type(asked.request, JSONL)
    body: bytes = await asked.in_time(read_bytes(asked.request, asked.rooms.limits.record))
    lines = await apart(len(body) > LARGE, _lines, body)
    return await think(asked, "review", lines=lines, answers=answers) | {"table": None}


def _lines(body: bytes) -> list[str]:
    if body.count(b"\n") > MOST_LINES:
        raise TooLarge(
            f"This record is too long to be reviewed here: a record may have at most {MOST_LINES:,} lines."
        )
    try:
        return body.decode().split("\n")
    except UnicodeDecodeError:
        raise malformed("A record is text in UTF-8.") from None


JSONL = "application/jsonl"
PUZZLE = "/api/puzzles/{puzzle}"


def calls() -> list[Call]:
    """Return the endpoints of puzzles and records."""
    spends, days, answers = (THOUGHTS,), {"date": text(10)}, {"answers": one_of("0", "1")}

    def sent(path: str, does: Does, told: str, answer: str, body: Schema, **more: Any) -> Call:
        return Call("POST", path, does, told, answer, body, spends=spends, **more)

    return [
        Call("GET", "/api/today", Days().of, "What a date brings.", "Today", spends=spends, queries=days),
        sent("/api/puzzles", pose, "A puzzle.", "Puzzle", WANTED),
        sent(f"{PUZZLE}/answer", answer, "Answer it.", "Verdict", ANSWER),
        sent(f"{PUZZLE}/hint", hint, "A hint.", "Clue", CLUE),
        sent("/api/judge", judge, "What a move is worth.", "Judged", JUDGE),
        sent(
            "/api/review",
            review,
            "The review of a record, which is not kept.",
            "Review",
            {"type": "string"},
            queries=answers,
            takes=JSONL,
        ),
    ]
