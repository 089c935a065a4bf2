"""Endpoint of progress: the browser sends its stored progress and what has changed. Nothing is stored here.

A finished game is analysed here, from the record of its table.
"""

from __future__ import annotations

from typing import Any

from starlette.concurrency import run_in_threadpool

from primeparlor.coach.progress.document import RIGHT, SHOWN, WRONG
from primeparlor.core import PLAYERS
from primeparlor.web.api.bodies import (
    MOST_GAMES,
    NOTHING,
    Schema,
    checked,
    either,
    malformed,
    one_of,
    real,
    record,
    text,
    whole,
)
from primeparlor.web.api.calls import THOUGHTS, Asked, Call
from primeparlor.web.api.days import read_day
from primeparlor.web.api.puzzles import read_name, think
from primeparlor.web.faults import NotOver
from primeparlor.web.tables.create import check_size

MOST_CHANGES = 200
MOST_PLAYED = 5  # games among them: each is analysed
LATEST = 253_000_000_000.0  # seconds since 1970: the last year of the calendar
WHEN: dict[str, Schema] = {"day": text(10), "now": real(0, LATEST)}
GAME, MARK = text(100), one_of(RIGHT, WRONG, SHOWN)

# Schemas of changes, by the word in `do`. `day` and `now` are the browser's local date and time.
CHANGES: dict[str, Schema] = {
    "answered": record(
        {"puzzle": text(8_000), "mark": MARK, "tries": text(10_000), "hints": whole(0, 5)}, WHEN
    ),
    "tried": record({"game": GAME, "mark": MARK}, WHEN),
    "hinted": record({"game": GAME, "hints": whole(1, 5)}, WHEN),
    "slipped": record({"puzzle": text(8_000)}, WHEN),
    "rushed": record({"game": either(GAME, NOTHING), "right": whole(0, 10_000), "slips": whole(0, 3)}, WHEN),
    "played": record({"table": text(40), "game": whole(1, MOST_GAMES), "seat": one_of(*PLAYERS)}, WHEN),
    "join": record({"progress": {"type": "object"}}, WHEN),
}
PROGRESS = record(
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


async def progress(asked: Asked) -> dict[str, Any]:
    """Apply the changes sent to the progress sent; return both the new progress and its summary."""
    data = await asked.data()
    read_day(data["day"])
    when = {"day": data["day"], "now": data["now"]}
    sent = data.pop("changes", ())
    if sum(change.get("do") == "played" for change in sent) > MOST_PLAYED:
        raise malformed(
            f"Send at most {MOST_PLAYED} games that were played at once, and the others after them."
        )
    changes = [await _read(asked, when | change) for change in sent]
    return await think(asked, "progress", changes=changes, **data)


async def _read(asked: Asked, change: dict[str, Any]) -> dict[str, Any]:
    """Check a change and add the data that the worker needs."""
    does = change.pop("do", None)
    if not isinstance(does, str) or does not in CHANGES:
        raise malformed(f"do must be one of {', '.join(CHANGES)}.")
    checked(CHANGES[does], change, f"The change {does}")
    read_day(change["day"])
    if does in ("answered", "slipped"):
        position, mistake = read_name(change.pop("puzzle"))
        check_size(position)
        change |= {"position": position, "mistake": mistake}
    if does == "played":
        desk = await asked.table(change["table"])
        game = change.pop("game")
        if game == desk.game and desk.match.outcome is None:
            raise NotOver("The game is not over yet: what was learned from it comes after the end.")
        found = await run_in_threadpool(desk.record, PLAYERS, game)
        change["lines"] = found.decode().splitlines(keepends=True)
    return {"do": does} | change


def calls() -> list[Call]:
    """Return the endpoints of progress."""
    told = "Change what the browser keeps of a player, and sum it up; nothing of it is stored."
    problems, spends = (404, 409), (THOUGHTS,)  # the errors are those of the tables where games were played
    path = "/api/progress"
    return [Call("POST", path, progress, told, "Progress", PROGRESS, 200, problems, spends, large=True)]
