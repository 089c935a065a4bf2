"""Who stores what happens in a match, and who is told."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Protocol

from primeparlor.core import State
from primeparlor.match.events import Kept, Turn


class Store(Protocol):
    """Where turns are stored before anyone is told."""

    def append(self, turn: Turn) -> None:
        """Store all of it or nothing; raises `Conflict` if `turn.seq` is not the last entry stored."""

    def since(self, seq: int) -> Sequence[Turn]:
        """The turns kept after the entry of this number."""


class Observer(Protocol):
    """Is told every entry once its whole turn counts."""

    def hear(self, kept: Kept, before: State, after: State) -> None: ...


class Telling:
    """Tells all observers everything, in order, even if one of them fails."""

    def __init__(self, observers: Sequence[Observer]) -> None:
        self.observers = observers
        self._news: list[tuple[Kept, State, State]] = []
        self._going_on = False

    def __call__(self, news: Iterable[tuple[Kept, State, State]]) -> None:
        """Tell the news; at the end, raise the first error of an observer."""
        self._news += news
        if self._going_on:  # caused by an observer: the loop below will tell it
            return
        failed: Exception | None = None
        self._going_on = True
        try:
            while self._news:
                told = self._news.pop(0)
                for observer in tuple(self.observers):
                    try:
                        observer.hear(*told)
                    except Exception as error:
                        failed = failed or error
        finally:
            self._going_on = False
            self._news.clear()
        if failed is not None:
            raise failed
