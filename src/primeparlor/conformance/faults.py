"""Faults found by a check, and calls that may fail."""

from __future__ import annotations

import os
import traceback
from collections.abc import Callable, Collection
from typing import NamedTuple, TypeVar

from primeparlor.core import ParlorError

Answer = TypeVar("Answer")
RULES = "rules.py"


class Fault(NamedTuple):
    """Something to fix."""

    file: str
    sentence: str


class Faults:
    """A collection of faults, the first of each kind."""

    def __init__(self) -> None:
        self._found: dict[tuple[str, str], Fault] = {}
        self.defaults: Collection[str] = ()  # files that the folder does not have
        self.lawful = True  # False once the rules fail: faults that follow from that are not reported

    @property
    def found(self) -> tuple[Fault, ...]:
        return tuple(self._found.values())

    def has_fault(self, file: str) -> bool:
        """Return True if something is wrong in this file."""
        return any(fault.file == file for fault in self.found)

    def add(self, file: str, kind: str, sentence: str) -> None:
        if file in self.defaults and not self.lawful:
            return
        if file in self.defaults and f"add a {file}" not in sentence:
            sentence += f" The folder has no {file}: add one, or fix rules.py."
        self._found.setdefault((file, kind), Fault(file, sentence))

    def try_call(self, file: str, what: str, question: Callable[[], Answer]) -> Answer | None:
        """Call the function and return its result; if it fails, add a fault and return None."""
        try:
            return question()
        except (Exception, SystemExit) as error:
            if _is_rules_error(error):
                if not self.lawful:
                    return None
                if file in self.defaults:
                    file = RULES
                self.lawful = file != RULES
            told = (str(error) or "no message").rstrip(".")
            # the text of our own errors is a sentence already
            where = (
                ""
                if isinstance(error, ParlorError)
                else f"{_find_line(error, file)} ({type(error).__name__})"
            )
            self.add(file, what, f"{what}{where}: {told}.")
            return None


def _is_rules_error(error: BaseException) -> bool:
    """Return True if the error was raised in rules.py or in code it called.

    Our own errors are refusals, not failures.
    """
    return not isinstance(error, ParlorError) and bool(_find_line(error, RULES))


def _find_line(error: BaseException, file: str) -> str:
    """Format the line of this file in which the error was raised; empty if it was raised elsewhere."""
    frames = traceback.extract_tb(error.__traceback__)
    lines = [frame.lineno for frame in frames if os.path.basename(frame.filename) == file]
    return f" in line {lines[-1]}" if lines else ""
