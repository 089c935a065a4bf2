"""A process that thinks for the server: `python -m primeparlor.web.workers.worker`.

It reads questions as JSON lines from standard input and writes each answer as one line. It ends when its
input does, in the middle of a thought too: so it never outlives the server, however that ends.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable, Iterator, Mapping
from queue import SimpleQueue
from resource import RUSAGE_SELF, getrusage
from threading import Thread
from typing import Any, TypeAlias

from primeparlor.core import IllegalMove, ParlorError, RulesError, TooLarge
from primeparlor.notation import NotationError
from primeparlor.records import RecordError
from primeparlor.web import logging
from primeparlor.web.config import ANSWER_BYTES, BACKGROUND_NICENESS, WORKER_BYTES
from primeparlor.web.errors import RefusedMove, WorkerFailed
from primeparlor.web.workers.fair_queue import BACKGROUND

READY = {"ready": True}
TOO_LONG = {"error": {"kind": "too large", "message": "The answer to this is too long to be sent."}}


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


def main() -> None:
    """Run tasks until the input ends."""
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    _raise_oom_score()
    with os.fdopen(os.dup(1), "w", encoding="utf-8") as answers:
        os.dup2(2, 1)  # what a game prints goes elsewhere
        questions = _read_tasks()
        from logging.config import dictConfig

        dictConfig(logging.CONFIG)
        _write(answers, READY)
        try:
            for question in questions:
                background = question["task"] in BACKGROUND
                if background:
                    os.nice(BACKGROUND_NICENESS)
                answer = run_task(question["task"], question["data"])
                _write(answers, answer | {"last": background or _read_peak_memory() > WORKER_BYTES})
        except Exception as error:
            logging.log_error(error, task="none")
            os._exit(1)  # the thread that reads would hold up an orderly end


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
        said = {"said": error.said} if isinstance(error, RefusedMove) else {}
        return {"error": {"kind": kind, "message": str(error), **said}}
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
    if "said" in error:
        raise RefusedMove(error["message"], error["said"])
    kind = KINDS.get(error["kind"])
    raise WorkerFailed if kind is None else kind(error["message"])


def format_line(answer: dict[str, Any]) -> str:
    """Format an answer as a line; replace one that is too long for the server to read with an error."""
    text = json.dumps(answer, separators=(",", ":")) + "\n"
    return text if len(text) < ANSWER_BYTES else format_line(TOO_LONG | {"last": answer["last"]})


def _read_peak_memory() -> int:
    """Return the most bytes this process has ever used.

    On Linux not by `getrusage`: what it tells begins with the size of the process that started this one.
    """
    try:
        with open("/proc/self/status", encoding="ascii", errors="replace") as status:
            peak = next(line for line in status if line.startswith("VmHWM:"))
        return int(peak.split()[1]) * 1024
    except (OSError, StopIteration):
        most = getrusage(RUSAGE_SELF).ru_maxrss
        return most if sys.platform == "darwin" else most * 1024


def _write(answers: Any, answer: dict[str, Any]) -> None:
    try:
        answers.write(format_line(answer))
        answers.flush()
    except BrokenPipeError:
        os._exit(0)


def _read_tasks() -> Iterator[dict[str, Any]]:
    """Return an iterator of incoming tasks; a thread reads them, to notice the end of the input at once."""
    waiting = SimpleQueue[dict[str, Any]]()
    Thread(target=_read_input, args=[waiting], daemon=True).start()

    def each() -> Iterator[dict[str, Any]]:
        while True:
            yield waiting.get()

    return each()


def _read_input(waiting: SimpleQueue[dict[str, Any]]) -> None:
    for line in sys.stdin.buffer:
        waiting.put(json.loads(line))
    os._exit(0)


def _raise_oom_score() -> None:
    """Ask Linux to kill this process, not the server, when memory runs out."""
    try:
        with open("/proc/self/oom_score_adj", "w", encoding="ascii") as score:
            score.write("500")
    except OSError:
        pass  # not Linux, or not allowed


if __name__ == "__main__":
    main()
