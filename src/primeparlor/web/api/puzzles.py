"""Endpoints of today, puzzles, rush and reviews of a record: workers compute, nothing is stored.

The name of a puzzle is its position in letters that fit into a URL; its answer is computed again.
"""

from __future__ import annotations

import asyncio
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections import OrderedDict
from datetime import UTC, date, datetime
from typing import Any

from primeparlor.coach.training.daily import check_day
from primeparlor.core import TooLarge
from primeparlor.notation import NotationError
from primeparlor.web.api.bodies import (
    YES_NO,
    Schema,
    build_body_error,
    check_type,
    object_of,
    one_of,
    read_bytes,
    text,
    whole,
)
from primeparlor.web.api.endpoint import THOUGHTS, ApiRequest, Endpoint, Handler
from primeparlor.web.config import (
    CACHED_DAYS,
    LONGEST_MOVE,
    LONGEST_POSITION,
    MOST_LINES,
    MOST_SEEN,
    MOST_TRIED,
    TASK_SECONDS,
)
from primeparlor.web.errors import ApiError
from primeparlor.web.tables.create import check_size
from primeparlor.web.threads import LARGE, run_in_thread, wait_shielded

FORM = "A date is written like 2026-11-17."


MISTAKE, FRESH = "m", "p"  # first letter of a puzzle's name


JSONL = "application/jsonl"
PUZZLE = "/api/puzzles/{puzzle}"

WANTED = object_of(
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
ANSWER = object_of({}, {"move": text(LONGEST_MOVE), "show": YES_NO})
TRIED: Schema = {
    "type": "array",
    "maxItems": MOST_TRIED,
    "items": text(LONGEST_MOVE),
    "description": "Moves that were tried and are wrong: no hint names them again.",
}
CLUE = object_of({"step": whole(1, 5)}, {"tried": TRIED})
JUDGE = object_of({"position": text(LONGEST_POSITION), "move": text(LONGEST_MOVE)})


def read_day(text: str) -> date:
    """Parse a date and check that it is in the range of daily puzzles."""
    try:
        day = date.fromisoformat(text)
    except ValueError:
        raise NotationError(FORM) from None
    if day.isoformat() != text:  # other ISO 8601 forms, such as 20261117
        raise NotationError(FORM)
    return check_day(day)


# Names of puzzles -----------------------------------------------------------------------------------------


def encode_name(position: str, mistake: bool) -> str:
    """Encode a position as the name of its puzzle."""
    coded = urlsafe_b64encode(position.encode()).decode().rstrip("=")
    return f"{MISTAKE if mistake else FRESH}{coded}"


def read_name(name: str) -> tuple[str, bool]:
    """Decode a puzzle's name into its position and whether it practises a mistake."""
    kind, coded = name[:1], name[1:]
    try:
        padded = coded + "=" * (-len(coded) % 4)
        position = urlsafe_b64decode(padded.encode("ascii")).decode("ascii")
        valid = kind in (MISTAKE, FRESH) and name == encode_name(position, kind == MISTAKE)
    except ValueError:  # not base64, or not text
        valid = False
    if not valid or len(position) > LONGEST_POSITION:
        raise ApiError(404, "no puzzle", "There is no puzzle of this name.")
    return position, kind == MISTAKE


def add_name(made: dict[str, Any]) -> dict[str, Any]:
    """Replace the puzzle's `mistake` with its name."""
    mistake = made.pop("mistake")
    return {"puzzle": encode_name(made["position"], mistake)} | made


# Endpoints ------------------------------------------------------------------------------------------------


async def run_task(request: ApiRequest, task: str, **data: Any) -> dict[str, Any]:
    """Run a task in a worker; reject a position of a variant too large to play first."""
    if "position" in data:
        check_size(data["position"])
    return await request.services.registry.workers.ask(task, seconds=TASK_SECONDS[task], **data)


class DailyCache:
    """Cache of the daily puzzles, computed once per date for all clients."""

    def __init__(self) -> None:
        self._found: OrderedDict[str, asyncio.Task[dict[str, Any]]] = OrderedDict()

    async def load_day(self, request: ApiRequest) -> dict[str, Any]:
        """Return the puzzles and the duel of the date in the query; without one, of today in UTC."""
        text = request.read_query("date")
        day = (datetime.now(UTC).date() if text is None else read_day(text)).isoformat()
        task = self._found.get(day)
        if task is None or (task.done() and (task.cancelled() or task.exception() is not None)):
            task = self._found[day] = asyncio.create_task(run_task(request, "today", day=day))
        self._found.move_to_end(day)
        while len(self._found) > CACHED_DAYS:
            self._found.popitem(last=False)
        found = await wait_shielded(task)
        puzzles = {
            "puzzle": add_name({**found["puzzle"]}),
            "more": [add_name({**each}) for each in found["more"]],
        }
        return found | puzzles


async def send_puzzle(request: ApiRequest) -> dict[str, Any]:
    """Return a puzzle."""
    return add_name(await run_task(request, "puzzle", **await request.read_body()))


async def check_answer(request: ApiRequest) -> dict[str, Any]:
    """Check an answer to a puzzle, or show the solution."""
    position, mistake = read_name(request.path["puzzle"])
    data = await request.read_body()
    if ("move" in data) == bool(data.get("show")):
        raise build_body_error("Send either a move or show: true.")
    return await run_task(request, "answer", position=position, mistake=mistake, **data)


async def send_hint(request: ApiRequest) -> dict[str, Any]:
    """Return one hint of a puzzle."""
    position, mistake = read_name(request.path["puzzle"])
    return await run_task(request, "clue", position=position, mistake=mistake, **await request.read_body())


async def judge_move(request: ApiRequest) -> dict[str, Any]:
    """Return what a move is worth."""
    return await run_task(request, "judge", **await request.read_body())


async def review_record(request: ApiRequest) -> dict[str, Any]:
    """Return the review of the record in the body, which is not stored."""
    answers = request.read_query("answers") == "1"
    check_type(request.http, JSONL)
    body: bytes = await request.read_in_time(read_bytes(request.http, request.services.limits.record))
    text = await run_in_thread(len(body) > LARGE, _read_text, body)
    return await run_task(request, "upload", text=text, answers=answers) | {"table": None}


def list_endpoints() -> list[Endpoint]:
    """Return the endpoints of puzzles and records."""
    spends, days, answers = (THOUGHTS,), {"date": text(10)}, {"answers": one_of("0", "1")}

    def build(path: str, handler: Handler, summary: str, answer: str, body: Schema, **more: Any) -> Endpoint:
        return Endpoint("POST", path, handler, summary, answer, body, spends=spends, **more)

    return [
        Endpoint(
            "GET",
            "/api/today",
            DailyCache().load_day,
            "What a date brings.",
            "Today",
            spends=spends,
            queries=days,
        ),
        build("/api/puzzles", send_puzzle, "A puzzle.", "Puzzle", WANTED),
        build(f"{PUZZLE}/answer", check_answer, "Answer it.", "Verdict", ANSWER),
        build(f"{PUZZLE}/hint", send_hint, "A hint.", "Clue", CLUE),
        build("/api/judge", judge_move, "What a move is worth.", "Judged", JUDGE),
        build(
            "/api/review",
            review_record,
            "The review of a record, which is not kept.",
            "Review",
            {"type": "string"},
            queries=answers,
            takes=JSONL,
        ),
    ]


def _read_text(body: bytes) -> str:
    if body.count(b"\n") > MOST_LINES:
        raise TooLarge(
            f"This record is too long to be reviewed here: a record may have at most {MOST_LINES:,} lines."
        )
    try:
        return body.decode()
    except UnicodeDecodeError:
        raise build_body_error("A record is text in UTF-8.") from None
