"""Endpoints of today, puzzles, rush and reviews of a record: workers compute, nothing is stored.

The name of a puzzle is its position in letters that fit into a URL; its answer is computed again.
"""

from __future__ import annotations

import asyncio
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections import OrderedDict
from datetime import UTC, date, datetime
from typing import Annotated, Any, Literal, NamedTuple, TypeAlias

from fastapi import APIRouter, Body, Path, Query, Request
from starlette.concurrency import run_in_threadpool
from starlette.responses import Response

from primeparlor.coach.puzzles.header import MOST_STARS
from primeparlor.coach.training.daily import check_day
from primeparlor.core import TooLarge
from primeparlor.notation import NotationError, read_position
from primeparlor.web.api.bodies import build_body_error
from primeparlor.web.api.models import puzzles as models
from primeparlor.web.api.models.common import DIGITS, Date, GameName
from primeparlor.web.api.models.review import Review, ReviewStep
from primeparlor.web.api.openapi import describe_errors
from primeparlor.web.api.route import ApiRoute, LargeBodyRoute
from primeparlor.web.api.services import THINKS, AnyClient, Client, Services
from primeparlor.web.config import LONGEST_POSITION, MOST_LINES, MOST_ON_SHEET, MOST_SHEETS, TASK_SECONDS
from primeparlor.web.errors import ApiError, SecretPosition
from primeparlor.web.responses import build_json_response
from primeparlor.web.tables.create import check_size
from primeparlor.web.threads import LARGE, run_in_thread, wait_shielded

FORM = "A date is written like 2026-11-17."
MISTAKE, FRESH, LINE = "m", "p", "l"  # first letter of a puzzle's name

router = APIRouter(prefix="/api", route_class=ApiRoute, dependencies=[THINKS], responses=describe_errors(503))
shared = APIRouter(prefix="/api", route_class=ApiRoute, responses=describe_errors(503))  # one thinks for all
records = APIRouter(
    prefix="/api", route_class=LargeBodyRoute, dependencies=[THINKS], responses=describe_errors(503)
)

PuzzleName: TypeAlias = Annotated[
    str, Path(description="The name of the puzzle.", json_schema_extra={"maxLength": 8_000})
]


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


class NamedPuzzle(NamedTuple):
    """What the name of a puzzle tells: its position, and whether it practises a mistake or is a line."""

    position: str
    mistake: bool
    line: bool


def encode_name(position: str, mistake: bool, line: bool = False) -> str:
    """Encode a position as the name of its puzzle."""
    coded = urlsafe_b64encode(position.encode()).decode().rstrip("=")
    return f"{MISTAKE if mistake else LINE if line else FRESH}{coded}"


def read_name(name: str) -> NamedPuzzle:
    """Decode a puzzle's name."""
    kind, coded = name[:1], name[1:]
    try:
        padded = coded + "=" * (-len(coded) % 4)
        position = urlsafe_b64decode(padded.encode("ascii")).decode("ascii")
        valid = kind in (MISTAKE, FRESH, LINE) and name == encode_name(
            position, kind == MISTAKE, kind == LINE
        )
    except ValueError:  # not base64, or not text
        valid = False
    if not valid or len(position) > LONGEST_POSITION:
        raise ApiError(404, "no puzzle", "There is no puzzle of this name.")
    return NamedPuzzle(position, kind == MISTAKE, kind == LINE)


def add_name(made: dict[str, Any]) -> dict[str, Any]:
    """Replace the puzzle's `mistake` with its name."""
    mistake = made.pop("mistake")
    return {"puzzle": encode_name(made["position"], mistake, made["line"])} | made


# Endpoints ------------------------------------------------------------------------------------------------


async def run_task(services: Services, task: str, **data: Any) -> dict[str, Any]:
    """Run a task in a worker; reject a position of a variant too large to play first."""
    if "position" in data:
        check_size(data["position"])
    return await services.registry.workers.ask(task, seconds=TASK_SECONDS[task], **data)


class SharedAnswers:
    """Cache of answers that are the same for all clients; each is computed once."""

    def __init__(self, size: int) -> None:
        self._size = size
        self._found: OrderedDict[tuple[Any, ...], asyncio.Task[dict[str, Any]]] = OrderedDict()

    async def load(self, client: Client, task: str, **data: Any) -> dict[str, Any]:
        """Return the answer to this task; only the client for whom it is computed spends a thought on it.

        If that client was over a limit, the next one asks anew.
        """
        key = (task, *data.values())
        while True:
            found = self._found.get(key)
            is_own = found is None or (found.done() and (found.cancelled() or found.exception() is not None))
            if found is None or is_own:
                found = self._found[key] = asyncio.create_task(_think(client, task, data))
            self._found.move_to_end(key)
            while len(self._found) > self._size:
                self._found.popitem(last=False)
            try:
                return await wait_shielded(found)
            except ApiError as error:
                if is_own or error.status != 429:
                    raise


async def _think(client: Client, task: str, data: dict[str, Any]) -> dict[str, Any]:
    with client.think():
        return await run_task(client.services, task, **data)


@shared.get(
    "/today", response_model=models.Today, responses=describe_errors(422), summary="What a date brings."
)
async def send_today(
    request: Request, client: AnyClient, date: Annotated[Date | None, Query()] = None
) -> Response:
    """Return what this date brings; without one, today in UTC."""
    day = (datetime.now(UTC).date() if date is None else read_day(date)).isoformat()
    found = await request.app.state.days.load(client, "today", day=day)
    puzzles = {
        "puzzle": add_name({**found["puzzle"]}),
        "more": [add_name({**each}) for each in found["more"]],
    }
    return await build_json_response(found | puzzles)


@shared.get(
    "/sheet", response_model=models.Sheet, responses=describe_errors(422), summary="A sheet of puzzles."
)
async def send_sheet(
    request: Request,
    client: AnyClient,
    game: Annotated[GameName, Query()],
    seed: Annotated[
        int, Query(ge=1, le=MOST_SHEETS, strict=True, description="The number of the sheet."), DIGITS
    ],
    stars: Annotated[
        int, Query(ge=1, le=MOST_STARS, strict=True, description="How hard its puzzles are."), DIGITS
    ] = 2,
    puzzles: Annotated[int, Query(ge=1, le=MOST_ON_SHEET, strict=True, description="How many."), DIGITS] = 6,
) -> Response:
    """Return a sheet of puzzles, the same for whoever asks for it, with the solutions."""
    sheets: SharedAnswers = request.app.state.sheets
    found = await sheets.load(client, "sheet", game=game, seed=seed, stars=stars, count=puzzles)
    named = {"puzzles": [add_name({**each}) for each in found["puzzles"]]}
    return await build_json_response(found | named)


@router.post("/puzzles", response_model=models.Puzzle, summary="A puzzle.")
async def send_puzzle(client: AnyClient, body: models.PuzzleBody) -> Response:
    """Return a puzzle."""
    made = await run_task(client.services, "puzzle", **body.model_dump(exclude_none=True))
    return await build_json_response(add_name(made))


@router.post("/puzzles/{puzzle}/answer", response_model=models.Verdict, summary="Answer it.")
async def check_answer(client: AnyClient, puzzle: PuzzleName, body: models.PuzzleAnswerBody) -> Response:
    """Check an answer to a puzzle, or show the solution."""
    named = read_name(puzzle)
    if (body.move is None) != body.show:
        raise build_body_error("Send either a move or show: true.")
    data = body.model_dump() | named._asdict()
    verdict = await run_task(client.services, "answer", **data)
    if following := verdict.get("next"):
        del following["mistake"]
        following["puzzle"] = puzzle
    return await build_json_response(verdict)


@router.post("/puzzles/{puzzle}/hint", response_model=models.Clue, summary="A hint.")
async def send_hint(client: AnyClient, puzzle: PuzzleName, body: models.PuzzleHintBody) -> Response:
    """Return one hint of a puzzle."""
    data = body.model_dump() | read_name(puzzle)._asdict()
    return await build_json_response(await run_task(client.services, "clue", **data))


@router.post(
    "/judge", response_model=models.Judged, responses=describe_errors(409), summary="What a move is worth."
)
async def judge_move(client: AnyClient, body: models.JudgeBody) -> Response:
    """Return what a move is worth, unless the client sees its position on a table where hints are off."""
    if secret := client.services.registry.list_secret_positions(client.address):
        check_size(body.position)
        if await run_in_threadpool(read_position, body.position) in secret:
            raise SecretPosition
    return await build_json_response(await run_task(client.services, "judge", **body.model_dump()))


@records.post("/review", response_model=Review, summary="The review of a record, which is not kept.")
async def review_record(
    client: AnyClient,
    record: Annotated[bytes, Body(media_type="application/jsonl")] = b"",
    answers: Literal["0", "1"] = "0",
    exact: ReviewStep = "0",
) -> Response:
    """Return the review of the record in the body, which is not stored."""
    text = await run_in_thread(len(record) > LARGE, _read_text, record)
    task, more = ("upload", {}) if exact == "0" else ("refine upload", {"step": int(exact)})
    found = await run_task(client.services, task, text=text, answers=answers == "1", **more)
    return await build_json_response(found | {"table": None})


def _read_text(body: bytes) -> str:
    if body.count(b"\n") > MOST_LINES:
        raise TooLarge(
            f"This record is too long to be reviewed here: a record may have at most {MOST_LINES:,} lines."
        )
    try:
        return body.decode()
    except UnicodeDecodeError:
        raise build_body_error("A record is text in UTF-8.") from None
