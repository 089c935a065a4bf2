"""The answer to one question, whatever happens: data, or the kind of error and its sentence."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

from primeparlor.core import IllegalMove, ParlorError, RulesError, TooLarge
from primeparlor.notation import NotationError
from primeparlor.records import RecordError
from primeparlor.web import logging
from primeparlor.web.faults import HouseFailed

Data: TypeAlias = dict[str, Any]

# What is raised again on the other side; the first that fits.
KINDS: Mapping[str, type[ParlorError]] = {
    "too large": TooLarge,
    "notation": NotationError,
    "record": RecordError,
    "illegal": IllegalMove,
    "rules": RulesError,
    "other": ParlorError,
}
NO_MEMORY = "This takes more memory than there is here."


def tasks() -> dict[str, Callable[..., Data]]:
    """Everything that can be asked, by name."""
    from primeparlor.web.workers.tasks import progress, puzzles, table

    return table.TASKS | puzzles.TASKS | progress.TASKS


def answered(task: str, data: Data) -> Data:
    """The answer to a question."""
    try:
        return {"answer": tasks()[task](**data)}
    except ParlorError as error:
        kind = next(name for name, kind in KINDS.items() if isinstance(error, kind))
        return {"error": {"kind": kind, "message": str(error)}}
    except MemoryError:
        return {"error": {"kind": "too large", "message": NO_MEMORY}}
    except Exception as error:
        logging.failed(error, task=task)
        return {"error": {"kind": "failed", "message": ""}}


def understood(answer: Data) -> Data:
    """The data of an answer; its error is raised."""
    if (error := answer.get("error")) is None:
        data: Data = answer["answer"]
        return data
    kind = KINDS.get(error["kind"])
    raise HouseFailed if kind is None else kind(error["message"])
