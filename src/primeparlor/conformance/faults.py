"""What a check has found, and a way to ask questions that may fail."""

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
    """Collects what is wrong, the first of each kind."""

    def __init__(self) -> None:
        self._found: dict[tuple[str, str], Fault] = {}
        self.defaults: Collection[str] = ()  # files that the folder does not have
        self.lawful = True  # until the rules fail: what follows from that is not reported

    @property
    def found(self) -> tuple[Fault, ...]:
        return tuple(self._found.values())

    def within(self, file: str) -> bool:
        """Whether something is wrong in this file."""
        return any(fault.file == file for fault in self.found)

    def add(self, file: str, kind: str, sentence: str) -> None:
        if file in self.defaults and not self.lawful:
            return
        if file in self.defaults and f"add a {file}" not in sentence:
            sentence += f" The folder has no {file}: add one, or fix rules.py."
        self._found.setdefault((file, kind), Fault(file, sentence))

    def ask(self, file: str, what: str, question: Callable[[], Answer]) -> Answer | None:
        """The answer, or None, with a fault added, if the question fails."""
        try:
            return question()
        except (Exception, SystemExit) as error:
            if _by_the_rules(error):
                if not self.lawful:
                    return None
                if file in self.defaults:
                    file = RULES
                self.lawful = file != RULES
            told = (str(error) or "no message").rstrip(".")
            # the text of our own errors is a sentence already
            where = (
                "" if isinstance(error, ParlorError) else f"{_where(error, file)} ({type(error).__name__})"
            )
            self.add(file, what, f"{what}{where}: {told}.")
            return None


def _by_the_rules(error: BaseException) -> bool:
    """Whether it happened in rules.py or in what that called; our own errors are refusals, not failures."""
    return not isinstance(error, ParlorError) and bool(_where(error, RULES))


def _where(error: BaseException, file: str) -> str:
    """The line of this file in which it happened, if it did."""
    frames = traceback.extract_tb(error.__traceback__)
    lines = [frame.lineno for frame in frames if os.path.basename(frame.filename) == file]
    return f" in line {lines[-1]}" if lines else ""
