"""Who keeps what happens in a match, and who hears of it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Protocol

from primeparlor.core import State
from primeparlor.match.events import Kept, Turn


class Store(Protocol):
    """Where turns are kept before anyone is told of them."""

    def append(self, turn: Turn) -> None:
        """Keep all of it or nothing; `Conflict` if `turn.seq` is not the last entry kept."""

    def since(self, seq: int) -> Sequence[Turn]:
        """The turns kept after the entry of this number."""


class Observer(Protocol):
    """Who hears of every entry once its whole turn counts."""

    def hear(self, kept: Kept, before: State, after: State) -> None: ...


class Telling:
    """Lets all observers hear everything, in order, whatever one of them does."""

    def __init__(self, observers: Sequence[Observer]) -> None:
        self.observers = observers
        self._news: list[tuple[Kept, State, State]] = []
        self._going_on = False

    def __call__(self, news: Iterable[tuple[Kept, State, State]]) -> None:
        """Tell it; raise in the end what the first observer failed with."""
        self._news += news
        if self._going_on:  # an observer has done something: it is told in its turn
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
