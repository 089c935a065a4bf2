"""Run one task in a worker and encode the result: data, or the kind of error and its sentence."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

from primeparlor.core import IllegalMove, ParlorError, RulesError, TooLarge
from primeparlor.notation import NotationError
from primeparlor.records import RecordError
from primeparlor.web import logging
from primeparlor.web.faults import WorkerFailed

Data: TypeAlias = dict[str, Any]

# Errors that the server raises again from a worker's answer; the first class that matches counts.
KINDS: Mapping[str, type[ParlorError]] = {
    "too large": TooLarge,
    "notation": NotationError,
    "record": RecordError,
    "illegal": IllegalMove,
    "rules": RulesError,
    "other": ParlorError,
}
NO_MEMORY = "This takes more memory than there is here."


def load_tasks() -> dict[str, Callable[..., Data]]:
    """Return all tasks a worker can run, by name."""
    from primeparlor.web.workers.tasks import progress, puzzles, table

    return table.TASKS | puzzles.TASKS | progress.TASKS


def run_task(task: str, data: Data) -> Data:
    """Run a task and return its data, or the error it raised as data."""
    try:
        return {"answer": load_tasks()[task](**data)}
    except ParlorError as error:
        kind = next(name for name, kind in KINDS.items() if isinstance(error, kind))
        return {"error": {"kind": kind, "message": str(error)}}
    except MemoryError:
        return {"error": {"kind": "too large", "message": NO_MEMORY}}
    except Exception as error:
        logging.log_error(error, task=task)
        return {"error": {"kind": "failed", "message": ""}}


def read_answer(answer: Data) -> Data:
    """Return the data of a worker's answer, or raise the error in it."""
    if (error := answer.get("error")) is None:
        data: Data = answer["answer"]
        return data
    kind = KINDS.get(error["kind"])
    raise WorkerFailed if kind is None else kind(error["message"])
