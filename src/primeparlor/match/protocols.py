"""Protocols for the storage of a match and its observers."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Protocol

from primeparlor.core import State
from primeparlor.match.events import NumberedEntry, Turn


class Store(Protocol):
    """Storage for turns, which are stored before observers are notified."""

    def append(self, turn: Turn) -> None:
        """Store all of the turn or nothing; raise `Conflict` if `turn.seq` is not the last entry stored."""

    def since(self, seq: int) -> Sequence[Turn]:
        """Return the turns stored after the entry of this number."""


class Observer(Protocol):
    """A listener that gets every entry once its whole turn is stored."""

    def hear(self, numbered: NumberedEntry, before: State, after: State) -> None: ...


class Notifier:
    """The notifier of all observers: everything in order, even if one of them fails."""

    def __init__(self, observers: Sequence[Observer]) -> None:
        self.observers = observers
        self._news: list[tuple[NumberedEntry, State, State]] = []
        self._going_on = False

    def __call__(self, news: Iterable[tuple[NumberedEntry, State, State]]) -> None:
        """Notify the observers; at the end, raise the first error of an observer."""
        self._news += news
        if self._going_on:  # called by an observer: the loop below will deliver it
            return
        failed: Exception | None = None
        self._going_on = True
        try:
            while self._news:
                change = self._news.pop(0)
                for observer in tuple(self.observers):
                    try:
                        observer.hear(*change)
                    except Exception as error:
                        failed = failed or error
        finally:
            self._going_on = False
            self._news.clear()
        if failed is not None:
            raise failed
