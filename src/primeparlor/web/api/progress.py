"""Endpoint of progress: the browser sends its stored progress and what has changed. Nothing is stored here.

A finished game is analysed here, from the record of its table.
"""

from __future__ import annotations

from typing import Any

from starlette.concurrency import run_in_threadpool

from primeparlor.coach.progress.document import RIGHT, SHOWN, WRONG
from primeparlor.core import PLAYERS
from primeparlor.web.api.bodies import (
    NOTHING,
    Schema,
    build_body_error,
    check_value,
    either,
    object_of,
    one_of,
    real,
    text,
    whole,
)
from primeparlor.web.api.endpoint import THOUGHTS, ApiRequest, Endpoint
from primeparlor.web.api.puzzles import read_day, read_name, run_task
from primeparlor.web.config import MOST_CHANGES, MOST_GAMES, MOST_PLAYED
from primeparlor.web.errors import NotOver
from primeparlor.web.tables.create import check_size

LATEST = 253_000_000_000.0  # seconds since 1970: the last year of the calendar
WHEN: dict[str, Schema] = {"day": text(10), "now": real(0, LATEST)}
GAME, MARK = text(100), one_of(RIGHT, WRONG, SHOWN)

# Schemas of changes, by the word in `do`. `day` and `now` are the browser's local date and time.
CHANGES: dict[str, Schema] = {
    "answered": object_of(
        {"puzzle": text(8_000), "mark": MARK, "tries": text(10_000), "hints": whole(0, 5)}, WHEN
    ),
    "tried": object_of({"game": GAME, "mark": MARK}, WHEN),
    "hinted": object_of({"game": GAME, "hints": whole(1, 5)}, WHEN),
    "slipped": object_of({"puzzle": text(8_000)}, WHEN),
    "rushed": object_of(
        {"game": either(GAME, NOTHING), "right": whole(0, 10_000), "slips": whole(0, 3)}, WHEN
    ),
    "played": object_of({"table": text(40), "game": whole(1, MOST_GAMES), "seat": one_of(*PLAYERS)}, WHEN),
    "join": object_of({"progress": {"type": "object"}}, WHEN),
}
PROGRESS = object_of(
    {
        "progress": {
            "type": "object",
            "description": "What this browser keeps: progress.json of the terminal.",
        },
        "day": text(10) | {"description": "The date where the reader is."},
        "now": real(0, LATEST) | {"description": "Seconds since 1970."},
        "minutes": whole(-1_440, 1_440) | {"description": "How far the reader's clock is ahead of UTC."},
    },
    {"changes": {"type": "array", "maxItems": MOST_CHANGES, "items": {"type": "object"}}},
)


async def update_progress(request: ApiRequest) -> dict[str, Any]:
    """Apply the changes sent to the progress sent; return both the new progress and its summary."""
    data = await request.read_body()
    read_day(data["day"])
    when = {"day": data["day"], "now": data["now"]}
    build = data.pop("changes", ())
    if sum(change.get("do") == "played" for change in build) > MOST_PLAYED:
        raise build_body_error(
            f"Send at most {MOST_PLAYED} games that were played at once, and the others after them."
        )
    changes = [await _read_change(request, when | change) for change in build]
    return await run_task(request, "progress", changes=changes, **data)


def list_endpoints() -> list[Endpoint]:
    """Return the endpoints of progress."""
    summary = "Change what the browser keeps of a player, and sum it up; nothing of it is stored."
    problems, spends = (404, 409), (THOUGHTS,)  # the errors are those of the tables where games were played
    path = "/api/progress"
    return [
        Endpoint(
            "POST", path, update_progress, summary, "Progress", PROGRESS, 200, problems, spends, large=True
        )
    ]


async def _read_change(request: ApiRequest, change: dict[str, Any]) -> dict[str, Any]:
    """Check a change and add the data that the worker needs."""
    kind = change.pop("do", None)
    if not isinstance(kind, str) or kind not in CHANGES:
        raise build_body_error(f"do must be one of {', '.join(CHANGES)}.")
    check_value(CHANGES[kind], change, f"The change {kind}")
    read_day(change["day"])
    if kind in ("answered", "slipped"):
        position, mistake = read_name(change.pop("puzzle"))
        check_size(position)
        change |= {"position": position, "mistake": mistake}
    if kind == "played":
        table = await request.find_table(change["table"])
        game = change.pop("game")
        if game == table.game and table.match.outcome is None:
            raise NotOver("The game is not over yet: what was learned from it comes after the end.")
        change["record"] = await run_in_threadpool(table.format_record, game)
    return {"do": kind} | change
