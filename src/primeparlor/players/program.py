"""The player `cmd:PROGRAM`: a program that we start, and ask for each move in a line of JSON.

docs/reference/programs.md describes the protocol. The referee judges the moves, legal or not; an answer that
has none, or comes at the wrong time, is a failure.
"""

from __future__ import annotations

import json
import secrets
import shlex
import shutil
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from threading import Lock
from typing import Any

from primeparlor import notation
from primeparlor.core import ParlorError, State
from primeparlor.match import Event
from primeparlor.players.player import Chosen, View
from primeparlor.players.process import ENDED, NOT_ASKED, Process, ProgramFailed

VERSION = 1  # of the protocol
START_SECONDS = 30.0  # to say hello, before the match
MOST_ID = 2**31  # ids cannot be guessed, so that nothing sent early passes for an answer
MOVE_SECONDS = 30.0  # for each answer, unless the match has a clock
BYE = b'{"type":"bye"}\n'


def split_command(text: str) -> list[str]:
    """Return the words of a command, split as a shell splits them; raise if it has none."""
    try:
        words = shlex.split(text)
    except ValueError as error:
        raise ParlorError(f"The command {text!r} cannot be read: {str(error).lower()}.") from None
    if not words or not words[0]:
        raise ParlorError("A program needs a name: cmd:PROGRAM.")
    return words


class ProgramPlayer:
    """A player that asks a program. It is started for each match, and ended when the player is closed."""

    own = False

    def __init__(self, command: str, start: State | None = None, clock: float | None = None) -> None:
        """Find the program, and start it if the `start` of the match is known."""
        self._words = split_command(command)
        if shutil.which(self._words[0]) is None:
            raise ParlorError(f"There is no program {self._words[0]!r} here that can be started.")
        self._process: Process | None = None
        self._closed, self._lock = False, Lock()  # of the two: the player may be closed while it thinks
        self._seat: int | None = None
        if start is not None:
            self._start(start, clock, START_SECONDS)

    def choose(self, view: View) -> Chosen:
        if self._seat not in (None, view.seat):  # a rematch: the seats were swapped
            self.leave()
        seconds = MOVE_SECONDS if view.time_left is None else view.time_left
        process = self._process or self._start(view.state, view.time_left, seconds)
        self._seat, number = view.seat, secrets.randbelow(MOST_ID)
        with _watch(process):
            return Chosen(_read_move(_exchange(process, _build_question(view, number), seconds), number))

    def close(self) -> None:
        """End the program and all it has started, for good."""
        with self._lock:
            self._closed = True
        self.leave()

    def leave(self) -> bool:
        """End the program until it is needed again; return True if it ended by itself with its input."""
        with self._lock:
            process, self._process, self._seat = self._process, None, None
        return process is None or process.end(BYE)

    def _start(self, start: State, clock: float | None, seconds: float) -> Process:
        """Start the program and exchange greetings; raise `ProgramFailed` if that fails."""
        with self._lock:
            if self._closed:
                raise ProgramFailed(*ENDED)
            process = self._process = Process(self._words)
        hello = {
            "type": "hello",
            "version": VERSION,
            "game": start.name,
            "rules": start.rules.values(),
            "clock": clock,
        }
        with ExitStack() as undone:
            undone.callback(self.leave)
            with _watch(process):
                _check_hello(_exchange(process, hello, seconds))
            undone.pop_all()
        return process


@contextmanager
def _watch(process: Process) -> Iterator[None]:
    """Mark the process as failed if it fails here."""
    try:
        yield
    except ProgramFailed as error:
        process.failed, error.errors = True, process.read_errors()
        raise


def _check_hello(answer: dict[str, Any]) -> None:
    if answer.get("version") != VERSION or answer.get("type") != "hello":
        raise ProgramFailed(
            f"The program did not answer hello with version {VERSION}.",
            f'Answer the first line with {{"type":"hello","version":{VERSION}}}.',
        )


def _build_question(view: View, number: int) -> dict[str, Any]:
    return {
        "type": "choose",
        "id": number,
        "game": view.state.name,
        "rules": view.state.rules.values(),
        "position": notation.position(view.state),
        "turn": view.state.turn,
        "seat": view.seat,
        "moves": list(view.moves),
        "history": [_format_event(event) for event in view.history],
        "time_left": view.time_left,
        "error": view.refusal or None,
    }


def _format_event(event: Event) -> dict[str, Any]:
    return {"who": event.who or "fate", "move": event.move}


def _exchange(process: Process, question: dict[str, Any], seconds: float) -> dict[str, Any]:
    """Send the question and return the answer; raise `ProgramFailed` if it is no JSON object."""
    line = json.dumps(question, separators=(",", ":")).encode() + b"\n"
    answer = process.exchange(line, seconds)
    try:
        text = answer.decode("utf-8")
    except UnicodeDecodeError:
        raise ProgramFailed("The program sent a line that is not UTF-8.", "Write UTF-8.") from None
    try:
        found = json.loads(text)
    except (ValueError, RecursionError):
        found = None
    if not isinstance(found, dict):
        raise ProgramFailed(
            "The program sent a line that is not a JSON object.",
            "Write answers to standard output, and everything else to standard error.",
        )
    return found


def _read_move(answer: dict[str, Any], asked: int) -> Any:
    """Return the move of this answer, which the referee judges; raise `ProgramFailed` if it has none."""
    number = answer.get("id")
    if type(number) is not int or number != asked:
        raise ProgramFailed(*NOT_ASKED)
    if "move" not in answer:
        raise ProgramFailed("The program answered without a move.", 'Answer with {"id":…,"move":…}.')
    return answer["move"]
